import { button, bytesText, html } from "../dom.js";
import type { Node, Value } from "../model/model.js";
import type { Pane } from "../graph/pane.js";

/** The tables that the page has without scripts: rows lead to the graph, and tell what holds at these sizes. */
export class Tables {
  private readonly facts: Map<number, HTMLElement>[] = [];
  private readonly values: { details: HTMLDetailsElement; cells: [Value, HTMLElement][] }[] = [];

  constructor(
    private readonly panes: readonly Pane[],
    private readonly choose: (pane: Pane, what: Node | Value) => void,
  ) {
    for (const section of document.querySelectorAll<HTMLElement>("section.model")) {
      const pane = panes[Number(section.dataset["model"])];
      if (pane !== undefined) {
        this.linkFacts(section, pane);
        this.linkValues(section, pane);
        this.linkNodes(section, pane);
      }
    }
    this.linkChanges();
    document.querySelectorAll<HTMLTableElement>("#tables table").forEach(labelCells);
  }

  /** The numbers of tables that are open. */
  update(): void {
    this.panes.forEach((pane, i) => {
      for (const each of pane.facts) {
        const cell = this.facts[i]?.get(each.place);
        if (cell !== undefined) {
          cell.textContent = each.state;
          cell.className = each.state.replace(" ", "-");
        }
      }
    });
    for (const table of this.values) {
      if (table.details.open) {
        this.updateValues(table.cells);
      }
    }
  }

  private updateValues(cells: readonly [Value, HTMLElement][]): void {
    for (const [value, cell] of cells) {
      const pane = this.panes.find((each) => each.model.values[value.id] === value);
      if (pane !== undefined) {
        cell.textContent = `${pane.sizes.text(value)} ${bytesText(pane.sizes.bytes(value.info.type))}`;
      }
    }
  }

  private addHead(row: Element): void {
    const head = row.closest("table")?.querySelector("thead tr");
    if (head !== null && head !== undefined && head.querySelector(".live") === null) {
      head.append(html("th", { scope: "col", class: "live" }, "at these sizes"));
    }
  }

  private linkFacts(section: HTMLElement, pane: Pane): void {
    const cells = new Map<number, HTMLElement>();
    for (const row of section.querySelectorAll<HTMLElement>("tr[data-fact]")) {
      const cell = html("td");
      this.addHead(row);
      row.append(cell);
      cells.set(Number(row.dataset["fact"]), cell);
    }
    this.facts[this.panes.indexOf(pane)] = cells;
  }

  private linkValues(section: HTMLElement, pane: Pane): void {
    for (const details of section.querySelectorAll("details")) {
      const cells: [Value, HTMLElement][] = [];
      for (const row of details.querySelectorAll<HTMLElement>("tr[data-value]")) {
        const value = pane.model.values[Number(row.dataset["value"])];
        if (value !== undefined) {
          const cell = html("td", { class: "live" });
          this.addHead(row);
          row.append(cell);
          cells.push([value, cell]);
          this.linkRow(row, pane, () => value);
        }
      }
      if (cells.length > 0) {
        this.values.push({ details, cells });
        details.addEventListener("toggle", () => details.open && this.updateValues(cells));
      }
    }
  }

  private linkNodes(section: HTMLElement, pane: Pane): void {
    for (const row of section.querySelectorAll<HTMLElement>("tr[data-node]")) {
      const site = { graph: Number(row.dataset["graph"]), node: Number(row.dataset["node"]) };
      this.linkRow(row, pane, () => pane.model.nodeAt(site));
    }
  }

  /** A change leads to the value in both models. */
  private linkChanges(): void {
    for (const row of document.querySelectorAll<HTMLElement>("section.changes tr[data-name]")) {
      const name = row.dataset["name"] ?? "";
      const cell = row.querySelectorAll("td")[1];
      const found = this.panes.flatMap((pane) => {
        const value = pane.model.valueNamed(name);
        return value === undefined ? [] : [[pane, value] as const];
      });
      if (found.length > 0 && cell !== undefined && name !== "") {
        const text = cell.textContent ?? "";
        cell.replaceChildren(button(text, () => found.forEach(([pane, value]) => this.choose(pane, value)), { class: "link" })); // prettier-ignore
      }
    }
  }

  private linkRow(row: HTMLElement, pane: Pane, what: () => Node | Value | undefined): void {
    const cell = row.querySelector("td");
    const act = (): void => {
      const target = what();
      if (target !== undefined) {
        this.choose(pane, target);
      }
    };
    cell?.replaceChildren(button(cell.textContent || "(no name)", act, { class: "link" }));
  }
}

/** Has each cell tell its column, which a narrow screen shows beside it: when the table is first seen. */
function labelCells(table: HTMLTableElement): void {
  const label = (): void => {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
    for (const row of table.tBodies[0]?.rows ?? []) {
      [...row.cells].forEach((cell, i) => cell.setAttribute("data-label", heads[i] ?? ""));
    }
  };
  const details = table.closest("details");
  if (details === null || details.open) {
    label();
  } else {
    details.addEventListener("toggle", label, { once: true });
  }
}
