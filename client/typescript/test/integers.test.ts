import assert from "node:assert/strict";
import { test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { type RequestInit, inference, modelFile } from "../src/index.js";
import { withBigints } from "../src/integers.js";
import {
  EvaluateShapesRequestSchema,
  FindLargestSizesRequestSchema,
  InferShapesRequestSchema,
  MergeShapesRequestSchema,
} from "../src/v1.js";
import { ServerProcess, connected, limit, sourcePath } from "./support.js";

// What is expected are the bytes that protobuf writes of bigints.
test("numbers and bigints make the same request", () => {
  const schema = EvaluateShapesRequestSchema;
  const numbers: RequestInit<typeof schema> = {
    bindings: [{ inputs: [{ name: "x", sizes: [7, 3n] }], symbols: [{ symbol: "N", size: 2 ** 53 - 1 }] }],
    memory: { alignmentBytes: 64 },
  };
  const bigints = create(schema, {
    bindings: [{ inputs: [{ name: "x", sizes: [7n, 3n] }], symbols: [{ symbol: "N", size: 9007199254740991n }] }],
    memory: { alignmentBytes: 64n },
  });
  assert.deepEqual(toBinary(schema, create(schema, withBigints(schema, numbers))), toBinary(schema, bigints));
});

test("numbers may be in a choice of fields", () => {
  const shape = {
    dims: [{ kind: { case: "size" as const, value: 4 } }, { kind: { case: "expr" as const, value: "N" } }],
  };
  const cases = [
    {
      question: {
        case: "merge" as const,
        value: { operands: [{ kind: { case: "tensor" as const, value: { shape } } }] },
      },
    },
  ];
  const made = create(MergeShapesRequestSchema, withBigints(MergeShapesRequestSchema, { cases }));
  const [operand] = made.cases[0]?.question.case === "merge" ? made.cases[0].question.value.operands : [];
  assert(operand?.kind.case === "tensor");
  assert.deepEqual(
    operand.kind.value.shape?.dims.map((dim) => dim.kind.value),
    [4n, "N"],
  );
});

test("numbers that are not safe integers are named", () => {
  const ask = (amount: number) => withBigints(FindLargestSizesRequestSchema, { budget: { amount } });
  assert.throws(() => ask(1.5), /^RangeError: budget\.amount is 1\.5, which is not a safe integer: give a bigint$/);
  assert.throws(() => ask(2 ** 53), RangeError);
  const sizes = [{ inputs: [{ name: "x", sizes: [3, NaN] }] }];
  assert.throws(
    () => withBigints(EvaluateShapesRequestSchema, { bindings: sizes }),
    /bindings\[0\]\.inputs\[0\]\.sizes\[1\] is NaN/,
  );
});

test("what has bigints stays as it is", () => {
  const message = create(InferShapesRequestSchema, { model: { premises: ["N <= 8"] } });
  assert.equal(withBigints(InferShapesRequestSchema, message), message);
});

test("a server answers for numbers", async () => {
  const { target } = await ServerProcess.start();
  const client = connected(target);
  const model = await modelFile(sourcePath("tests/languages/tail.onnx"));
  const answer = await client.inferShapes({ model }, limit);
  const { evaluations } = await client.evaluateShapes(
    { model: inference(answer), bindings: [{ symbols: [{ symbol: "N", size: 7 }] }] },
    limit,
  );
  assert.deepEqual(evaluations[0]?.outputs[0]?.sizes, [12n, 3n]); // five rows more than x has
  await assert.rejects(
    client.evaluateShapes({ model, bindings: [{ symbols: [{ symbol: "N", size: 0.5 }] }] }),
    RangeError,
  );
});
