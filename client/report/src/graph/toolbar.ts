import { button, html } from "../dom.js";
import { Legend } from "../panels/legend.js";

/** What boxes are colored by, and what stands at lines. */
export type Coloring = "known" | "operations" | "bytes" | "none";
export type Labels = "symbols" | "sizes";

/** What a toolbar does. */
interface Acts {
  hasCost: boolean;
  /** How many nodes are constants or shape arithmetic. */
  plumbing: number;
  find(text: string): void;
  foldAll(isFolded: boolean): void;
  zoom(factor: number): void;
  fitAll(): void;
  color(by: Coloring): void;
  label(by: Labels): void;
  showPlumbing(isShown: boolean): void;
}

/** What stands above a picture, and its legend. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly legend: HTMLElement;
  private readonly field = html("input", { type: "search", placeholder: "name, operator or [*, 768]", "aria-label": "search", "aria-keyshortcuts": "/", title: "/ comes here" }); // prettier-ignore
  private readonly plumbing = html("input", { type: "checkbox" });

  constructor(acts: Acts) {
    const { field } = this;
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        acts.find(field.value);
      }
    });
    field.addEventListener("search", () => acts.find(field.value));
    const legend = new Legend();
    this.legend = legend.element;
    const costs = acts.hasCost ? { operations: "operations", bytes: "bytes" } : {};
    const colors = choice<Coloring>("color", { known: "what is known", ...costs, none: "none" }, (by) => {
      legend.show(by);
      acts.color(by);
    });
    const labels = choice<Labels>("lines", { symbols: "symbols", sizes: "sizes" }, (by) => acts.label(by));
    this.plumbing.addEventListener("change", () => acts.showPlumbing(this.plumbing.checked));
    const plumbing = html("label", { class: "choice", title: "nodes that only compute sizes, and constants" }, this.plumbing, ` shape nodes (${acts.plumbing.toLocaleString("en")})`); // prettier-ignore
    // Not in the picture, where they would cover boxes.
    const zoom = html(
      "div",
      { class: "zoom" },
      button("+", () => acts.zoom(1.3), { "aria-label": "zoom in" }),
      button("−", () => acts.zoom(1 / 1.3), { "aria-label": "zoom out" }),
      button("whole", () => acts.fitAll(), { "aria-label": "show the whole graph" }),
    );
    this.element = html(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "graph" },
      field,
      button("find", () => acts.find(field.value)),
      button("fold all", () => acts.foldAll(true)),
      button("unfold all", () => acts.foldAll(false)),
      colors,
      labels,
      ...(acts.plumbing > 0 ? [plumbing] : []),
      zoom,
    );
  }

  focusSearch(): void {
    this.field.focus();
    this.field.select();
  }

  tellPlumbing(isShown: boolean): void {
    this.plumbing.checked = isShown;
  }
}

function choice<K extends string>(
  name: string,
  options: Readonly<Partial<Record<K, string>>>,
  set: (value: K) => void,
): HTMLElement {
  const made = Object.entries(options).map(([value, text]) => html("option", { value }, String(text)));
  const select = html("select", { "aria-label": name }, ...made);
  select.addEventListener("change", () => set(select.value as K));
  return html("label", { class: "choice" }, `${name} `, select);
}
