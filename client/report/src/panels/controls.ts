import type { SymbolInfo } from "../model/data.js";
import { html } from "../dom.js";
import type { Model } from "../model/model.js";
import { freeSymbols, rangeOf } from "../model/start.js";

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
      this.element.append(
        html(
          "details",
          {},
          html("summary", {}, `What data decide (${data.length})`),
          html("p", { class: "hint" }, "What is left empty counts as the most that it can be, where that is known."),
          ...rows,
        ),
      );
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
