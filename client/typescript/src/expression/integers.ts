import { Failure, divisionByZero, overflow, powerOverflow, type Value } from "./values.js";

/** Of two integers; operations of one operand have it as the second one. */
export type IntegerOperation = (a: bigint, b: bigint) => bigint | Failure;

/** What is within an expression has at most 127 bits, a power at most 2^126. */
const LIMIT = 1n << 127n;
const MAX_POWER = 1n << 126n;

function bounded(value: bigint | Failure): Value {
  return typeof value === "bigint" && (value >= LIMIT || value <= -LIMIT) ? overflow : value;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function division(divide: (a: bigint, b: bigint) => bigint): IntegerOperation {
  return (a, b) => (b === 0n ? divisionByZero : divide(a, b));
}

function comparison(holds: (a: bigint, b: bigint) => boolean): IntegerOperation {
  return (a, b) => (holds(a, b) ? 1n : 0n);
}

const multiply: IntegerOperation = (a, b) => a * b;
const larger: IntegerOperation = (a, b) => (b > a ? b : a);

/** The base is 2 or more; it is rounded down, to 0 for a negative exponent. */
const power: IntegerOperation = (base, exponent) => {
  if (exponent < 0n) {
    return 0n;
  }
  const result = exponent > 126n ? MAX_POWER + 1n : base ** exponent;
  return result > MAX_POWER ? powerOverflow : result;
};

/** By their names in texts. */
export const integerOperations: ReadonlyMap<string, IntegerOperation> = new Map<string, IntegerOperation>([
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", multiply],
  ["^", power],
  ["//", division(floorDivide)],
  ["floordiv", division(floorDivide)],
  ["ceildiv", division((a, b) => -floorDivide(-a, b))],
  ["truncdiv", division((a, b) => a / b)],
  ["mod", division((a, b) => a - b * floorDivide(a, b))],
  ["min", (a, b) => (b < a ? b : a)],
  ["max", larger],
  ["broadcast", (a, b) => (a === 1n ? b : a)],
  ["=", comparison((a, b) => a === b)],
  ["!=", comparison((a, b) => a !== b)],
  ["<=", comparison((a, b) => a <= b)],
  ["<", comparison((a, b) => a < b)],
  [">=", comparison((a, b) => a >= b)],
  [">", comparison((a, b) => a > b)],
  ["and", multiply],
  ["or", larger],
  ["not", (_, b) => 1n - b],
  ["negate", (_, b) => -b],
]);

/** The value of an operation on integers, which is taken from left to right. */
export function applyToIntegers(operation: IntegerOperation, operands: readonly bigint[]): Value {
  const [first = 0n, ...rest] = operands.length === 1 ? [0n, ...operands] : operands;
  let result: Value = first;
  for (const operand of rest) {
    if (typeof result !== "bigint") {
      break;
    }
    result = bounded(operation(result, operand));
  }
  return result;
}
