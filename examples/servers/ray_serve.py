#!/usr/bin/env python3
"""Ray Serve: a deployment that is guarded. `ray_serve.py`, or `serve run ray_serve:app`."""
import contextlib
import os

import ray
from ray import serve
from starlette.requests import Request
from starlette.responses import JSONResponse

from guarded import Batches, Guarded, Refused, decode, encode


@serve.deployment(max_ongoing_requests=100)
class GuardedDeployment:
    def __init__(self) -> None:
        self._batches = Batches(Guarded.from_environment())

    async def __call__(self, request: Request) -> JSONResponse:
        body = await request.json()
        try:
            outputs = await self._batches.submit(decode(body))
        except Refused as error:
            return JSONResponse({"error": str(error)}, 400)
        return JSONResponse(encode(outputs, "model", body.get("id")))


app = GuardedDeployment.bind()

if __name__ == "__main__":
    ray.init(include_dashboard=False)
    with contextlib.suppress(TimeoutError):  # of 60 s: on a busy machine the proxy comes later
        serve.start(http_options={"host": "127.0.0.1", "port": int(os.environ.get("PORT", "8000"))})
    serve.run(app, route_prefix="/v2/models/model/infer", blocking=True)
