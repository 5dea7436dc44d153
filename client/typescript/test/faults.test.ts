import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { type JsonObject, create, fromJson } from "@bufbuild/protobuf";
import { type status } from "@grpc/grpc-js";
import { type Client, ShapewrightError, model, modelFile } from "../src/index.js";
import { EvaluateShapesRequestSchema, InferShapesRequestSchema, ModelSpecSchema } from "../src/v1.js";
import { ServerProcess, connected, limit, readVectors, temporaryFolder } from "./support.js";

/** One of faults.json, which the command line, the library and all clients meet. */
interface Fault {
  name: string;
  file?: string;
  target?: string;
  deadline?: string;
  method?: string;
  request?: JsonObject;
  code?: keyof typeof status;
  entry?: boolean;
  reason: string;
  field?: string;
  says: string[];
}

const { model: tail, faults } = readVectors<{ model: string; faults: Fault[] }>("faults.json");

function writeModel(content: string): string {
  const path = join(temporaryFolder(), "model.onnx");
  if (content === "FOLDER") {
    mkdirSync(path);
  } else if (content !== "NONE") {
    writeFileSync(path, Buffer.from(content, "base64"));
  }
  return path;
}

/** What the caller is told. */
interface Told {
  code?: string;
  reason: string;
  field: string;
  text: string;
}

async function failed(action: Promise<unknown>): Promise<Told> {
  const error: unknown = await action.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert(error instanceof ShapewrightError, String(error));
  return { code: error.codeName, reason: error.reason, field: error.field, text: error.message };
}

async function meet(fault: Fault, client: Client): Promise<Told> {
  if (fault.file !== undefined) {
    return failed(modelFile(writeModel(fault.file)));
  }
  const source = model(Buffer.from(tail, "base64")).source;
  if (fault.method === "EvaluateShapes") {
    const request = fromJson(EvaluateShapesRequestSchema, fault.request ?? {});
    request.model = create(ModelSpecSchema, { source });
    const error = (await client.evaluateShapes(request, limit)).evaluations[0]?.error;
    return { reason: error?.reason ?? "", field: error?.field ?? "", text: error?.message ?? "" };
  }
  const request = fromJson(InferShapesRequestSchema, fault.request ?? {});
  request.model ??= create(ModelSpecSchema);
  if (request.model.source.case === undefined) {
    request.model.source = source;
  }
  return failed(client.inferShapes(request, fault.deadline === undefined ? limit : { timeoutMs: 0 }));
}

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start();
});

test("faults.json", async (t) => {
  for (const fault of faults) {
    await t.test(fault.name, async () => {
      const target = fault.target === undefined ? server.target : `unix:${temporaryFolder()}/nobody`;
      const told = await meet(fault, connected(target, { retry: { attempts: 1 } }));
      assert.deepEqual([told.code, told.reason, told.field], [fault.code, fault.reason, fault.field ?? ""], told.text);
      for (const part of fault.says) {
        assert(told.text.includes(part.replace("TARGET", target)), `${part} is not in ${told.text}`);
      }
    });
  }
});
