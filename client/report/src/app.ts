import { Controls } from "./panels/controls.js";
import { CostTable } from "./panels/cost-table.js";
import { Curve } from "./panels/curve.js";
import type { PageData } from "./model/data.js";
import { factEntry, nodeDetails, valueDetails, type DetailsContext } from "./panels/details.js";
import { button, bytesText, html, plural } from "./dom.js";
import { verdictOf } from "./model/facts.js";
import { Model, nodeTitle, type Node, type Value } from "./model/model.js";
import { numbersAt, type Numbers } from "./model/numbers.js";
import { Pane, type Selection } from "./graph/pane.js";
import { startSizes } from "./model/start.js";
import { Tables } from "./panels/tables.js";
import { Layouts } from "./graph/worker.js";

const MOST_LISTED = 20;
/** Of a graph that a sheet covers so much stays in sight, in pixels. */
const LEAST_SEEN = 120;

export class App {
  readonly panes: Pane[];
  private readonly sizes: Map<string, bigint>;
  private readonly curves: Curve[];
  private readonly costs: CostTable[];
  private readonly summaries: HTMLElement[];
  private readonly details = html("div", { class: "content", "aria-live": "polite" });
  private readonly sheet = html("section", { class: "details", "aria-label": "details", hidden: true });
  private readonly tables: Tables;
  private selected: { pane: Pane; selection: Selection } | undefined;
  private isWaiting = false;

  constructor(
    private readonly data: PageData,
    script: string,
    root: HTMLElement,
  ) {
    const models = data.models.map((each) => new Model(each));
    const layouts = new Layouts(script);
    this.sizes = startSizes(models, data.start);
    this.panes = models.map((model) => {
      const pane: Pane = new Pane(model, layouts, (selection) => this.select(pane, selection));
      return pane;
    });
    this.curves = this.panes.map((pane) => new Curve((node) => pane.choose({ kind: "node", node })));
    this.costs = this.panes.map((pane) => new CostTable(pane));
    this.summaries = models.map(() => html("div", { class: "summary" }));
    this.tables = new Tables(this.panes, (pane, what) => this.choose(pane, what));
    const controls = new Controls(models, this.sizes, () => this.later());
    const side = html(
      "div",
      { class: "side" },
      html("div", { class: "bar" }, html("h3", {}, "Sizes"), themeButton()),
      controls.element,
      ...this.changesLink(),
      ...requestsLink(),
      ...this.panes.flatMap((pane, i) => [
        ...(this.panes.length > 1 ? [html("h3", {}, pane.model.name)] : []),
        this.summaries[i] ?? "",
        this.curves[i]?.element ?? "",
        ...(this.costs[i]?.elements ?? []),
      ]),
    );
    const close = button("×", () => this.closeDetails(), { class: "close", "aria-label": "close details" });
    this.sheet.append(close, this.details);
    const aside = html("aside", { "aria-label": "details, sizes and what follows" }, this.sheet, side);
    const panes = html("div", { class: `panes n${models.length}` }, ...this.panes.map((pane) => pane.element));
    root.append(html("div", { class: "app" }, panes, aside));
    this.markChanges();
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async start(): Promise<void> {
    this.update();
    await Promise.all(this.panes.map((pane) => pane.draw(true)));
    window.addEventListener("beforeprint", () => this.panes.forEach((pane) => pane.view.fitAll()));
  }

  /** What the page says at these sizes; nothing that is shown changes. */
  at(sizes: Readonly<Record<string, string | number>>, model = 0): Numbers {
    const own = this.panes[model];
    if (own === undefined) {
      throw new RangeError(`there is no model ${model}`);
    }
    return numbersAt(own.model, new Map(Object.entries(sizes).map(([name, size]) => [name, BigInt(size)])));
  }

  private changesLink(): Element[] {
    const count = this.data.diff?.changes.length;
    const show = (): void => document.querySelector("section.changes")?.scrollIntoView();
    return count === undefined ? [] : [button(`what changed (${count})`, show, { class: "link" })];
  }

  private markChanges(): void {
    const changes = this.data.diff?.changes ?? [];
    const names = new Set(changes.filter((each) => each.part !== "symbol" && each.part !== "fact").flatMap((each) => each.name ?? [])); // prettier-ignore
    this.panes.forEach((pane) => pane.setChanged(names));
  }

  private choose(pane: Pane, what: Node | Value): void {
    pane.choose("op" in what ? { kind: "node", node: what } : { kind: "value", value: what });
    pane.element.scrollIntoView({ block: "nearest" });
  }

  private select(pane: Pane, selection: Selection): void {
    this.selected = { pane, selection };
    this.sheet.hidden = false;
    this.showDetails();
    this.sheet.scrollTop = 0;
    this.uncover(pane, selection);
  }

  /** Moves what was clicked from below the sheet that tells of it. */
  private uncover(pane: Pane, selection: Selection): void {
    const graph = pane.view.element.getBoundingClientRect();
    const sheet = this.sheet.getBoundingClientRect();
    const isBeside = sheet.left >= graph.right || sheet.right <= graph.left;
    const covered = isBeside ? 0 : Math.max(graph.bottom - sheet.top, 0);
    if (covered > 0 && covered > graph.height - LEAST_SEEN) {
      pane.element.scrollIntoView({ block: "start" });
    }
    const left = isBeside ? 0 : Math.max(pane.view.element.getBoundingClientRect().bottom - sheet.top, 0);
    pane.reveal(selection, left);
  }

  private closeDetails(): void {
    this.sheet.hidden = true;
    this.panes.forEach((each) => each.forget());
    this.selected?.pane.view.element.focus({ preventScroll: true });
    this.selected = undefined;
  }

  /** `/` goes to the search, Escape closes details. */
  private key(event: KeyboardEvent): void {
    const isTyping = event.target instanceof Element && event.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea"); // prettier-ignore
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) {
      return;
    }
    if (event.key === "/") {
      event.preventDefault();
      const own = this.panes.find((pane) => pane.element.contains(document.activeElement));
      (own ?? this.panes[0])?.focusSearch();
    } else if (event.key === "Escape" && !this.sheet.hidden) {
      this.closeDetails();
    }
  }

