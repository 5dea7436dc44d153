import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { type sendUnaryData, type ServerReadableStream, type ServerUnaryCall } from "@grpc/grpc-js";
import { inference, model } from "../src/index.js";
import { modelId } from "../src/models.js";
import {
  type InferShapesRequest,
  type InferShapesResponse,
  InferShapesResponseSchema,
  type MergeShapesRequest,
  type MergeShapesResponse,
  MergeShapesResponseSchema,
  ModelSpecSchema,
  type UploadModelRequest,
  type UploadModelResponse,
  UploadModelResponseSchema,
} from "../src/v1.js";
import { bigModel } from "./script.js";
import { connected, limit, serve } from "./support.js";

test("all calls about a model tell balancers so", async () => {
  const routes: string[] = [];
  const note = ({ metadata }: Pick<ServerUnaryCall<unknown, unknown>, "metadata">): void => {
    routes.push(metadata.get("x-shapewright-model").join(","));
  };
  const target = await serve({
    inferShapes: (
      call: ServerUnaryCall<InferShapesRequest, InferShapesResponse>,
      end: sendUnaryData<InferShapesResponse>,
    ) => {
      note(call);
      end(null, create(InferShapesResponseSchema, { inferenceId: "inference:1" }));
    },
    mergeShapes: (
      call: ServerUnaryCall<MergeShapesRequest, MergeShapesResponse>,
      end: sendUnaryData<MergeShapesResponse>,
    ) => {
      note(call);
      end(null, create(MergeShapesResponseSchema));
    },
    uploadModel: (
      call: ServerReadableStream<UploadModelRequest, UploadModelResponse>,
      end: sendUnaryData<UploadModelResponse>,
    ) => {
      note(call);
      end(null, create(UploadModelResponseSchema));
    },
  });
  const client = connected(target);
  const answer = await client.inferShapes({ model: model(bigModel) }, limit);
  await client.inferShapes({ model: inference(answer) }, limit);
  for (const source of [
    { case: "inferenceId", value: "inference:of-another-client" },
    { case: "path", value: "a/b.onnx" },
    { case: "modelId", value: "no\nheader" },
  ] as const) {
    await client.inferShapes({ model: create(ModelSpecSchema, { source }) }, limit);
  }
  await client.mergeShapes({}, limit);
  await client.uploadModel(bigModel, limit);
  const id = modelId(bigModel);
  assert.deepEqual(routes, [id, id, "inference:of-another-client", "a/b.onnx", "", "", id]);
});
