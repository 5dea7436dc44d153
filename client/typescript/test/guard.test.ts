import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../src/expression/values.js";
import { type Admission, doorMetrics, Guard, GuardDoor, type GuardTensor, requestOf } from "../src/guard/index.js";
import { ElementType } from "../src/v1.js";
import { readVectors } from "./support.js";

interface Request {
  inputs: Record<string, { sizes: number[]; type: string; elements: number[] }>;
  verdict: string;
  checks: number[];
  others: number;
  outputs: Record<string, { sizes: (number | null)[] | null; bytes: number | null }>;
  memory: number | null;
}

interface Vectors {
  cases: { reads: string; program: string; at: { slots: (string | null)[]; numbers: (string | null)[] }[] }[];
  requests: { program: string; requests: Request[] }[];
  malformed: { name: string; program: string }[];
}

const vectors = readVectors<Vectors>("guards.json");
const types: Record<string, ElementType> = { float32: ElementType.FLOAT, int64: ElementType.INT64 };

function load(program: string): Guard {
  return Guard.load(Buffer.from(program, "base64"));
}

// The values are Python's integers and fractions: tests/data/vectors/generate_guards.py.
test("programs of guards.json", () => {
  for (const { reads, program, at } of vectors.cases) {
    const guard = load(program);
    for (const { slots, numbers } of at) {
      const results = guard.numbers(slots.map((slot) => (slot === null ? undefined : BigInt(slot))));
      numbers.forEach((wanted, place) => {
        const number = results[place];
        const outcome = number instanceof Failure ? number.kind : String(number);
        assert.equal(wanted === null ? null : outcome, wanted, `#${place} of ${reads} at ${slots.join()}`);
      });
    }
  }
});

function inputsOf(request: Request): Record<string, GuardTensor> {
  return Object.fromEntries(
    Object.entries(request.inputs).map(([name, { sizes, type, elements }]): [string, GuardTensor] => [
      name,
      { sizes, elements, elementType: types[type] },
    ]),
  );
}

test("requests of guards.json", () => {
  for (const { program, requests } of vectors.requests) {
    const guard = load(program);
    for (const request of requests) {
      const result = guard.check(inputsOf(request));
      const checks = result.problems.flatMap(({ check }) => check ?? []);
      assert.equal(result.verdict, request.verdict);
      assert.deepEqual(checks, request.checks);
      assert.equal(result.problems.length - checks.length, request.others);
      for (const output of result.outputs) {
        const wanted = request.outputs[output.name];
        assert.deepEqual(
          output.sizes?.map((size) => (size === undefined ? null : Number(size))) ?? null,
          wanted?.sizes,
        );
        assert.equal(output.bytes === undefined ? null : Number(output.bytes), wanted?.bytes);
      }
      assert.equal(result.memoryBytes === undefined ? null : Number(result.memoryBytes), request.memory);
    }
  }
});

test("a guard tells what is wrong, and what would be right", () => {
  const { problems } = load(vectors.requests[0]?.program ?? "").check({
    x: { sizes: [8, 600], elementType: ElementType.DOUBLE },
    mask: { sizes: [7, 600] },
    q: { sizes: [] },
  });
  assert.deepEqual(
    problems.map(({ text }) => text),
    [
      "input x is float64; give float32[N, S]",
      "the model has no input q; it has x, mask, k",
      "axis 0 of input mask is N: 7 = 8 does not hold; give 8",
      "S <= 512: 600 <= 512 does not hold",
    ],
  );
});

test("what is not a guard is refused", () => {
  for (const { name, program } of vectors.malformed) {
    assert.throws(() => load(program), { name: "GuardError" }, name);
  }
  assert.throws(() => Guard.load(new Uint8Array([255])), { name: "GuardError" });
});

test("requests are made of a runtime's tensors", () => {
  const request = requestOf({
    x: { dims: [2, 3], type: "float32", data: new Float32Array(6) },
    to: { dims: [2], type: "int64", location: "cpu", data: BigInt64Array.of(3n, -1n) },
    flags: { dims: [2], type: "bool", data: [true, false] },
    onGpu: { dims: [2], type: "int64", location: "gpu-buffer", data: undefined },
    large: { dims: [1025], type: "int32", data: new Int32Array(1025) },
    other: { dims: [], type: "float8", data: undefined },
  });
  assert.deepEqual(request, {
    x: { sizes: [2, 3], elementType: ElementType.FLOAT },
    to: { sizes: [2], elementType: ElementType.INT64, elements: [3n, -1n] },
    flags: { sizes: [2], elementType: ElementType.BOOL, elements: [1, 0] },
    onGpu: { sizes: [2], elementType: ElementType.INT64 },
    large: { sizes: [1025], elementType: ElementType.INT32 },
    other: { sizes: [], elementType: undefined },
  });
});

test("a door refuses what fails, unless it is in shadow mode", () => {
  for (const { program, requests } of vectors.requests) {
    for (const enforce of [false, true]) {
      const told: Admission[] = [];
      const door = new GuardDoor(load(program), { enforce, onFailure: (admission) => told.push(admission) });
      for (const request of requests) {
        assert.equal(door.admit(inputsOf(request)).admitted, request.verdict !== "fail" || !enforce);
      }
      const count = (verdict: string): number => requests.filter((request) => request.verdict === verdict).length;
      const counts = door.counts();
      assert.deepEqual(counts.requests, { pass: count("pass"), fail: count("fail"), undecided: count("undecided") });
      assert.equal(counts.refused, enforce ? count("fail") : 0);
      assert.equal(told.length, count("fail"));
      const others = requests.filter(({ verdict, others }) => verdict === "fail" && others > 0).length;
      assert.equal(counts.failures["inputs"] ?? 0, others);
    }
  }
});

test("a door is switched while it runs", () => {
  const { program, requests } = vectors.requests[0] ?? assert.fail();
  const failing = inputsOf(requests.find(({ verdict }) => verdict === "fail") ?? assert.fail());
  const door = new GuardDoor(load(program));
  assert.equal(door.admit(failing).admitted, true);
  door.enforce = true;
  assert.equal(door.admit(failing).admitted, false);
  assert.equal(door.counts().refused, 1);
});

test("the metrics of doors are those of Prometheus", () => {
  const [each] = vectors.requests;
  assert.ok(each);
  const door = new GuardDoor(load(each.program), { enforce: true });
  for (const request of each.requests) {
    door.admit(inputsOf(request));
  }
  const lines = doorMetrics({ 'a "b"\\c': door, d: new GuardDoor(load(each.program)) }).split("\n");
  const model = 'model="a \\"b\\"\\\\c"';
  const { requests, failures, refused } = door.counts();
  const expected = [
    ...Object.entries(requests).map(([verdict, n]) => `requests_total{${model},verdict="${verdict}"} ${String(n)}`),
    ...Object.entries(failures).map(([check, n]) => `failures_total{${model},check="${check}"} ${String(n)}`),
    `refused_total{${model}} ${String(refused)}`,
    'refused_total{model="d"} 0',
  ];
  for (const line of expected) {
    assert.equal(lines.filter((other) => other === `shapewright_door_${line}`).length, 1, line);
  }
  assert.equal(lines.filter((line) => line.startsWith("# TYPE")).length, 3);
});
