import { quantities, quantityNames, type Costs } from "../model/costs.js";
import type { CostEntry, FactInfo, Type } from "../model/data.js";
import { button, bytesText, html, plural } from "../dom.js";
import type { CheckedFact } from "../model/facts.js";
import { nodeTitle, typeText, type Model, type Node, type Value } from "../model/model.js";
import { sourceLine } from "../model/paths.js";
import { symbolsOf, symbolsOfType, tensorOf, type Sizes } from "../model/sizes.js";
import { chainOf } from "../model/why.js";

/** What details are told of, and where links lead. */
export interface DetailsContext {
  model: Model;
  sizes: Sizes;
  costs: Costs;
  facts: readonly CheckedFact[];
  select(what: Node | Value): void;
}

function section(title: string, ...children: (Element | string)[]): Element {
  return html("section", {}, html("h4", {}, title), ...children);
}

function list(entries: readonly (Element | string)[]): Element {
  return html("ul", {}, ...entries.map((entry) => html("li", {}, entry)));
}

function pairs(rows: readonly (readonly [string, string | Element])[]): Element {
  return html("dl", {}, ...rows.flatMap(([name, text]) => [html("dt", {}, name), html("dd", {}, text)]));
}

function link(text: string, act: () => void): HTMLElement {
  return button(text, act, { class: "link" });
}

/** `1..`, of each axis that is an expression. */
function ranges(type: Type | undefined): string {
  const dims = tensorOf(type)?.shape?.dims ?? [];
  const texts = dims.flatMap((dim) => {
    const range = dim.range === undefined ? "0.." : `${dim.range.min ?? ""}..${dim.range.max ?? ""}`;
    return dim.expr === undefined ? [] : [`${dim.expr}: ${range}`];
  });
  return [...new Set(texts)].join("; ");
}

function factsAbout(context: DetailsContext, node: Node | undefined, names: ReadonlySet<string>): Element[] {
  const isHere = (each: CheckedFact): boolean =>
    (each.fact.sites ?? []).some((site) => node !== undefined && context.model.nodeAt(site) === node);
  const shares = (each: CheckedFact): boolean =>
    [each.fact.left?.expr, each.fact.right?.expr].some((text) => symbolsOf(text ?? "").some((name) => names.has(name)));
  const own = context.facts.filter(isHere);
  const others = context.facts.filter((each) => !isHere(each) && shares(each)).slice(0, 12);
  return [...own, ...others].map((each) => factEntry(each, context, own.includes(each)));
}

/** Its text; of sizes that read the same what they are the sizes of: `x[0] = y[0]`. */
function factText(fact: FactInfo): string {
  const [a, b] = fact.sites ?? [];
  const isSame = fact.left?.expr !== undefined && fact.left.expr === fact.right?.expr;
  return isSame && a?.value && b?.value ? `${a.value}[${a.axis ?? 0}] = ${b.value}[${b.axis ?? 0}]` : fact.text;
}

/** A fact, whether it holds, and who asks. */
export function factEntry(checked: CheckedFact, context: DetailsContext, isHere = false): HTMLElement {
  const { fact, state, left, right } = checked;
  const site = fact.sites?.[0];
  const node = context.model.nodeAt(site);
  const numbers = left === undefined || right === undefined ? "" : ` (${left} and ${right})`;
  const entry = html("span", { class: `fact ${state.replace(" ", "-")}` }, html("code", {}, factText(fact)), ` ${state}${numbers}`); // prettier-ignore
  if (fact.reason) {
    entry.append(html("small", { title: fact.check ?? "" }, ` ${fact.reason}`));
  }
  if (node !== undefined && !isHere) {
    entry.append(
      " ",
      link(nodeTitle(node), () => context.select(node)),
    );
  }
  if (fact.suggestion && (state === "fails" || state === "maybe fails")) {
    entry.append(html("small", {}, ` → ${fact.suggestion}`));
  }
  return entry;
}

function why(value: Value, context: DetailsContext): Element {
  const steps = chainOf(value).map((step) => {
    const from = step.node === undefined ? (step.value.info.input === undefined ? "constant" : "input") : step.node.op;
    const passed = step.passed > 0 ? `(${step.passed} pass it on) ` : "";
    return html("span", {}, `${passed}${from} `, link(step.value.name || "(no name)", () => context.select(step.value)), " ", html("code", {}, typeText(step.value.info.type))); // prettier-ignore
  });
  return html("ol", { class: "why" }, ...steps.map((step) => html("li", {}, step)));
}

