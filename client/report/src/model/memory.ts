import type { Model, Node, Value } from "./model.js";
import type { Size, Sizes } from "./sizes.js";

// When values are alive, as core/questions/memory/memory_timeline.h has it: bodies and calls come at
// the place of the node they belong to, both branches of an If one after the other. It is written
// twice, as a page asks no server. What holds the two together: `./dev report-test` has the page's
// peak, its node and the bytes of ten models compared with those of `shapewright eval --memory` at
// 200 random bindings each. Who changes when a value is alive changes both.

type Role = "weight" | "input" | "output" | "intermediate";

interface Buffer {
  value: Value;
  role: Role;
  first: number;
  last: number;
  depth: number;
}

interface Frame {
  graph: number;
  depth: number;
  outer: Frame | undefined;
  buffers: Map<Value, Buffer>;
  captured: Buffer[];
}

const ALIGNMENT = 64n;

/** Which values are alive at which step of one run. */
export class Timeline {
  readonly buffers: Buffer[] = [];
  /** By step: the node of the main graph that is executing. */
  readonly steps: Node[] = [];
  private readonly outputs: Set<Value>;
  private readonly weighed = new Set<string>();
  private current: Node | undefined;

  constructor(private readonly model: Model) {
    const main = this.frame(0, undefined);
    this.outputs = new Set(model.graphs[0]?.outputs);
    for (const input of model.graphs[0]?.inputs ?? []) {
      this.add(main, input, "input");
    }
    this.run(main);
  }

  private frame(graph: number, outer: Frame | undefined): Frame {
    return { graph, depth: outer === undefined ? 0 : outer.depth + 1, outer, buffers: new Map(), captured: [] };
  }

  private get now(): number {
    return Math.max(0, this.steps.length - 1);
  }

  private nextStep(): number {
    if (this.current !== undefined) {
      this.steps.push(this.current);
    }
    return this.now;
  }

  private add(frame: Frame, value: Value, role: Role): void {
    const buffer = { value, role, first: this.now, last: this.now, depth: frame.depth };
    this.buffers.push(buffer);
    frame.buffers.set(value, buffer);
  }

