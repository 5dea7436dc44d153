import { svg } from "../dom.js";
import { drawBox, drawLine, drawPort, extentOf, pathOf } from "./drawing.js";
import type { Box, Layout, Line } from "./layout.js";
import { charactersIn, edgeText, type Scene } from "./scene.js";
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
/** Smaller texts are hard to read: a picture that needs them is shown from its top. */
const READABLE_SCALE = 0.75;
const FIRST_SCALE = 0.4;
const SMALLER = 0.85;
const FEW_BOXES = 8;
/** Values that the title of a line tells. */
const MOST_TOLD = 20;

interface View {
  x: number;
  y: number;
  scale: number;
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
  private readonly lineOf = new Map<number, Line>();
  private layout: Layout = { w: 0, h: 0, boxes: [], lines: [] };
  private scene: Scene | undefined;
  private view: View = { x: 0, y: 0, scale: 1 };
  private selected: Item | undefined;
  private marked = new Set<number>();
  private isOverview = false;
  private isWaiting = false;

  constructor(
    private tree: Tree,
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

  show(tree: Tree, scene: Scene, layout: Layout): void {
    this.tree = tree;
    this.scene = scene;
    this.layout = layout;
    this.boxOf.clear();
    this.lineOf.clear();
    layout.boxes.forEach((box) => this.boxOf.set(box.id, box));
    layout.lines.forEach((line) => this.lineOf.set(line.id, line));
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
      const line = this.lineOf.get(id);
      if (text !== null && line !== undefined) {
        text.textContent = this.labelOf(line);
      }
    }
    if (this.isOverview) {
      this.drawOverview();
    }
  }

  /** The whole picture where that can be read, else its top, as small as it takes to see some boxes. */
  fit(): void {
    const { width, height } = this.element.getBoundingClientRect();
    const [wide, high] = [width / (this.layout.w + 40), height / (this.layout.h + 40)];
    let scale = Math.min(Math.max(Math.min(wide, high), Math.min(wide, 1), READABLE_SCALE), 1.2);
    this.view = this.topAt(scale, width, height);
    while (scale * SMALLER > FIRST_SCALE && this.layout.boxes.length > 0 && this.countSeen(width, height) < FEW_BOXES) {
      scale *= SMALLER;
      this.view = this.topAt(scale, width, height);
    }
    this.draw();
  }

  private topAt(scale: number, width: number, height: number): View {
    const { w, h, boxes } = this.layout;
    const [top] = boxes.filter((box) => box.depth === 1).sort((a, b) => a.y - b.y);
    const middle = (top?.x ?? 0) + (top?.w ?? 0) / 2;
    const x = w * scale > width ? Math.min(Math.max(width / 2 - middle * scale, width - 20 - w * scale), 20) : (width - w * scale) / 2; // prettier-ignore
    return { scale, x, y: h * scale > height - 24 ? 12 : (height - h * scale) / 2 };
  }

  private countSeen(width: number, height: number): number {
    const { x, y, scale } = this.view;
    const view = { x0: -x / scale, y0: -y / scale, x1: (width - x) / scale, y1: (height - y) / scale };
    return this.layout.boxes.filter((box) => this.tree.items[box.id] !== undefined && isWithin(box, view)).length;
  }

  /** Moves a box into view where it is outside, or below what covers so many pixels at the bottom. */
  reveal(item: Item, covered: number): void {
    const box = this.boxFor(item);
    if (box === undefined) {
      return;
    }
    const { width, height } = this.element.getBoundingClientRect();
    const { scale } = this.view;
    const by = (at: number, size: number, room: number): number =>
      at < 8 || size > room - 16 ? 8 - at : Math.min(room - 8 - (at + size), 0);
    const dx = by(box.x * scale + this.view.x, box.w * scale, width);
    const dy = by(box.y * scale + this.view.y, Math.min(box.h * scale, 60), height - covered);
    this.view = { scale, x: this.view.x + dx, y: this.view.y + dy };
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
    const element = item === undefined ? drawPort(box) : drawBox(item, box);
    this.dress(element, item);
    return element;
  }

  private labelOf({ id, label }: Line): string {
    if (this.scene?.edges[id]?.isTold === false) {
      return "";
    }
    return edgeText(this.valuesOf(id), (value) => this.look.label(value), charactersIn(label.w));
  }

  private makeLine(line: Line): SVGGElement {
    const values = this.valuesOf(line.id);
    const all = values.slice(0, MOST_TOLD).map((value) => `${value.name} ${this.look.label(value)}`);
    return drawLine(line, this.labelOf(line), all.join("\n"));
  }

  private valuesOf(line: number): readonly Value[] {
    return this.scene?.edges[line]?.values ?? [];
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
      this.events.selectValues(this.valuesOf(Number(line)));
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
