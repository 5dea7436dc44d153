import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { type sendUnaryData, type ServerReadableStream, type ServerUnaryCall, status } from "@grpc/grpc-js";
import { ErrorInfoSchema } from "../src/gen/google/rpc/error_details_pb.js";
import { StatusSchema } from "../src/gen/google/rpc/status_pb.js";
import type { Client } from "../src/index.js";
import { modelId } from "../src/models.js";
import {
  type InferShapesRequest,
  type InferShapesResponse,
  InferShapesResponseSchema,
  type UploadModelRequest,
  type UploadModelResponse,
  UploadModelResponseSchema,
} from "../src/v1.js";
import { connected, failure, serve } from "./support.js";
import { field } from "./wire.js";

/** A model that is large enough to be named by its id: a long doc string, and an empty graph. */
export const bigModel = new Uint8Array(Buffer.concat([field(6, new Uint8Array(70_000)), field(7, new Uint8Array())]));

function refusal(code: status, reason: string): object {
  const details = [anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason }))];
  const bytes = toBinary(StatusSchema, create(StatusSchema, { code, details }));
  return failure(code, "refused", { "grpc-status-details-bin": Buffer.from(bytes) });
}

/** A server that knows models as long as the test wants. */
export class Script {
  knows = false;
  keeps = true;
  isTooLarge = false;
  uploaded: Buffer[] = [];
  premises: string[] = [];
  /** What each request had: onnx, modelId or inferenceId. */
  private requests: string[] = [];

  async client(): Promise<Client> {
    const target = await serve({
      inferShapes: (
        call: ServerUnaryCall<InferShapesRequest, InferShapesResponse>,
        end: sendUnaryData<InferShapesResponse>,
      ) => this.infer(call.request, end),
      uploadModel: (
        call: ServerReadableStream<UploadModelRequest, UploadModelResponse>,
        end: sendUnaryData<UploadModelResponse>,
      ) => this.upload(call, end),
    });
    return connected(target);
  }

  expect(...requests: string[]): void {
    assert.deepEqual(this.requests, requests);
    this.requests = [];
  }

  private infer({ model }: InferShapesRequest, end: sendUnaryData<InferShapesResponse>): void {
    const source = model?.source.case;
    this.requests.push(source ?? "nothing");
    this.premises = model?.premises ?? [];
    if (source === "onnx" && this.isTooLarge) {
      end(refusal(status.INVALID_ARGUMENT, "MESSAGE_TOO_LARGE"));
      return;
    }
    this.knows ||= source === "onnx";
    if (this.knows) {
      end(null, create(InferShapesResponseSchema, { inferenceId: "inference:1" }));
    } else {
      end(refusal(status.NOT_FOUND, source === "modelId" ? "MODEL_NOT_CACHED" : "INFERENCE_NOT_CACHED"));
    }
  }

  private upload(
    call: ServerReadableStream<UploadModelRequest, UploadModelResponse>,
    end: sendUnaryData<UploadModelResponse>,
  ): void {
    const chunks: Uint8Array[] = [];
    call.on("data", ({ chunk }: UploadModelRequest) => chunks.push(chunk));
    call.on("end", () => {
      const whole = Buffer.concat(chunks);
      this.uploaded.push(whole);
      this.knows = this.keeps;
      end(null, create(UploadModelResponseSchema, { modelId: modelId(whole), sizeBytes: BigInt(whole.length) }));
    });
  }
}
