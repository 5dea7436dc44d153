import assert from "node:assert/strict";
import { test } from "node:test";

import { Placer, type EdgeSpec, type ItemSpec, type Layout } from "../src/graph/layout.js";
import { LABEL_HEIGHT } from "../src/graph/routes.js";

/** Numbers that look random, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const SLACK = 0.3;

function overlap(a: Rect, b: Rect): boolean {
  const x = a.x0 < b.x1 - SLACK && b.x0 < a.x1 - SLACK;
  return x && a.y0 < b.y1 - SLACK && b.y0 < a.y1 - SLACK;
}

/** Labels that touch a line, a box or another label. The rectangles around the parts of lines are compared. */
function crossings(layout: Layout): number {
  const labels = layout.lines.filter(({ label }) => label.w > 0).map(({ label: { x, y, w } }): Rect => ({ x0: x, x1: x + w, y0: y - LABEL_HEIGHT / 2, y1: y + LABEL_HEIGHT / 2 })); // prettier-ignore
  const boxes = layout.boxes.map(({ x, y, w, h }): Rect => ({ x0: x, y0: y, x1: x + w, y1: y + h }));
  const parts = layout.lines.flatMap(({ points }) =>
    points.slice(1).map((to, i): Rect => {
      const from = points[i] ?? to;
      // A line has no width: a little makes it something that can be overlapped.
      return { x0: Math.min(from.x, to.x) - SLACK, x1: Math.max(from.x, to.x) + 2 * SLACK, y0: Math.min(from.y, to.y), y1: Math.max(from.y, to.y) }; // prettier-ignore
    }),
  );
  let count = 0;
  labels.forEach((label, i) => {
    count += labels.slice(i + 1).filter((other) => overlap(label, other)).length;
    count += [...boxes, ...parts].filter((other) => overlap(label, other)).length;
  });
  return count;
}

test("labels cross neither lines nor boxes nor each other, in graphs that look random", () => {
  const random = numbers(1);
  let labels = 0;
  for (let round = 0; round < 60; round++) {
    const count = 3 + Math.floor(random() * 30);
    const children = Array.from({ length: count }, (_, id): ItemSpec => ({ id, w: 10 + random() * 200, h: random() < 0.2 ? 40 + 300 * random() : 38 })); // prettier-ignore
    children.push({ id: count, w: 10, h: 6, port: "in" }, { id: count + 1, w: 10, h: 6, port: "out" });
    const edges: EdgeSpec[] = [];
    for (let i = 0; i < count * 1.6; i++) {
      const [a, b] = [Math.floor(random() * count), Math.floor(random() * count)];
      const [from, to] = random() < 0.93 ? [Math.min(a, b), Math.max(a, b)] : [a, b];
      edges.push({ id: edges.length, from, to, label: random() < 0.2 ? 0 : 20 + random() * 160 });
    }
    edges.push({ id: edges.length, from: count, to: Math.floor(random() * count), label: 60 });
    edges.push({ id: edges.length, from: Math.floor(random() * count), to: count + 1, label: 60 });
    const layout = new Placer().place({
      id: -1,
      children,
      edges: edges.filter(({ from, to }) => from !== to),
      header: 0,
    });
    labels += layout.lines.length;
    assert.equal(crossings(layout), 0, `round ${round}`);
  }
  assert.ok(labels > 1000, `${labels} lines`);
});

test("ports of a group stand at its top and at its bottom", () => {
  const item = (id: number, port?: "in" | "out"): ItemSpec => ({ id, w: 60, h: 38, ...(port && { port }) });
  // 0 > 1 > 2, and the value of the port is read by 2 alone.
  const children = [item(0), item(1), item(2), item(3, "in"), item(4, "out")];
  const line = (id: number, from: number, to: number): EdgeSpec => ({ id, from, to, label: 40 });
  const edges = [line(0, 0, 1), line(1, 1, 2), line(2, 3, 2), line(3, 0, 4)];
  const { boxes } = new Placer().place({ id: -1, children, edges, header: 0 });
  const [first, , last, port, exit] = [0, 1, 2, 3, 4].map((id) => boxes.find((box) => box.id === id)?.y ?? NaN);
  assert.equal(port, first);
  assert.equal(exit, last);
});
