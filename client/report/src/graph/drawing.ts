import { cut, svg } from "../dom.js";
import type { Box, Line } from "./layout.js";
import { isGroup, type Item } from "./tree.js";

/** A line with bends that are round. */
export function pathOf({ points }: Line): string {
  return points
    .map(({ x, y }, i) => {
      const before = points[i - 1];
      if (before === undefined) {
        return `M${x.toFixed(1)} ${y.toFixed(1)}`;
      }
      if (Math.abs(before.x - x) < 0.05) {
        return `V${y.toFixed(1)}`;
      }
      const middle = ((before.y + y) / 2).toFixed(1);
      return `C${before.x.toFixed(1)} ${middle} ${x.toFixed(1)} ${middle} ${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

export function extentOf({ points, label }: Line): { x: number; y: number; w: number; h: number } {
  const xs = [...points.map((point) => point.x), label.x + label.w];
  const ys = points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** A line with its tip, its label, and a title for what the label has no room for. */
export function drawLine(line: Line, label: string, title: string): SVGGElement {
  const { x, y } = line.points.at(-1) ?? { x: 0, y: 0 };
  const before = [...line.points].reverse().find((point) => point.y !== y);
  const angle = before !== undefined && before.y > y ? -90 : 90;
  return svg(
    "g",
    { "data-line": line.id },
    svg("title", {}, title),
    svg("path", { class: "reach", d: pathOf(line) }),
    svg("path", { class: "line", d: pathOf(line) }),
    svg("path", { class: "tip", d: "M0 0L-7 -3.5L-7 3.5z", transform: `translate(${x} ${y}) rotate(${angle})` }),
    svg("text", { class: "label", x: line.label.x, y: line.label.y + 4 }, label),
  );
}

/** Where values pass the frame of a group. */
export function drawPort(box: Box): SVGGElement {
  return svg("g", { class: "port" }, svg("ellipse", { cx: box.x + 5, cy: box.y + 3, rx: 5, ry: 3 }));
}

/** A box with its texts, or the frame of a group that is unfolded. */
export function drawBox(item: Item, box: Box): SVGGElement {
  const label = `${item.kind} ${item.title} ${item.subtitle}`;
  const expanded = isGroup(item) ? String(box.isGroup) : undefined;
  const element = svg("g", { class: box.isGroup ? "open" : "", "data-id": box.id, tabindex: -1, role: "button", "aria-label": label, "aria-expanded": expanded }); // prettier-ignore
  const radius = item.kind === "input" || item.kind === "output" ? 19 : isGroup(item) ? 8 : 3;
  element.append(
    svg("rect", { class: "frame", x: box.x, y: box.y, width: box.w, height: box.h, rx: radius }),
    svg("title", {}, `${item.title}\n${item.subtitle}`),
  );
  const center = box.x + box.w / 2;
  if (box.isGroup) {
    element.append(
      svg("text", { class: "heading", x: box.x + 24, y: box.y + 16 }, cut(item.title, (box.w - 30) / 7.2)),
    );
  } else {
    const count = isGroup(item) && item.size > 0 ? ` (${item.size})` : "";
    const heading = cut(item.title, (box.w - (isGroup(item) ? 24 : 6)) / 7.2 - count.length) + count;
    element.append(
      svg("text", { class: "heading", x: center, y: box.y + 16, "text-anchor": "middle" }, heading),
      svg("text", { class: "detail", x: center, y: box.y + 30, "text-anchor": "middle" }, cut(item.subtitle, (box.w - 8) / 5.9)), // prettier-ignore
    );
  }
  if (isGroup(item)) {
    element.append(
      svg("text", { class: "fold", "data-fold": box.id, x: box.x + 7, y: box.y + 17 }, box.isGroup ? "▾" : "▸"),
    );
  }
  return element;
}
