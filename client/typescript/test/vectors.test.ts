import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  type DescMessage,
  type DescMethodUnary,
  type JsonObject,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  fromJson,
  toJson,
} from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { retryDelay } from "../src/call.js";
import { StatusSchema } from "../src/gen/google/rpc/status_pb.js";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type CallOptions, type Client, ShapewrightError, defaultRetry, modelFile } from "../src/index.js";
import {
  InferShapesResponseSchema,
  ModelService,
  PlanService,
  ShapeService,
  UploadModelResponseSchema,
} from "../src/v1.js";
import { ServerProcess, connected, failure, limit, readVectors, serve, sourcePath } from "./support.js";

interface RequestCase {
  name: string;
  method: string;
  file?: string;
  onnx?: string;
  request: JsonObject;
}

interface Answer {
  json: JsonValue;
  schema: DescMessage;
}

type Asker = (each: RequestCase) => Promise<Answer>;

function answered<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): Answer {
  return { schema, json: toJson(schema, message) };
}

/** Asks by a method of the client; a model that is to be read from a file takes the place of the request's own. */
function asker<Input extends DescMessage, Output extends DescMessage>(
  { input, output }: Pick<DescMethodUnary<Input, Output>, "input" | "output">,
  call: (request: MessageInitShape<Input>, options: CallOptions) => Promise<MessageShape<Output>>,
): Asker {
  return async ({ request, file }) => {
    const message = fromJson(input, request);
    const spec = file === undefined ? {} : { model: await modelFile(sourcePath(file)) };
    return answered(output, await call({ ...message, ...spec } as MessageInitShape<Input>, limit));
  };
}

/** The methods of the client by the names of the calls. */
function askers(client: Client): Record<string, Asker> {
  const [shape, plan, model] = [ShapeService.method, PlanService.method, ModelService.method];
  return {
    InferShapes: asker(shape.inferShapes, (...given) => client.inferShapes(...given)),
    StreamInferShapes: asker(shape.inferShapes, (...given) => client.streamInferShapes(...given)),
    EvaluateShapes: asker(shape.evaluateShapes, (...given) => client.evaluateShapes(...given)),
    ExplainShapes: asker(shape.explainShapes, (...given) => client.explainShapes(...given)),
    InferChain: asker(shape.inferChain, (...given) => client.inferChain(...given)),
    MergeShapes: asker(shape.mergeShapes, (...given) => client.mergeShapes(...given)),
    ComputeLayout: asker(shape.computeLayout, (...given) => client.computeLayout(...given)),
    PlanBuckets: asker(plan.planBuckets, (...given) => client.planBuckets(...given)),
    ChooseBuckets: asker(plan.chooseBuckets, (...given) => client.chooseBuckets(...given)),
    PlanProfiles: asker(plan.planProfiles, (...given) => client.planProfiles(...given)),
    FindLargestSizes: asker(plan.findLargestSizes, (...given) => client.findLargestSizes(...given)),
    FindSymbolsToBind: asker(plan.findSymbolsToBind, (...given) => client.findSymbolsToBind(...given)),
    CompileGuard: asker(plan.compileGuard, (...given) => client.compileGuard(...given)),
    EstimateCost: asker(plan.estimateCost, (...given) => client.estimateCost(...given)),
    RewriteModel: asker(plan.rewriteModel, (...given) => client.rewriteModel(...given)),
    DescribeModel: asker(model.describeModel, (...given) => client.describeModel(...given)),
    GetCapabilities: asker(model.getCapabilities, (_, options) => client.getCapabilities(options)),
    ListModels: asker(model.listModels, (...given) => client.listModels(...given)),
    EvictModel: asker(model.evictModel, ({ modelId = "" }, options) => client.evictModel(modelId, options)),
    UploadModel: async ({ onnx = "" }) =>
      answered(UploadModelResponseSchema, await client.uploadModel(Buffer.from(onnx, "base64"), limit)),
  };
}

