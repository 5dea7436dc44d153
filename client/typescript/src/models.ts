import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { create } from "@bufbuild/protobuf";
import { cannotReadFile } from "./file-errors.js";
import type { InferShapesResponse } from "./gen/shapewright/v1/infer_pb.js";
import { type ModelSpec, ModelSpecSchema } from "./gen/shapewright/v1/model_pb.js";
import { stripModelFile } from "./onnx/external-data.js";

/** A serialized ONNX model, or the bytes of a file of another format, as what a request is about. */
export function model(onnx: Uint8Array): ModelSpec {
  return create(ModelSpecSchema, { source: { case: "onnx", value: onnx } });
}

/**
 * Reads a model from a file, without its weights and with the small tensors that lie in other files of its folder: an
 * ONNX model, a StableHLO module, or the `.xml` of an OpenVINO IR.
 *
 * @throws ShapewrightError if it cannot be read; a ModelError if it is no model, or names a file outside of its folder.
 */
export async function modelFile(path: string): Promise<ModelSpec> {
  const onnx = await readFile(path).catch((error: unknown) => {
    throw cannotReadFile(path, error);
  });
  return model(await stripModelFile(onnx, path));
}

/** What an answer of `inferShapes` stands for: the model with all that was said of it. */
export function inference(answer: InferShapesResponse): ModelSpec {
  return create(ModelSpecSchema, { source: { case: "inferenceId", value: answer.inferenceId } });
}

/** The id that servers name a model by: of its bytes as they are sent. */
export function modelId(onnx: Uint8Array): string {
  return `sha256:${createHash("sha256").update(onnx).digest("hex")}`;
}
