import { isConstantNode, type Model, type Node, type Value } from "./model.js";

// Nodes that only compute sizes (`Shape`, `Gather`, `Concat` before a `Reshape`) say little of what a model does, and
// exporters write hundreds of them. A picture leaves them out, with the constants, unless it is asked for them.

/** Vectors of sizes are short. */
const MOST_ELEMENTS = 16n;

/** Whether a value has a few elements, whatever the sizes of the inputs. */
function isShort(value: Value): boolean {
  const shape = value.info.type?.tensor?.shape;
  const sizes = (shape?.dims ?? []).map((dim) => BigInt(dim.size ?? MOST_ELEMENTS + 1n));
  return shape !== undefined && sizes.reduce((a, b) => a * b, 1n) <= MOST_ELEMENTS;
}

/** The nodes that follow from shapes alone, or are read for their shape alone. */
export function findPlumbing(model: Model): ReadonlySet<Node> {
  const found = new Set<Node>();
  const outputs = new Set(model.graphs.flatMap((graph) => graph.outputs));
  const mayBe = (node: Node): boolean =>
    node.bodies.length === 0 && !isConstantNode(node) && node.outputs.every((value) => !outputs.has(value));
  const fromShapes = (node: Node): boolean => {
    if (node.op === "Shape" || node.op === "Size") {
      return true;
    }
    const operands = node.inputs.filter((value) => value !== undefined && !value.isConstant);
    const isFromShapes = operands.every((value) => value?.maker !== undefined && found.has(value.maker));
    return operands.length > 0 && isFromShapes && node.outputs.every(isShort);
  };
  const forShapes = (node: Node): boolean => {
    const readers = node.outputs.flatMap((value) => value.readers);
    return readers.length > 0 && readers.every((reader) => found.has(reader));
  };
  for (const [isFit, nodes] of [
    [fromShapes, model.nodes],
    [forShapes, [...model.nodes].reverse()],
  ] as const) {
    for (let count = -1; count !== found.size;) {
      count = found.size;
      for (const node of nodes) {
        if (!found.has(node) && mayBe(node) && isFit(node)) {
          found.add(node);
        }
      }
    }
  }
  return found;
}