function methodName({ method }: RequestCase): string {
  return method.slice(method.lastIndexOf("/") + 1);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Holds a message to what is shown of it; both as JSON, which leaves out what is not set. */
function assertShown(shown: JsonValue | undefined, actual: JsonValue | undefined, path: string): void {
  if (isObject(shown) && isObject(actual)) {
    for (const [name, value] of Object.entries(shown)) {
      assertShown(value, actual[name], `${path}.${name}`);
    }
  } else if (Array.isArray(shown) && Array.isArray(actual) && shown.length === actual.length) {
    shown.forEach((value, i) => assertShown(value, actual[i], `${path}[${i}]`));
  } else {
    assert.deepEqual(actual, shown, path);
  }
}

let client: Client;
before(async () => {
  client = connected((await ServerProcess.start()).target);
});

test("requests.json", async (t) => {
  const { cases } = readVectors<{ cases: (RequestCase & { answer: JsonObject })[] }>("requests.json");
  const ask = askers(client);
  const asked = new Set<string>();
  let inferenceId = "";
  for (const each of cases) {
    const name = methodName(each);
    await t.test(`${name}: ${each.name}`, async () => {
      const text = JSON.stringify(each.request ?? {}).replaceAll("INFERENCE_ID", inferenceId);
      const { schema, json } = await ask[name]!({ ...each, request: JSON.parse(text) as JsonObject });
      assertShown(toJson(schema, fromJson(schema, each.answer)), json, "answer");
      if (schema.typeName === InferShapesResponseSchema.typeName && isObject(json)) {
        inferenceId = String(json["inferenceId"] ?? "");
      }
    });
    asked.add(name);
  }
  const { calls } = readVectors<{ calls: RequestCase[] }>("errors.json");
  for (const each of calls) asked.add(methodName(each));
  assert.deepEqual([...asked].sort(), Object.keys(ask).sort());
});

interface ErrorCase extends RequestCase {
  code: keyof typeof status;
  reason: string;
  field: string;
}

test("errors.json: errors of a server", async (t) => {
  const { calls } = readVectors<{ calls: ErrorCase[] }>("errors.json");
  const ask = askers(client);
  for (const each of calls) {
    await t.test(each.name, async () => {
      const error: unknown = await ask[methodName(each)]!(each).catch((error: unknown) => error);
      assert(error instanceof ShapewrightError);
      assert.deepEqual([error.codeName, error.reason, error.field], [each.code, each.reason, each.field]);
      assert.equal(retryDelay(defaultRetry, error, 1), undefined);
    });
  }
});

interface StatusCase {
  name: string;
  code: keyof typeof status;
  message: string;
  details?: string;
  pushback?: string;
  reason: string;
  field: string;
  retry: boolean;
  retryDelayMs?: number;
}

function trailers({ details, pushback }: StatusCase): Record<string, string | Buffer> {
  return {
    ...(details ? { "grpc-status-details-bin": Buffer.from(details, "base64") } : {}),
    ...(pushback === undefined ? {} : { "grpc-retry-pushback-ms": pushback }),
  };
}

async function checkStatus(each: StatusCase): Promise<void> {
  let calls = 0;
  let isRepaired = false;
  const target = await serve({
    mergeShapes: (_: unknown, end: (error: object | null, answer?: object) => void) => {
      if (++calls > 1 && isRepaired) {
        end(null, { $typeName: "shapewright.v1.MergeShapesResponse", results: [] });
      } else {
        end(failure(status[each.code] as status, each.message, trailers(each)));
      }
    },
  });
  const client = connected(target, { retry: { attempts: 2, backoffMs: 1, limitMs: 1000 } });
  const error: unknown = await client.mergeShapes({}, limit).catch((error: unknown) => error);
  assert(error instanceof ShapewrightError);
  assert.deepEqual([error.codeName, error.reason, error.field], [each.code, each.reason, each.field]);
  assert.equal(error.retryDelayMs, each.retryDelayMs);
  assert(error.details.includes(each.message), error.details);
  assert.equal(calls > 1, each.retry, `it was tried so often: ${calls}`);
  calls = 0;
  isRepaired = true;
  const second = client.mergeShapes({}, limit);
  await (each.retry ? second : assert.rejects(second, ShapewrightError));
}

test("errors.json: errors, and whether they are final", async (t) => {
  const { statuses } = readVectors<{ statuses: StatusCase[] }>("errors.json");
  for (const each of statuses) {
    await t.test(each.name, () => checkStatus(each));
  }
});

test("details that hold one malformed message tell the others", async () => {
  const { statuses } = readVectors<{ statuses: StatusCase[] }>("errors.json");
  const whole = statuses.find(({ name }) => name === "more than one detail");
  const told = fromBinary(StatusSchema, Buffer.from(whole?.details ?? "", "base64"));
  for (const broken of told.details.map((detail) => detail.typeUrl)) {
    const details = told.details.map((each) =>
      each.typeUrl === broken ? { ...each, value: Uint8Array.of(0xff) } : each,
    );
    const bytes = Buffer.from(toBinary(StatusSchema, { ...told, details }));
    const target = await serve({
      mergeShapes: (_: unknown, end: (error: object) => void) =>
        end(failure(status.INVALID_ARGUMENT, "told", { "grpc-status-details-bin": bytes })),
    });
    const error: unknown = await connected(target)
      .mergeShapes({}, limit)
      .catch((error: unknown) => error);
    assert(error instanceof ShapewrightError);
    assert.equal(error.reason, broken.endsWith("ErrorInfo") ? "" : whole?.reason);
    assert.equal(error.field, broken.endsWith("BadRequest") ? "" : whole?.field);
  }
});
