import { html, svg } from "../dom.js";
import type { Coloring } from "../graph/toolbar.js";

type Entry = readonly [classes: string, text: string, radius?: number];

const known: readonly Entry[] = [
  ["k-exact", "all sizes exact"],
  ["k-bounded", "some bounded"],
  ["k-unknown", "some unknown"],
];
const heat: readonly Entry[] = [
  ["k-none cold", "costs little"],
  ["k-none hot", "costs the most"],
];
const always: readonly Entry[] = [
  ["input", "input or output", 6],
  ["group", "▸ folded group"],
  ["told", "warning"],
  ["failing", "fact fails"],
];

/** What colors and frames mean. */
export class Legend {
  readonly element = html("details", { class: "legend", open: matchMedia("(min-width: 901px)").matches });
  private readonly entries = html("ul");

  constructor() {
    this.element.append(html("summary", {}, "legend"), this.entries);
    this.show("known");
  }

  show(by: Coloring): void {
    const colors = by === "known" ? known : by === "none" ? [] : heat;
    this.entries.replaceChildren(
      ...[...colors, ...always].map(([classes, text, radius = 2]) => {
        const swatch = svg("svg", { class: "swatch", viewBox: "0 0 18 12", "aria-hidden": "true" }, svg("g", { class: `box ${classes}` }, svg("rect", { class: "frame", x: 1.5, y: 1.5, width: 15, height: 9, rx: radius }))); // prettier-ignore
        return html("li", {}, swatch, ` ${text}`);
      }),
    );
  }
}
