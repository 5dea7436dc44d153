"""The client behind the functions of this package, for callers that make none."""
from __future__ import annotations

import atexit
import os
import threading
from typing import Dict, Tuple

from .client import Client
from .local_server import default_target

_lock = threading.Lock()
_clients: Dict[Tuple[int, str], Client] = {}


def default_client() -> Client:
    """A client of default_target() that the process shares. It waits as long as an answer takes."""
    target = default_target()
    key = (os.getpid(), target)  # gRPC does not survive a fork
    with _lock:
        if key not in _clients:
            _clients[key] = Client(target, deadline=None)
            atexit.register(_clients[key].close)
        return _clients[key]
