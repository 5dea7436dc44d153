import { Costs, entriesBy, quantities, type CostNumbers, type Quantity } from "./costs.js";
import { checkFacts, verdictOf } from "./facts.js";
import { memoryAt, Timeline } from "./memory.js";
import type { Model, Value } from "./model.js";
import { Sizes } from "./sizes.js";

/** What a page says at given sizes, as text, for other programs and for tests. */
export interface Numbers {
  verdict: string;
  outputs: { name: string; sizes: (string | undefined)[] | undefined; bytes: string | undefined }[];
  values: { name: string; sizes: (string | undefined)[] | undefined; bytes: string | undefined }[];
  failing: number[];
  cost: CostTexts | undefined;
  /** By operator. */
  costs: Record<string, CostTexts>;
  memory: { weights?: string; inputs?: string; outputs?: string; peak?: string; node?: number; unknown: number };
}

/** A cost as text: what is not known is left out. */
export type CostTexts = Partial<Record<Quantity, string>>;

function costTexts(numbers: CostNumbers): CostTexts {
  const known = quantities.flatMap((quantity) => {
    const number = numbers[quantity];
    return number === undefined ? [] : [[quantity, number.toString()] as const];
  });
  return Object.fromEntries(known);
}

const timelines = new WeakMap<Model, Timeline>();

/** All numbers of a model at given sizes of its symbols. */
export function numbersAt(model: Model, given: ReadonlyMap<string, bigint>): Numbers {
  const sizes = new Sizes(model, given);
  const costs = new Costs(model, given);
  const facts = checkFacts(model, sizes);
  const timeline = timelines.get(model) ?? new Timeline(model);
  timelines.set(model, timeline);
  const memory = memoryAt(timeline, sizes);
  const tell = (value: Value): Numbers["values"][number] => ({
    name: value.name,
    sizes: sizes.sizes(value.info.type)?.map((size) => size?.toString()),
    bytes: sizes.bytes(value.info.type)?.toString(),
  });
  const texts: Numbers["memory"] = { unknown: memory.unknown };
  const note = (key: "weights" | "inputs" | "outputs" | "peak", size: bigint | undefined): void => {
    if (size !== undefined) {
      texts[key] = size.toString();
    }
  };
  note("weights", memory.weights);
  note("inputs", memory.inputs);
  note("outputs", memory.outputs);
  note("peak", memory.peak?.bytes);
  return {
    verdict: verdictOf(facts),
    outputs: (model.graphs[0]?.outputs ?? []).map(tell),
    values: (model.graphs[0]?.values ?? []).map(tell),
    cost: model.cost?.total && costTexts(costs.of(model.cost.total)),
    costs: Object.fromEntries(entriesBy(model, "operator").map((entry) => [entry.name ?? "", costTexts(costs.of(entry))])), // prettier-ignore
    failing: facts.filter((each) => each.state === "fails" || each.state === "maybe fails").map((each) => each.place),
    memory: memory.peak === undefined ? texts : { ...texts, node: memory.peak.node.index },
  };
}
