import { countText, entriesBy, quantities, quantityNames, type CostNumbers, type Grouping } from "../model/costs.js";
import type { CostEntry } from "../model/data.js";
import { button, bytesText, html, plural } from "../dom.js";
import type { Pane } from "../graph/pane.js";

/** Rows that are shown. */
const MOST_ROWS = 20;

const groupings: Readonly<Record<Grouping, string>> = { operator: "operators", scope: "modules", node: "nodes" };

/** What a run costs at the sizes of the page, and the parts that cost the most. */
export class CostTable {
  /** Empty where the data have no costs. */
  readonly elements: HTMLElement[];
  private grouping: Grouping = "operator";
  private readonly total = html("dl", { class: "cost" });
  private readonly body = html("tbody");
  private readonly note = html("p", { class: "hint" });

  constructor(private readonly pane: Pane) {
    if (pane.model.cost?.total === undefined) {
      this.elements = [];
      return;
    }
    const select = html("select", { "aria-label": "parts" }, ...Object.entries(groupings).map(([value, text]) => html("option", { value }, text))); // prettier-ignore
    select.addEventListener("change", () => {
      this.grouping = select.value as Grouping;
      this.update();
    });
    const heads = ["part", "operations", "", "bytes"].map((text) => html("th", { scope: "col" }, text));
    const table = html("table", { class: "costs" }, html("thead", {}, html("tr", {}, ...heads)), this.body);
    const title = html("h4", {}, "Cost of ", html("label", {}, select));
    this.elements = [
      html("section", { class: "cost-table", "aria-label": "cost" }, title, this.total, table, this.note),
    ];
  }

  update(): void {
    const { cost } = this.pane.model;
    if (cost?.total === undefined) {
      return;
    }
    const total = this.pane.costs.of(cost.total);
    this.total.replaceChildren(...quantities.flatMap((quantity) => term(quantityNames[quantity], quantity, total)));
    const rows = entriesBy(this.pane.model, this.grouping).map((entry) => ({
      entry,
      numbers: this.pane.costs.of(entry),
    }));
    rows.sort((a, b) => compare(b.numbers.flops, a.numbers.flops) || compare(bytesOf(b.numbers), bytesOf(a.numbers)));
    this.body.replaceChildren(...rows.slice(0, MOST_ROWS).map(({ entry, numbers }) => this.row(entry, numbers, total)));
    const notes = [
      ...(rows.length > MOST_ROWS ? [`${rows.length - MOST_ROWS} more`] : []),
      ...(cost.total.cost?.upperBound === true ? ["some are upper bounds"] : []),
      ...(cost.total.cost?.uncountedNodes ? [`${plural(cost.total.cost.uncountedNodes, "node")} not counted`] : []),
    ];
    this.note.textContent = notes.join("; ");
  }

  private row(entry: CostEntry, numbers: CostNumbers, total: CostNumbers): HTMLElement {
    const share = numbers.flops === undefined || !total.flops ? "" : `${(Number(numbers.flops * 1000n / total.flops) / 10).toFixed(1)}%`; // prettier-ignore
    const cells = [countText(numbers.flops), share, bytesText(bytesOf(numbers))];
    return html("tr", {}, html("td", {}, this.part(entry)), ...cells.map((cell) => html("td", {}, cell)));
  }

  /** A node leads to the graph. */
  private part(entry: CostEntry): Element | string {
    const name = entry.name || (entry.node === undefined ? "(none)" : `#${entry.node} ${entry.opType ?? ""}`);
    const node = entry.node === undefined ? undefined : this.pane.model.nodeAt({ node: entry.node });
    return node === undefined ? name : button(name, () => this.pane.choose({ kind: "node", node }), { class: "link" });
  }
}

function term(name: string, quantity: keyof CostNumbers, numbers: CostNumbers): Element[] {
  const number = numbers[quantity];
  const isBytes = quantity === "bytesRead" || quantity === "bytesWritten";
  return [html("dt", {}, name), html("dd", { class: quantity }, isBytes ? bytesText(number) : countText(number))];
}

function bytesOf({ bytesRead, bytesWritten }: CostNumbers): bigint | undefined {
  return bytesRead === undefined || bytesWritten === undefined ? undefined : bytesRead + bytesWritten;
}

/** What is not known comes last. */
function compare(a: bigint | undefined, b: bigint | undefined): number {
  const first = a ?? -1n;
  const second = b ?? -1n;
  return first < second ? -1 : first > second ? 1 : 0;
}
