import assert from "node:assert/strict";
import { test } from "node:test";

import { Model } from "../src/model/model.js";
import { isSameExpression, Pattern, search } from "../src/model/search.js";
import { smallModel, tensor } from "./models.js";

// The cases are those of tests/client/cpp/cli/find/value_pattern_test.cc.

function fits(pattern: string, type: string, name = "x"): boolean {
  const data = smallModel();
  data.answer.graphs = [{ values: [{ name, type: tensor(type) }] }];
  const [value] = new Model(data).values;
  assert.ok(value);
  return new Pattern(pattern).fitsValue(value);
}

test("a part of the name, or an element type", () => {
  assert.ok(fits("MatMul", "int64[2]", "/encoder/MatMul_3"));
  assert.ok(!fits("matmul", "int64[2]", "/encoder/MatMul_3"));
  assert.ok(fits("x[0", "int64[2]", "x[0]"));
  assert.ok(fits("int64", "int64[2]"));
  assert.ok(!fits("int32", "int64[2]"));
});

test("wildcards of dims", () => {
  for (const [pattern, type] of [
    ["[*, 768]", "float32[N, S, 768]"],
    ["[*, 768]", "float32[768]"],
    ["[?, 768]", "float32[N, 768]"],
    ["[]", "float32[]"],
    ["[*]", "float32[]"],
    ["[*, 2, *, 3, *]", "float32[2, 1, 2, 3]"],
    ["float32[*, 3]", "float32[N, 3]"],
    ["f32[N, 3]", "float32[N, 3]"],
    ["[N + 1]", "float32[1 + N]"],
    ["[ 2*(N+1) ]", "float32[2*N + 2]"],
    ["[?1]", "float32[?1]"],
  ] as const) {
    assert.ok(fits(pattern, type), `${pattern} ${type}`);
  }
  for (const [pattern, type] of [
    ["[*, 768]", "float32[N, 769]"],
    ["[*, 768]", "float32[]"],
    ["[?, 768]", "float32[768]"],
    ["[]", "float32[1]"],
    ["[*, 3, *, 2, *]", "float32[2, 1, 2, 3]"],
    ["int64[*, 3]", "float32[N, 3]"],
    ["[N]", "float32[M]"],
    ["[N]", "float32[3]"],
    ["[?1]", "float32[?2]"],
  ] as const) {
    assert.ok(!fits(pattern, type), `${pattern} ${type}`);
  }
});

test("mistakes are told", () => {
  for (const pattern of ["[", "[2", "[N +]", "[2,]", "int64[1//0]"]) {
    assert.throws(() => new Pattern(pattern), Error, pattern);
  }
});

test("nodes by operator in any case, or by name", () => {
  const model = new Model(smallModel());
  assert.deepEqual(
    search(model, "matmul").nodes.map((node) => node.name),
    ["/a/MatMul"],
  );
  const found = search(model, "[*, 8]");
  assert.equal(found.nodes.length, 0);
  assert.deepEqual(
    found.values.map((value) => value.name),
    ["w", "h", "r", "y"],
  );
});

test("expressions are the same however they are written", () => {
  assert.ok(isSameExpression("max(N, 2)", "max(2, N)"));
  assert.ok(!isSameExpression("N//2", "N - N//2"));
  assert.ok(!isSameExpression("N", "N + M"));
});
