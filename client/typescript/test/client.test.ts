import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type sendUnaryData, type ServerUnaryCall, type ServerWritableStream, status } from "@grpc/grpc-js";
import { retryDelay } from "../src/call.js";
import { KnownModels, MAX_KNOWN, MAX_SPEC_BYTES } from "../src/known-models.js";
import { modelId } from "../src/models.js";
import { serviceConfig } from "../src/service-config.js";
import { addPiece } from "../src/streams.js";
import { ShapewrightError, defaultRetry, inference, model, modelFile } from "../src/index.js";
import {
  InferShapesResponseSchema,
  type InferShapesRequest,
  type InferShapesResponse,
  type MergeShapesResponse,
  ModelSpecSchema,
  type StreamInferShapesRequest,
  type StreamInferShapesResponse,
  StreamInferShapesResponseSchema,
  UploadModelResponseSchema,
} from "../src/v1.js";
import { connected, failure, limit, readSource, serve, temporaryFolder } from "./support.js";
import { Script, bigModel } from "./script.js";
import { field } from "./wire.js";

test("the service config is the one that the clients of all languages share", () => {
  const shared: unknown = JSON.parse(Buffer.from(readSource("client/service_config.json")).toString());
  assert.deepEqual(serviceConfig, shared);
});

test("a large model is sent once, and again where it is forgotten", async () => {
  const script = new Script();
  const client = await script.client();
  const spec = model(bigModel);
  const infer = (): Promise<InferShapesResponse> => client.inferShapes({ model: spec }, limit);
  for (let i = 0; i < 3; i++) {
    await infer();
  }
  script.expect("onnx", "modelId", "modelId");
  script.knows = false;
  await infer();
  script.expect("modelId", "onnx");
  // It might have been another server: the next one is sent the model too.
  await infer();
  await infer();
  script.expect("onnx", "modelId");
  assert.deepEqual(spec, model(bigModel), "the caller's request was changed");
});

test("an inference is said again where it is forgotten", async () => {
  const script = new Script();
  const client = await script.client();
  const spec = model(Uint8Array.of((7 << 3) | 2, 0));
  spec.premises.push("N <= 8");
  const answer = await client.inferShapes({ model: spec }, limit);
  spec.premises.length = 0; // what was told stays as it was
  script.expect("onnx");
  await client.inferShapes({ model: inference(answer) }, limit);
  script.expect("inferenceId");
  script.knows = false;
  await client.inferShapes({ model: inference(answer) }, limit);
  script.expect("inferenceId", "onnx");
  assert.deepEqual(script.premises, ["N <= 8"]);

  script.knows = false;
  const untold = client.inferShapes({ model: { source: { case: "inferenceId", value: "inference:2" } } }, limit);
  await assert.rejects(untold, { reason: "INFERENCE_NOT_CACHED" });
  const more = client.inferShapes({ model: { ...inference(answer), premises: ["N <= 9"] } }, limit);
  await assert.rejects(more, { reason: "INFERENCE_NOT_CACHED" });
  script.expect("inferenceId", "inferenceId");
});

test("a model that is too large is uploaded", async () => {
  const script = new Script();
  script.isTooLarge = true;
  const client = await script.client();
  await client.inferShapes({ model: model(bigModel) }, limit);
  script.expect("onnx", "modelId");
  assert.deepEqual(script.uploaded, [Buffer.from(bigModel)]);
});

// Servers that take turns: each upload reaches one of them, and the calls behind it the others too.
test("a model that a server does not get is uploaded again, four times at most", async () => {
  const script = new Script();
  script.isTooLarge = true;
  script.keeps = false;
  const client = await script.client();
  await assert.rejects(client.inferShapes({ model: model(bigModel) }, limit), { reason: "MESSAGE_TOO_LARGE" });
  script.expect("onnx", ...Array<string>(2 + 3 + 4 + 5).fill("modelId"));
  assert.equal(script.uploaded.length, 4);
});

test("a server may answer an upload without reading on", async () => {
  const target = await serve({
    uploadModel: (call: { once(event: "data", then: () => void): void }, end: sendUnaryData<unknown>) =>
      call.once("data", () => end(null, create(UploadModelResponseSchema, { modelId: "known", alreadyKnown: true }))),
  });
  const large = field(6, new Uint8Array(20 * 2 ** 20));
  assert.equal((await connected(target).uploadModel(large, limit)).modelId, "known");
});

