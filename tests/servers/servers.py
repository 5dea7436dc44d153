"""The servers of examples/servers, as data: how each is started."""
from dataclasses import dataclass, field
from typing import Callable, Dict, List

import judge


@dataclass
class Server:
    command: List[str]
    environment: Dict[str, str] = field(default_factory=dict)
    runs_past: Callable = lambda request: False
    """Whether its runtime runs a request that the specification of ONNX does not allow."""


def is_long_mask_of_one_key(request):
    """OpenVINO makes one subgraph of an attention, and then takes a mask of several columns for one key."""
    return "ids" in request and request["ids"].shape[1:] == (1,) and request["mask"].shape[1] > 1


VENV = "build/venv-servers/{}/bin/{}"


def program(name, script, *arguments, **more):
    return Server([VENV.format(name, "python"), script, *arguments], **more)


SERVERS = {
    "mlserver": Server(
        [VENV.format("mlserver", "mlserver"), "start", "mlserver"],
        {"MLSERVER_HTTP_PORT": "{port}", "MLSERVER_GRPC_PORT": "{grpc}", "MLSERVER_METRICS_PORT": "{more}"},
    ),
    "kserve": program("kserve", "kserve_server.py", "--model_name=model", "--http_port={port}", "--enable_grpc=false"),
    "bentoml": Server([VENV.format("bentoml", "bentoml"), "serve", "bentoml_service:GuardedService", "--port={port}"]),
    "ray": program(
        "ray", "ray_serve.py",
        environment={
            "RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S": "300", "RAY_worker_register_timeout_seconds": "300",
            "RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled",
        },
    ),  # fmt: skip
    "triton": Server(
        ["examples/servers/triton/start.sh", "{folder}", "--http-port={port}", "--grpc-port={grpc}", "--metrics-port={more}"],
        {"PYTHON": str(judge.ROOT / VENV.format("triton", "python"))},
    ),
    "openvino": program("openvino", "openvino_server.py", runs_past=is_long_mask_of_one_key),
}


def running(server, model, folder, **environment):
    return judge.started(server.command, model, folder, **{**server.environment, **environment})
