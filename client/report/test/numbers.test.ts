import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest, startSizes, withGreatest } from "../src/model/start.js";
import { Model } from "../src/model/model.js";
import { numbersAt } from "../src/model/numbers.js";
import { Sizes } from "../src/model/sizes.js";
import { chainOf } from "../src/model/why.js";
import { smallModel, tensor, value, wiring } from "./models.js";

const model = new Model(smallModel());
const at = (sizes: Record<string, bigint>) => numbersAt(model, new Map(Object.entries(sizes)));

test("sizes, bytes and facts follow the symbols", () => {
  const two = at({ N: 2n });
  assert.deepEqual(two.outputs, [{ name: "y", sizes: ["2", "8"], bytes: "64" }]);
  assert.equal(two.verdict, "fits");
  assert.deepEqual(two.failing, []);
  const three = at({ N: 3n });
  assert.deepEqual(three.outputs[0]?.bytes, "96");
  assert.equal(three.verdict, "does not fit");
  assert.deepEqual(three.failing, [0]);
});

test("the memory curve: h and r are alive at Add, each rounded up to 64 bytes", () => {
  // N = 3: h and r of 96 bytes each take 128; weights are 4*8*4, inputs 3*4*4.
  assert.deepEqual(at({ N: 3n }).memory, {
    unknown: 0,
    weights: "128",
    inputs: "48",
    outputs: "96",
    peak: "256",
    node: 1,
  });
});

test("without a size nothing is claimed", () => {
  const open = at({});
  assert.deepEqual(open.outputs, [{ name: "y", sizes: [undefined, "8"], bytes: undefined }]);
  assert.equal(open.verdict, "open");
  assert.equal(open.memory.unknown, 2);
});

test("definitions, bounds that are proved, and types that sizes decide", () => {
  const data = smallModel();
  data.answer.symbols?.push({ name: "t1", kind: "KIND_DEFINED", equals: { expr: "N*N" } });
  data.answer.facts?.push({
    text: "?1 <= 2*N",
    relation: "RELATION_LESS_OR_EQUAL",
    left: { expr: "?1" },
    right: { expr: "2*N" },
    state: "STATE_PROVED",
  });
  const sizes = new Sizes(new Model(data), new Map([["N", 5n]]));
  assert.equal(sizes.expression("t1 + 1"), 26n);
  assert.deepEqual(sizes.sizes(tensor("float32[?1, t1]")), [undefined, 25n]);
  assert.equal(sizes.bytes(tensor("float32[?1]")), 40n);
  assert.equal(sizes.bytes(tensor("int4[3]")), 2n);
  assert.equal(sizes.bytes(tensor("string[3]")), undefined);
  const alternatives = [{ condition: "N = 5", type: tensor("float32[7]") }, { type: tensor("float32[8]") }];
  assert.deepEqual(sizes.sizes({ alternatives }), [7n]);
  assert.deepEqual(new Sizes(new Model(data), new Map([["N", 6n]])).sizes({ alternatives }), [8n]);
  assert.equal(new Sizes(new Model(data), new Map()).sizes({ alternatives }), undefined);
});

test("a fact within a branch that does not run does not fail", () => {
  const data = smallModel();
  const [fact] = data.answer.facts ?? [];
  const condition = value("c", "int64[]", { elements: [{ expr: "(N > 4)" }] });
  data.answer.graphs?.[0]?.values?.push(condition);
  const own = data.wiring.graphs[0];
  assert.ok(fact && own);
  own.inputs[2] = [5];
  fact.circumstances = [{ control: { node: 2 }, branch: "then_branch" }];
  const changed = new Model(data);
  assert.deepEqual(numbersAt(changed, new Map([["N", 3n]])).failing, []);
  assert.deepEqual(numbersAt(changed, new Map([["N", 5n]])).failing, [0]);
  condition.elements = [];
  assert.equal(numbersAt(new Model(data), new Map([["N", 3n]])).verdict, "open");
});

test("a body is at the place of its node, and its results are in the node's buffers", () => {
  // If (c) { then: t = Relu(x) } else { e = Neg(x) }; the result is read by Abs, whose result is the output.
  const main = {
    values: [
      value("x", "float32[N]", { input: 0 }),
      value("c", "int64[]", { input: 1 }),
      value("i", "float32[N]", { node: 0 }),
      value("y", "float32[N]", { node: 1 }),
    ],
    nodes: [
      { name: "If", opType: "If" },
      { name: "Abs", opType: "Abs" },
    ],
  };
  const branch = (name: string, op: string) => ({ values: [value("u", "float32[N]", { node: 0 }), value(name, "float32[N]", { node: 1 })], nodes: [{ opType: op }, { opType: op }], owner: { node: 0 }, attribute: name }); // prettier-ignore
  const branchWiring = (inputs: number[][], outputs: number[]) => ({ ...wiring(inputs, outputs, 2), branch: true });
  const data = {
    name: "if.onnx",
    answer: { graphs: [main, branch("then_branch", "Relu"), branch("else_branch", "Neg")] },
    wiring: {
      graphs: [wiring([[1], [2]], [3], 4), branchWiring([[0], [4]], [5]), branchWiring([[0], [6]], [7])],
      texts: [],
    },
  };
  const { memory } = numbersAt(new Model(data), new Map([["N", 16n]]));
  // The result of the If and one `u` at a time: 64 bytes each.
  assert.deepEqual(memory, { unknown: 0, weights: "0", inputs: "72", outputs: "64", peak: "128", node: 0 });
});

