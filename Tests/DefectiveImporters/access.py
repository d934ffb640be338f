"""File access as an app has it, spoken to fpsim's control socket in JSON lines: scopes and coordinated reads.

A connection is a process: what it started and claimed ends when it closes.
"""

import json
import os
import socket
import urllib.parse


class AccessError(Exception):
    """What the provider answered instead: `errno` is a symbol such as EPERM, `code` one of Apple's."""

    def __init__(self, error):
        super().__init__(error.get("message", "no reason given"))
        self.errno = error.get("errno")
        self.code = error.get("code")


class PickedURL:
    """What the picker gave: a file URL whose query holds the scope's token. The token is lost with the query."""

    def __init__(self, text):
        parts = urllib.parse.urlsplit(text)
        self.path = urllib.parse.unquote_to_bytes(parts.path)
        self.token = urllib.parse.parse_qs(parts.query).get("fpsim-scope", [None])[0]
        self.name = os.fsdecode(os.path.basename(self.path))


class Mount:
    """The mount that a path is on, found in the kernel's list: asking the path itself could hang."""

    def __init__(self, path):
        self.point = None
        with open("/proc/self/mountinfo", "rb") as table:
            for line in table:
                fields = line.split()
                point = fields[4].decode("unicode_escape").encode("latin-1")
                is_provider = b" - fuse.fpsim " in line
                if is_provider and (path + b"/").startswith(point + b"/"):
                    self.point = point
                    self.device = os.makedev(*(int(number) for number in fields[2].split(b":")))

    def socket_path(self):
        folders = [os.environ.get("XDG_RUNTIME_DIR", "/nowhere") + "/fpsim"]
        folders += [f"/run/fpsim-{os.geteuid()}", f"/tmp/fpsim-{os.geteuid()}"]
        paths = [f"{folder}/{self.device:x}.sock" for folder in folders]
        return next(path for path in paths if os.path.exists(path))

    def relative(self, path):
        """A path as the protocol has it; file names are bytes, and those that aren't UTF-8 travel percent-encoded."""
        inner = path[len(self.point):].lstrip(b"/")
        try:
            return inner.decode("utf-8")
        except UnicodeDecodeError:
            return {"percent": urllib.parse.quote_from_bytes(inner)}

    def absolute(self, path):
        inner = urllib.parse.unquote_to_bytes(path["percent"]) if isinstance(path, dict) else path.encode("utf-8")
        return self.point + b"/" + inner


class Connection:
    """Requests and replies. One thread, one request at a time, so events between them are passed over."""

    def __init__(self, mount):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(mount.socket_path())
        self.lines = self.socket.makefile("rb")
        self.last = 0

    def request(self, operation, **parameters):
        self.last += 1
        message = {"v": 1, "id": self.last, "op": operation, **parameters}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        for line in self.lines:
            reply = json.loads(line)
            if reply.get("id") == self.last:
                if "error" in reply:
                    raise AccessError(reply["error"])
                return reply["ok"]
        raise AccessError({"message": "the provider went away", "errno": "ENOTCONN"})

    def close(self):
        self.lines.close()
        self.socket.close()


class Access:
    """Access to one picked document: `with Access(url) as access`, then `with access.coordinated() as path`."""

    def __init__(self, url):
        self.url = url
        self.mount = Mount(url.path)
        # A file on an ordinary folder needs neither scope nor coordination.
        self.connection = Connection(self.mount) if self.mount.point else None
        self.item = self.connection and self.mount.relative(url.path)
        self.started = False

    def __enter__(self):
        if self.connection:
            try:
                self.connection.request("hello", process="importer.py")
                self.start()
            except BaseException:
                self.__exit__()
                raise
        return self

    def __exit__(self, *_):
        if self.connection:
            self.stop()
            self.connection.close()

    def start(self):
        """False is no failure: the file may be readable all the same. Only what was started is stopped."""
        # Until the answer is here it may have been granted, so an interruption stops it too.
        self.started = True
        answer = self.connection.request("scope-start", token=self.url.token, path=self.item)
        self.started = answer["granted"]

    def stop(self):
        if self.started:
            self.started = False
            self.connection.request("scope-stop", token=self.url.token, path=self.item)

    def coordinated(self):
        return CoordinatedRead(self)


class CoordinatedRead:
    """Waits for the claim, which downloads the document, and gives the path where it is by then."""

    def __init__(self, access):
        self.access = access
        self.claim = None

    def __enter__(self):
        access = self.access
        if not access.connection:
            return access.url.path
        intents = [{"path": access.item, "mode": "reading", "options": []}]
        try:
            answer = access.connection.request("coordinate", intents=intents, purpose=f"importer.py-{os.getpid()}")
        except InterruptedError:
            # The claim must not be granted to somebody who no longer waits for it.
            access.connection.request("cancel", request=access.connection.last)
            raise
        self.claim = answer["claim"]
        return access.mount.absolute(answer["paths"][0])

    def __exit__(self, *_):
        if self.claim is not None:
            self.access.connection.request("claim-release", claim=self.claim)
