import type { SymbolInfo } from "../model/data.js";
import { html } from "../dom.js";
import { checkFacts, verdictOf } from "../model/facts.js";
import type { Model } from "../model/model.js";
import { Sizes } from "../model/sizes.js";

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

/** Sizes to begin with: as told, else such that as few facts fail as can be found quickly. */
export function startSizes(models: readonly Model[], told: Readonly<Record<string, string>>): Map<string, bigint> {
  let best = new Map<string, bigint>();
  let bestScore = Infinity;
  for (const wish of [16n, 64n, 224n, 512n, 32n, 128n, 2n, 1n, 8n, 100n]) {
    for (const first of [1n, wish]) {
      const sizes = new Map<string, bigint>();
      for (const symbol of models.flatMap((model) => freeSymbols(model).inputs)) {
        const isBatch = /batch|^[bn]$/i.test(symbol.name);
        sizes.set(symbol.name, told[symbol.name] === undefined ? nearest(symbol, isBatch ? first : wish) : BigInt(told[symbol.name] ?? 1)); // prettier-ignore
      }
      let score = 0;
      for (const model of models) {
        const facts = checkFacts(model, new Sizes(model, sizes));
        score += facts.filter((each) => each.state === "fails" || each.state === "maybe fails").length;
        score += verdictOf(facts) === "does not fit" ? 1 : 0;
      }
      if (score < bestScore) {
        [best, bestScore] = [sizes, score];
      }
      if (score === 0) {
        return sizes;
      }
    }
  }
  return best;
}

/** A field and a slider for each symbol. */
export class Controls {
  readonly element = html("div", { class: "controls" });

  constructor(models: readonly Model[], sizes: Map<string, bigint>, change: () => void) {
    const inputs = unique(models.flatMap((model) => freeSymbols(model).inputs));
    const data = unique(models.flatMap((model) => freeSymbols(model).data)).slice(0, 100);
    this.element.append(...inputs.map((symbol) => row(symbol, sizes, change)));
    if (inputs.length === 0) {
      this.element.append(html("p", {}, "All sizes are constants."));
    }
    if (data.length > 0) {
      const rows = data.map((symbol) => row(symbol, sizes, change));
      this.element.append(html("details", {}, html("summary", {}, `What data decide (${data.length})`), ...rows));
    }
  }
}

function unique(symbols: readonly SymbolInfo[]): SymbolInfo[] {
  return [...new Map(symbols.map((symbol) => [symbol.name, symbol])).values()];
}

const FAR = 1024n;

function row(symbol: SymbolInfo, sizes: Map<string, bigint>, change: () => void): HTMLElement {
  const { min, max, step } = rangeOf(symbol);
  const start = sizes.get(symbol.name);
  const least = Number(min < 0n ? -1n : min === 1n ? 1n : min);
  const far = start !== undefined && start * 2n > FAR ? start * 2n : FAR;
  const greatest = Number(max !== undefined && max < far ? max : far);
  const field = html("input", { type: "number", step: String(step), "aria-label": `${symbol.name}`, value: start?.toString() ?? "" }); // prettier-ignore
  const slider = html("input", { type: "range", min: least, max: greatest, step: String(step), "aria-label": `${symbol.name}, slider` }); // prettier-ignore
  slider.value = start?.toString() ?? String(least);
  const set = (text: string, isFromSlider: boolean): void => {
    if (/^-?\d{1,18}$/.test(text)) {
      sizes.set(symbol.name, BigInt(text));
    } else {
      sizes.delete(symbol.name);
    }
    if (isFromSlider) {
      field.value = text;
    } else {
      slider.max = String(Math.max(Number(slider.max), Number(text)));
      slider.value = text;
    }
    change();
  };
  field.addEventListener("input", () => set(field.value, false));
  slider.addEventListener("input", () => set(slider.value, true));
  const range = `${symbol.range?.min ?? ""}..${symbol.range?.max ?? ""}${step > 1n ? `, multiples of ${step}` : ""}`;
  const hint = symbol.allowed ? `one of ${symbol.allowed.join(", ")}` : range === ".." ? "" : range;
  return html("div", { class: "control", "data-symbol": symbol.name }, html("label", { title: symbol.reason ?? "" }, html("span", { class: "name" }, symbol.name), field), slider, html("small", {}, hint)); // prettier-ignore
}
