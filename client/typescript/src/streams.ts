import { create, mergeFromBinary, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { type Ask, clientStream, serverStream } from "./call.js";
import { ShapewrightError } from "./errors.js";
import {
  GraphInfoSchema,
  type InferShapesRequest,
  type InferShapesResponse,
  InferShapesResponseSchema,
  type StreamInferShapesResponse,
  StreamInferShapesRequestSchema,
} from "./gen/shapewright/v1/infer_pb.js";
import {
  type UploadModelRequest,
  UploadModelRequestSchema,
  type UploadModelResponse,
} from "./gen/shapewright/v1/registry_pb.js";
import { ModelService, ShapeService } from "./gen/shapewright/v1/service_pb.js";
import { modelId } from "./models.js";

const CHUNK_BYTES = 2 ** 20;

/** Puts a piece behind those before it. */
export function addPiece(answer: InferShapesResponse, piece: StreamInferShapesResponse): void {
  const { part, graph: first } = piece;
  if (part === undefined) {
    return;
  }
  const { graphs } = part;
  part.graphs = [];
  mergeFromBinary(InferShapesResponseSchema, answer, toBinary(InferShapesResponseSchema, part));
  graphs.forEach((graph, i) => {
    const number = first + i;
    if (number > answer.graphs.length) {
      throw new ShapewrightError(status.DATA_LOSS, "a piece of the answer is missing");
    }
    const before = (answer.graphs[number] ??= create(GraphInfoSchema));
    mergeFromBinary(GraphInfoSchema, before, toBinary(GraphInfoSchema, graph));
  });
}

/** StreamInferShapes with the request and the answer of InferShapes. */
export function inPieces(ask: Ask, request: InferShapesRequest): Promise<InferShapesResponse> {
  const wrapped = create(StreamInferShapesRequestSchema, { request });
  return serverStream(
    ask,
    ShapeService.method.streamInferShapes,
    wrapped,
    () => create(InferShapesResponseSchema),
    addPiece,
  );
}

function* chunks(onnx: Uint8Array): Generator<UploadModelRequest, void> {
  yield create(UploadModelRequestSchema, { modelId: modelId(onnx), sizeBytes: BigInt(onnx.length) });
  for (let begin = 0; begin < onnx.length; begin += CHUNK_BYTES) {
    yield create(UploadModelRequestSchema, { chunk: onnx.subarray(begin, begin + CHUNK_BYTES) });
  }
}

/** Sends a model in pieces; a server that has it answers without reading on. */
export function upload(ask: Ask, onnx: Uint8Array): Promise<UploadModelResponse> {
  return clientStream({ ...ask, route: modelId(onnx) }, ModelService.method.uploadModel, () => chunks(onnx));
}
