// The client of connect-es against the JSON port (docs/json.md) of a real server, whose address is SHAPEWRIGHT_JSON.
// The expected types are those of tests/languages/expected.txt.
import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import test from "node:test";

import { toJson } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";

import { ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { InferShapesResponseSchema } from "./gen/shapewright/v1/infer_pb.js";
import { ModelService, ShapeService } from "./gen/shapewright/v1/service_pb.js";

const request = { model: { source: { case: "onnx", value: readFileSync(process.env.SHAPEWRIGHT_MODEL) } } };

// Of the requests of HTTP that were answered.
const methods = [];
subscribe("http.client.response.finish", ({ request }) => methods.push(request.method));

function clientOf(service, options) {
  const transport = createConnectTransport({
    baseUrl: process.env.SHAPEWRIGHT_JSON,
    httpVersion: "1.1",
    ...options,
  });
  return createClient(service, transport);
}

async function failure(promise) {
  return promise.then(
    () => assert.fail("the call succeeds"),
    (error) => ConnectError.from(error),
  );
}

for (const useBinaryFormat of [false, true]) {
  for (const useHttpGet of [false, true]) {
    const name = `${useBinaryFormat ? "proto" : "JSON"} by ${useHttpGet ? "GET" : "POST"}`;
    test(`infers by ${name}`, async () => {
      methods.length = 0;
      const client = clientOf(ShapeService, { useBinaryFormat, useHttpGet });
      const answer = await client.inferShapes(request);
      assert.equal(answer.outputs[0].type.text, "float32[N + 5, 3]");
      assert.equal(answer.consistent, true);
      assert.deepEqual(methods, [useHttpGet ? "GET" : "POST"]);
    });
  }
}

test("JSON and proto have equal answers", async () => {
  const answers = [];
  for (const useBinaryFormat of [false, true]) {
    const client = clientOf(ShapeService, { useBinaryFormat });
    answers.push(toJson(InferShapesResponseSchema, await client.inferShapes(request)));
  }
  assert.deepEqual(answers[0], answers[1]);
});

test("errors have code, message and details", async () => {
  const client = clientOf(ShapeService, {});
  const error = await failure(client.inferShapes({ model: { source: { case: "modelId", value: "sha256:00" } } }));
  assert.notEqual(error.code, Code.Unknown);
  const [info] = error.findDetails(ErrorInfoSchema);
  assert.equal(info.domain, "shapewright");
  assert.match(info.reason, /^[A-Z_]+$/);
});

test("a timeout is the deadline of the call", async () => {
  const client = clientOf(ShapeService, {});
  const error = await failure(client.inferShapes(request, { headers: { "connect-timeout-ms": "0" } }));
  assert.equal(error.code, Code.DeadlineExceeded);
});

test("answers have the trailers of gRPC", async () => {
  const client = clientOf(ModelService, {});
  let trailers;
  const answer = await client.getCapabilities({}, { onTrailer: (all) => (trailers = all) });
  assert.equal(trailers.get("shapewright-answers-id"), answer.answersId);
});

test("streams are refused", async () => {
  const client = clientOf(ModelService, {});
  const error = await failure(client.uploadModel((async function* () {})()));
  assert.equal(error.code, Code.Unimplemented);
});
