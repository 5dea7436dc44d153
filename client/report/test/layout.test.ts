import assert from "node:assert/strict";
import { test } from "node:test";

import { Placer, type Box, type Layout } from "../src/graph/layout.js";
import { Model } from "../src/model/model.js";
import { commonPath, modulePath, sourceLine } from "../src/model/paths.js";
import { compose } from "../src/graph/scene.js";
import { isGroup, Tree } from "../src/graph/tree.js";
import { chainModel, smallModel } from "./models.js";

test("modules by what the exporter wrote, or by the name", () => {
  const scopes = "['', 'm', 'm.encoder', 'm.encoder.layer.0', \"m.encoder.layer.0.it's\", 'add_1']";
  assert.deepEqual(modulePath("node_add_1", scopes), ["m", "encoder", "layer.0", "it's"]);
  assert.deepEqual(modulePath("/encoder/layer.0/Add", ""), ["encoder", "layer.0"]);
  assert.deepEqual(modulePath("Add_3", ""), []);
  assert.deepEqual(commonPath([["a", "b"], ["a", "c"]]), ["a"]); // prettier-ignore
  assert.deepEqual(commonPath([]), []);
});

test("the innermost line of a trace", () => {
  const trace = 'File "/src/a.py", line 3, in forward\n    f(x)\n  File "/lib/b.py", line 45, in g\n    return x + y';
  assert.deepEqual(sourceLine(trace), { place: "/lib/b.py:45", code: "return x + y" });
  assert.equal(sourceLine("no trace"), undefined);
});

function layoutOf(tree: Tree, isOpen: boolean): Layout {
  return new Placer().place(compose(tree, () => isOpen).root);
}

function contains(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.w <= outer.x + outer.w + 0.01 && inner.y + inner.h <= outer.y + outer.h + 0.01; // prettier-ignore
}

test("folded groups are boxes, unfolded ones hold their children", () => {
  const tree = new Tree(new Model(smallModel()));
  assert.deepEqual(
    tree.root.children.map((item) => item.title),
    ["x", "a", "Add", "y"], // b wraps one node
  );
  assert.deepEqual(
    layoutOf(tree, false).boxes.map((box) => tree.items[box.id]?.title),
    ["x", "a", "Add", "y"],
  );
  const layout = layoutOf(tree, true);
  const box = (title: string): Box => {
    const found = layout.boxes.find((each) => tree.items[each.id]?.title === title);
    assert.ok(found, title);
    return found;
  };
  assert.ok(contains(box("a"), box("MatMul")) && contains(box("a"), box("Relu")));
  assert.ok(box("MatMul").y < box("Relu").y && box("a").y < box("Add").y);
});

test("every line of a value leads from its maker to its readers, through ports of unfolded groups", () => {
  const tree = new Tree(new Model(smallModel()));
  const scene = compose(tree, () => true);
  // x into a, h and r into Add, y; within a: x from its port, h to r, both to ports of a.
  assert.equal(scene.edges.length, 7);
  assert.equal(compose(tree, () => false).edges.length, 3);
  assert.deepEqual(
    compose(tree, () => false).edges.map((edge) => edge.values.map((value) => value.name)),
    [["x"], ["h", "r"], ["y"]],
  );
});

test("boxes of one group do not overlap", () => {
  const tree = new Tree(new Model(chainModel(200, 7)));
  const { boxes } = layoutOf(tree, true);
  const byParent = new Map<number, Box[]>();
  for (const box of boxes) {
    const parent = tree.items[box.id]?.parent?.id ?? -1;
    byParent.set(parent, [...(byParent.get(parent) ?? []), box]);
  }
  byParent.delete(-1);
  for (const group of byParent.values()) {
    for (const a of group) {
      for (const b of group) {
        const isApart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        assert.ok(a === b || isApart);
      }
    }
  }
});

test("a flat model of thousands of nodes is cut into runs, so that each layout is small", () => {
  const data = chainModel(3000, 1);
  data.answer.graphs?.[0]?.nodes?.forEach((node, i) => (node.name = `Relu_${i}`));
  const tree = new Tree(new Model(data));
  assert.ok(tree.items.filter(isGroup).every((group) => group.children.length <= 20));
  assert.equal(tree.root.size, 3000);
  assert.equal(layoutOf(tree, true).boxes.filter((box) => tree.items[box.id]?.kind === "node").length, 3000);
});

test("layers that look the same are laid out once", () => {
  const tree = new Tree(new Model(chainModel(1000, 10)));
  const start = performance.now();
  layoutOf(tree, true);
  console.log(`1,000 nodes in 100 equal modules: ${(performance.now() - start).toFixed(0)} ms`);
});
