import { Expression } from "../../../typescript/src/expression/expression.js";
import type { Dim, TensorType, Type } from "./data.js";
import type { Model, Node, Value } from "./model.js";

// As `infer --find`: a part of a name or operator, or a shape such as `[*, 768]` or `int64[?, N + 1]`.

type Item = { kind: "any dims" } | { kind: "any dim" } | { kind: "dim"; text: string };

/** Names that other projects have for element types, beside `i32`, `s32` and `u8`. */
const aliases: Readonly<Record<string, string>> = {
  float32: "float",
  float64: "double",
  f16: "float16",
  bf16: "bfloat16",
  f32: "float",
  f64: "double",
  c64: "complex64",
  c128: "complex128",
  pred: "bool",
  boolean: "bool",
};

const elementNames = new Set(
  (
    "float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 complex128 bfloat16 " +
    "float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 float8e8m0 uint2 int2 float6e2m3 " +
    "float6e3m2 float8e4m3 float8e3m4 float8e4m3b11fnuz uint1 int1 uint3 uint6 nf4"
  ).split(" "),
);

function elementNamed(word: string): string | undefined {
  const small = word.toLowerCase();
  const name = aliases[small] ?? small.replace(/^[is](?=\d+$)/, "int").replace(/^u(?=\d+$)/, "uint");
  return elementNames.has(name) ? name : undefined;
}

/** At the commas that stand in no brackets and no backticks. */
function splitDims(text: string): string[] {
  const parts = [""];
  let depth = 0;
  let isQuoted = false;
  for (const c of text) {
    isQuoted = c === "`" ? !isQuoted : isQuoted;
    depth += isQuoted ? 0 : "([".includes(c) ? 1 : ")]".includes(c) ? -1 : 0;
    if (c === "," && depth === 0 && !isQuoted) {
      parts.push("");
    } else {
      parts[parts.length - 1] += c;
    }
  }
  return parts;
}

/** Sizes for comparing expressions: primes, so that different ones rarely agree. */
const probes = [1009n, 10007n, 100003n, 20011n, 30011n, 50021n, 70001n, 90001n];

/** Whether two texts are the same expression: in normal spacing, or at several sizes of their symbols. */
export function isSameExpression(a: string, b: string): boolean {
  if (a === b) {
    return true;
  }
  try {
    const [left, right] = [Expression.parse(a), Expression.parse(b)];
    const names = [...new Set([...left.symbols, ...right.symbols])];
    if (left.toString() === right.toString()) {
      return true;
    }
    if (names.some((name) => !left.symbols.includes(name) || !right.symbols.includes(name))) {
      return false;
    }
    return [0, 3, 5].every((shift) => {
      const sizes = new Map(names.map((name, i) => [name, probes[(i + shift) % probes.length] ?? 1n]));
      return left.evaluate(sizes) === right.evaluate(sizes);
    });
  } catch {
    return false;
  }
}

/** What is looked for. */
export class Pattern {
  private readonly element: string | undefined;
  private readonly items: Item[] | undefined;

  /** Throws an Error for a shape that makes no sense. */
  constructor(private readonly text: string) {
    const open = text.indexOf("[");
    const word = (open < 0 ? text : text.slice(0, open)).trim();
    this.element = elementNamed(word);
    if (open < 0 || (word !== "" && this.element === undefined)) {
      return;
    }
    const rest = text.slice(open + 1).trimEnd();
    if (!rest.endsWith("]")) {
      throw new Error(`"${text}" has no closing bracket`);
    }
    const dims = rest.slice(0, -1);
    this.items = dims.trim() === "" ? [] : splitDims(dims).map((dim) => this.item(dim.trim()));
  }

  private item(text: string): Item {
    if (text === "*" || text === "...") {
      return { kind: "any dims" };
    }
    if (text === "?") {
      return { kind: "any dim" };
    }
    const dim = Expression.parse(text);
    if (dim.symbols.length === 0) {
      dim.evaluate(); // what no size can be is a mistake
    }
    return { kind: "dim", text };
  }

  fitsValue(value: Value): boolean {
    if (this.items === undefined && value.name.includes(this.text)) {
      return true;
    }
    return (this.items !== undefined || this.element !== undefined) && this.fitsType(value.info.type);
  }

  /** By its name, or its operator in any case. */
  fitsNode(node: Node): boolean {
    if (this.items !== undefined) {
      return false;
    }
    return node.name.includes(this.text) || node.op.toLowerCase().includes(this.text.toLowerCase());
  }

  private fitsType(type: Type | undefined): boolean {
    if (type === undefined) {
      return false;
    }
    if (type.alternatives?.some((each) => this.fitsType(each.type))) {
      return true;
    }
    const tensor = type.tensor ?? type.sparseTensor;
    if (tensor !== undefined) {
      return this.fitsTensor(tensor);
    }
    return this.fitsType(type.sequence?.element ?? type.optional?.element);
  }

  private fitsTensor(tensor: TensorType): boolean {
    const element = (tensor.elementType ?? "").replace("ELEMENT_TYPE_", "").toLowerCase();
    if (this.element !== undefined && this.element !== element) {
      return false;
    }
    return this.items === undefined || (tensor.shape !== undefined && this.fitsDims(tensor.shape.dims ?? []));
  }

  /** By dims from the first: which numbers of items can stand for those so far. */
  private fitsDims(dims: readonly Dim[]): boolean {
    const items = this.items ?? [];
    const skipEmpty = (fits: boolean[]): boolean[] => {
      items.forEach((item, i) => {
        fits[i + 1] = fits[i + 1] || (fits[i] === true && item.kind === "any dims");
      });
      return fits;
    };
    let fits = skipEmpty(Array.from({ length: items.length + 1 }, (_, i) => i === 0));
    for (const dim of dims) {
      const next = fits.map((_, i) => {
        const goesOn = items[i]?.kind === "any dims" && fits[i] === true;
        const item = items[i - 1];
        return goesOn || (item !== undefined && item.kind !== "any dims" && fits[i - 1] === true && fitsDim(item, dim));
      });
      fits = skipEmpty(next);
    }
    return fits[items.length] === true;
  }
}

function fitsDim(item: Item, dim: Dim): boolean {
  return item.kind !== "dim" || isSameExpression(item.text, dim.size ?? dim.expr ?? "");
}

/** Whether a value is stored in the model. */
export function isWeight(value: Value): boolean {
  return value.info.node === undefined && value.info.input === undefined;
}

export interface Found {
  values: Value[];
  nodes: Node[];
}

export function search(model: Model, text: string): Found {
  const pattern = new Pattern(text);
  return {
    values: model.values.filter((value) => pattern.fitsValue(value)),
    nodes: model.nodes.filter((node) => pattern.fitsNode(node)),
  };
}
