#!/usr/bin/env python3
"""fpsim's own importer, run by a daemon: two forks and a session of its own, so that it is no descendant of what was
started. With "bare" as its first argument the daemon has an environment of its own as well. No defect, as long as the
front waits for it."""
import os
import sys


def run(answers, environment, arguments):
    importer = os.spawnve(os.P_NOWAIT, environment["FPSIM"], ["fpsim", "importer", *arguments], environment)
    status = os.waitpid(importer, 0)[1]
    os.write(answers, bytes([os.waitstatus_to_exitcode(status) & 0xFF]))


mode, *arguments = sys.argv[1:]
if mode.startswith("--daemon="):
    run(int(mode.removeprefix("--daemon=")), os.environ, arguments)
    sys.exit(0)

reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(reading)
        if mode == "bare":
            os.set_inheritable(writing, True)
            bare = {name: os.environ[name] for name in os.environ
                    if name in ("FPSIM", "FPSIM_BOUND", "TMPDIR") or name.endswith("SAN_OPTIONS")}
            os.execve(sys.executable, [sys.executable, __file__, f"--daemon={writing}", *arguments], bare)
        run(writing, os.environ, arguments)
    os._exit(0)
os.close(writing)
os.wait()
code = os.read(reading, 1)
# The daemon's end closes the pipe.
os.read(reading, 1)
sys.exit(code[0] if code else 1)
