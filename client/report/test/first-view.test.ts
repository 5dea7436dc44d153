import assert from "node:assert/strict";
import { test } from "node:test";

import { groupsToOpen } from "../src/graph/first-view.js";
import { isGroup, Tree, type Group } from "../src/graph/tree.js";
import type { ModelData } from "../src/model/data.js";
import { Model } from "../src/model/model.js";
import { findPlumbing } from "../src/model/plumbing.js";
import { chainModel, value, wiring } from "./models.js";

function shownOf(data: ModelData): { titles: string[]; tree: Tree } {
  const tree = new Tree(new Model(data));
  const open = groupsToOpen(tree);
  const titles: string[] = [];
  const add = (group: Group): void => {
    for (const item of group.children) {
      titles.push(item.title);
      if (isGroup(item) && open.has(item)) {
        add(item);
      }
    }
  };
  add(tree.root);
  return { titles, tree };
}

test("what wraps a model is unfolded at first, until 8 to 30 boxes show", () => {
  for (const [count, size] of [
    [120, 10],
    [3000, 7],
    [50, 1],
    [400, 400],
    [90, 9],
  ] as const) {
    const data = chainModel(count, size);
    data.answer.graphs?.[0]?.nodes?.forEach((node) => (node.name = `/model/encoder${node.name}`));
    const { titles } = shownOf(data);
    assert.ok(titles.length >= 8 && titles.length <= 30, `${count} nodes by ${size}: ${titles.length} boxes`);
  }
  assert.deepEqual(shownOf(chainModel(3, 3)).titles, ["x0", "layer.0", "Relu", "Relu", "Relu", "x3"]);
});

test("inputs and outputs stay outside of runs, and runs tell what is in them", () => {
  const data = chainModel(100, 1);
  data.answer.graphs?.[0]?.nodes?.forEach((node, i) => (node.name = `n${i}`));
  const { children } = new Tree(new Model(data)).root;
  assert.equal(children[0]?.kind, "input");
  assert.equal(children.at(-1)?.kind, "output");
  assert.equal(children[1]?.subtitle, "Relu ×10");
  const layers = new Tree(new Model(chainModel(60, 2))).root.children.map((item) => item.title);
  assert.deepEqual(layers, ["x0", "layer.0 … layer.9", "layer.10 … layer.19", "layer.20 … layer.29", "x60"]);
});

/** x > Relu > h; Shape(h) > Gather > Cast > Concat with a constant > Reshape(h) > y; Neg(x) > Shape > Concat. */
function reshapingModel(): ModelData {
  const values = [
    value("x", "float32[N, 4]", { input: 0 }),
    value("c", "int64[1]"),
    value("h", "float32[N, 4]", { node: 0 }),
    value("s", "int64[2]", { node: 1 }),
    value("g", "int64[1]", { node: 2 }),
    value("n", "float32[N, 4]", { node: 3 }),
    value("m", "int64[2]", { node: 4 }),
    value("t", "int64[4]", { node: 5 }),
    value("y", "float32[N, 4]", { node: 6 }),
  ];
  const ops = ["Relu", "Shape", "Gather", "Neg", "Shape", "Concat", "Reshape"];
  return {
    name: "reshaping.onnx",
    answer: { graphs: [{ values, nodes: ops.map((opType) => ({ name: opType, opType })) }] },
    wiring: { graphs: [wiring([[0], [2], [3, 1], [0], [5], [4, 1, 6], [2, 7]], [8], 9)], texts: [] },
  };
}

test("what follows from shapes alone, or is read for its shape alone, is plumbing", () => {
  const model = new Model(reshapingModel());
  const plumbing = findPlumbing(model);
  const left = model.nodes.filter((node) => !plumbing.has(node)).map((node) => node.op);
  assert.deepEqual(left, ["Relu", "Reshape"]); // Neg is read by a Shape alone
  const tree = new Tree(model, (node) => plumbing.has(node));
  assert.deepEqual(
    tree.root.children.map((item) => item.title),
    ["x", "Relu", "Reshape", "y"],
  );
  assert.equal(tree.links.length, 3);
});

test("an output of the model is no plumbing, nor is what grows with an input", () => {
  const data = reshapingModel();
  data.wiring.graphs[0]?.outputs.push(4); // g
  const ops = (of: ModelData): string[] => {
    const model = new Model(of);
    return [...findPlumbing(model)].map((node) => node.op);
  };
  assert.deepEqual(ops(data).sort(), ["Neg", "Shape", "Shape"]);
  const growing = reshapingModel();
  const t = growing.answer.graphs?.[0]?.values?.[7];
  assert.ok(t);
  t.type = value("t", "int64[N]").type ?? {};
  assert.ok(!ops(growing).includes("Concat"));
});
