import { html, plural } from "../dom.js";
import { countText } from "../model/costs.js";
import { parametersOf, typeText, type Model, type Value } from "../model/model.js";

/** Inputs or outputs that are told in full; the others are counted. */
const MOST_TOLD = 3;

function fact(name: string, text: string | undefined, title = ""): Element[] {
  return text === undefined ? [] : [html("div", { title }, html("dt", {}, name), html("dd", {}, text))];
}

function ports(name: string, values: readonly Value[]): Element {
  const told = values.slice(0, values.length > MOST_TOLD + 1 ? MOST_TOLD : MOST_TOLD + 1);
  const texts = told.map((value) => html("span", { class: "port-of-model" }, value.name, " ", html("code", {}, typeText(value.info.type)))); // prettier-ignore
  const more = values.length - told.length;
  return html("div", { class: "ports" }, html("dt", {}, name), html("dd", {}, ...texts, ...(more > 0 ? [html("span", {}, `and ${more} more`)] : []))); // prettier-ignore
}

/** What a model is: its name, operator sets, size, inputs and outputs. */
export function headerOf(model: Model): HTMLElement {
  const main = model.graphs[0];
  const parameters = parametersOf(model);
  const opsets = model.opsets.map(({ domain, version }) => `${domain || "ai.onnx"} ${version}`).join(", ");
  return html(
    "header",
    { class: "about" },
    html("h2", {}, model.name),
    html(
      "dl",
      {},
      ...fact("opset", opsets === "" ? undefined : opsets),
      ...fact("nodes", model.nodes.length.toLocaleString("en")),
      ...fact("parameters", parameters === undefined ? undefined : countText(parameters), plural(Number(parameters ?? 0), "element") + " of weights"), // prettier-ignore
      ports(main?.inputs.length === 1 ? "input" : "inputs", main?.inputs ?? []),
      ports(main?.outputs.length === 1 ? "output" : "outputs", main?.outputs ?? []),
    ),
  );
}
