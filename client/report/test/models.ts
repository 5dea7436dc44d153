import type { GraphInfo, GraphWiring, ModelData, Type, ValueInfo } from "../src/model/data.js";

/** `float32[N, 3]` as an answer has it. */
export function tensor(text: string): Type {
  const [, element = "", dims = ""] = /^(\w+)\[(.*)\]$/.exec(text) ?? [];
  const names: Record<string, string> = { float32: "FLOAT", int64: "INT64", int4: "INT4", string: "STRING" };
  const shape = dims === "" ? {} : { dims: dims.split(", ").map((dim) => (/^\d+$/.test(dim) ? { size: dim } : { expr: dim })) }; // prettier-ignore
  return { text, tensor: { elementType: `ELEMENT_TYPE_${names[element] ?? "FLOAT"}`, shape } };
}

export function value(name: string, type: string, more: Partial<ValueInfo> = {}): ValueInfo {
  return { name, type: tensor(type), ...more };
}

export function wiring(inputs: number[][], outputs: number[], values: number): GraphWiring {
  const none = inputs.map(() => -1);
  const constants = inputs.map(() => 0);
  return {
    inputs,
    outputs,
    modules: none,
    sources: none,
    constants,
    branch: false,
    known: Array.from({ length: values }, () => 0),
  };
}

/**
 * x: float32[N, 4] -> MatMul with w -> h: float32[N, 8] -> Relu -> r -> Add with h -> y, an output.
 * A fact says that N is a multiple of 2.
 */
export function smallModel(): ModelData {
  const main: GraphInfo = {
    values: [
      value("x", "float32[N, 4]", { input: 0 }),
      value("w", "float32[4, 8]"),
      value("h", "float32[N, 8]", { node: 0 }),
      value("r", "float32[N, 8]", { node: 1 }),
      value("y", "float32[N, 8]", { node: 2 }),
    ],
    nodes: [
      { name: "/a/MatMul", opType: "MatMul" },
      { name: "/a/Relu", opType: "Relu" },
      { name: "/b/Add", opType: "Add" },
    ],
  };
  return {
    name: "small.onnx",
    answer: {
      inputs: [value("x", "float32[N, 4]")],
      outputs: [value("y", "float32[N, 8]")],
      symbols: [{ name: "N", kind: "KIND_INPUT_DIM", range: { min: "1" }, origin: { input: 0, axis: 0 } }],
      facts: [
        { text: "mod(N, 2) = 0", relation: "RELATION_DIVISIBLE", left: { expr: "N" }, right: { value: "2" }, basis: "BASIS_REQUIRED", state: "STATE_OPEN", sites: [{ node: 2 }] }, // prettier-ignore
      ],
      graphs: [main],
    },
    wiring: { graphs: [wiring([[0, 1], [2], [2, 3]], [4], 5)], texts: [] },
  };
}

/** A chain of so many nodes, in modules of so many each. */
export function chainModel(count: number, moduleSize: number): ModelData {
  const values = [value("x0", "float32[N]", { input: 0 })];
  const nodes: { name: string; opType: string }[] = [];
  const inputs: number[][] = [];
  for (let i = 0; i < count; i++) {
    values.push(value(`x${i + 1}`, "float32[N]", { node: i }));
    nodes.push({ name: `/layer.${Math.floor(i / moduleSize)}/Relu_${i}`, opType: "Relu" });
    inputs.push([i]);
  }
  return {
    name: "chain.onnx",
    answer: { symbols: [{ name: "N", kind: "KIND_INPUT_DIM" }], graphs: [{ values, nodes }] },
    wiring: { graphs: [wiring(inputs, [count], values.length)], texts: [] },
  };
}
