import type { Line } from "./layout.js";

// The way of lines between boxes that dagre has placed in ranks. A rank is a band as high as what is highest in it. In
// a band every line is vertical, and between two bands there are neither boxes nor labels. dagre keeps what is in one
// band apart, so that no line crosses a label or a box.

export interface Point {
  x: number;
  y: number;
}

/** A box by its center. */
export interface PlacedBox extends Point {
  width: number;
  height: number;
}

/** A line as dagre has it: its points within ranks, and its label. */
export interface PlacedLine {
  from: PlacedBox;
  to: PlacedBox;
  id: number;
  inner: Point[];
  label: { y: number; width: number };
}

/** The height of a label. */
export const LABEL_HEIGHT = 14;
/** From a line to the label at its right. */
export const LABEL_GAP = 6;

/** Lines keep so far from the corners of a box, and from each other where they leave it. */
const CORNER = 8;
const APART = 9;

interface Band {
  top: number;
  bottom: number;
}

/** Bands by the middle of their rank. */
class Bands {
  private readonly halves = new Map<number, number>();

  note(y: number, height: number): void {
    const key = Math.round(y * 4);
    this.halves.set(key, Math.max(this.halves.get(key) ?? 0, height / 2));
  }

  at(y: number): Band {
    const half = this.halves.get(Math.round(y * 4)) ?? 0;
    return { top: y - half, bottom: y + half };
  }
}

/** Where a line leaves a box, or comes to it. */
interface End {
  line: number;
  isStart: boolean;
  wish: number;
}

/** By box and side: the places of its lines, in the order in which they go on, apart where there is room. */
function placeEnds(lines: readonly PlacedLine[]): { starts: number[]; stops: number[] } {
  const sides = new Map<PlacedBox, { above: End[]; below: End[] }>();
  const note = (box: PlacedBox, next: Point | undefined, end: End): void => {
    const own = sides.get(box) ?? { above: [], below: [] };
    sides.set(box, own);
    (next !== undefined && next.y < box.y ? own.above : own.below).push(end);
  };
  lines.forEach(({ from, to, inner }, line) => {
    const [first, last] = [inner[0] ?? to, inner.at(-1) ?? from];
    note(from, first, { line, isStart: true, wish: first.x });
    note(to, last, { line, isStart: false, wish: last.x });
  });
  const starts: number[] = [];
  const stops: number[] = [];
  for (const [box, { above, below }] of sides) {
    for (const ends of [above, below]) {
      ends.sort((a, b) => a.wish - b.wish);
      spread(box, ends).forEach((x, i) => {
        const end = ends[i];
        if (end !== undefined) {
          (end.isStart ? starts : stops)[end.line] = x;
        }
      });
    }
  }
  return { starts, stops };
}

function spread(box: PlacedBox, ends: readonly End[]): number[] {
  const room = Math.max(box.width - 2 * CORNER, 0);
  const [low, high] = [box.x - room / 2, box.x + room / 2];
  const gap = ends.length < 2 ? 0 : Math.min(APART, room / (ends.length - 1));
  const places: number[] = [];
  ends.forEach(({ wish }, i) => {
    const least = i === 0 ? low : (places[i - 1] ?? low) + gap;
    places.push(Math.max(least, Math.min(wish, high - gap * (ends.length - 1 - i))));
  });
  return places;
}

/** The lines of a picture. Labels stand at the right of their lines. */
export function routeLines(boxes: readonly PlacedBox[], lines: readonly PlacedLine[]): Line[] {
  const bands = new Bands();
  boxes.forEach((box) => bands.note(box.y, box.height));
  lines.filter((line) => line.label.width > 0).forEach((line) => bands.note(line.label.y, LABEL_HEIGHT));
  const { starts, stops } = placeEnds(lines);
  return lines.map(({ id, from, to, inner, label }, i): Line => {
    const points: Point[] = [];
    const isDownAt = (box: PlacedBox, next: Point | undefined): boolean => next === undefined || next.y >= box.y;
    const leave = (box: PlacedBox, x: number, next: Point | undefined): Point[] => {
      const isDown = isDownAt(box, next);
      const band = bands.at(box.y);
      return [
        { x, y: box.y + (isDown ? box.height : -box.height) / 2 },
        { x, y: isDown ? band.bottom : band.top },
      ];
    };
    points.push(...leave(from, starts[i] ?? from.x, inner[0]));
    inner.forEach(({ x, y }, at) => {
      const { top, bottom } = bands.at(y);
      const isDown = y >= (inner[at - 1]?.y ?? from.y);
      points.push({ x, y: isDown ? top : bottom }, { x, y: isDown ? bottom : top });
    });
    points.push(...leave(to, stops[i] ?? to.x, inner.at(-1)).reverse());
    const at = inner.find((point) => Math.abs(point.y - label.y) < 0.5) ?? inner[0] ?? from;
    return { id, points, label: { x: at.x + LABEL_GAP, y: at.y, w: label.width } };
  });
}
