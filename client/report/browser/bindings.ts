import { spawnSync } from "node:child_process";

import type { Model } from "../src/model/model.js";
import type { CostTexts, Numbers } from "../src/model/numbers.js";
import { freeSymbols, rangeOf } from "../src/model/start.js";

/** An evaluation as `shapewright eval --json` has it. */
export interface Evaluation {
  verdict?: string;
  error?: { message?: string };
  outputs?: ServerSize[];
  values?: ServerSize[];
  violations?: { kind?: string; fact?: number }[];
  memory?: Record<string, string | number | boolean>;
}

interface ServerCost {
  flops?: string;
  macs?: string;
  bytesRead?: string;
  bytesWritten?: string;
  upperBound?: boolean;
}

/** Costs of the model and of its operators as `shapewright cost --json` has them. */
export interface CostAnswer {
  total?: ServerCost;
  byOperator: Record<string, ServerCost>;
}

interface ServerSize {
  name: string;
  sizes?: string[];
  upperSizes?: string[];
  bytes?: string;
  unsized?: boolean;
}

/** Numbers that look random, the same in every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const wishes = [0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 64, 100, 128, 224, 256, 320, 512, 640, 1000, 2048];

/** Sizes of the symbols of the inputs, most of them in range. */
export function randomSizes(model: Model, random: () => number): Record<string, number> {
  const sizes: Record<string, number> = {};
  for (const symbol of freeSymbols(model).inputs) {
    const { min, max, step } = rangeOf(symbol);
    let size = wishes[Math.floor(random() * wishes.length)] ?? 1;
    if (random() < 0.85) {
      size = Math.max(Number(min), Math.min(size, Number(max ?? 1n << 40n)));
      size = Math.ceil(size / Number(step)) * Number(step);
    }
    sizes[symbol.name] = Math.max(size, 0);
  }
  return sizes;
}

/** Bindings of one call: a server limits the work of each. */
const MOST_BINDINGS = 10;

function ask(cli: string, words: readonly string[], bindings: readonly Record<string, number>[]): unknown {
  const flags = bindings.flatMap((sizes) => {
    const texts = Object.entries(sizes).map(([name, size]) => `${name}=${size}`);
    return ["--bind", texts.join(",")];
  });
  // It fails where some binding does not fit, and answers all the same.
  const run = spawnSync(cli, [...words, "--embedded", "--json", "--deadline", "5m", ...flags], { encoding: "utf8", maxBuffer: 1 << 28 }); // prettier-ignore
  if (run.stdout === "") {
    throw new Error(run.stderr);
  }
  return JSON.parse(run.stdout);
}

/** What EstimateCost answers. */
export function costs(cli: string, model: string, bindings: readonly Record<string, number>[]): CostAnswer[] {
  const answer = ask(cli, ["cost", model, "--by", "op"], bindings) as {
    groups?: { name?: string }[];
    evaluations?: { total?: ServerCost; groups?: ServerCost[] }[];
  };
  return (answer.evaluations ?? []).map(({ total, groups }) => {
    const named = (groups ?? []).map((group, i) => [answer.groups?.[i]?.name ?? "", group] as const);
    return { ...(total && { total }), byOperator: Object.fromEntries(named) };
  });
}

/** What differs in costs that are no upper bounds. */
export function costDifferences(page: Numbers, server: CostAnswer): string[] {
  const wrong: string[] = [];
  const parts = ["flops", "macs", "bytesRead", "bytesWritten"] as const;
  const compare = (what: string, own: CostTexts | undefined, other: ServerCost | undefined): void => {
    if (other === undefined || other.upperBound === true) {
      return;
    }
    const [mine, theirs] = [parts.map((part) => own?.[part]), parts.map((part) => other[part])];
    if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
      wrong.push(`${what}: the page has ${JSON.stringify(mine)}, the server ${JSON.stringify(theirs)}`);
    }
  };
  compare("cost", page.cost, server.total);
  for (const [name, other] of Object.entries(server.byOperator)) {
    compare(`cost of ${name}`, page.costs[name], other);
  }
  return wrong;
}

/** What the program answers. */
export function evaluate(
  cli: string,
  model: string,
  names: readonly string[],
  bindings: readonly Record<string, number>[],
): Evaluation[] {
  const values = names.flatMap((name) => ["--value", name]);
  const answers: Evaluation[] = [];
  for (let first = 0; first < bindings.length; first += MOST_BINDINGS) {
    const asked = bindings.slice(first, first + MOST_BINDINGS);
    const answer = ask(cli, ["eval", "--memory", model, ...values], asked) as { evaluations?: Evaluation[] };
    answers.push(...(answer.evaluations ?? []));
  }
  return answers;
}

/** What differs, and how many numbers the server knows and the page does not. */
export interface Differences {
  wrong: string[];
  lessKnown: number;
}

/** Compares what the page says with what the program answers. */
export function differences(page: Numbers, server: Evaluation, isAssumed: (fact: number) => boolean): Differences {
  const found: Differences = { wrong: [], lessKnown: 0 };
  if (page.failing.some(isAssumed)) {
    return found; // the server infers anew where an assumption does not hold
  }
  const note = (what: string, own: unknown, other: unknown): void => {
    if (JSON.stringify(own) !== JSON.stringify(other)) {
      found.wrong.push(`${what}: the page has ${JSON.stringify(own)}, the server ${JSON.stringify(other)}`);
    }
  };
  const byName = new Map(page.values.map((value) => [value.name, value]));
  for (const theirs of [...(server.outputs ?? []), ...(server.values ?? [])]) {
    const own = byName.get(theirs.name);
    const sizes = theirs.unsized ? undefined : (theirs.sizes ?? []).map((size) => (size === "-1" ? undefined : size));
    // Where data decide, the server bounds expressions, the page symbols alone.
    const isLessKnown = own?.sizes?.some((size, i) => size === undefined && sizes?.[i] !== undefined) ?? false;
    note(`rank of ${theirs.name}`, own?.sizes?.length, sizes?.length);
    note(`sizes of ${theirs.name}`, own?.sizes, isLessKnown ? sizes?.map((size, i) => own?.sizes?.[i] && size) : sizes);
    if (isLessKnown || (own?.bytes === undefined && theirs.upperSizes !== undefined)) {
      found.lessKnown++;
    } else {
      note(`bytes of ${theirs.name}`, own?.bytes, theirs.bytes);
    }
  }
  const failed = (server.violations ?? []).filter((each) => each.kind === "KIND_FACT").map((each) => each.fact ?? 0);
  note("violations", page.failing, failed);
  const verdicts: Record<string, string> = {
    VERDICT_VALID: "fits",
    VERDICT_INVALID: "does not fit",
    VERDICT_OPEN: "open",
  };
  note("verdict", page.verdict, verdicts[server.verdict ?? ""]);
  if (page.memory.unknown === 0 && found.lessKnown === 0) {
    note("peak", page.memory.peak, server.memory?.["lowerBoundBytes"]);
    note("peak node", page.memory.node, server.memory?.["peakNode"] ?? 0);
    for (const part of ["weights", "inputs", "outputs"] as const) {
      note(part, page.memory[part], server.memory?.[`${part}Bytes`]);
    }
  }
  return found;
}
