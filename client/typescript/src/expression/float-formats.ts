import { divisionByZero, overflow, type Value } from "./values.js";

// Numbers of all formats are doubles: an operation is computed in double and rounded once.

/** A format of numbers in floating point. */
export type FloatFormat = "f16" | "bf16" | "f32" | "f64";

export function isFloatFormat(name: string): name is FloatFormat {
  return name === "f16" || name === "bf16" || name === "f32" || name === "f64";
}

function roundHalfToEven(x: number): number {
  const below = Math.floor(x);
  const above = Math.ceil(x);
  if (x - below !== above - x) {
    return x - below < above - x ? below : above;
  }
  return below % 2 === 0 ? below : above;
}

/** The least e with |x| < 2^e; of numbers below 2^-1022 that of the format. */
function exponentOf(x: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  return ((bits.getUint16(0) >> 4) & 0x7ff) - 1022;
}

/** Rounds half to even, to so many bits of significand and to a multiple of 2^leastExponent. */
function roundSignificand(x: number, bits: number, leastExponent: number): number {
  const unit = Math.max(exponentOf(x) - bits, leastExponent);
  return roundHalfToEven(x * 2 ** -unit) * 2 ** unit;
}

/** Rounds half to even; the result is infinite beyond the format's range. */
export function toFormat(x: number, format: FloatFormat): number {
  if (x === 0 || !Number.isFinite(x)) {
    return x;
  }
  switch (format) {
    case "f16":
      x = roundSignificand(x, 11, -24);
      return Math.abs(x) > 65504 ? Math.sign(x) * Infinity : x;
    case "bf16":
      return Math.fround(roundSignificand(x, 8, -133));
    case "f32":
      return Math.fround(x);
    case "f64":
      return x;
  }
}

/** An integer of 64 bits as f32, rounded once: as a double it could be rounded to the middle of two floats. */
function integerToF32(n: bigint): number {
  const size = n < 0n ? -n : n;
  const lowBits = 16n; // doubles have 53 bits, f32 24: what is beyond 48 matters only as not being 0
  const high = size >> lowBits;
  const isInexact = high << lowBits !== size;
  const double = size < 1n << 53n ? Number(size) : Number((high | (isInexact ? 1n : 0n)) << lowBits);
  return Math.fround(n < 0n ? -double : double);
}

/** The narrow formats are rounded from f32, as runtimes do. */
export function integerToFloat(n: bigint, format: FloatFormat): Value {
  if (BigInt.asIntN(64, n) !== n) {
    return overflow;
  }
  return format === "f64" ? Number(n) : toFormat(integerToF32(n), format);
}

/** Cuts off what is behind the point. */
export function truncate(x: number): Value {
  const whole = Math.trunc(x);
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : overflow;
}

/** Of numbers in floating point, by their names in texts. */
const floatOperations = new Map<string, (a: number, b: number) => number>([
  ["+", (a, b) => a + b],
  ["-", (a, b) => a - b],
  ["*", (a, b) => a * b],
  ["/", (a, b) => a / b],
  ["min", Math.min],
  ["max", Math.max],
]);

const floatFunctions = new Map<string, (a: number) => number>([
  ["floor", Math.floor],
  ["ceil", Math.ceil],
  ["round", roundHalfToEven],
  ["sqrt", Math.sqrt],
]);

/** Whether it is an operation of two or more numbers of one format. */
export function isFloatOperation(name: string): boolean {
  return floatOperations.has(name);
}

/** Whether it is a function of one number, with a result of the same format. */
export function isFloatFunction(name: string): boolean {
  return floatFunctions.has(name);
}

function rounded(x: number, format: FloatFormat): Value {
  return Number.isNaN(x) ? overflow : toFormat(x, format);
}

/** The value of an operation on numbers of a format, which is taken from left to right. */
export function applyToFloats(name: string, format: FloatFormat, operands: readonly number[]): Value {
  const [first = NaN, ...rest] = operands;
  const operation = floatOperations.get(name);
  if (operation === undefined) {
    return rounded(floatFunctions.get(name)?.(first) ?? NaN, format);
  }
  let result: Value = first;
  for (const operand of rest) {
    if (typeof result !== "number") {
      break;
    }
    if (name === "/" && operand === 0) {
      return divisionByZero; // its sign would depend on that of the 0
    }
    result = rounded(operation(result, operand), format);
  }
  return result;
}
