import { Graph, layout as runDagre } from "@dagrejs/dagre";

/** A box that is to be placed. */
export interface ItemSpec {
  id: number;
  w: number;
  h: number;
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
  points: { x: number; y: number }[];
  label: { x: number; y: number };
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

function place(
  sizes: readonly { w: number; h: number }[],
  edges: readonly EdgeSpec[],
  numbers: Map<number, number>,
): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", ranksep: 26, nodesep: 18, edgesep: 10, ranker: "tight-tree" });
  sizes.forEach(({ w, h }, i) => graph.setNode(String(i), { width: w, height: h }));
  edges.forEach((edge, i) => {
    const [from, to] = [String(numbers.get(edge.from)), String(numbers.get(edge.to))];
    graph.setEdge(from, to, { width: edge.label, height: 12, labelpos: "c" }, String(i));
  });
  runDagre(graph);
  const corners = sizes.map(({ w, h }, i) => {
    const at = graph.node(String(i)) as { x: number; y: number };
    return { x: at.x - w / 2, y: at.y - h / 2 };
  });
  const lines = edges.map((edge, i): Line => {
    const [from, to] = [String(numbers.get(edge.from)), String(numbers.get(edge.to))];
    const found = graph.edge(from, to, String(i)) as { points?: Line["points"]; x?: number; y?: number };
    const points = found.points ?? [];
    const middle = points[points.length >> 1] ?? { x: 0, y: 0 };
    return { id: edge.id, points, label: { x: found.x ?? middle.x, y: found.y ?? middle.y } };
  });
  const size = graph.graph() as { width?: number; height?: number };
  return { w: Math.max(size.width ?? 0, 0), h: Math.max(size.height ?? 0, 0), corners, lines };
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
    const sizes = group.children.map((child) => ("children" in child ? this.measure(child, placed) : { w: child.w, h: child.h })); // prettier-ignore
    const numbers = new Map(group.children.map((child, i) => [child.id, i]));
    const edges = group.edges.filter((edge) => numbers.has(edge.from) && numbers.has(edge.to) && edge.from !== edge.to);
    const key = JSON.stringify([
      sizes.map(({ w, h }) => [Math.round(w), Math.round(h)]),
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
    const move = (point: { x: number; y: number }) => ({ x: point.x + origin.x, y: point.y + origin.y });
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
