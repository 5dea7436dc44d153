/** Runs in the browser: random requests to a model, checked by its guard and run by onnxruntime-web. */
import * as ort from "onnxruntime-web/wasm";
import { Guard, type GuardProblem, requestOf } from "shapewright/guard";
import { Fact_Basis as Basis } from "shapewright/v1";

export interface Outcome {
  /** How many requests the guard passed, failed, failed for a declared type alone (a run may not mind), or left undecided. */
  counts: Record<string, number>;
  /** Where guard and run differ, in words. */
  differences: string[];
}

/** The same numbers in each run (mulberry32). */
function makeRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

type Random = ReturnType<typeof makeRandom>;

const sizes = [0, 1, 1, 2, 3, 3, 4, 4, 5, 8];

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

function filled(dims: readonly number[]): ort.Tensor {
  return new ort.Tensor("float32", new Float32Array(dims.reduce((a, b) => a * b, 1)).fill(0.5), dims);
}

function shapeOf(...dims: number[]): ort.Tensor {
  return new ort.Tensor("int64", BigInt64Array.from(dims.map(BigInt)), [dims.length]);
}

/** A request that runs, but for chance. */
function drawFitting(random: Random, model: string): Record<string, ort.Tensor> {
  const [n, a, b] = [pick(random, sizes), pick(random, sizes), pick(random, sizes)];
  switch (model) {
    case "classifier":
      return { x: filled([n, 3, 3 + random(2), 3 + random(2)]) };
    case "expand":
      return { x: filled([n, 1]), to: shapeOf(n, a), y: filled([pick(random, [1, n]), pick(random, [1, a])]) };
    case "join":
      return { x: filled([n, a]), y: filled([n, b]), z: filled([pick(random, [1, n]), pick(random, [1, a + b])]) };
    case "reshape":
      return { x: filled([2 * n, 2 * a]), to: shapeOf(n * a, 4) };
    default:
      return { x: filled([n, 4]) };
  }
}

/** One of another size or rank, or with other elements. */
function change(random: Random, tensor: ort.Tensor): ort.Tensor {
  const { dims } = tensor;
  if (tensor.type === "int64") {
    return shapeOf(...dims.flatMap((size) => Array.from({ length: size }, () => pick(random, sizes))));
  }
  const axis = random(dims.length + 1);
  return filled(axis === dims.length ? [...dims, 1] : dims.map((size, i) => (i === axis ? pick(random, sizes) : size)));
}

function draw(random: Random, model: string): Record<string, ort.Tensor> {
  const feeds = drawFitting(random, model);
  if (random(2) === 0) {
    const name = pick(random, Object.keys(feeds));
    feeds[name] = change(random, feeds[name] as ort.Tensor);
  }
  return feeds;
}

async function runs(
  session: ort.InferenceSession,
  feeds: Record<string, ort.Tensor>,
): Promise<readonly number[] | string> {
  try {
    return (await session.run(feeds))["out"]?.dims ?? "no output";
  } catch (error) {
    return String(error);
  }
}

export async function compare(model: string, bytes: Uint8Array, program: Uint8Array, count: number): Promise<Outcome> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = "/ort/";
  ort.env.logLevel = "fatal";
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ["wasm"], logSeverityLevel: 4 });
  const guard = Guard.load(program);
  const random = makeRandom(7);
  const outcome: Outcome = { counts: {}, differences: [] };
  for (let i = 0; i < count; ++i) {
    const feeds = draw(random, model);
    const { verdict, problems, outputs } = guard.check(requestOf(feeds));
    const isDeclared = ({ check }: GuardProblem): boolean =>
      check !== undefined && guard.program.checks[check]?.basis === Basis.DECLARED;
    const kind = verdict === "fail" && problems.every(isDeclared) ? "declared" : verdict;
    outcome.counts[kind] = (outcome.counts[kind] ?? 0) + 1;
    const ran = await runs(session, feeds);
    const isRun = typeof ran !== "string";
    const told = outputs[0]?.sizes?.map(Number);
    const agree = kind === "pass" ? isRun && String(told) === String(ran) : kind === "fail" ? !isRun : true;
    if (!agree) {
      const dims = Object.entries(feeds).map(
        ([name, { dims, data }]) => `${name}[${dims}]=${data.length < 4 ? data : ""}`,
      );
      outcome.differences.push(
        `${model} ${dims.join(" ")}: ${verdict} [${told}], run [${ran}]; ${problems.map(({ text }) => text)}`,
      );
    }
  }
  return outcome;
}

Object.assign(globalThis, { compare });
document.documentElement.dataset["ready"] = "true";
