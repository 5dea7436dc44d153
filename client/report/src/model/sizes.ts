import { Expression } from "../../../typescript/src/expression/expression.js";
import type { Amount, Answer, Dim, TensorType, Type } from "./data.js";
import type { Value } from "./model.js";

/** What an answer says of symbols and facts. */
interface Answered {
  readonly answer: Answer;
}

/** An integer of 64 bits, or `undefined`: not known. */
export type Size = bigint | undefined;

/** The bits of an element; types without a fixed size are left out. */
const elementBits: Readonly<Record<string, bigint>> = {
  FLOAT: 32n, UINT8: 8n, INT8: 8n, UINT16: 16n, INT16: 16n, INT32: 32n, INT64: 64n, BOOL: 8n, FLOAT16: 16n,
  DOUBLE: 64n, UINT32: 32n, UINT64: 64n, COMPLEX64: 64n, COMPLEX128: 128n, BFLOAT16: 16n, FLOAT8E4M3FN: 8n,
  FLOAT8E4M3FNUZ: 8n, FLOAT8E5M2: 8n, FLOAT8E5M2FNUZ: 8n, UINT4: 4n, INT4: 4n, FLOAT4E2M1: 4n, FLOAT8E8M0: 8n,
  UINT2: 2n, INT2: 2n, FLOAT6E2M3: 6n, FLOAT6E3M2: 6n, FLOAT8E4M3: 8n, FLOAT8E3M4: 8n, FLOAT8E4M3B11FNUZ: 8n,
  UINT1: 1n, INT1: 1n, UINT3: 3n, UINT6: 6n, NF4: 4n,
}; // prettier-ignore

const MOST_BYTES = (1n << 63n) - 1n;

/** Expressions are read once. */
const parsed = new Map<string, Expression | undefined>();

function parse(text: string): Expression | undefined {
  let found = parsed.get(text);
  if (found === undefined && !parsed.has(text)) {
    try {
      found = Expression.parse(text);
    } catch {
      found = undefined;
    }
    parsed.set(text, found);
  }
  return found;
}

/** The names that an expression is written in. */
export function symbolsOf(text: string): readonly string[] {
  return parse(text)?.symbols ?? [];
}

/** The names that a type is written in. */
export function symbolsOfType(type: Type | undefined): Set<string> {
  const dims = [...(tensorOf(type)?.shape?.dims ?? []), ...(type?.sequence?.length ? [type.sequence.length] : [])];
  return new Set(dims.flatMap((dim) => symbolsOf(dim.expr ?? "")));
}

/** The tensor that a type is, or holds. */
export function tensorOf(type: Type | undefined): TensorType | undefined {
  for (let at = type; at !== undefined; at = at.sequence?.element ?? at.optional?.element) {
    const tensor = at.tensor ?? at.sparseTensor;
    if (tensor !== undefined) {
      return tensor;
    }
  }
  return undefined;
}

/** The numbers of a model at given sizes of its symbols. Each expression is computed once. */
export class Sizes {
  private readonly known = new Map<string, Size>();
  private readonly symbols = new Map<string, Size>();
  private readonly open = new Set<string>();

  constructor(
    private readonly model: Answered,
    private readonly given: ReadonlyMap<string, bigint>,
  ) {}

  /** A symbol's value: as given, or as it follows from others. */
  symbol(name: string): Size {
    if (this.symbols.has(name)) {
      return this.symbols.get(name);
    }
    let value = this.given.get(name);
    const equals = this.definitions().get(name);
    if (value === undefined && equals !== undefined && !this.open.has(name)) {
      this.open.add(name); // a definition in terms of itself would be malformed
      value = this.amount(equals);
      this.open.delete(name);
    }
    this.symbols.set(name, value);
    return value;
  }

  private definitions(): ReadonlyMap<string, Amount> {
    return definitionsOf(this.model);
  }

  expression(text: string): Size {
    if (this.known.has(text)) {
      return this.known.get(text);
    }
    const expression = parse(text);
    let value: Size;
    if (expression !== undefined) {
      const sizes = new Map<string, bigint>();
      for (const name of expression.symbols) {
        const size = this.symbol(name);
        if (size !== undefined) {
          sizes.set(name, size);
        }
      }
      try {
        value = expression.evaluate(sizes);
      } catch {
        value = undefined; // unbound, a division by 0, or too large
      }
    }
    this.known.set(text, value);
    return value;
  }

  amount(amount: Amount | undefined): Size {
    if (amount?.value !== undefined) {
      return BigInt(amount.value);
    }
    return amount?.expr === undefined ? undefined : this.expression(amount.expr);
  }

