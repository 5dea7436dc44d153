import { Costs } from "../model/costs.js";
import { button, html, plural } from "../dom.js";
import { groupsToOpen } from "./first-view.js";
import { checkFacts, type CheckedFact } from "../model/facts.js";
import { GraphView } from "./graph-view.js";
import { memoryAt, Timeline, type Memory } from "../model/memory.js";
import { isConstantNode, shapeText, type Known, type Model, type Node, type Value } from "../model/model.js";
import { findPlumbing } from "../model/plumbing.js";
import { headerOf } from "../panels/header.js";
import { compose } from "./scene.js";
import { isWeight, search } from "../model/search.js";
import { Sizes } from "../model/sizes.js";
import { withGreatest } from "../model/start.js";
import { Toolbar, type Coloring, type Labels } from "./toolbar.js";
import { ancestors, isGroup, Tree, type Group, type Item } from "./tree.js";
import type { Layouts } from "./worker.js";

export type Selection =
  { kind: "node"; node: Node } | { kind: "value"; value: Value } | { kind: "group"; group: Group };

const ranks: Readonly<Record<Known, number>> = { exact: 0, bounded: 1, unknown: 2 };

/** Results of a search that are listed. */
const MOST_FOUND = 50;

/** A model: its picture, and its numbers at the sizes of the page. */
export class Pane {
  readonly element: HTMLElement;
  tree: Tree;
  readonly view: GraphView;
  sizes: Sizes;
  facts: CheckedFact[] = [];
  memory: Memory;
  private readonly timeline: Timeline;
  private open: Set<Group>;
  /** Constants and shape arithmetic, and whether they are drawn. */
  private readonly plumbing: ReadonlySet<Node>;
  private showsPlumbing = false;
  private readonly toolbar: Toolbar;
  private readonly status = html("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly results = html("div", { class: "results" });
  private readonly worst = new Map<Item, Known>();
  private readonly failing = new Set<Item>();
  private readonly told = new Set<Item>();
  private changed = new Set<Item>();
  private changedNames: ReadonlySet<string> = new Set();
  private shown: Selection | undefined;
  costs: Costs;
  private coloring: Coloring = "known";
  private heat = new Map<Item, number>();
  private labels: Labels = "symbols";
  private pictures = 0;

  constructor(
    readonly model: Model,
    private readonly layouts: Layouts,
    private readonly select: (selection: Selection) => void,
  ) {
    const hidden = [...findPlumbing(model), ...model.nodes.filter(isConstantNode)];
    const isAll = hidden.length === model.nodes.length;
    this.plumbing = new Set(isAll ? [] : hidden);
    this.tree = this.makeTree();
    this.open = groupsToOpen(this.tree);
    this.timeline = new Timeline(model);
    this.sizes = new Sizes(model, new Map());
    this.costs = new Costs(model, new Map());
    this.memory = memoryAt(this.timeline, this.sizes);
    this.findMarks();
    this.view = new GraphView(
      this.tree,
      { box: (item) => this.lookOf(item), label: (value) => this.labelOf(value) },
      { select: (item) => this.selectItem(item), selectValues: (values) => this.selectValues(values), toggle: (group) => void this.toggle(group) }, // prettier-ignore
      `graph of ${model.name}: arrow keys go from node to node, Enter unfolds, plus and minus zoom`,
    );
    this.toolbar = new Toolbar({
      hasCost: model.nodes.some((node) => node.cost !== undefined),
      plumbing: this.plumbing.size,
      find: (text) => void this.find(text),
      foldAll: (isFolded) => void this.foldAll(isFolded),
      zoom: (factor) => this.view.zoom(factor),
      fitAll: () => this.view.fitAll(),
      color: (by) => this.colorBy(by),
      label: (by) => this.labelBy(by),
      showPlumbing: (isShown) => void this.showPlumbing(isShown),
    });
    this.element = html("section", { class: "pane", "aria-label": model.name }, headerOf(model), this.toolbar.element, this.results, html("div", { class: "picture" }, this.view.element), html("div", { class: "foot" }, this.status, this.toolbar.legend)); // prettier-ignore
  }

  private makeTree(): Tree {
    return new Tree(this.model, (node) => !this.showsPlumbing && this.plumbing.has(node));
  }

  /** Draws constants and shape arithmetic, or leaves them out. What was unfolded stays so. */
  async showPlumbing(isShown: boolean): Promise<void> {
    if (isShown === this.showsPlumbing) {
      return;
    }
    const groups = this.tree.items.filter(isGroup);
    const [open, known] = [groups.filter((group) => this.open.has(group)), groups].map((each) => new Set(each.map(pathOf))); // prettier-ignore
    this.showsPlumbing = isShown;
    this.toolbar.tellPlumbing(isShown);
    this.tree = this.makeTree();
    // A module of one other node was that node before.
    const isWrapper = (group: Group): boolean => group.children.filter((item) => item.node && !this.plumbing.has(item.node)).length === 1; // prettier-ignore
    const isOpen = (group: Group): boolean => open?.has(pathOf(group)) || (!known?.has(pathOf(group)) && isWrapper(group)); // prettier-ignore
    this.open = new Set(this.tree.items.filter(isGroup).filter(isOpen));
    this.findMarks();
    await this.draw();
    if (this.shown !== undefined && this.shown.kind !== "group") {
      this.view.select(this.itemOf(this.shown), true);
    }
  }

  /** Where one types what is looked for. */
  focusSearch(): void {
    this.toolbar.focusSearch();
  }

  private colorBy(by: Coloring): void {
    this.coloring = by;
    this.findHeat();
    this.view.refresh();
  }

  private labelBy(by: Labels): void {
    this.labels = by;
    void this.draw();
  }

  /** The marks of boxes that do not depend on sizes, and those that do. */
  private findMarks(): void {
    this.worst.clear();
    this.told.clear();
    this.findWorst();
    this.findTold();
    this.setChanged(this.changedNames);
    this.findFailing();
    this.findHeat();
  }

  /** Computes all numbers anew. */
  update(given: ReadonlyMap<string, bigint>): void {
    // Whether facts hold is told by what is given alone, numbers by the most that data decide as well.
    this.facts = checkFacts(this.model, new Sizes(this.model, given));
    const most = withGreatest(this.model, given);
    this.sizes = new Sizes(this.model, most);
    this.costs = new Costs(this.model, most);
    this.memory = memoryAt(this.timeline, this.sizes);
    this.findFailing();
    this.findHeat();
    this.view.refresh();
  }

  private findFailing(): void {
    this.failing.clear();
    for (const each of this.facts) {
      if (each.state === "fails" || each.state === "maybe fails") {
        this.markAround(each.fact.sites?.map((site) => this.model.nodeAt(site)) ?? [], this.failing);
      }
    }
  }

  /** Marks what differs from the other model. */
  setChanged(names: ReadonlySet<string>): void {
    this.changedNames = names;
    const values = this.model.values.filter((value) => value.graph === 0 && names.has(value.name));
    this.changed = new Set(values.flatMap((value) => ancestorsOf(this.tree.makerOf(value))));
  }

  async draw(isFirst = false): Promise<void> {
    const number = ++this.pictures;
    const { tree } = this;
    const scene = compose(tree, (group) => this.open.has(group), (value) => this.labelOf(value)); // prettier-ignore
    this.status.textContent = "laying out …";
    const layout = await this.layouts.ask(scene.root);
    if (number !== this.pictures) {
      return; // a later one is on its way
    }
    this.view.show(tree, scene, layout);
    if (isFirst) {
      this.view.fit();
    }
    const boxes = layout.boxes.filter((box) => this.tree.items[box.id] !== undefined).length;
    this.status.textContent = `${plural(boxes, "box", "boxes")} of ${plural(this.model.nodes.length, "node")}`;
  }

  /** Moves what is selected out of what covers so many pixels at the bottom. */
  reveal(selection: Selection, covered: number): void {
    const item = this.itemOf(selection);
    if (item !== undefined) {
      this.view.reveal(item, covered);
    }
  }

  async show(selection: Selection): Promise<void> {
    this.shown = selection;
    const node = selection.kind === "node" ? selection.node : selection.kind === "value" ? selection.value.maker : undefined; // prettier-ignore
    if (node !== undefined && this.plumbing.has(node) && !isConstantNode(node)) {
      await this.showPlumbing(true);
    }
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
    const computed = values.filter((value) => !isWeight(value));
    const weights = values.filter(isWeight);
    const entries = [
      ...nodes.map((node) => button(`${node.op} ${node.name}`, () => this.choose({ kind: "node", node }), { class: "link" })), // prettier-ignore
      ...[...computed, ...weights].map((value) => button(`${value.name} ${value.info.type?.text ?? "?"}`, () => this.choose({ kind: "value", value }), { class: "link" })), // prettier-ignore
    ];
    const counts = [plural(nodes.length, "node"), plural(computed.length, "value"), plural(weights.length, "weight")];
    const more = entries.length > MOST_FOUND ? `; the first ${MOST_FOUND}:` : "";
    this.results.append(html("p", { role: "status" }, `${counts.join(", ")} found${more}`), html("ul", {}, ...entries.slice(0, MOST_FOUND).map((entry) => html("li", {}, entry)))); // prettier-ignore
  }

  /** Tells of something at once, and again when it is in the picture. */
  choose(selection: Selection): void {
    this.select(selection);
    void this.show(selection).then(() => this.shown === selection && this.select(selection));
  }

  /** Selects nothing. */
  forget(): void {
    this.shown = undefined;
    this.view.select(undefined, false);
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

  /** Of what is not drawn: who reads it, or what follows from it. */
  private readerOf(values: readonly Value[]): Item | undefined {
    const seen = new Set<Node>(values.flatMap((value) => value.readers));
    for (const node of seen) {
      const item = this.tree.itemOf(node);
      if (item !== undefined) {
        return item;
      }
      node.outputs.flatMap((value) => value.readers).forEach((reader) => seen.add(reader));
    }
    return undefined;
  }

  private selectItem(item: Item): void {
    this.view.select(item, false);
    this.shown = selectionOf(item);
    if (this.shown !== undefined) {
      this.select(this.shown);
    }
  }

  private selectValues(values: readonly Value[]): void {
    const [value] = values;
    if (value !== undefined) {
      this.view.select(this.tree.makerOf(value), false);
      this.shown = { kind: "value", value };
      this.select(this.shown);
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
      const item = node && (this.tree.itemOf(node) ?? this.readerOf(node.outputs));
      ancestorsOf(item).forEach((each) => into.add(each));
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
}

function selectionOf(item: Item): Selection | undefined {
  if (item.node !== undefined) {
    return { kind: "node", node: item.node };
  }
  if (item.value !== undefined) {
    return { kind: "value", value: item.value };
  }
  return isGroup(item) ? { kind: "group", group: item } : undefined;
}

/** The titles from the root to a group, which are the same in another tree of the model. */
function pathOf(group: Group): string {
  return JSON.stringify(ancestors(group).map((item) => item.title));
}

function ancestorsOf(item: Item | undefined): Item[] {
  return item === undefined ? [] : ancestors(item);
}