function sourceOf(node: Node | undefined): Element[] {
  const line = node && sourceLine(node.source);
  if (node === undefined || line === undefined) {
    return [];
  }
  const place = html("p", {}, html("code", {}, line.place), html("br"), html("code", {}, line.code));
  return [
    section("Source", place, html("details", {}, html("summary", {}, "whole trace"), html("pre", {}, node.source))),
  ];
}

/** Of a value: type, expressions, sizes, why it is so, what must hold. */
export function valueDetails(value: Value, context: DetailsContext): Element[] {
  const type = value.info.type;
  const { maker } = value;
  const rows: (readonly [string, string | Element])[] = [
    ["type", html("code", {}, typeText(type))],
    ["here", html("code", { class: "now" }, context.sizes.text(value))],
    ["bytes", bytesText(context.sizes.bytes(type))],
    ["known", value.known],
  ];
  const range = ranges(type);
  if (range !== "") {
    rows.push(["ranges", html("code", {}, range)]);
  }
  if (value.info.elements !== undefined) {
    rows.push(["elements", html("code", {}, value.info.elements.map((each) => each.value ?? each.expr ?? "?").join(", "))]); // prettier-ignore
  }
  rows.push(["made by", maker === undefined ? (value.info.input === undefined ? "constant" : "input") : link(`${maker.op} ${nodeTitle(maker)}`, () => context.select(maker))]); // prettier-ignore
  const facts = factsAbout(context, maker, symbolsOfType(type));
  const readers = value.readers.slice(0, 20).map((node) => link(`${node.op} ${nodeTitle(node)}`, () => context.select(node))); // prettier-ignore
  return [
    html("h3", {}, `value ${value.name || "(no name)"}`),
    pairs(rows),
    section("Why", why(value, context)),
    ...(facts.length > 0 ? [section("Facts", list(facts))] : []),
    ...(readers.length > 0 ? [section("Read by", list(readers))] : []),
    ...sourceOf(maker),
  ];
}

/** The numbers of a cost, and the expressions that they come from. */
function costOf(entry: CostEntry | undefined, context: DetailsContext): Element[] {
  if (entry?.cost === undefined) {
    return [];
  }
  const { cost } = entry;
  const numbers = context.costs.of(entry);
  const rows = quantities.map((quantity) => {
    const number = html("span", { class: "now" }, numbers[quantity]?.toString() ?? "?");
    const amount = cost[quantity];
    const text = html(
      "span",
      {},
      number,
      ...(amount?.expr === undefined ? [] : [" = ", html("code", {}, amount.expr)]),
    );
    return [quantityNames[quantity], text] as const;
  });
  const marks = [...(cost.upperBound === true ? ["at most"] : []), ...(cost.uncountedNodes ? [`${plural(cost.uncountedNodes, "node")} not counted`] : [])]; // prettier-ignore
  return [section("Cost", pairs(rows), ...(marks.length > 0 ? [html("p", { class: "hint" }, marks.join("; "))] : []))];
}

/** Of a node: what it reads and makes, what it asks for. */
export function nodeDetails(node: Node, context: DetailsContext): Element[] {
  const entry = (value: Value | undefined): Element =>
    value === undefined
      ? html("span", {}, "(left out)")
      : html("span", {}, link(value.name || "(no name)", () => context.select(value)), " ", html("code", {}, typeText(value.info.type)), value.isConstant ? " constant" : ` ${context.sizes.text(value)}`); // prettier-ignore
  const facts = factsAbout(context, node, new Set());
  const diagnostics = (context.model.answer.diagnostics ?? []).filter((each) => context.model.nodeAt(each.site) === node); // prettier-ignore
  return [
    html("h3", {}, `${node.op} ${node.name}`),
    pairs([...(node.path.length > 0 ? [["module", node.path.join("/")] as const] : [])]),
    ...costOf(node.cost, context),
    section("Inputs", list(node.inputs.map(entry))),
    section("Outputs", list(node.outputs.map(entry))),
    ...(diagnostics.length > 0 ? [section("Diagnostics", list(diagnostics.map((each) => `${each.code}: ${each.message}`)))] : []), // prettier-ignore
    ...(facts.length > 0 ? [section("Facts", list(facts))] : []),
    ...(node.outputs[0] === undefined ? [] : [section("Why", why(node.outputs[0], context))]),
    ...sourceOf(node),
  ];
}