  /** Whether a relation such as `S = 1` holds. */
  condition(text: string): boolean | undefined {
    const value = this.expression(`(${text})`);
    return value === undefined ? undefined : value !== 0n;
  }

  dim(dim: Dim): Size {
    if (dim.size !== undefined) {
      return BigInt(dim.size);
    }
    const value = dim.expr === undefined ? undefined : this.expression(dim.expr);
    if (value !== undefined) {
      return value < 0n ? undefined : value;
    }
    const upper = this.upper(dim);
    return upper === 0n ? 0n : undefined;
  }

  /** What a size that is not known never exceeds. */
  upper(dim: Dim): Size {
    const proved = dim.expr === undefined ? undefined : boundsOf(this.model).get(dim.expr);
    const bounds = [dim.range?.max === undefined ? undefined : BigInt(dim.range.max), ...(proved ?? []).map((bound) => this.amount(bound))]; // prettier-ignore
    const known = bounds.filter((bound) => bound !== undefined);
    return known.length === 0 ? undefined : known.reduce((a, b) => (b < a ? b : a));
  }

  /** The type that counts at these sizes; `undefined`: that is not known. */
  chosen(type: Type | undefined): Type | undefined {
    for (const each of type?.alternatives ?? []) {
      const holds = (each.condition ?? "") === "" ? true : this.condition(each.condition ?? "");
      if (holds !== false) {
        return holds ? each.type : undefined;
      }
    }
    return type;
  }

  /** The sizes of a tensor; `undefined`: its rank is not known, or it is none. */
  sizes(type: Type | undefined): Size[] | undefined {
    const own = this.chosen(type);
    const tensor = own?.tensor ?? own?.sparseTensor;
    return tensor?.shape === undefined ? undefined : (tensor.shape.dims ?? []).map((dim) => this.dim(dim));
  }

  /** The bytes that a value needs, of data at most so many. */
  bytes(type: Type | undefined): Size {
    const total = this.contents(this.chosen(type), []);
    return total === undefined || total > MOST_BYTES ? undefined : total;
  }

  private contents(type: Type | undefined, lengths: readonly Dim[]): Size {
    const tensor = type?.tensor ?? type?.sparseTensor;
    if (tensor !== undefined) {
      return tensor.shape === undefined ? undefined : this.product([...lengths, ...(tensor.shape.dims ?? [])], tensor);
    }
    if (type?.optional !== undefined) {
      return this.contents(type.optional.element, lengths);
    }
    const sequence = type?.sequence;
    if (sequence?.positions !== undefined && sequence.positions.length > 0) {
      const parts = sequence.positions.map((each) => this.contents(each, lengths));
      return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0n);
    }
    if (sequence?.length?.size === "0") {
      return 0n;
    }
    return sequence === undefined ? undefined : this.contents(sequence.element, [...lengths, sequence.length ?? {}]);
  }

  private product(dims: readonly Dim[], tensor: TensorType): Size {
    const bits = elementBits[(tensor.elementType ?? "").replace("ELEMENT_TYPE_", "")];
    let total = bits;
    for (const dim of dims) {
      const size = this.dim(dim) ?? this.upper(dim);
      total = total === undefined || size === undefined ? undefined : total * size;
    }
    return total === undefined ? undefined : (total + 7n) / 8n;
  }

  /** `[8, 128, ?]`. */
  text(value: Value): string {
    const sizes = this.sizes(value.info.type);
    return sizes === undefined ? "?" : `[${sizes.map((size) => size?.toString() ?? "?").join(", ")}]`;
  }
}

const definitions = new WeakMap<Answered, Map<string, Amount>>();

/** What symbols abbreviate, or equal. */
function definitionsOf(model: Answered): ReadonlyMap<string, Amount> {
  let found = definitions.get(model);
  if (found === undefined) {
    found = new Map();
    for (const symbol of model.answer.symbols ?? []) {
      if (symbol.equals !== undefined) {
        found.set(symbol.name, symbol.equals);
      }
    }
    definitions.set(model, found);
  }
  return found;
}

const bounds = new WeakMap<Answered, Map<string, Amount[]>>();

/** By expression: what it never exceeds, by facts that are proved. */
function boundsOf(model: Answered): ReadonlyMap<string, Amount[]> {
  let found = bounds.get(model);
  if (found === undefined) {
    found = new Map();
    for (const fact of model.answer.facts ?? []) {
      const isBound = fact.state === "STATE_PROVED" && fact.relation === "RELATION_LESS_OR_EQUAL";
      if (isBound && fact.left?.expr !== undefined && fact.right !== undefined) {
        found.set(fact.left.expr, [...(found.get(fact.left.expr) ?? []), fact.right]);
      }
    }
    bounds.set(model, found);
  }
  return found;
}
