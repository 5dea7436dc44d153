"""How clients connect: TLS, message sizes, the calls of a channel."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import grpc

from . import pieces
from .v1 import service_pb2_grpc


@dataclass(frozen=True)
class Tls:
    """How to talk TLS; everything is PEM."""

    roots: Optional[bytes] = None
    """Certificates to trust. None: gRPC's own list."""
    key: Optional[bytes] = None
    """The private key for mutual TLS."""
    certificates: Optional[bytes] = None
    """The certificate chain for mutual TLS."""
    server_name: Optional[str] = None
    """The name to expect in the server's certificate. None: the host of the target."""


Options = Sequence[Tuple[str, Union[int, str]]]


def channel_options(tls: Optional[Tls], balancing: str) -> Options:
    options = [
        ("grpc.max_receive_message_length", -1),
        ("grpc.max_send_message_length", -1),
        ("grpc.lb_policy_name", balancing),
        # After a server has gone, gRPC waits this long before it connects anew, and longer each time.
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 5000),
    ]
    if tls is not None and tls.server_name is not None:
        options += [
            ("grpc.ssl_target_name_override", tls.server_name),
            ("grpc.default_authority", tls.server_name),
        ]
    return options


def methods(channel: Any) -> Dict[str, Callable[..., Any]]:
    """The calls of all services by name, over a channel of grpc or of grpc.aio.

    StreamInferShapes takes and gives what InferShapes does.
    """
    stubs = (
        service_pb2_grpc.ShapeServiceStub,
        service_pb2_grpc.PlanServiceStub,
        service_pb2_grpc.ModelServiceStub,
    )
    calls = {name: call for stub in stubs for name, call in vars(stub(channel)).items()}
    whole = pieces.whole_async if isinstance(channel, grpc.aio.Channel) else pieces.whole
    calls["StreamInferShapes"] = whole(calls["StreamInferShapes"])
    return calls


def credentials(tls: Tls) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(tls.roots, tls.key, tls.certificates)
