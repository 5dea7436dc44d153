import { type Message, create, equals } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import type { Ask } from "./call.js";
import { ShapewrightError } from "./errors.js";
import { type ModelSpec, ModelSpecSchema } from "./gen/shapewright/v1/model_pb.js";
import type { KnownModels } from "./known-models.js";
import { modelId } from "./models.js";
import { stripWeights } from "./onnx/strip.js";
import { routeOf } from "./route.js";
import { upload } from "./streams.js";

/** Smaller models are sent each time: remembering them gains nothing. */
const ID_PAYS_FROM_BYTES = 2 ** 16;
/** A model that is uploaded goes to one server, and the call that names it perhaps to another. */
const UPLOADS = 4;

type ModelRequest = Message & { model?: ModelSpec | undefined };

/** A request about a model on its way to an answer. */
export class Question<Request extends ModelRequest, Answer extends Message> {
  constructor(
    private readonly known: KnownModels,
    private readonly ask: Ask,
    private readonly request: Request,
    private readonly call: (ask: Ask, request: Request) => Promise<Answer>,
  ) {}

  /** Asks about the model, which is sent or named by an id; what the answer tells of it is remembered. */
  async answer(): Promise<Answer> {
    let spec = this.request.model ?? create(ModelSpecSchema);
    if (spec.source.case === "inferenceId" && spec.source.value !== "") {
      this.ask.route = this.known.route(spec.source.value);
      return this.aboutInference(spec, spec.source.value);
    }
    if (spec.source.case === "onnx" && spec.source.value.length > 0) {
      spec = { ...spec, source: { case: "onnx", value: stripWeights(spec.source.value) } };
    }
    const route = routeOf(spec);
    this.ask.route = route;
    const answer = await this.aboutSource(spec);
    if ("inferenceId" in answer && typeof answer.inferenceId === "string" && answer.inferenceId !== "") {
      this.known.told(answer.inferenceId, spec, route);
      this.known.sent(answer.inferenceId);
    }
    return answer;
  }

  /** Puts the question with this model; a request without one stays so. */
  private about(spec: ModelSpec): Promise<Answer> {
    return this.call(this.ask, this.request.model === undefined ? this.request : { ...this.request, model: spec });
  }

  /** Says again what the id stands for to a server that does not know it. */
  private async aboutInference(spec: ModelSpec, id: string): Promise<Answer> {
    const told = this.known.spec(id);
    if (told === undefined || saysMore(spec)) {
      return this.about(spec); // the server tells what is wrong with saying more
    }
    if (this.known.isNamed(id)) {
      const answer = await this.unlessUnknown(spec, id);
      if (answer !== undefined) {
        return answer;
      }
    }
    const answer = await this.aboutSource(told);
    this.known.sent(id);
    return answer;
  }

  /** Asks by the id alone where a server has answered for the model before, else sends it. */
  private async aboutSource(spec: ModelSpec): Promise<Answer> {
    if (spec.source.case !== "onnx" || spec.source.value.length < ID_PAYS_FROM_BYTES) {
      return this.about(spec);
    }
    const onnx = spec.source.value;
    const id = modelId(onnx);
    const byId: ModelSpec = { ...spec, source: { case: "modelId", value: id } };
    if (this.known.isNamed(id)) {
      const answer = await this.unlessUnknown(byId, id);
      if (answer !== undefined) {
        return answer;
      }
    }
    const answer = await this.about(spec).catch((error: unknown) => {
      if (isTooLarge(error)) {
        return this.upload(byId, onnx, error);
      }
      throw error;
    });
    this.known.sent(id);
    return answer;
  }

  /** The answer of a server that knows the id; `undefined`: it does not. */
  private async unlessUnknown(spec: ModelSpec, id: string): Promise<Answer | undefined> {
    try {
      return await this.about(spec);
    } catch (error) {
      if (!isUnknown(error)) {
        throw error;
      }
      this.known.missed(id);
      return undefined;
    }
  }

  /** Sends the model ahead of the question. */
  private async upload(byId: ModelSpec, onnx: Uint8Array, tooLarge: ShapewrightError): Promise<Answer> {
    for (let number = 1; number <= UPLOADS; number++) {
      await upload(this.ask, onnx).catch((error: unknown) => {
        throw error instanceof ShapewrightError && error.code === status.UNIMPLEMENTED ? tooLarge : error;
      });
      // Once more each time: of servers that take turns, uploads alone would reach some only.
      for (let tries = 0; tries <= number; tries++) {
        try {
          return await this.about(byId);
        } catch (error) {
          if (!isUnknown(error)) {
            throw error;
          }
        }
      }
    }
    throw tooLarge;
  }
}

/** Whether it says more of the model than where it comes from. */
function saysMore(spec: ModelSpec): boolean {
  const sourceAlone = create(ModelSpecSchema, { source: spec.source });
  return !equals(ModelSpecSchema, spec, sourceAlone) || (spec.$unknown?.length ?? 0) > 0;
}

/** Whether a server does not know the model's id, or the inference's. */
function isUnknown(error: unknown): boolean {
  return error instanceof ShapewrightError && ["MODEL_NOT_CACHED", "INFERENCE_NOT_CACHED"].includes(error.reason);
}

function isTooLarge(error: unknown): error is ShapewrightError {
  return (
    error instanceof ShapewrightError &&
    (error.reason === "MESSAGE_TOO_LARGE" ||
      (error.code === status.RESOURCE_EXHAUSTED && error.details.includes("larger than max")))
  );
}
