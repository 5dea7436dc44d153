/**
 * Expressions over the sizes of symbols, as dims of answers have them. They need no server.
 *
 * @module
 */
import { ExpressionError } from "./errors.js";
import { parseExpression } from "./parse.js";
import type { Step } from "./steps.js";
import { evaluateSteps } from "./steps.js";
import { Failure } from "./values.js";

export { ExpressionError, type ExpressionErrorKind } from "./errors.js";

/** Sizes by symbol. A number is a safe integer; a bigint has 64 bits. */
export type Sizes = Readonly<Record<string, number | bigint>> | ReadonlyMap<string, number | bigint>;

/** An expression over the sizes of symbols; docs/notation.md has the notation. */
export class Expression {
  private constructor(
    private readonly steps: readonly Step[],
    /** The names in it, without backticks, each once, in their order: `N`, `x[0]`, `?1`. */
    readonly symbols: readonly string[],
    private readonly text: string,
  ) {}

  /**
   * Reads a text in the notation of dims.
   *
   * @throws ExpressionError of kind `parse`, which tells the column.
   */
  static parse(text: string): Expression {
    const { steps, symbols, print } = parseExpression(text);
    return new Expression(steps, Object.freeze(symbols), print);
  }

  /**
   * The value at sizes of symbols. Only the side of an `if` that is taken needs a value.
   *
   * @throws ExpressionError of kind `unbound`, `division_by_zero` or `overflow`: integers never wrap around.
   * @throws TypeError if a size that is needed is no integer of 64 bits.
   */
  evaluate(sizes: Sizes = {}): bigint {
    const value = evaluateSteps(this.steps, (symbol) => sizeOf(sizes, symbol));
    if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) {
      return value;
    }
    if (value instanceof Failure) {
      throw new ExpressionError(value.kind, value.message);
    }
    throw new ExpressionError("overflow", `the value has more than 64 bits: ${value}`);
  }

  /** Its text in normal spacing; it parses to an equal expression. */
  toString(): string {
    return this.text;
  }
}

function sizeOf(sizes: Sizes, symbol: string): bigint | undefined {
  const isMap = (given: Sizes): given is ReadonlyMap<string, number | bigint> => given instanceof Map;
  const size = isMap(sizes) ? sizes.get(symbol) : Object.hasOwn(sizes, symbol) ? sizes[symbol] : undefined;
  if (size === undefined) {
    return undefined;
  }
  const isExact = typeof size === "bigint" ? BigInt.asIntN(64, size) === size : Number.isSafeInteger(size);
  if (!isExact) {
    throw new TypeError(
      `the size of ${symbol}, ${size}, is not ${typeof size === "bigint" ? "an integer of 64 bits" : "a safe integer"}`,
    );
  }
  return BigInt(size);
}
