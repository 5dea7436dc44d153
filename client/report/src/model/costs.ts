import type { Amount, Answer, CostData, CostEntry } from "./data.js";
import type { Model } from "./model.js";
import { Sizes, type Size } from "./sizes.js";

/** What is shown of a cost. */
export const quantities = ["flops", "macs", "bytesRead", "bytesWritten"] as const;
export type Quantity = (typeof quantities)[number];

export const quantityNames: Readonly<Record<Quantity, string>> = {
  flops: "operations",
  macs: "multiply-adds",
  bytesRead: "bytes read",
  bytesWritten: "bytes written",
};

/** A cost at sizes; `undefined`: that is not known. */
export type CostNumbers = Readonly<Record<Quantity, Size>>;

/** Parts of a model that are listed together. */
export type Grouping = "scope" | "operator" | "node";
const groupings: Readonly<Record<Grouping, string>> = {
  scope: "COST_GROUPING_SCOPE",
  operator: "COST_GROUPING_OPERATOR",
  node: "COST_GROUPING_NODE",
};

/** Of the parts of a model, those that are grouped so. */
export function entriesBy(model: Model, grouping: Grouping): readonly CostEntry[] {
  return (model.cost?.groups ?? []).filter((entry) => entry.grouping === groupings[grouping]);
}

/** By node of the main graph. */
export function entriesOfNodes(cost: CostData | undefined): ReadonlyMap<number, CostEntry> {
  const own = (cost?.groups ?? []).filter((entry) => entry.grouping === groupings.node);
  return new Map(own.map((entry) => [entry.node ?? 0, entry]));
}

const answers = new WeakMap<Model, { answer: Answer }>();

/** Costs abbreviate by symbols of their own. */
function answerOf(model: Model): { answer: Answer } {
  const found = answers.get(model) ?? { answer: { symbols: model.cost?.symbols ?? [] } };
  answers.set(model, found);
  return found;
}

/** The costs of a model at given sizes of its symbols. */
export class Costs {
  private readonly sizes: Sizes;

  constructor(model: Model, given: ReadonlyMap<string, bigint>) {
    this.sizes = new Sizes(answerOf(model), given);
  }

  amount(amount: Amount | undefined): Size {
    return this.sizes.amount(amount);
  }

  of(entry: CostEntry): CostNumbers {
    const cost = entry.cost ?? {};
    const [flops, macs, bytesRead, bytesWritten] = quantities.map((quantity) => this.amount(cost[quantity]));
    return { flops, macs, bytesRead, bytesWritten };
  }
}

const units = ["", "k", "M", "G", "T", "P", "E"];

/** `118M`; of what is not known `?`. */
export function countText(count: Size): string {
  if (count === undefined) {
    return "?";
  }
  let number = Number(count);
  let unit = 0;
  while (number >= 999.5 && unit < units.length - 1) {
    number /= 1000;
    unit++;
  }
  return `${unit === 0 || number >= 99.95 ? number.toFixed(0) : number.toPrecision(3)}${units[unit] ?? ""}`;
}