  private find(frame: Frame, value: Value): Buffer | undefined {
    for (let around: Frame | undefined = frame; around !== undefined; around = around.outer) {
      const found = around.buffers.get(value);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  private use(frame: Frame, value: Value | undefined): void {
    const buffer = value && this.find(frame, value);
    if (buffer === undefined) {
      return;
    }
    buffer.last = Math.max(buffer.last, this.now);
    if (buffer.depth < frame.depth) {
      frame.captured.push(buffer);
    }
  }

  /** The weights of a function are there once, however often it is called. */
  private isNewWeight(frame: Frame, value: Value): boolean {
    const called = this.model.graphs[frame.graph]?.info.function;
    const owner = called === undefined ? `${frame.graph}` : `${called.domain}:${called.opType}:${called.overload}`;
    const key = JSON.stringify([owner, value.name]);
    return !this.weighed.has(key) && this.weighed.add(key).size > 0;
  }

  private run(frame: Frame): void {
    const graph = this.model.graphs[frame.graph];
    for (const value of graph?.values ?? []) {
      const isOwn = value.info.node === undefined && value.info.input === undefined;
      if (isOwn && this.isNewWeight(frame, value)) {
        this.add(frame, value, "weight");
      }
    }
    for (const node of graph?.nodes ?? []) {
      this.current = frame.depth === 0 ? node : this.current;
      this.nextStep();
      node.inputs.forEach((value) => this.use(frame, value));
      this.addResults(frame, node);
      this.runBodies(frame, node);
    }
  }

  private addResults(frame: Frame, node: Node): void {
    for (const value of node.outputs) {
      if (frame.buffers.has(value)) {
        continue; // a result of a branch or function has a buffer already
      }
      if (node.isConstant) {
        if (this.isNewWeight(frame, value)) {
          this.add(frame, value, "weight");
        }
        continue;
      }
      this.add(frame, value, frame.depth === 0 && this.outputs.has(value) ? "output" : "intermediate");
    }
  }

  private runBodies(frame: Frame, node: Node): void {
    for (const body of node.bodies) {
      const graph = this.model.graphs[body];
      const inner = this.frame(body, frame);
      if (graph === undefined) {
        continue;
      }
      const isFunction = graph.info.function !== undefined;
      if (isFunction) {
        graph.inputs.forEach((value, i) => {
          const operand = node.inputs[value.info.input ?? i];
          const buffer = operand && this.find(frame, operand);
          if (buffer !== undefined) {
            inner.buffers.set(value, buffer);
          }
        });
      }
      if (isFunction || graph.isBranch) {
        graph.outputs.forEach((value, i) => {
          const result = node.outputs[i] && frame.buffers.get(node.outputs[i]);
          if (result !== undefined && value.maker !== undefined && value.graph === body && !inner.buffers.has(value)) {
            inner.buffers.set(value, result);
          }
        });
      } else {
        graph.inputs.forEach((value) => this.add(inner, value, "intermediate"));
      }
      this.run(inner);
      this.leave(frame, inner, graph.outputs);
    }
    if (node.bodies.length > 0) {
      node.outputs.forEach((value) => this.use(frame, value));
    }
  }

  /** All that the body used from outside, and what it returns, lives to its end. */
  private leave(frame: Frame, inner: Frame, outputs: readonly Value[]): void {
    const end = this.nextStep();
    outputs.forEach((value) => this.use(inner, value));
    for (const buffer of inner.captured) {
      buffer.last = Math.max(buffer.last, end);
      if (buffer.depth < frame.depth) {
        frame.captured.push(buffer);
      }
    }
  }
}

export interface Memory {
  /** By node of the main graph: the bytes of intermediates that are alive. */
  curve: { node: Node; bytes: bigint }[];
  peak: { node: Node; bytes: bigint } | undefined;
  /** `undefined`: the size of one is not known. */
  weights: Size;
  inputs: Size;
  outputs: Size;
  /** Intermediates whose size is not known: they count as 0. */
  unknown: number;
}

/** The memory of a run at given sizes. */
export function memoryAt(timeline: Timeline, sizes: Sizes): Memory {
  const totals: Record<Role, Size> = { weight: 0n, input: 0n, output: 0n, intermediate: 0n };
  const changes = Array.from({ length: timeline.steps.length + 1 }, () => 0n);
  let unknown = 0;
  for (const buffer of timeline.buffers) {
    const bytes = sizes.bytes(buffer.value.info.type);
    const total = totals[buffer.role];
    totals[buffer.role] = bytes === undefined || total === undefined ? undefined : total + bytes;
    if (buffer.role !== "intermediate") {
      continue;
    }
    if (bytes === undefined) {
      unknown++;
      continue;
    }
    const aligned = ((bytes + ALIGNMENT - 1n) / ALIGNMENT) * ALIGNMENT;
    changes[buffer.first] = (changes[buffer.first] ?? 0n) + aligned;
    changes[buffer.last + 1] = (changes[buffer.last + 1] ?? 0n) - aligned;
  }
  const curve: Memory["curve"] = [];
  let alive = 0n;
  let peak: Memory["peak"];
  timeline.steps.forEach((node, step) => {
    alive += changes[step] ?? 0n;
    const at = curve.at(-1);
    if (at?.node === node) {
      at.bytes = alive > at.bytes ? alive : at.bytes;
    } else {
      curve.push({ node, bytes: alive });
    }
    if (peak === undefined || alive > peak.bytes) {
      peak = { node, bytes: alive };
    }
  });
  return { curve, peak, weights: totals.weight, inputs: totals.input, outputs: totals.output, unknown };
}
