import type { Circumstance, FactInfo } from "./data.js";
import type { Model } from "./model.js";
import type { Size, Sizes } from "./sizes.js";

/** Whether a fact holds at given sizes; `maybe fails`: if the branch runs that needs it. */
export type FactState = "holds" | "fails" | "maybe fails" | "open" | "does not run";

export interface CheckedFact {
  place: number;
  fact: FactInfo;
  state: FactState;
  left: Size;
  right: Size;
}

function holds(relation: string | undefined, left: bigint, right: bigint): boolean {
  switch (relation) {
    case "RELATION_EQUAL":
      return left === right;
    case "RELATION_LESS_OR_EQUAL":
      return left <= right;
    case "RELATION_DIVISIBLE":
      return right !== 0n && left % right === 0n;
    case "RELATION_BROADCASTABLE":
      return left === right || left === 1n || right === 1n;
    case "RELATION_NOT_EQUAL":
      return left !== right;
    default:
      return true;
  }
}

/** Whether what it is about runs; `undefined`: nobody knows. */
function runs(model: Model, sizes: Sizes, circumstance: Circumstance): boolean | undefined {
  if ((circumstance.condition ?? "") !== "") {
    return sizes.condition(circumstance.condition ?? "");
  }
  const control = model.nodeAt(circumstance.control);
  const element = (input: number): Size => sizes.amount(control?.inputs[input]?.info.elements?.[0]);
  switch (circumstance.branch) {
    case "then_branch":
    case "else_branch": {
      const condition = element(0);
      return condition === undefined ? undefined : (condition !== 0n) === (circumstance.branch === "then_branch");
    }
    case "body":
      return control?.op === "Loop"
        ? loopRuns(control.inputs.map((value, i) => (value ? element(i) : null)))
        : undefined;
    default:
      return undefined;
  }
}

/** By trip count and condition; `null`: it is left out. */
function loopRuns([count, condition]: (Size | null)[]): boolean | undefined {
  const hasTrips = count === null || count === undefined ? (count === null ? true : undefined) : count > 0n;
  const starts = condition === null || condition === undefined ? (condition === null ? true : undefined) : condition !== 0n; // prettier-ignore
  if (hasTrips === false || starts === false) {
    return false;
  }
  return hasTrips && starts ? true : undefined;
}

function stateOf(model: Model, fact: FactInfo, sizes: Sizes, left: Size, right: Size): FactState {
  const conditions = (fact.circumstances ?? []).map((each) => runs(model, sizes, each));
  if (conditions.includes(false)) {
    return "does not run";
  }
  if (left === undefined || right === undefined) {
    return fact.state === "STATE_PROVED" ? "holds" : "open";
  }
  if (holds(fact.relation, left, right)) {
    return "holds";
  }
  return conditions.every((each) => each === true) ? "fails" : "maybe fails";
}

/** What becomes of the facts of a model. Those that no input satisfies are diagnostics, and left out. */
export function checkFacts(model: Model, sizes: Sizes): CheckedFact[] {
  const checked: CheckedFact[] = [];
  (model.answer.facts ?? []).forEach((fact, place) => {
    if (fact.state === "STATE_REFUTED") {
      return;
    }
    const left = sizes.amount(fact.left);
    const right = sizes.amount(fact.right);
    checked.push({ place, fact, state: stateOf(model, fact, sizes, left, right), left, right });
  });
  return checked;
}

/** Whether such inputs may be run. */
export function verdictOf(facts: readonly CheckedFact[]): "fits" | "does not fit" | "open" {
  const isAssumed = (each: CheckedFact): boolean => each.fact.basis === "BASIS_ASSUMED";
  if (facts.some((each) => each.state === "fails" && !isAssumed(each))) {
    return "does not fit";
  }
  return facts.every((each) => each.state === "holds" || each.state === "does not run") ? "fits" : "open";
}
