#!/usr/bin/python3 -SE
"""A correct importer that keeps the contract of `fpsim importer-check`, with Python's standard library and qpdf.

    importer.py import --library DIR [--cancel] SOURCE
    importer.py list --library DIR
    importer.py recover --library DIR

A library holds three folders: `staged/ID` is a document on its way, `files/ID` one that is in place, and
`entries/ID.json` makes it an entry. Renaming the last into place is the commit, and the only one: whatever was
there before it is undone by `recover`, which waits for the next launch where an import is under way: `lock` is held by
each, and by the kernel's hand no longer than it lives.

The defective importers beside this file each replace one method of `Importer`.
"""

import errno
import fcntl
import hashlib
import json
import os
import re
import signal
import stat
import sys

from access import Access, AccessError, PickedURL


class Failure(Exception):
    """Why a document wasn't imported, in which phase, and whether another try can help."""

    def __init__(self, cause, retryable=False, phase=None):
        super().__init__(cause)
        self.cause, self.retryable, self.phase = cause, retryable, phase


class TimedOut(InterruptedError):
    """The provider didn't answer in time."""


class Cancelled(Exception):
    """The user did."""


RETRYABLE = {"ETIMEDOUT", "EAGAIN", "EDEADLK", "EIO", "ENETDOWN", "ENETUNREACH", "ENOTCONN", "EHOSTDOWN", "EBUSY"}


