import type { Amount, SymbolInfo } from "./data.js";
import { checkFacts, type CheckedFact } from "./facts.js";
import type { Model } from "./model.js";
import { Sizes, tensorOf, type Size } from "./sizes.js";

// The sizes that a page begins with.

/** Symbols that somebody may set: sizes of inputs and their elements, or what data decide. */
export function freeSymbols(model: Model): { inputs: SymbolInfo[]; data: SymbolInfo[] } {
  const free = (model.answer.symbols ?? []).filter((symbol) => symbol.equals === undefined);
  const isInput = (symbol: SymbolInfo): boolean =>
    symbol.kind === "KIND_INPUT_DIM" ||
    symbol.kind === "KIND_INPUT_VALUE" ||
    (symbol.kind === "KIND_ANONYMOUS" && symbol.origin?.input !== undefined && symbol.origin.node === undefined);
  return { inputs: free.filter(isInput), data: free.filter((symbol) => !isInput(symbol)) };
}

/** The least and greatest value of a symbol; without an end far away. */
export function rangeOf(symbol: SymbolInfo): { min: bigint; max: bigint | undefined; step: bigint } {
  const isElement = symbol.kind === "KIND_INPUT_VALUE";
  const step = BigInt(symbol.divisor ?? "0");
  const min = symbol.range?.min === undefined ? (isElement ? -1n : 0n) : BigInt(symbol.range.min);
  const max = symbol.range?.max === undefined ? undefined : BigInt(symbol.range.max);
  return { min, max, step: step > 1n ? step : 1n };
}

/** The value nearest to a wish that the symbol may have. */
export function nearest(symbol: SymbolInfo, wish: bigint): bigint {
  const allowed = (symbol.allowed ?? []).map((value) => BigInt(value));
  if (allowed.length > 0) {
    const distance = (value: bigint): bigint => (value > wish ? value - wish : wish - value);
    return allowed.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  }
  const { min, max, step } = rangeOf(symbol);
  const least = min > 1n ? min : 1n;
  let value = wish < least ? least : max !== undefined && wish > max ? max : wish;
  const over = ((value % step) + step) % step;
  value += over === 0n ? 0n : step - over;
  return max !== undefined && value > max ? value - step : value;
}

/** What an axis is: pictures are large, and most networks halve them five times. */
type Axis = "batch" | "picture" | "other";

const wishes: Readonly<Record<Axis, readonly bigint[]>> = {
  batch: [1n, 1n, 1n, 2n, 1n, 4n, 1n, 1n, 8n, 16n],
  picture: [224n, 320n, 512n, 640n, 256n, 800n, 64n, 128n, 32n, 1024n],
  other: [16n, 32n, 64n, 128n, 8n, 2n, 1n, 224n, 512n, 100n],
};
const TRIES = wishes.other.length;

function axisOf(symbol: SymbolInfo, model: Model): Axis {
  if (/batch|^[bn]$/i.test(symbol.name)) {
    return "batch";
  }
  if (/height|width|pixel|image|^[hw]$/i.test(symbol.name)) {
    return "picture";
  }
  const { origin } = symbol;
  const input = model.answer.inputs?.[origin?.input ?? -1];
  const tensor = tensorOf(input?.type);
  const dims = tensor?.shape?.dims ?? [];
  const isOpen = dims[2]?.size === undefined && dims[3]?.size === undefined;
  const isSpatial = dims.length === 4 && (origin?.axis ?? 0) >= 2 && isOpen;
  return isSpatial && tensor?.elementType === "ELEMENT_TYPE_FLOAT" ? "picture" : "other";
}

/** Facts that are mended one after the other, at most. */
const MOST_MENDS = 24;

/** The value that a side of a fact must have, so that the fact holds; `undefined`: that is not told so simply. */
function wanted(relation: string | undefined, isLeft: boolean, own: bigint, other: bigint): bigint | undefined {
  switch (relation) {
    case "RELATION_EQUAL":
    case "RELATION_BROADCASTABLE":
    case "RELATION_LESS_OR_EQUAL":
      return other;
    case "RELATION_DIVISIBLE":
      return isLeft && other !== 0n ? ((own + other - 1n) / other) * other : undefined;
    case "RELATION_NOT_EQUAL":
      return own + 1n;
    default:
      return undefined;
  }
}

/** Steps that are compared. */
const MOST_CHOICES = 8;

function keyOf(sizes: ReadonlyMap<string, bigint>): string {
  return [...sizes].map(([name, size]) => `${name}=${size}`).join();
}

/** Sets symbols that stand alone on a side of a fact that fails. */
class Mender {
  private readonly byName: ReadonlyMap<string, SymbolInfo>;

