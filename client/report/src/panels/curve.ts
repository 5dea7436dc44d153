import { bytesText, svg } from "../dom.js";
import type { Memory } from "../model/memory.js";
import { nodeTitle, type Node } from "../model/model.js";

const WIDTH = 320;
const HEIGHT = 90;

/** The bytes that are alive over the schedule, with the peak marked. */
export class Curve {
  readonly element = svg("svg", { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT + 14}`, role: "img" });
  private nodes: Node[] = [];

  constructor(select: (node: Node) => void) {
    this.element.addEventListener("click", (event) => {
      const frame = this.element.getBoundingClientRect();
      const place = Math.floor(((event.clientX - frame.x) / frame.width) * this.nodes.length);
      const node = this.nodes[Math.min(Math.max(place, 0), this.nodes.length - 1)];
      if (node !== undefined) {
        select(node);
      }
    });
  }

  show(memory: Memory): void {
    const most = Number(memory.peak?.bytes ?? 0n) || 1;
    const count = Math.max(memory.curve.length, 1);
    const x = (i: number): string => ((i / count) * WIDTH).toFixed(1);
    const y = (bytes: bigint): string => (HEIGHT - (Number(bytes) / most) * (HEIGHT - 8)).toFixed(1);
    this.nodes = memory.curve.map((each) => each.node);
    const steps = memory.curve.map((each, i) => `L${x(i)} ${y(each.bytes)}L${x(i + 1)} ${y(each.bytes)}`);
    const parts: Element[] = [svg("path", { class: "area", d: `M0 ${HEIGHT}${steps.join("")}L${WIDTH} ${HEIGHT}z` })];
    const peak = memory.curve.findIndex((each) => each.node === memory.peak?.node);
    if (peak >= 0 && memory.peak !== undefined) {
      const at = ((peak + 0.5) / count) * WIDTH;
      const anchor = at > WIDTH * 0.6 ? "end" : at < WIDTH * 0.4 ? "start" : "middle";
      parts.push(svg("line", { class: "peak", x1: at, x2: at, y1: 4, y2: HEIGHT }));
      parts.push(svg("circle", { class: "peak", cx: at, cy: y(memory.peak.bytes), r: 3.5 }));
      parts.push(svg("text", { x: at, y: HEIGHT + 12, "text-anchor": anchor }, `peak at step ${peak}`));
    }
    const title = memory.peak === undefined ? "no memory" : `peak ${bytesText(memory.peak.bytes)} at ${nodeTitle(memory.peak.node)}`; // prettier-ignore
    this.element.setAttribute("aria-label", `Bytes of intermediates over the nodes: ${title}`);
    this.element.replaceChildren(...parts);
  }
}
