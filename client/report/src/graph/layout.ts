import { Graph, layout as runDagre } from "@dagrejs/dagre";
import { LABEL_GAP, LABEL_HEIGHT, routeLines, type PlacedBox, type PlacedLine, type Point } from "./routes.js";

/** A box that is to be placed. */
export interface ItemSpec {
  id: number;
  w: number;
  h: number;
  /** Where values come into its group, or leave it: at its top, or its bottom. */
  port?: "in" | "out";
}

/** A line with room for a label of this width. */
export interface EdgeSpec {
  id: number;
  from: number;
  to: number;
  label: number;
}

/** A box that is as large as what is in it. */
export interface GroupSpec {
  id: number;
  children: (ItemSpec | GroupSpec)[];
  edges: EdgeSpec[];
  /** The height of its title. */
  header: number;
}

export interface Box {
  id: number;
  x: number;
  y: number;
  w: number;
  h: number;
  /** How many boxes it is in. */
  depth: number;
  isGroup: boolean;
}

export interface Line {
  id: number;
  /** Between two of them it is vertical, or there is nothing else. */
  points: Point[];
  /** The left end of the middle of its label, and the room that it has. */
  label: { x: number; y: number; w: number };
}

export interface Layout {
  w: number;
  h: number;
  boxes: Box[];
  lines: Line[];
}

/** Of one group, from its upper left corner. */
interface Placed {
  w: number;
  h: number;
  corners: { x: number; y: number }[];
  lines: Line[];
}

const PADDING = 14;
/** Up to so many boxes there is time to have lines as short as can be. */
const MOST_RANKED = 60;

interface Sized {
  w: number;
  h: number;
  port?: ItemSpec["port"];
}

/** How much stronger ports are drawn to the edge of their group than to their readers. */
const PULL = 50;

/** Has ports stand at the top or the bottom: beside a box that is not shown, above or below all others. */
function pinPorts(graph: Graph, sizes: readonly Sized[], edges: readonly (readonly [string, string])[]): void {
  for (const [side, end] of [
    ["in", 1],
    ["out", 0],
  ] as const) {
    if (!sizes.some(({ port }) => port === side)) {
      continue;
    }
    graph.setNode(side, { width: 0, height: 0 });
    const inner = new Set(edges.map((edge) => edge[end]));
    sizes.forEach(({ port }, i) => {
      const own = String(i);
      if (!inner.has(own)) {
        const [from, to] = side === "in" ? [side, own] : [own, side];
        graph.setEdge(from, to, { weight: port === side ? PULL : 0, width: 0, height: 0 }, "pin");
      }
    });
  }
}

function place(sizes: readonly Sized[], edges: readonly EdgeSpec[], numbers: Map<number, number>): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: "TB",
    ranksep: 32,
    nodesep: 18,
    edgesep: 10,
    ranker: sizes.length <= MOST_RANKED ? "network-simplex" : "tight-tree",
  });
  sizes.forEach(({ w, h }, i) => graph.setNode(String(i), { width: w, height: h }));
  const ends = edges.map((edge) => [String(numbers.get(edge.from)), String(numbers.get(edge.to))] as const);
  edges.forEach((edge, i) => {
    const [from, to] = ends[i] ?? ["", ""];
    const hasLabel = edge.label > 0;
    const label = hasLabel ? { width: edge.label, height: LABEL_HEIGHT, labelpos: "r", labeloffset: LABEL_GAP } : { width: 0, height: 0, labelpos: "c" }; // prettier-ignore
    graph.setEdge(from, to, label, String(i));
  });
  pinPorts(graph, sizes, ends);
  runDagre(graph);
  const boxes = sizes.map((_, i) => graph.node(String(i)) as PlacedBox);
  const none = { x: 0, y: 0, width: 0, height: 0 };
  const lines = edges.map((edge, i): PlacedLine => {
    const [from, to] = ends[i] ?? ["", ""];
    const found = graph.edge(from, to, String(i)) as { points?: Point[]; y?: number };
    const inner = (found.points ?? []).slice(1, -1);
    const label = { y: found.y ?? inner[inner.length >> 1]?.y ?? 0, width: edge.label };
    return { id: edge.id, from: boxes[Number(from)] ?? none, to: boxes[Number(to)] ?? none, inner, label };
  });
  return fromCorner(boxes, routeLines(boxes, lines));
}

