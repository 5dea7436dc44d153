import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  type Interceptor,
  InterceptingCall,
  Metadata,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from "@grpc/grpc-js";
import { model } from "../src/index.js";
import {
  type InferShapesRequest,
  type InferShapesResponse,
  InferShapesResponseSchema,
  type StreamInferShapesRequest,
  type StreamInferShapesResponse,
  type UploadModelRequest,
  type UploadModelResponse,
  UploadModelResponseSchema,
} from "../src/v1.js";
import { bigModel } from "./script.js";
import { ServerProcess, connected, failure, limit, serve } from "./support.js";

// The example of the W3C recommendation "Trace Context".
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

/** The trace that a question is part of, as instrumentations keep it. */
const current = new AsyncLocalStorage<string>();

/** As OpenTelemetry's: the trace of the place that asks goes along with each call. */
const tracing: Interceptor = (options, next) =>
  new InterceptingCall(next(options), {
    start: (metadata, listener, start) => {
      const traceparent = current.getStore();
      if (traceparent !== undefined) {
        metadata.set("traceparent", traceparent);
        metadata.set("tracestate", "a=1");
      }
      start(metadata, listener);
    },
  });

test("interceptors see every attempt in the context of its question", async () => {
  const seen: string[] = [];
  const note = (method: string, { metadata }: { metadata: Metadata }): void => {
    seen.push([method, ...metadata.get("traceparent"), ...metadata.get("tracestate")].join(" "));
  };
  let refused = false;
  const target = await serve({
    inferShapes: (
      call: ServerUnaryCall<InferShapesRequest, InferShapesResponse>,
      end: sendUnaryData<InferShapesResponse>,
    ) => {
      note("infer", call);
      // One that is to be repeated by the client itself.
      refused ? end(null, create(InferShapesResponseSchema)) : end(failure(status.CANCELLED, "once"));
      refused = true;
    },
    streamInferShapes: (call: ServerWritableStream<StreamInferShapesRequest, StreamInferShapesResponse>) => {
      note("stream", call);
      call.end();
    },
    uploadModel: (
      call: ServerReadableStream<UploadModelRequest, UploadModelResponse>,
      end: sendUnaryData<UploadModelResponse>,
    ) => {
      note("upload", call);
      end(null, create(UploadModelResponseSchema));
    },
  });
  const client = connected(target, { interceptors: [tracing] });
  await current.run(TRACEPARENT, async () => {
    await client.inferShapes({ model: model(bigModel) }, limit);
    await client.streamInferShapes({ model: model(bigModel) }, limit);
    await client.uploadModel(bigModel, limit);
  });
  await client.inferShapes({ model: model(bigModel) }, limit);
  const traced = (method: string): string => `${method} ${TRACEPARENT} a=1`;
  assert.deepEqual(seen, [...["infer", "infer", "stream", "upload"].map(traced), "infer"]);
});

test("metadata of the caller goes with a call, and is the caller's own", async () => {
  const seen: unknown[] = [];
  const target = await serve({
    inferShapes: (
      { metadata }: ServerUnaryCall<InferShapesRequest, InferShapesResponse>,
      end: sendUnaryData<InferShapesResponse>,
    ) => {
      seen.push([...metadata.get("traceparent"), ...metadata.get("x-shapewright-model")]);
      end(null, create(InferShapesResponseSchema));
    },
  });
  const client = connected(target);
  const metadata = new Metadata();
  metadata.set("traceparent", TRACEPARENT);
  metadata.set("x-shapewright-model", "own");
  await client.inferShapes({ model: model(bigModel) }, { ...limit, metadata });
  assert.deepEqual(seen, [[TRACEPARENT, "own"]]);
  metadata.remove("x-shapewright-model");
  await client.inferShapes({ model: model(bigModel) }, { ...limit, metadata });
  assert.deepEqual(metadata.getMap(), { traceparent: TRACEPARENT });
});

/** Takes spans by OTLP over HTTP; gives the first message. */
async function collector(): Promise<{ url: string; first: Promise<Buffer> }> {
  const server = createServer();
  after(() => server.close());
  const first = (async () => {
    const [request, response] = (await once(server, "request")) as [IncomingMessage, { end(): void }];
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
    }
    response.end();
    return Buffer.concat(pieces);
  })();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, first };
}

test("the span of the server has the caller's as its parent", async () => {
  const { url, first } = await collector();
  const server = await ServerProcess.start("0", [`--otlp-endpoint=${url}`, "--trace-sample=0"]);
  const client = connected(server.target, { interceptors: [tracing] });
  await current.run(TRACEPARENT, () => client.getCapabilities(limit));
  // Fields 1, 3 and 4 of opentelemetry.proto.trace.v1.Span: trace_id, trace_state, parent_span_id.
  const spans = (await first).toString("hex");
  for (const bytes of [`0a10${TRACE}`, `1a03${Buffer.from("a=1").toString("hex")}`, `2208${PARENT}`]) {
    assert.ok(spans.includes(bytes), `no ${bytes} in ${spans}`);
  }
});
