import type { Node, Value } from "./model.js";
import { symbolsOf, symbolsOfType } from "./sizes.js";

/** A step of a chain: a value, and what makes it. */
export interface Step {
  value: Value;
  node: Node | undefined;
  /** How many steps before this one are left out, as they pass the type on. */
  passed: number;
}

/** The symbols that a value is written in, those of its elements included. */
function symbolsOfValue(value: Value): Set<string> {
  const names = symbolsOfType(value.info.type);
  for (const element of value.info.elements ?? []) {
    symbolsOf(element.expr ?? "").forEach((name) => names.add(name));
  }
  return names;
}

/** The operand that tells most of the symbols of the result; of equal ones the first. */
function mainOperand(node: Node, symbols: ReadonlySet<string>): Value | undefined {
  let best: Value | undefined;
  let bestScore = -1;
  for (const value of node.inputs) {
    if (value === undefined || value.isConstant) {
      continue;
    }
    const score = [...symbolsOfValue(value)].filter((name) => symbols.has(name)).length;
    if (score > bestScore) {
      [best, bestScore] = [value, score];
    }
  }
  return best;
}

const MOST_STEPS = 10_000;

/** The nodes by which a value comes from an input, the input first. */
export function chainOf(value: Value): Step[] {
  const chain: Step[] = [];
  const seen = new Set<Value>();
  for (let at: Value | undefined = value; at !== undefined && !seen.has(at) && chain.length < MOST_STEPS;) {
    seen.add(at);
    chain.push({ value: at, node: at.maker, passed: 0 });
    at = at.maker && mainOperand(at.maker, symbolsOfValue(at));
  }
  return shortened(chain.reverse());
}

/** Without what only passes its type on, but for the last step. */
function shortened(chain: readonly Step[]): Step[] {
  const kept: Step[] = [];
  let passed = 0;
  chain.forEach((step, i) => {
    const before = chain[i - 1]?.value.info.type?.text;
    const isPassed = before !== undefined && before === step.value.info.type?.text && i < chain.length - 1;
    if (isPassed) {
      passed++;
      return;
    }
    kept.push({ ...step, passed });
    passed = 0;
  });
  return kept;
}