test("weights are not sent", async () => {
  const weights = Uint8Array.of(1 << 3, 0x81, 0x08, ...field(9, new Uint8Array(4100)));
  const onnx = field(7, field(5, weights));
  const sizes: number[] = [];
  const target = await serve({
    inferShapes: (call: ServerUnaryCall<InferShapesRequest, unknown>, end: sendUnaryData<unknown>) => {
      const source = call.request.model?.source;
      sizes.push(source?.case === "onnx" ? source.value.length : 0);
      end(null, create(InferShapesResponseSchema));
    },
  });
  await connected(target).inferShapes({ model: { source: { case: "onnx", value: onnx } } }, limit);
  assert(sizes.length === 1 && sizes[0]! > 0 && sizes[0]! < 100, String(sizes));
  const path = join(temporaryFolder(), "model.onnx");
  writeFileSync(path, onnx);
  const { source } = await modelFile(path);
  assert(source.case === "onnx" && source.value.length === sizes[0]);
  const text = model(new TextEncoder().encode("no model"));
  await assert.rejects(connected("unix:/nonexistent").inferShapes({ model: text }, limit), /not an ONNX model/);
});

// However many servers take turns, all of them come to be sent the model, and then none is again.
test("servers that take turns are all sent the model", () => {
  for (let servers = 1; servers < 9; servers++) {
    const known = new KnownModels();
    const knows = Array<boolean>(servers).fill(false);
    let turn = 0;
    let late = 0;
    for (let call = 0; call < 200; call++) {
      if (known.isNamed("m")) {
        if (knows[turn++ % servers]) {
          continue;
        }
        known.missed("m");
      }
      knows[turn++ % servers] = true;
      known.sent("m");
      late += call >= 100 ? 1 : 0;
    }
    assert.deepEqual([knows.includes(false), late], [false, 0], `${servers} servers`);
  }
});

test("what is known is bounded", () => {
  const known = new KnownModels();
  for (let i = 0; i < 3 * MAX_KNOWN; i++) {
    known.sent(String(i));
    known.told(`small ${i}`, create(ModelSpecSchema), "");
  }
  assert(!known.isNamed(String(2 * MAX_KNOWN - 1)) && known.isNamed(String(2 * MAX_KNOWN)));
  assert(!known.spec(`small ${2 * MAX_KNOWN - 1}`) && known.spec(`small ${2 * MAX_KNOWN}`));
  const big = model(new Uint8Array(Math.floor(MAX_SPEC_BYTES / 3)));
  for (const id of ["a", "b", "c"]) {
    known.told(id, big, "");
  }
  assert(!known.spec("a") && known.spec("b") && known.spec("c"));
  known.told("too large", model(new Uint8Array(MAX_SPEC_BYTES)), "");
  assert(!known.spec("too large") && known.spec("c"));
});

test("a signal or a deadline ends a call, which is not tried again", async () => {
  let calls = 0;
  let began = (): void => undefined;
  const target = await serve({ mergeShapes: () => (calls++, began()) });
  const client = connected(target, { retry: { attempts: 100 } });
  const controller = new AbortController();
  began = () => controller.abort(new Error("enough"));
  await assert.rejects(client.mergeShapes({}, { ...limit, signal: controller.signal }), {
    code: status.CANCELLED,
    cause: new Error("enough"),
  });
  assert.equal(calls, 1);
  await assert.rejects(client.mergeShapes({}, { signal: controller.signal }), { code: status.CANCELLED });
  assert.equal(calls, 1, "a signal that was aborted before");
  began = () => undefined;
  await assert.rejects(client.mergeShapes({}, { timeoutMs: 100 }), { code: status.DEADLINE_EXCEEDED });
  assert(calls <= 2);
});

