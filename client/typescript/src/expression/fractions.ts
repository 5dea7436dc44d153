import { divisionByZero, overflow, Failure, type Value } from "./values.js";

const LIMIT = 1n << 127n;

/** An exact number within an expression that is no integer: over / under, in lowest terms, with under > 1. */
export class Fraction {
  constructor(
    readonly over: bigint,
    readonly under: bigint,
  ) {}
}

type Exact = Fraction | bigint;

function magnitude(a: bigint): bigint {
  return a < 0n ? -a : a;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    [a, b] = [b, a % b];
  }
  return magnitude(a);
}

/** An integer where it is one. */
function quotient(over: bigint, under: bigint): Exact | Failure {
  if (under === 0n) {
    return divisionByZero;
  }
  const divisor = under < 0n ? -commonDivisor(over, under) : commonDivisor(over, under);
  const [a, b] = [over / divisor, under / divisor];
  if (magnitude(a) >= LIMIT || b >= LIMIT) {
    return overflow;
  }
  return b === 1n ? a : new Fraction(a, b);
}

function overOf(a: Exact): bigint {
  return typeof a === "bigint" ? a : a.over;
}

function underOf(a: Exact): bigint {
  return typeof a === "bigint" ? 1n : a.under;
}

function floorOf(a: Exact): bigint {
  const [over, under] = [overOf(a), underOf(a)];
  return over < 0n && over % under !== 0n ? over / under - 1n : over / under;
}

function truncOf(a: Exact): bigint {
  return overOf(a) / underOf(a);
}

function ceilOf(a: Exact): bigint {
  const floor = floorOf(a);
  return typeof a === "bigint" ? floor : floor + 1n;
}

/** A half goes to the even number. */
function nearestOf(a: Exact): bigint {
  const floor = floorOf(a);
  const twice = 2n * (overOf(a) - floor * underOf(a));
  const isUp = twice > underOf(a) || (twice === underOf(a) && floor % 2n !== 0n);
  return isUp ? floor + 1n : floor;
}

/** Of two exact numbers; operations of one operand have it as the second one. */
export type ExactOperation = (a: Exact, b: Exact) => Exact | Failure;

function join(sign: bigint): ExactOperation {
  return (a, b) => quotient(overOf(a) * underOf(b) + sign * overOf(b) * underOf(a), underOf(a) * underOf(b));
}

const subtract = join(-1n);
const multiply: ExactOperation = (a, b) => quotient(overOf(a) * overOf(b), underOf(a) * underOf(b));
const divide: ExactOperation = (a, b) => quotient(overOf(a) * underOf(b), underOf(a) * overOf(b));

function after(first: Exact | Failure, then: (value: Exact) => Exact | Failure): Exact | Failure {
  return first instanceof Failure ? first : then(first);
}

function division(round: (a: Exact) => bigint): ExactOperation {
  return (a, b) => after(divide(a, b), round);
}

function remainder(round: (a: Exact) => bigint): ExactOperation {
  return (a, b) => after(divide(a, b), (ratio) => after(multiply(b, round(ratio)), (part) => subtract(a, part)));
}

function compare(a: Exact, b: Exact): bigint {
  return overOf(a) * underOf(b) - overOf(b) * underOf(a);
}

function comparison(holds: (difference: bigint) => boolean): ExactOperation {
  return (a, b) => (holds(compare(a, b)) ? 1n : 0n);
}

function rounding(round: (a: Exact) => bigint): ExactOperation {
  return (_, b) => round(b);
}

const power: ExactOperation = (a, b) => {
  const exponent = floorOf(b);
  const count = magnitude(exponent);
  const isLarge = (base: bigint): boolean => magnitude(base) > 1n && count > 126n;
  if (isLarge(overOf(a)) || isLarge(underOf(a))) {
    return overflow;
  }
  const [over, under] = [overOf(a) ** count, underOf(a) ** count];
  return exponent < 0n ? quotient(under, over) : quotient(over, under);
};

/** By their names in texts. Operations that are not among them are of integers. */
export const exactOperations: ReadonlyMap<string, ExactOperation> = new Map<string, ExactOperation>([
  ["+", join(1n)],
  ["-", subtract],
  ["*", multiply],
  ["/", divide],
  ["**", power],
  ["//", division(floorOf)],
  ["floordiv", division(floorOf)],
  ["ceildiv", division(ceilOf)],
  ["truncdiv", division(truncOf)],
  ["mod", remainder(floorOf)],
  ["truncmod", remainder(truncOf)],
  ["min", (a, b) => (compare(b, a) < 0n ? b : a)],
  ["max", (a, b) => (compare(b, a) > 0n ? b : a)],
  ["floor", rounding(floorOf)],
  ["ceil", rounding(ceilOf)],
  ["int", rounding(truncOf)],
  ["round", rounding(nearestOf)],
  ["=", comparison((difference) => difference === 0n)],
  ["!=", comparison((difference) => difference !== 0n)],
  ["<=", comparison((difference) => difference <= 0n)],
  ["<", comparison((difference) => difference < 0n)],
  [">=", comparison((difference) => difference >= 0n)],
  [">", comparison((difference) => difference > 0n)],
  ["not", (_, b) => subtract(1n, b)],
  ["negate", (_, b) => subtract(0n, b)],
]);

/** The value of an operation on exact numbers, which is taken from left to right. */
export function applyExactly(operation: ExactOperation, operands: readonly Exact[]): Value {
  const [first = 0n, ...rest] = operands.length === 1 ? [0n, ...operands] : operands;
  let result: Exact | Failure = first;
  for (const operand of rest) {
    if (result instanceof Failure) {
      break;
    }
    result = operation(result, operand);
  }
  return result;
}

/** A fraction rounded down; other values stay. */
export function wholeOf(value: Value): Value {
  return value instanceof Fraction ? floorOf(value) : value;
}
