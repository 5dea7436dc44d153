import { cut, svg } from "../dom.js";
import type { Box, Layout, Line } from "./layout.js";
import { edgeText, type Scene } from "./scene.js";
import { isGroup, type Group, type Item, type Tree } from "./tree.js";
import type { Value } from "../model/model.js";

/** What a picture shows beside boxes and lines. */
export interface Look {
  /** The classes of a box, and how strong its color is, from 0 to 1. */
  box(item: Item): { classes: string; heat: number | undefined };
  /** What stands at a line. */
  label(value: Value): string;
}

export interface Events {
  select(item: Item): void;
  selectValues(values: readonly Value[]): void;
  toggle(group: Group): void;
}

/** With more boxes in view, or smaller ones, no texts are drawn. */
const MOST_BOXES = 500;
const LEAST_SCALE = 0.28;

interface View {
  x: number;
  y: number;
  scale: number;
}

function pathOf(line: Line): string {
  return line.points.map((point, i) => `${i === 0 ? "M" : "L"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("");
}

function isWithin(
  box: { x: number; y: number; w: number; h: number },
  view: { x0: number; y0: number; x1: number; y1: number },
): boolean {
  // prettier-ignore
  return box.x < view.x1 && box.x + box.w > view.x0 && box.y < view.y1 && box.y + box.h > view.y0;
}

/** A picture of a model: only what is in view is in the document. */
export class GraphView {
  readonly element = svg("svg", { class: "graph", tabindex: 0, role: "group", "aria-roledescription": "graph" });
  private readonly world = svg("g");
  private readonly overview = svg("g", { class: "overview" });
  private readonly frames = svg("g");
  private readonly lines = svg("g", { class: "lines" });
  private readonly boxes = svg("g");
  private readonly drawnFrames = new Map<number, SVGGElement>();
  private readonly drawnBoxes = new Map<number, SVGGElement>();
  private readonly drawnLines = new Map<number, SVGGElement>();
  private readonly boxOf = new Map<number, Box>();
  private layout: Layout = { w: 0, h: 0, boxes: [], lines: [] };
  private scene: Scene | undefined;
  private view: View = { x: 0, y: 0, scale: 1 };
  private selected: Item | undefined;
  private marked = new Set<number>();
  private isOverview = false;
  private isWaiting = false;

  constructor(
    private readonly tree: Tree,
    private readonly look: Look,
    private readonly events: Events,
    label: string,
  ) {
    this.element.setAttribute("aria-label", label);
    this.element.append(this.world);
    this.world.append(this.overview, this.frames, this.lines, this.boxes);
    this.listen();
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  show(scene: Scene, layout: Layout): void {
    this.scene = scene;
    this.layout = layout;
    this.boxOf.clear();
    layout.boxes.forEach((box) => this.boxOf.set(box.id, box));
    this.clear();
    this.draw();
  }

  /** Draws anew what is in view, as colors or labels have changed. */
  refresh(): void {
    for (const [id, element] of [...this.drawnFrames, ...this.drawnBoxes]) {
      this.dress(element, this.tree.items[id]);
    }
    for (const [id, element] of this.drawnLines) {
      const text = element.querySelector("text");
      if (text !== null) {
        text.textContent = this.labelOf(id);
      }
    }
    if (this.isOverview) {
      this.drawOverview();
    }
  }

  fit(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const scale = Math.min(width / (this.layout.w + 40), height / (this.layout.h + 40), 1.2);
    const isTall = scale < 0.45;
    this.view.scale = isTall ? Math.min(Math.max(width / (this.layout.w + 40), 0.45), 1) : Math.max(scale, 0.02);
    this.view.x = (width - this.layout.w * this.view.scale) / 2;
    this.view.y = isTall ? 12 : (height - this.layout.h * this.view.scale) / 2;
    this.draw();
  }

  /** The whole picture, however small. */
  fitAll(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const scale = Math.max(Math.min(width / (this.layout.w + 40), height / (this.layout.h + 40), 1.2), 0.001);
    this.view = { scale, x: (width - this.layout.w * scale) / 2, y: (height - this.layout.h * scale) / 2 };
    this.draw();
  }

  zoom(factor: number, at?: { x: number; y: number }): void {
    const { width, height } = this.element.getBoundingClientRect();
    const point = at ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(Math.max(this.view.scale * factor, 0.001), 4);
    const ratio = scale / this.view.scale;
    this.view = { scale, x: point.x - (point.x - this.view.x) * ratio, y: point.y - (point.y - this.view.y) * ratio };
    this.later();
  }

  /** The box of an item, or of the folded group that it is in. */
  boxFor(item: Item): Box | undefined {
    for (let at: Item | undefined = item; at !== undefined; at = at.parent) {
      const box = this.boxOf.get(at.id);
      if (box !== undefined) {
        return box;
      }
    }
    return undefined;
  }

  select(item: Item | undefined, isCentred: boolean): void {
    this.selected = item;
    const box = item && this.boxFor(item);
    if (box !== undefined && isCentred) {
      const { width, height } = this.element.getBoundingClientRect();
      this.view.scale = Math.max(this.view.scale, 0.6);
      this.view.x = width / 2 - (box.x + box.w / 2) * this.view.scale;
      this.view.y = height / 2 - (box.y + Math.min(box.h / 2, height / 2 / this.view.scale)) * this.view.scale;
    }
    this.draw();
    this.refresh();
  }

  /** Shows which items were found. */
  mark(items: readonly Item[]): void {
    this.marked = new Set(items.flatMap((item) => this.boxFor(item)?.id ?? []));
    this.refresh();
  }

  focusSelected(): void {
    if (this.selected !== undefined) {
      const drawn = this.drawnBoxes.get(this.selected.id) ?? this.drawnFrames.get(this.selected.id);
      drawn?.focus({ preventScroll: true });
    }
  }

  private clear(): void {
    this.drawnFrames.clear();
    this.drawnBoxes.clear();
    this.drawnLines.clear();
    this.frames.replaceChildren();
    this.boxes.replaceChildren();
    this.lines.replaceChildren();
    this.overview.replaceChildren();
    this.isOverview = false;
  }

  private later(): void {
    if (!this.isWaiting) {
      this.isWaiting = true;
      requestAnimationFrame(() => {
        this.isWaiting = false;
        this.draw();
      });
    }
  }

  private draw(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const { x, y, scale } = this.view;
    this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    const margin = 60 / scale;
    const view = { x0: -x / scale - margin, y0: -y / scale - margin, x1: (width - x) / scale + margin, y1: (height - y) / scale + margin }; // prettier-ignore
    const visible = this.layout.boxes.filter((box) => isWithin(box, view));
    if (scale < LEAST_SCALE || visible.length > MOST_BOXES) {
      if (!this.isOverview) {
        this.clear();
        this.isOverview = true;
        this.drawOverview();
      }
      return;
    }
    if (this.isOverview) {
      this.clear();
    }
    const make = (box: Box): SVGGElement => this.makeBox(box);
    const frames = visible.filter((box) => box.isGroup);
    if (this.keep(this.drawnFrames, this.frames, frames, make)) {
      frames.forEach((box) => this.frames.append(this.drawnFrames.get(box.id) ?? "")); // outer ones below
    }
    this.keep(this.drawnBoxes, this.boxes, visible.filter((box) => !box.isGroup), make); // prettier-ignore
    const lines = this.layout.lines.filter((line) => isWithin(extentOf(line), view));
    this.keep(this.drawnLines, this.lines, lines, (line) => this.makeLine(line));
  }

  /** Whether any was added. */
  private keep<T extends { id: number }>(
    drawn: Map<number, SVGGElement>,
    parent: SVGGElement,
    wanted: readonly T[],
    make: (each: T) => SVGGElement,
  ): boolean {
    const ids = new Set(wanted.map((each) => each.id));
    for (const [id, element] of drawn) {
      if (!ids.has(id)) {
        element.remove();
        drawn.delete(id);
      }
    }
    const added = wanted.filter((each) => !drawn.has(each.id));
    for (const each of added) {
      const element = make(each);
      drawn.set(each.id, element);
      parent.append(element);
    }
    return added.length > 0;
  }

  /** One path for all boxes of a color, so that thousands cost nothing. */
  private drawOverview(): void {
    const paths = new Map<string, string[]>();
    for (const box of this.layout.boxes) {
      const item = this.tree.items[box.id];
      if (item === undefined) {
        continue;
      }
      const classes = `${box.isGroup ? "open " : ""}${this.classesOf(item)}`;
      const list = paths.get(classes) ?? [];
      list.push(
        `M${box.x.toFixed(0)} ${box.y.toFixed(0)}h${box.w.toFixed(0)}v${box.h.toFixed(0)}h${(-box.w).toFixed(0)}z`,
      );
      paths.set(classes, list);
    }
    const boxes = [...paths].sort(([a], [b]) => Number(b.startsWith("open")) - Number(a.startsWith("open")));
    this.overview.replaceChildren(
      ...boxes.map(([classes, parts]) => svg("g", { class: `box ${classes}` }, svg("path", { class: "frame", d: parts.join("") }))), // prettier-ignore
      svg("path", { class: "line", d: this.layout.lines.map(pathOf).join("") }),
    );
  }

  private classesOf(item: Item): string {
    const marks = `${item === this.selected ? " selected" : ""}${this.marked.has(item.id) ? " found" : ""}`;
    return `${item.kind} ${this.look.box(item).classes}${marks}`;
  }

  private dress(element: SVGGElement, item: Item | undefined): void {
    if (item === undefined) {
      return;
    }
    const isOpen = element.classList.contains("open");
    element.setAttribute("class", `box ${isOpen ? "open " : ""}${this.classesOf(item)}`);
    const heat = this.look.box(item).heat;
    element.style.setProperty("--heat", heat === undefined ? "0%" : `${Math.round(heat * 100)}%`);
  }

  private makeBox(box: Box): SVGGElement {
    const item = this.tree.items[box.id];
    if (item === undefined) {
      return svg("g", { class: "port" }, svg("ellipse", { cx: box.x + 5, cy: box.y + 3, rx: 5, ry: 3 }));
    }
    const label = `${item.kind === "group" ? "group" : item.kind} ${item.title} ${item.subtitle}`;
    const expanded = isGroup(item) ? String(box.isGroup) : undefined;
    const element = svg("g", { class: box.isGroup ? "open" : "", "data-id": box.id, tabindex: -1, role: "button", "aria-label": label, "aria-expanded": expanded }); // prettier-ignore
    const radius = item.kind === "input" || item.kind === "output" ? 19 : isGroup(item) ? 8 : 3;
    element.append(svg("rect", { class: "frame", x: box.x, y: box.y, width: box.w, height: box.h, rx: radius }));
    element.append(svg("title", {}, `${item.title}\n${item.subtitle}`));
    const center = box.x + box.w / 2;
    if (box.isGroup) {
      element.append(
        svg("text", { class: "heading", x: box.x + 24, y: box.y + 16 }, cut(item.title, (box.w - 30) / 7.2)),
      );
    } else {
      const count = isGroup(item) && item.size > 0 ? ` (${item.size})` : "";
      element.append(svg("text", { class: "heading", x: center, y: box.y + 16, "text-anchor": "middle" }, cut(item.title + count, (box.w - (isGroup(item) ? 24 : 6)) / 7.2))); // prettier-ignore
      element.append(svg("text", { class: "detail", x: center, y: box.y + 30, "text-anchor": "middle" }, cut(item.subtitle, (box.w - 8) / 5.9))); // prettier-ignore
    }
    if (isGroup(item)) {
      element.append(svg("text", { class: "fold", "data-fold": box.id, x: box.x + 7, y: box.y + 17 }, box.isGroup ? "▾" : "▸")); // prettier-ignore
    }
    this.dress(element, item);
    return element;
  }

  private makeLine(line: Line): SVGGElement {
    const element = svg("g", { "data-line": line.id });
    element.append(svg("path", { class: "line", d: pathOf(line) }), tipOf(line));
    element.append(svg("text", { class: "label", x: line.label.x, y: line.label.y + 4, "text-anchor": "middle" }, this.labelOf(line.id))); // prettier-ignore
    return element;
  }

  private labelOf(id: number): string {
    return cut(
      edgeText(this.scene?.edges[id]?.values ?? [], (value) => this.look.label(value)),
      32,
    );
  }

  private listen(): void {
    let from: { x: number; y: number } | undefined;
    let moved = 0;
    this.element.addEventListener("pointerdown", (event) => {
      from = { x: event.clientX, y: event.clientY };
      moved = 0;
    });
    this.element.addEventListener("pointermove", (event) => {
      if (from === undefined || event.buttons === 0) {
        return;
      }
      moved += Math.abs(event.clientX - from.x) + Math.abs(event.clientY - from.y);
      this.view.x += event.clientX - from.x;
      this.view.y += event.clientY - from.y;
      from = { x: event.clientX, y: event.clientY };
      this.later();
    });
    this.element.addEventListener("click", (event) => {
      from = undefined;
      if (moved < 5) {
        this.click(event.target as Element);
      }
    });
    this.element.addEventListener("dblclick", (event) => {
      const item = this.itemAt(event.target as Element);
      if (item !== undefined && isGroup(item)) {
        this.events.toggle(item);
      }
    });
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const frame = this.element.getBoundingClientRect();
    const at = { x: event.clientX - frame.x, y: event.clientY - frame.y };
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), at);
  }

  private itemAt(target: Element): Item | undefined {
    const id = target.closest("[data-id]")?.getAttribute("data-id");
    return id === null || id === undefined ? undefined : this.tree.items[Number(id)];
  }

  private click(target: Element): void {
    const line = target.closest("[data-line]")?.getAttribute("data-line");
    const item = this.itemAt(target);
    if (line !== null && line !== undefined) {
      this.events.selectValues(this.scene?.edges[Number(line)]?.values ?? []);
    } else if (item !== undefined && isGroup(item) && target.hasAttribute("data-fold")) {
      this.events.toggle(item);
    } else if (item !== undefined) {
      this.events.select(item);
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const at = this.selected ?? this.tree.root.children[0];
    const act = keys[event.key];
    if (act === undefined || at === undefined) {
      return;
    }
    event.preventDefault();
    act(this, at);
  }

  /** Goes to what stands nearest in a direction: along a line up and down, beside it left and right. */
  move(from: Item, dx: number, dy: number): void {
    const own = this.boxFor(from);
    if (this.selected === undefined || own === undefined) {
      this.events.select(from);
      this.focusSelected();
      return;
    }
    let best: Box | undefined;
    let bestDistance = Infinity;
    const center = (box: Box) => ({ x: box.x + box.w / 2, y: box.isGroup ? box.y : box.y + box.h / 2 });
    const here = center(own);
    for (const box of this.layout.boxes) {
      const to = center(box);
      const along = (to.x - here.x) * dx + (to.y - here.y) * dy;
      const across = Math.abs((to.x - here.x) * dy) + Math.abs((to.y - here.y) * dx);
      const distance = along + 3 * across;
      if (box.id !== own.id && this.tree.items[box.id] !== undefined && along > 1 && distance < bestDistance) {
        [best, bestDistance] = [box, distance];
      }
    }
    const item = best && this.tree.items[best.id];
    if (item !== undefined) {
      this.events.select(item);
      this.focusSelected();
    }
  }

  toggleSelected(item: Item): void {
    if (isGroup(item)) {
      this.events.toggle(item);
    } else {
      this.events.select(item);
    }
  }
}

function extentOf(line: Line): { x: number; y: number; w: number; h: number } {
  const xs = line.points.map((point) => point.x);
  const ys = line.points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x: x - 80, y, w: Math.max(...xs) - x + 160, h: Math.max(...ys) - y };
}

/** The tip of an arrow, at the end of a line. */
function tipOf(line: Line): SVGPathElement {
  const end = line.points.at(-1) ?? { x: 0, y: 0 };
  const before = line.points.at(-2) ?? end;
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  return svg("path", { class: "tip", d: "M0 0L-7 -3.5L-7 3.5z", transform: `translate(${end.x} ${end.y}) rotate(${angle})` }); // prettier-ignore
}

const keys: Readonly<Record<string, (view: GraphView, at: Item) => void>> = {
  ArrowUp: (view, at) => view.move(at, 0, -1),
  ArrowDown: (view, at) => view.move(at, 0, 1),
  ArrowLeft: (view, at) => view.move(at, -1, 0),
  ArrowRight: (view, at) => view.move(at, 1, 0),
  Enter: (view, at) => view.toggleSelected(at),
  " ": (view, at) => view.toggleSelected(at),
  "+": (view) => view.zoom(1.25),
  "=": (view) => view.zoom(1.25),
  "-": (view) => view.zoom(0.8),
  "0": (view) => view.fitAll(),
};