  private later(): void {
    if (!this.isWaiting) {
      this.isWaiting = true;
      requestAnimationFrame(() => {
        this.isWaiting = false;
        this.update();
      });
    }
  }

  private update(): void {
    this.panes.forEach((pane, i) => {
      pane.update(this.sizes);
      this.curves[i]?.show(pane.memory);
      this.summarize(pane, this.summaries[i]);
      this.costs[i]?.update();
    });
    this.tables.update();
    this.showDetails();
  }

  private contextOf(pane: Pane): DetailsContext {
    return {
      model: pane.model,
      sizes: pane.sizes,
      costs: pane.costs,
      facts: pane.facts,
      select: (what) => this.choose(pane, what),
    };
  }

  private summarize(pane: Pane, summary: HTMLElement | undefined): void {
    const { memory } = pane;
    const verdict = verdictOf(pane.facts);
    const failing = pane.facts.filter((each) => each.state === "fails" || each.state === "maybe fails");
    const context = this.contextOf(pane);
    const entries = failing.slice(0, MOST_LISTED).map((each) => html("li", {}, factEntry(each, context)));
    const peak = memory.peak;
    summary?.replaceChildren(
      html("p", { class: `verdict ${verdict.replaceAll(" ", "-")}`, role: "status" }, `These sizes: ${verdict}`),
      ...(failing.length > 0 ? [html("h4", {}, `Violations (${failing.length})`), html("ul", { class: "violations" }, ...entries)] : []), // prettier-ignore
      html("h4", {}, "Memory"),
      html("dl", { class: "memory" }, ...term("weights", memory.weights), ...term("inputs", memory.inputs), ...term("outputs", memory.outputs), html("dt", {}, "peak"), html("dd", { class: "peak-bytes" }, bytesText(peak?.bytes), " at ", ...(peak ? [button(nodeTitle(peak.node), () => pane.choose({ kind: "node", node: peak.node }), { class: "link" })] : []))), // prettier-ignore
      ...(memory.unknown > 0 ? [html("p", { class: "hint" }, `without ${plural(memory.unknown, "value")} of unknown size`)] : []), // prettier-ignore
    );
  }

  private showDetails(): void {
    if (this.selected === undefined) {
      return;
    }
    const { pane, selection } = this.selected;
    const context = this.contextOf(pane);
    switch (selection.kind) {
      case "node":
        this.details.replaceChildren(...nodeDetails(selection.node, context));
        break;
      case "value":
        this.details.replaceChildren(...valueDetails(selection.value, context));
        break;
      case "group": {
        const { group } = selection;
        const fold = button("fold or unfold", () => void pane.toggle(group));
        this.details.replaceChildren(html("h3", {}, `group ${group.title}`), html("p", {}, `${group.subtitle === "" ? "" : `${group.subtitle}: `}${plural(group.size, "node")}`), fold); // prettier-ignore
        break;
      }
    }
  }
}

/** The tables about a log of requests, where the page has them. */
function requestsLink(): Element[] {
  const section = document.querySelector("section.requests");
  return section === null ? [] : [button("requests of the log", () => section.scrollIntoView(), { class: "link" })];
}

function term(name: string, bytes: bigint | undefined): Element[] {
  return [html("dt", {}, name), html("dd", {}, bytesText(bytes))];
}

/** Between what the system says, light and dark. */
function themeButton(): HTMLElement {
  const themes = ["", "light", "dark"];
  const made = button("theme: system", () => {
    const next = themes[(themes.indexOf(document.documentElement.dataset["theme"] ?? "") + 1) % themes.length] ?? "";
    document.documentElement.dataset["theme"] = next;
    made.textContent = `theme: ${next || "system"}`;
  });
  made.className = "theme";
  return made;
}