/** Moved such that the least place is (0, 0). */
function fromCorner(boxes: readonly PlacedBox[], lines: readonly Line[]): Placed {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  const note = (x: number, y: number): void => {
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  };
  for (const { x, y, width, height } of boxes) {
    note(x - width / 2, y - height / 2);
    note(x + width / 2, y + height / 2);
  }
  for (const { points, label } of lines) {
    points.forEach(({ x, y }) => note(x, y));
    note(label.x + label.w, label.y + LABEL_HEIGHT / 2);
  }
  if (x1 < x0) {
    return { w: 0, h: 0, corners: [], lines: [] };
  }
  const move = <P extends Point>(point: P): P => ({ ...point, x: point.x - x0, y: point.y - y0 });
  return {
    w: x1 - x0,
    h: y1 - y0,
    corners: boxes.map(({ x, y, width, height }) => move({ x: x - width / 2, y: y - height / 2 })),
    lines: lines.map((line) => ({ id: line.id, points: line.points.map(move), label: move(line.label) })),
  };
}

/** Places the boxes of a picture. Groups that look the same are placed once, over several calls too. */
export class Placer {
  private readonly kept = new Map<string, Placed>();

  place(root: GroupSpec): Layout {
    const placed = new Map<number, Placed>();
    this.measure(root, placed);
    const own = placed.get(root.id);
    const out: Layout = { w: own?.w ?? 0, h: own?.h ?? 0, boxes: [], lines: [] };
    this.write(root, placed, { x: 0, y: 0 }, 0, out);
    return out;
  }

  private measure(group: GroupSpec, placed: Map<number, Placed>): { w: number; h: number } {
    const sizes = group.children.map((child): Sized => ("children" in child ? this.measure(child, placed) : child));
    const numbers = new Map(group.children.map((child, i) => [child.id, i]));
    const edges = group.edges.filter((edge) => numbers.has(edge.from) && numbers.has(edge.to) && edge.from !== edge.to);
    const key = JSON.stringify([
      sizes.map(({ w, h, port }) => [Math.round(w), Math.round(h), port]),
      edges.map((edge) => [numbers.get(edge.from), numbers.get(edge.to), Math.round(edge.label)]),
    ]);
    let found = this.kept.get(key);
    if (found === undefined) {
      found = place(sizes, edges, numbers);
      this.kept.set(key, found);
    }
    const lines = found.lines.map((line, i) => ({ ...line, id: edges[i]?.id ?? -1 }));
    const own = { ...found, lines, w: found.w + 2 * PADDING, h: found.h + 2 * PADDING + group.header };
    placed.set(group.id, own);
    return own;
  }

  private write(
    group: GroupSpec,
    placed: Map<number, Placed>,
    at: { x: number; y: number },
    depth: number,
    out: Layout,
  ): void {
    const own = placed.get(group.id);
    if (own === undefined) {
      return;
    }
    const origin = { x: at.x + PADDING, y: at.y + PADDING + group.header };
    const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + origin.x, y: point.y + origin.y });
    group.children.forEach((child, i) => {
      const corner = move(own.corners[i] ?? { x: 0, y: 0 });
      const inner = "children" in child ? placed.get(child.id) : undefined;
      const size = inner ?? (child as ItemSpec);
      out.boxes.push({ id: child.id, ...corner, w: size.w, h: size.h, depth: depth + 1, isGroup: inner !== undefined });
      if ("children" in child) {
        this.write(child, placed, corner, depth + 1, out);
      }
    });
    own.lines.forEach((line) =>
      out.lines.push({ id: line.id, points: line.points.map(move), label: move(line.label) }),
    );
  }
}