test("what an attribute holds is a weight, in any format", () => {
  const main = {
    values: [value("c", "float32[16]", { node: 0 }), value("y", "float32[16]", { node: 1 })],
    nodes: [{ opType: "stablehlo:constant" }, { opType: "stablehlo:abs" }],
  };
  const data = {
    name: "constant.mlir",
    answer: { graphs: [main] },
    wiring: { graphs: [{ ...wiring([[], [0]], [1], 2), constants: [1, 0] }], texts: [] },
  };
  const { memory } = numbersAt(new Model(data), new Map());
  assert.equal(memory.weights, "64");
});

test("why: from the input by the operand that tells the symbols", () => {
  const y = model.valueNamed("y");
  assert.ok(y);
  const chain = chainOf(y);
  assert.deepEqual(
    chain.map((step) => step.value.name),
    ["x", "h", "y"],
  );
});

test("first sizes are allowed, and satisfy what must hold if that is easy", () => {
  assert.equal(nearest({ name: "N", range: { min: "3", max: "10" }, divisor: "4" }, 100n), 8n);
  assert.equal(nearest({ name: "N", allowed: ["1", "8"] }, 6n), 8n);
  const start = startSizes([model], {});
  assert.equal(numbersAt(model, start).verdict, "fits");
  assert.equal(startSizes([model], { N: "5" }).get("N"), 5n);
});

/** Facts over symbols of inputs, as texts and relations. */
function modelWith(names: readonly string[], facts: readonly (readonly [string, string, string])[]): Model {
  const side = (text: string) => (/^\d+$/.test(text) ? { value: text } : { expr: text });
  return new Model({
    name: "facts.onnx",
    answer: {
      inputs: [value("image", "float32[batch, 3, H, W]")],
      symbols: names.map((name, axis) => ({
        name,
        kind: "KIND_INPUT_DIM",
        range: { min: "1" },
        origin: { input: 0, axis },
      })),
      facts: facts.map(([left, relation, right]) => ({ text: `${left} ${relation} ${right}`, relation: `RELATION_${relation}`, left: side(left), right: side(right), basis: "BASIS_REQUIRED", state: "STATE_OPEN" })), // prettier-ignore
      graphs: [{ values: [], nodes: [] }],
    },
    wiring: { graphs: [wiring([], [], 0)], texts: [] },
  });
}

test("first sizes of pictures are multiples of 32, of batches 1", () => {
  const start = startSizes([modelWith(["batch", "?", "H", "W"], [])], {});
  assert.equal(start.get("batch"), 1n);
  assert.deepEqual([start.get("H"), start.get("W")], [224n, 224n]);
});

test("first sizes solve simple facts: sums, multiples, bounds", () => {
  const facts = [
    ["total", "EQUAL", "past + S"],
    ["S", "DIVISIBLE", "48"],
    ["past", "LESS_OR_EQUAL", "10"],
    ["H", "DIVISIBLE", "96"],
  ] as const;
  const own = modelWith(["S", "past", "total", "H"], facts);
  const start = startSizes([own], {});
  assert.equal(numbersAt(own, start).verdict, "fits");
  const sizeOf = (name: string): bigint => start.get(name) ?? -1n;
  assert.equal(sizeOf("total"), sizeOf("past") + sizeOf("S"));
  assert.ok(sizeOf("S") % 48n === 0n && sizeOf("past") <= 10n && sizeOf("H") % 96n === 0n);
  assert.equal(startSizes([own], { S: "49" }).get("S"), 49n); // what is told stays, though it does not fit
});

test("what data decide counts at its greatest, but not for facts", () => {
  const own = new Model({
    name: "nonzero.onnx",
    answer: {
      symbols: [
        { name: "N", kind: "KIND_INPUT_DIM" },
        { name: "?1", kind: "KIND_DATA", range: { min: "0" } },
        { name: "?2", kind: "KIND_DATA", range: { min: "0", max: "100" } },
        { name: "?3", kind: "KIND_DATA" },
      ],
      facts: [{ text: "?1 <= 4*N", relation: "RELATION_LESS_OR_EQUAL", left: { expr: "?1" }, right: { expr: "4*N" }, state: "STATE_PROVED" }], // prettier-ignore
    },
    wiring: { graphs: [], texts: [] },
  });
  const most = withGreatest(own, new Map([["N", 5n]]));
  assert.deepEqual(Object.fromEntries(most), { N: 5n, "?1": 20n, "?2": 100n });
  assert.equal(withGreatest(own, new Map([["N", 5n], ["?1", 3n]])).get("?1"), 3n); // prettier-ignore
});