  constructor(
    private readonly models: readonly Model[],
    symbols: readonly SymbolInfo[],
    private readonly told: Readonly<Record<string, string>>,
  ) {
    this.byName = new Map(symbols.map((symbol) => [symbol.name, symbol]));
  }

  failing(sizes: ReadonlyMap<string, bigint>): CheckedFact[] {
    const facts = this.models.flatMap((model) => checkFacts(model, new Sizes(model, sizes)));
    return facts.filter((each) => each.state === "fails" || each.state === "maybe fails");
  }

  /** Step by step; a step that mends one fact and breaks another one may be needed, but none is taken twice. */
  mend(sizes: Map<string, bigint>): { sizes: Map<string, bigint>; failing: number } {
    let best = { sizes, facts: this.failing(sizes) };
    const seen = new Set([keyOf(sizes)]);
    for (let i = 0; i < MOST_MENDS && best.facts.length > 0; i++) {
      const next = best.facts
        .flatMap((fact) => this.mended(fact, best.sizes))
        .filter((changed) => !seen.has(keyOf(changed)))
        .slice(0, MOST_CHOICES)
        .map((changed) => ({ sizes: changed, facts: this.failing(changed) }))
        .reduce((a, b) => (b.facts.length < a.facts.length ? b : a), { sizes, facts: [...best.facts, ...best.facts] });
      if (next.facts.length > best.facts.length) {
        break;
      }
      seen.add(keyOf(next.sizes));
      best = next;
    }
    return { sizes: best.sizes, failing: best.facts.length };
  }

  private mended({ fact, left, right }: CheckedFact, sizes: ReadonlyMap<string, bigint>): Map<string, bigint>[] {
    const change = (side: Amount | undefined, isLeft: boolean, own: Size, other: Size): Map<string, bigint>[] => {
      const symbol = this.byName.get(side?.expr ?? "");
      if (symbol === undefined || own === undefined || other === undefined || this.told[symbol.name] !== undefined) {
        return [];
      }
      const value = wanted(fact.relation, isLeft, own, other);
      return value === undefined ? [] : [new Map(sizes).set(symbol.name, nearest(symbol, value))];
    };
    return [...change(fact.left, true, left, right), ...change(fact.right, false, right, left)];
  }
}

/** Whether some value has no elements, which is no good example. */
function isEmpty(models: readonly Model[], sizes: ReadonlyMap<string, bigint>): boolean {
  return models.some((model) => {
    const own = new Sizes(model, sizes);
    const values = (model.graphs[0]?.values ?? []).filter((value) => !value.isConstant);
    return values.some((value) => own.sizes(value.info.type)?.includes(0n) ?? false);
  });
}

/** Sizes to begin with: as told, else such that as few facts fail as can be found quickly, and no value is empty. */
export function startSizes(models: readonly Model[], told: Readonly<Record<string, string>>): Map<string, bigint> {
  const free = models.flatMap((model) => freeSymbols(model).inputs.map((symbol) => ({ symbol, axis: axisOf(symbol, model) }))); // prettier-ignore
  const mender = new Mender(models, free.map(({ symbol }) => symbol), told); // prettier-ignore
  let best: { sizes: Map<string, bigint>; score: number } | undefined;
  for (let i = 0; i < TRIES && best?.score !== 0; i++) {
    const tried = new Map<string, bigint>();
    for (const { symbol, axis } of free) {
      const own = told[symbol.name];
      tried.set(symbol.name, own === undefined ? nearest(symbol, wishes[axis][i] ?? 1n) : BigInt(own));
    }
    const { sizes, failing } = mender.mend(tried);
    const score = 2 * failing + (isEmpty(models, sizes) ? 1 : 0);
    if (best === undefined || score < best.score) {
      best = { sizes, score };
    }
  }
  return best?.sizes ?? new Map<string, bigint>();
}

/** Bounds may be told by other symbols that data decide, so many times. */
const MOST_ROUNDS = 4;

/** These sizes, and the greatest of each symbol that data decide, where its bound is known and nobody has set it. */
export function withGreatest(model: Model, given: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  const { data } = freeSymbols(model);
  const all = new Map(given);
  for (let round = 0, before = -1; round < MOST_ROUNDS && before !== all.size; round++) {
    before = all.size;
    const sizes = new Sizes(model, all);
    for (const { name, range } of data) {
      const most = all.has(name) ? undefined : sizes.upper({ expr: name, ...(range && { range }) });
      if (most !== undefined) {
        all.set(name, most);
      }
    }
  }
  return all;
}