class Importer:
    def __init__(self, library):
        self.library = library
        self.phase = "authorize"
        for folder in ("staged", "files", "entries"):
            os.makedirs(self.at(folder), exist_ok=True)

    def at(self, *names):
        return os.path.join(self.library, *names)

    # The verbs

    def import_document(self, source, cancel=False):
        self.start_clock()
        self.lock(fcntl.LOCK_SH)
        url = PickedURL(source)
        name = os.urandom(16).hex()
        staged = self.at("staged", name)
        try:
            self.read(url, staged)
            self.phase = "validate"
            outcome = self.validate(staged, url)
            if cancel:
                raise Cancelled()
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.phase = "publish"
            path = self.publish(staged, name, url)
            self.phase = "commit"
            return self.commit(name, path, url, outcome)
        except BaseException as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            self.discard(staged)
            raise self.failure(error)

    def list_entries(self):
        entries = []
        for file in sorted(os.listdir(self.at("entries"))):
            if file.endswith(".json"):
                with open(self.at("entries", file)) as text:
                    entries.append(json.load(text))
        return entries

    def recover(self):
        """What an app does at launch: everything that no entry stands for goes, unless somebody is at work on it."""
        if not self.lock(fcntl.LOCK_EX | fcntl.LOCK_NB):
            return
        for file in os.listdir(self.at("staged")):
            os.unlink(self.at("staged", file))
        for file in os.listdir(self.at("entries")):
            if not file.endswith(".json"):
                os.unlink(self.at("entries", file))
        kept = {os.path.basename(entry["path"]) for entry in self.list_entries() if "path" in entry}
        for file in set(os.listdir(self.at("files"))) - kept:
            os.unlink(self.at("files", file))

    # The phases

    def lock(self, how):
        """The imports share it, a recovery has it alone. It ends with the process."""
        self.held = os.open(self.at("lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self.held, how)
            return True
        except BlockingIOError:
            return False

    def start_clock(self):
        """Half of the time that is allowed, then once a second, so that cleaning up can't hang either."""
        seconds = float(os.environ.get("FPSIM_BOUND", "30").rstrip("s")) / 2
        signal.signal(signal.SIGALRM, self.time_is_up)
        signal.setitimer(signal.ITIMER_REAL, seconds, 1)

    def time_is_up(self, *_):
        raise TimedOut()

    def read(self, url, staged):
        with Access(url) as access:
            self.phase = "coordinate"
            with access.coordinated() as path:
                self.phase = "stage"
                self.stage(path, staged)

    def stage(self, path, staged):
        """Copies, and proves that the copy is whole: a parser couldn't."""
        source = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            before = self.look(source)
            digest, count = self.copy(source, staged)
            self.check_length(count, before)
            if self.look(source) != before or self.digest(source) != digest:
                raise Failure("the document changed while it was copied", retryable=True)
        finally:
            os.close(source)

    def look(self, source):
        """What must be the same before and after: identity, length and time."""
        status = os.fstat(source)
        if not stat.S_ISREG(status.st_mode):
            raise Failure("the item isn't a document")
        return status.st_ino, status.st_size, status.st_mtime_ns

    def copy(self, source, staged):
        digest, count = hashlib.sha256(), 0
        target = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            while chunk := os.read(source, 1 << 20):
                digest.update(chunk)
                count += len(chunk)
                while chunk:
                    chunk = chunk[os.write(target, chunk):]
            self.sync_file(target)
        finally:
            os.close(target)
        return digest.digest(), count

    def check_length(self, count, before):
        if count != before[1]:
            raise Failure(f"only {count} of {before[1]} bytes came", retryable=True)
        if count == 0:
            raise Failure("the document is empty")

    def digest(self, source):
        digest = hashlib.sha256()
        os.lseek(source, 0, os.SEEK_SET)
        while chunk := os.read(source, 1 << 20):
            digest.update(chunk)
        return digest.digest()

    def sync_file(self, target):
        os.fsync(target)

    def validate(self, staged, url):
        """By what is in it, in another process: a document may be hostile."""
        with open(staged, "rb") as file:
            if b"%PDF-" not in file.read(1024):
                raise Failure("the content is no PDF")
        null = (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_DUP2, 1, 2)
        child = os.posix_spawnp("qpdf", ["qpdf", "--show-npages", staged], os.environ, file_actions=null)
        try:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        except TimedOut:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise Failure("the content takes too long to judge")
        if code not in (0, 3):
            raise Failure("the content is damaged")
        return "imported" if code == 0 else "repaired"

    def publish(self, staged, name, url):
        path = os.path.join("files", name)
        os.rename(staged, self.at(path))
        self.sync_folder("files")
        return path

    def commit(self, name, path, url, outcome):
        shown = re.sub("[\ud800-\udfff]", "\ufffd", url.name)
        return self.write(
            {"id": name, "state": "available", "path": path, "displayName": shown, "outcome": outcome})

    def write(self, entry):
        new = self.at("entries", entry["id"] + ".new")
        target = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        os.write(target, json.dumps(entry).encode())
        self.sync_file(target)
        os.close(target)
        os.rename(new, self.at("entries", entry["id"] + ".json"))
        self.sync_folder("entries")
        return entry

    def sync_folder(self, folder):
        descriptor = os.open(self.at(folder), os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(descriptor)
        os.close(descriptor)

    def discard(self, staged):
        if os.path.lexists(staged):
            os.unlink(staged)

    def failure(self, error):
        """A deadline is never called the user's cancel, and a lost provider never a bad document."""
        if isinstance(error, Failure):
            error.phase = error.phase or self.phase
            return error
        if isinstance(error, TimedOut):
            return Failure("the provider didn't answer in time", True, self.phase)
        if isinstance(error, Cancelled):
            return Failure("cancelled", True, self.phase)
        symbol = error.errno if isinstance(error, AccessError) else errno.errorcode.get(getattr(error, "errno", 0))
        return Failure(f"{type(error).__name__}: {error}", symbol in RETRYABLE, self.phase)


def main(importer_type=Importer):
    verb, arguments = sys.argv[1], sys.argv[2:]
    importer = importer_type(arguments[arguments.index("--library") + 1])
    try:
        if verb == "import":
            print(json.dumps(importer.import_document(arguments[-1], cancel="--cancel" in arguments)))
        elif verb == "list":
            for entry in importer.list_entries():
                print(json.dumps(entry))
        elif verb == "recover":
            importer.recover()
        elif verb == "refer" and hasattr(importer, "refer"):
            print(json.dumps(importer.refer(arguments[-1])))
        else:
            sys.exit(64)
    except Failure as failure:
        print(json.dumps({"phase": failure.phase, "cause": failure.cause, "retryable": failure.retryable}), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
