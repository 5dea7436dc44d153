"""A server of this process's own, for callers that name none."""
from __future__ import annotations

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Dict

_SERVER = "shapewright-server"
_DEFAULT_SOCKET = "/run/shapewright/shapewright.sock"
_START_SECONDS = 30.0
# Becomes the server. A companion ends the session when the standard input ends: then the process that
# started it is gone, whichever way.
_RUN = 'exec 3<&0; (trap "" TERM; read -r _ <&3; kill -TERM 0) & exec "$@" 3<&- </dev/null'

_lock = threading.Lock()
_targets: Dict[int, str] = {}


def find_server() -> str:
    """The server's program: SHAPEWRIGHT_SERVER, the one in this package, PATH, or what the checkout around this file
    has built."""
    named = os.environ.get("SHAPEWRIGHT_SERVER")
    found = named or _find(_SERVER)
    if found:
        return found
    raise RuntimeError(
        f"no {_SERVER}: set SHAPEWRIGHT_TARGET to the address of a server, SHAPEWRIGHT_SERVER to the "
        "program, or put it on PATH"
    )


def find_program(name: str) -> str:
    """Another program: the one in this package, PATH, or what the checkout around this file has built."""
    found = _find(name)
    if found:
        return found
    raise RuntimeError(f"no program {name}: put it on PATH")


def _find(name: str) -> str:
    bundled = Path(__file__).resolve().parent / "bin" / name
    if bundled.is_file():
        return str(bundled)
    found = shutil.which(name)
    if found:
        return found
    for folder in [*Path(__file__).resolve().parents, *Path.cwd().resolve().parents, Path.cwd()]:
        built = folder / "build" / "release" / "bin" / name
        if built.is_file():
            return str(built)
    return ""


def _is_served(path: str) -> bool:
    """Whether a server takes connections; its socket is there before it does."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


class _Server:
    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="shapewright-")  # nobody else may enter it
        self.socket = os.path.join(self.folder, "socket")
        self._log = os.path.join(self.folder, "log")
        arguments = [find_server(), "--listen", f"unix:{self.socket}", "--socket-mode", "0600"]
        arguments += ["--log-level", "warning", "--max-message-bytes", "1GiB"]
        with open(self._log, "wb") as log:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", _RUN, "sh", *arguments],
                env={k: v for k, v in os.environ.items() if not k.startswith("SHAPEWRIGHT_")},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the caller
            )
        self._wait()

    def _wait(self) -> None:
        give_up = time.monotonic() + _START_SECONDS
        while not _is_served(self.socket):
            if self.process.poll() is not None or time.monotonic() > give_up:
                with open(self._log, encoding="utf-8", errors="replace") as log:
                    text = log.read().strip()
                self.stop()
                raise RuntimeError(f"{_SERVER} did not start: {text or 'no output'}")
            time.sleep(0.005)

    def stop(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _start() -> str:
    server = _Server()
    owner = os.getpid()

    def stop() -> None:
        if os.getpid() == owner:  # a forked child has its own
            server.stop()

    atexit.register(stop)
    return f"unix:{server.socket}"


def default_target() -> str:
    """Whom to ask where nobody is named, as the command line does: SHAPEWRIGHT_TARGET, else the server at the default
    socket of this machine, else one that this process starts and shares."""
    named = os.environ.get("SHAPEWRIGHT_TARGET")
    if named:
        return named
    if _is_served(_DEFAULT_SOCKET):
        return f"unix:{_DEFAULT_SOCKET}"
    with _lock:
        if os.getpid() not in _targets:
            _targets[os.getpid()] = _start()
        return _targets[os.getpid()]
