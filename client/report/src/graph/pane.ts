import { Costs } from "../model/costs.js";
import { button, html } from "../dom.js";
import { checkFacts, type CheckedFact } from "../model/facts.js";
import { GraphView } from "./graph-view.js";
import { memoryAt, Timeline, type Memory } from "../model/memory.js";
import { shapeText, type Known, type Model, type Node, type Value } from "../model/model.js";
import { compose } from "./scene.js";
import { search } from "../model/search.js";
import { Sizes } from "../model/sizes.js";
import { ancestors, isGroup, Tree, type Group, type Item } from "./tree.js";
import type { Layouts } from "./worker.js";

export type Selection =
  { kind: "node"; node: Node } | { kind: "value"; value: Value } | { kind: "group"; group: Group };

const ranks: Readonly<Record<Known, number>> = { exact: 0, bounded: 1, unknown: 2 };

/** Groups of fewer nodes are unfolded at first, as long as the picture stays small. */
const FIRST_NODES = 40;

/** A model: its picture, and its numbers at the sizes of the page. */
export class Pane {
  readonly element: HTMLElement;
  readonly tree: Tree;
  readonly view: GraphView;
  sizes: Sizes;
  facts: CheckedFact[] = [];
  memory: Memory;
  private readonly timeline: Timeline;
  private readonly open = new Set<Group>();
  private readonly status = html("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly results = html("div", { class: "results" });
  private readonly worst = new Map<Item, Known>();
  private readonly failing = new Set<Item>();
  private readonly told = new Set<Item>();
  private changed = new Set<Item>();
  costs: Costs;
  private coloring: "known" | "operations" | "bytes" | "none" = "known";
  private heat = new Map<Item, number>();
  private labels: "symbols" | "sizes" = "symbols";
  private pictures = 0;

  constructor(
    readonly model: Model,
    private readonly layouts: Layouts,
    private readonly select: (selection: Selection) => void,
  ) {
    this.tree = new Tree(model);
    this.timeline = new Timeline(model);
    this.sizes = new Sizes(model, new Map());
    this.costs = new Costs(model, new Map());
    this.memory = memoryAt(this.timeline, this.sizes);
    this.findWorst();
    this.findTold();
    this.openFirst();
    this.view = new GraphView(
      this.tree,
      { box: (item) => this.lookOf(item), label: (value) => this.labelOf(value) },
      { select: (item) => this.selectItem(item), selectValues: (values) => this.selectValues(values), toggle: (group) => void this.toggle(group) }, // prettier-ignore
      `graph of ${model.name}: arrow keys go from node to node, Enter unfolds, plus and minus zoom`,
    );
    this.element = html("section", { class: "pane", "aria-label": model.name }, html("h2", {}, model.name), this.toolbar(), this.results, this.view.element, this.status); // prettier-ignore
  }

  /** Computes all numbers anew. */
  update(given: ReadonlyMap<string, bigint>): void {
    this.sizes = new Sizes(this.model, given);
    this.costs = new Costs(this.model, given);
    this.facts = checkFacts(this.model, this.sizes);
    this.memory = memoryAt(this.timeline, this.sizes);
    this.failing.clear();
    for (const each of this.facts) {
      if (each.state === "fails" || each.state === "maybe fails") {
        this.markAround(each.fact.sites?.map((site) => this.model.nodeAt(site)) ?? [], this.failing);
      }
    }
    this.findHeat();
    this.view.refresh();
  }

  /** Marks what differs from the other model. */
  setChanged(names: ReadonlySet<string>): void {
    const values = this.model.values.filter((value) => value.graph === 0 && names.has(value.name));
    this.changed = new Set(values.flatMap((value) => ancestorsOf(this.tree.makerOf(value))));
  }

  async draw(isFirst = false): Promise<void> {
    const number = ++this.pictures;
    const scene = compose(this.tree, (group) => this.open.has(group));
    this.status.textContent = "laying out …";
    const layout = await this.layouts.ask(scene.root);
    if (number !== this.pictures) {
      return; // a later one is on its way
    }
    this.view.show(scene, layout);
    if (isFirst) {
      this.view.fit();
    }
    const boxes = layout.boxes.filter((box) => this.tree.items[box.id] !== undefined).length;
    this.status.textContent = `${boxes} boxes of ${this.model.nodes.length} nodes`;
  }

  async show(selection: Selection): Promise<void> {
    const item = this.itemOf(selection);
    const around = item === undefined ? [] : ancestors(item).slice(1, -1).filter(isGroup);
    const folded = around.filter((group) => !this.open.has(group));
    folded.forEach((group) => this.open.add(group));
    if (folded.length > 0) {
      await this.draw();
    }
    this.view.select(item, true);
  }

  async toggle(group: Group): Promise<void> {
    if (!this.open.delete(group)) {
      this.open.add(group);
    }
    await this.draw();
    this.view.select(group, true);
    this.view.focusSelected();
  }

  async foldAll(isFolded: boolean): Promise<void> {
    this.open.clear();
    if (!isFolded) {
      this.tree.items.filter(isGroup).forEach((group) => this.open.add(group));
    }
    await this.draw();
    this.view.fit();
  }

  async find(text: string): Promise<void> {
    this.results.replaceChildren();
    if (text.trim() === "") {
      this.view.mark([]);
      return;
    }
    try {
      const found = search(this.model, text.trim());
      const nodes = new Set([...found.nodes, ...found.values.flatMap((value) => value.maker ?? [])]);
      const items = [...nodes].flatMap((node) => this.tree.itemOf(node) ?? []);
      this.view.mark([...items, ...found.values.flatMap((value) => this.tree.makerOf(value) ?? [])]);
      this.listFound(found.nodes, found.values);
    } catch (error) {
      this.results.append(html("p", { role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  }

  private listFound(nodes: readonly Node[], values: readonly Value[]): void {
    const most = 50;
    const entries = [
      ...nodes.map((node) => button(`${node.op} ${node.name}`, () => this.choose({ kind: "node", node }), { class: "link" })), // prettier-ignore
      ...values.map((value) => button(`${value.name} ${value.info.type?.text ?? "?"}`, () => this.choose({ kind: "value", value }), { class: "link" })), // prettier-ignore
    ];
    const text = `${nodes.length} nodes, ${values.length} values found`;
    this.results.append(html("p", { role: "status" }, text), html("ul", {}, ...entries.slice(0, most).map((entry) => html("li", {}, entry)))); // prettier-ignore
  }

  choose(selection: Selection): void {
    void this.show(selection);
    this.select(selection);
  }

  private itemOf(selection: Selection): Item | undefined {
    switch (selection.kind) {
      case "node":
        return this.tree.itemOf(selection.node) ?? this.readerOf(selection.node.outputs);
      case "value":
        return this.tree.makerOf(selection.value) ?? this.readerOf([selection.value]);
      case "group":
        return selection.group;
    }
  }

  /** Of a constant, which is not drawn: who reads it. */
  private readerOf(values: readonly Value[]): Item | undefined {
    const [reader] = values.flatMap((value) => value.readers);
    return reader && this.tree.itemOf(reader);
  }

  private selectItem(item: Item): void {
    this.view.select(item, false);
    if (item.node !== undefined) {
      this.select({ kind: "node", node: item.node });
    } else if (item.value !== undefined) {
      this.select({ kind: "value", value: item.value });
    } else if (isGroup(item)) {
      this.select({ kind: "group", group: item });
    }
  }

  private selectValues(values: readonly Value[]): void {
    const [value] = values;
    if (value !== undefined) {
      this.view.select(this.tree.makerOf(value), false);
      this.select({ kind: "value", value });
    }
  }

  private labelOf(value: Value): string {
    return this.labels === "symbols" ? shapeText(value.info.type) : this.sizes.text(value);
  }

  private lookOf(item: Item): { classes: string; heat: number | undefined } {
    const known = this.coloring === "known" ? `k-${this.worst.get(item) ?? "exact"}` : "k-none";
    const marks = `${this.failing.has(item) ? " failing" : ""}${this.told.has(item) ? " told" : ""}${this.changed.has(item) ? " changed" : ""}`; // prettier-ignore
    return { classes: known + marks, heat: this.isByCost() ? this.heat.get(item) : undefined };
  }

  private isByCost(): boolean {
    return this.coloring === "operations" || this.coloring === "bytes";
  }

  /** What is colored by: `undefined` where that is not known. */
  private weightOf(node: Node): bigint | undefined {
    if (node.cost === undefined) {
      return undefined;
    }
    const { flops, bytesRead, bytesWritten } = this.costs.of(node.cost);
    if (this.coloring === "operations") {
      return flops;
    }
    return bytesRead === undefined || bytesWritten === undefined ? undefined : bytesRead + bytesWritten;
  }

  private findWorst(): void {
    const note = (item: Item | undefined, known: Known): void => {
      for (const each of ancestorsOf(item)) {
        const worst = this.worst.get(each) ?? "exact";
        this.worst.set(each, ranks[known] > ranks[worst] ? known : worst);
      }
    };
    for (const value of this.model.values) {
      note(this.tree.makerOf(value), value.known);
    }
    for (const item of this.tree.items) {
      if (item.kind === "output" && item.value !== undefined) {
        note(item, item.value.known);
      }
    }
  }

  private findTold(): void {
    const isBad = (severity: string | undefined): boolean => severity === "SEVERITY_ERROR" || severity === "SEVERITY_WARNING"; // prettier-ignore
    const sites = (this.model.answer.diagnostics ?? []).filter((each) => isBad(each.severity)).map((each) => each.site);
    this.markAround(
      sites.map((site) => this.model.nodeAt(site)),
      this.told,
    );
  }

  private markAround(nodes: readonly (Node | undefined)[], into: Set<Item>): void {
    for (const node of nodes) {
      ancestorsOf(node && this.tree.itemOf(node)).forEach((item) => into.add(item));
    }
  }

  private findHeat(): void {
    this.heat = new Map();
    if (!this.isByCost()) {
      return;
    }
    const costs = new Map<Item, number>();
    for (const node of this.model.nodes) {
      const cost = this.weightOf(node);
      for (const item of cost === undefined ? [] : ancestorsOf(this.tree.itemOf(node)).slice(1)) {
        costs.set(item, (costs.get(item) ?? 0) + Number(cost));
      }
    }
    const most = Math.max(...costs.values(), 1);
    costs.forEach((cost, item) => this.heat.set(item, Math.sqrt(cost / most)));
  }

  /** Unfolds the largest groups as long as the picture stays small. */
  private openFirst(): void {
    let shown = this.tree.root.children.length;
    const waiting = this.tree.root.children.filter(isGroup);
    while (waiting.length > 0) {
      waiting.sort((a, b) => a.children.length - b.children.length);
      const group = waiting.shift();
      if (group === undefined || shown + group.children.length > FIRST_NODES) {
        return;
      }
      shown += group.children.length;
      this.open.add(group);
      waiting.push(...group.children.filter(isGroup));
    }
  }

  private toolbar(): HTMLElement {
    const field = html("input", { type: "search", placeholder: "name, operator or [*, 768]", "aria-label": "search" });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        void this.find(field.value);
      }
    });
    field.addEventListener("search", () => void this.find(field.value));
    const hasCost = this.model.nodes.some((node) => node.cost !== undefined);
    const colors = choice(
      "color",
      {
        known: "by what is known",
        ...(hasCost ? { operations: "by operations", bytes: "by bytes" } : {}),
        none: "none",
      },
      (value) => {
        // prettier-ignore
        this.coloring = value;
        this.findHeat();
        this.view.refresh();
      },
    );
    const labels = choice("lines", { symbols: "symbols", sizes: "sizes" }, (value) => {
      this.labels = value;
      this.view.refresh();
    });
    return html(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "graph" },
      field,
      button("find", () => void this.find(field.value)),
      button("fold all", () => void this.foldAll(true)),
      button("unfold all", () => void this.foldAll(false)),
      button("+", () => this.view.zoom(1.3), { "aria-label": "zoom in" }),
      button("−", () => this.view.zoom(1 / 1.3), { "aria-label": "zoom out" }),
      button("whole", () => this.view.fitAll(), { "aria-label": "show the whole graph" }),
      colors,
      labels,
    );
  }
}

function ancestorsOf(item: Item | undefined): Item[] {
  return item === undefined ? [] : ancestors(item);
}

function choice<K extends string>(
  name: string,
  options: Readonly<Partial<Record<K, string>>>,
  set: (value: K) => void,
): HTMLElement {
  // prettier-ignore
  const select = html("select", { "aria-label": name }, ...Object.entries(options).map(([value, text]) => html("option", { value }, String(text)))); // prettier-ignore
  select.addEventListener("change", () => set(select.value as K));
  return html("label", { class: "choice" }, `${name} `, select);
}
