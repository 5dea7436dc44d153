import assert from "node:assert/strict";
import { test } from "node:test";

import { Costs, countText, entriesBy } from "../src/model/costs.js";
import { Model } from "../src/model/model.js";
import { numbersAt } from "../src/model/numbers.js";
import { smallModel } from "./models.js";

function costModel(): Model {
  const data = smallModel();
  data.cost = {
    total: { nodes: 3, cost: { flops: { expr: "64*N + t1" }, macs: { expr: "32*N" }, upperBound: true } },
    groups: [
      { grouping: "COST_GROUPING_NODE", node: 0, opType: "MatMul", cost: { flops: { expr: "64*N" }, bytesRead: { value: "7" } } }, // prettier-ignore
      { grouping: "COST_GROUPING_OPERATOR", name: "Relu", cost: { flops: { expr: "t1" } } },
    ],
    symbols: [{ name: "t1", equals: { expr: "8*N*N" } }],
  };
  // Another symbol of this name in the answer about shapes.
  data.answer.symbols?.push({ name: "t1", equals: { value: "5" } });
  return new Model(data);
}

test("costs follow the symbols, and abbreviate by their own", () => {
  const model = costModel();
  const costs = new Costs(model, new Map([["N", 3n]]));
  assert.equal(costs.of(model.cost?.total ?? {}).flops, 64n * 3n + 72n);
  assert.deepEqual(numbersAt(model, new Map([["N", 3n]])).cost, { flops: "264", macs: "96" });
  assert.deepEqual(numbersAt(model, new Map([["N", 3n]])).costs, { Relu: { flops: "72" } });
  assert.equal(new Costs(model, new Map()).of(model.cost?.total ?? {}).flops, undefined);
});

test("nodes of the main graph have the costs that are told of them", () => {
  const model = costModel();
  assert.equal(model.nodes[0]?.cost?.opType, "MatMul");
  assert.equal(model.nodes[1]?.cost, undefined);
  assert.equal(entriesBy(model, "operator").length, 1);
  assert.equal(entriesBy(model, "scope").length, 0);
});

test("counts as text", () => {
  const texts = [undefined, 0n, 999n, 1000n, 11_800_000n, 118_013_952n, 5n * 10n ** 18n].map(countText);
  assert.deepEqual(texts, ["?", "0", "999", "1.00k", "11.8M", "118M", "5.00E"]);
});