test("a wait for another attempt ends with the signal, and none begins after the deadline", async () => {
  const controller = new AbortController();
  let calls = 0;
  const target = await serve({
    mergeShapes: (_: unknown, end: sendUnaryData<MergeShapesResponse>) => {
      calls++;
      end(failure(status.CANCELLED, "later"));
      setImmediate(() => controller.abort());
    },
  });
  const client = connected(target, { retry: { backoffMs: 3_600_000, limitMs: 3_600_000 } });
  await assert.rejects(client.mergeShapes({}, limit), { code: status.CANCELLED });
  assert.equal(calls, 1);
  await assert.rejects(client.mergeShapes({}, { signal: controller.signal }), { code: status.CANCELLED });
});

test("waits between attempts", () => {
  const retry = { ...defaultRetry, attempts: 100 };
  const cancelled = new ShapewrightError(status.CANCELLED, "");
  const told = new ShapewrightError(status.ABORTED, "", { retryDelayMs: 2000 });
  for (const [attempt, most] of [
    [1, 100],
    [2, 200],
    [7, 5000],
    [99, 5000],
  ] as const) {
    for (let i = 0; i < 50; i++) {
      const delay = retryDelay(retry, cancelled, attempt)!;
      assert(delay >= most / 2 && delay <= most, String(delay));
      const asked = retryDelay(retry, told, attempt)!;
      assert(asked >= 2000 && asked <= 3000, String(asked));
    }
  }
  assert.equal(retryDelay(retry, new ShapewrightError(status.ABORTED, "", { retryDelayMs: 6000 }), 1), undefined);
  assert.equal(retryDelay(retry, cancelled, 100), undefined);
  assert.equal(retryDelay(retry, new ShapewrightError(status.UNAVAILABLE, ""), 2), undefined);
  assert.equal(retryDelay(retry, new ShapewrightError(status.ABORTED, ""), 1), undefined);
});

test("errors are printable", () => {
  const error = new ShapewrightError(status.NOT_FOUND, "a\x1b[2J\u202eb\nreason: OK", { reason: "R" });
  assert.equal(error.message, "a\\x1b[2J\\u202eb\\nreason: OK\n  reason: R");
});

test("pieces are put together", () => {
  const answer = create(InferShapesResponseSchema);
  const pieces = [
    { graph: 0, part: { modelId: "m", consistent: true, graphs: [{ name: "main", values: [{ name: "a" }] }] } },
    { graph: 0, part: { graphs: [{ values: [{ name: "b" }] }, { name: "body", values: [{ name: "c" }] }] } },
    { graph: 1, part: { graphs: [{ nodes: [{ opType: "Relu" }] }] } },
    {},
  ];
  for (const piece of pieces) {
    addPiece(answer, create(StreamInferShapesResponseSchema, piece));
  }
  const expected = create(InferShapesResponseSchema, {
    modelId: "m",
    consistent: true,
    graphs: [
      { name: "main", values: [{ name: "a" }, { name: "b" }] },
      { name: "body", values: [{ name: "c" }], nodes: [{ opType: "Relu" }] },
    ],
  });
  assert.deepEqual(answer, expected);
  const late = create(StreamInferShapesResponseSchema, { graph: 3, part: { graphs: [{}] } });
  assert.throws(() => addPiece(answer, late), { code: status.DATA_LOSS });
});

test("an answer whose pieces stop is asked for anew, and never taken for whole", async () => {
  let calls = 0;
  const piece = create(StreamInferShapesResponseSchema, { part: { graphs: [{ values: [{ name: "a" }] }] } });
  const target = await serve({
    streamInferShapes: (call: ServerWritableStream<StreamInferShapesRequest, StreamInferShapesResponse>) => {
      call.write(piece);
      if (++calls % 2 === 1) {
        call.emit("error", failure(calls < 3 ? status.UNAVAILABLE : status.INTERNAL, "gone"));
        return;
      }
      call.write(piece);
      call.end();
    },
  });
  const client = connected(target, { retry: { backoffMs: 1 } });
  const answer = await client.streamInferShapes({}, limit);
  assert.deepEqual([calls, answer.graphs[0]?.values.map(({ name }) => name)], [2, ["a", "a"]]);
  await assert.rejects(client.streamInferShapes({}, limit), { code: status.INTERNAL });
});

test("ids of models", () => {
  // printf abc | sha256sum
  const abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  assert.equal(modelId(new TextEncoder().encode("abc")), abc);
});
