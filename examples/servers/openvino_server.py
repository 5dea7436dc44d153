#!/usr/bin/env python3
"""OpenVINO, or onnxruntime, behind Python's own HTTP server: how a door goes in front of a runtime without a framework.

OpenVINO Model Server is no Python package; the runtime in it is this one.
"""
import asyncio
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from guarded import Batches, Guarded, Refused, decode, encode


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            inputs = decode(json.loads(body))
            answer = encode(asyncio.run_coroutine_threadsafe(batches.submit(inputs), loop).result(), "model")
            self.answer(200, answer)
        except Refused as error:
            self.answer(400, {"error": str(error)})
        except Exception as error:  # of the runtime, whose exceptions share no base
            self.answer(500, {"error": str(error)})

    def do_GET(self) -> None:
        self.answer(200, {"name": "model"})

    def answer(self, status: int, body: object) -> None:
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    os.environ.setdefault("RUNTIME", "openvino")
    batches = Batches(Guarded.from_environment())
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Handler).serve_forever()
