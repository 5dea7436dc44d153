// Asks a server the commonest questions about a model, and prints the answers.
//
// usage: node main.js HOST:PORT MODEL.onnx
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { credentials } from "@grpc/grpc-js";
import {
  Evaluation,
  EvaluateShapesRequest,
  EvaluateShapesResponse,
  Evaluation_Verdict,
  Violation_Kind,
} from "./shapewright/v1/evaluate";
import { ExplainShapesRequest, ExplainShapesResponse } from "./shapewright/v1/explain";
import { InferShapesRequest, InferShapesResponse } from "./shapewright/v1/infer";
import {
  DescribeModelRequest,
  DescribeModelResponse,
  GetCapabilitiesRequest,
  GetCapabilitiesResponse,
} from "./shapewright/v1/registry";
import { ModelServiceClient, ShapeServiceClient } from "./shapewright/v1/service";
import { ElementType } from "./shapewright/v1/shape";

const [target, path] = process.argv.slice(2);
const shapes = new ShapeServiceClient(target, credentials.createInsecure());
const models = new ModelServiceClient(target, credentials.createInsecure());
const model = { onnx: readFileSync(path) };

const inferShapes = promisify<InferShapesRequest, InferShapesResponse>(shapes.inferShapes.bind(shapes));
const evaluateShapes = promisify<EvaluateShapesRequest, EvaluateShapesResponse>(shapes.evaluateShapes.bind(shapes));
const explainShapes = promisify<ExplainShapesRequest, ExplainShapesResponse>(shapes.explainShapes.bind(shapes));
const describeModel = promisify<DescribeModelRequest, DescribeModelResponse>(models.describeModel.bind(models));
const getCapabilities = promisify<GetCapabilitiesRequest, GetCapabilitiesResponse>(models.getCapabilities.bind(models));

async function evaluate(name: string, sizes: number[]): Promise<Evaluation> {
  const request = EvaluateShapesRequest.fromPartial({ model, bindings: [{ inputs: [{ name, sizes }] }] });
  return (await evaluateShapes(request)).evaluations[0];
}

async function whichSizes() {
  const evaluation = await evaluate("x", [7, 3]);
  console.log(`sizes: ${Evaluation_Verdict[evaluation.verdict]}`);
  for (const output of evaluation.outputs) {
    console.log(`  ${output.name} ${ElementType[output.elementType]} [${output.sizes.join(" ")}] ${output.bytes} bytes`);
  }
}

async function whichShapes() {
  const answer = await inferShapes(InferShapesRequest.fromPartial({ model }));
  console.log(`shapes: consistent ${answer.consistent}`);
  for (const symbol of answer.symbols) {
    console.log(`  ${symbol.name}`);
  }
  for (const value of answer.graphs[0].values) {
    console.log(`  ${value.name} ${value.type?.text}`);
  }
}

async function whyThisDim() {
  const questions = [{ value: { name: "y" }, axis: 0 }];
  const why = (await explainShapes(ExplainShapesRequest.fromPartial({ model, questions }))).explanations[0];
  console.log(`why: ${why.amount?.expr}`);
  for (const step of why.steps) {
    console.log(`  ${step.message}`);
  }
}

async function whichModel() {
  const answer = await describeModel(DescribeModelRequest.fromPartial({ model }));
  console.log(`model: ${answer.name} batches ${answer.batching?.batchable}`);
  for (const tensor of [...answer.inputs, ...answer.outputs]) {
    const first = tensor.type?.tensor?.shape?.dims[0].expr;
    console.log(`  ${tensor.name} ${tensor.datatype} [${tensor.shape.join(" ")}] ${first}`);
  }
}

async function isItValid() {
  const evaluation = await evaluate("x", [7, 4]);
  console.log(`valid: ${Evaluation_Verdict[evaluation.verdict]}`);
  for (const violation of evaluation.violations) {
    console.log(`  ${Violation_Kind[violation.kind]}`);
  }
}

async function main() {
  console.log(`server: grammar ${(await getCapabilities({})).grammarVersion}`);
  await whichSizes();
  await whichShapes();
  await whyThisDim();
  await isItValid();
  await whichModel();
  shapes.close();
  models.close();
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
