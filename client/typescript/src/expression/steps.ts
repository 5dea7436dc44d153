import { applyToFloats, integerToFloat, toFormat, truncate, type FloatFormat } from "./float-formats.js";
import { applyExactly, Fraction, wholeOf, type ExactOperation } from "./fractions.js";
import { applyToIntegers, type IntegerOperation } from "./integers.js";
import { Failure, overflow, type Value } from "./values.js";

/** Replaces the last values on a stack by one. */
export type Step =
  | { kind: "constant"; value: bigint | Fraction | number }
  | { kind: "symbol"; name: string }
  /** `condition` is the operand that says which of the others counts. */
  | { kind: "choose"; condition: 0 | 1 }
  /** On exact numbers: without `exact` fractions are rounded down, without `operation` integers are fractions. */
  | {
      kind: "exact";
      name: string;
      operands: number;
      operation: IntegerOperation | undefined;
      exact: ExactOperation | undefined;
    }
  | { kind: "floats"; name: string; operands: number; format: FloatFormat }
  | { kind: "convert"; name: FloatFormat }
  | { kind: "truncate"; name: "int" };

function countOperands(step: Step): number {
  switch (step.kind) {
    case "constant":
    case "symbol":
      return 0;
    case "choose":
      return 3;
    case "exact":
    case "floats":
      return step.operands;
    case "convert":
    case "truncate":
      return 1;
  }
}

function convert(value: Value | undefined, format: FloatFormat): Value {
  if (typeof value === "bigint") {
    return integerToFloat(value, format);
  }
  return typeof value === "number" ? toFormat(value, format) : overflow;
}

function applyToExact(step: Step & { kind: "exact" }, operands: readonly (bigint | Fraction)[]): Value {
  const isExact = step.operation === undefined || operands.some((operand) => operand instanceof Fraction);
  if (isExact && step.exact !== undefined) {
    return applyExactly(step.exact, operands);
  }
  return step.operation === undefined ? overflow : applyToIntegers(step.operation, operands.map(wholeOf) as bigint[]);
}

/** Of operands that all have values; the parser has seen to it that they are of the right kind. */
function apply(step: Step, operands: readonly Value[]): Value {
  switch (step.kind) {
    case "exact":
      return applyToExact(step, operands as (bigint | Fraction)[]);
    case "floats":
      return applyToFloats(step.name, step.format, operands as number[]);
    case "convert":
      return convert(wholeOf(operands[0] ?? overflow), step.name);
    case "truncate":
      return truncate(operands[0] as number);
    default:
      return overflow;
  }
}

function take(step: Step, operands: readonly Value[], sizeOf: (symbol: string) => bigint | undefined): Value {
  if (step.kind === "constant") {
    return step.value;
  }
  if (step.kind === "symbol") {
    return sizeOf(step.name) ?? new Failure("unbound", `a symbol has no size: ${step.name}`);
  }
  if (step.kind === "choose") {
    const condition = wholeOf(operands[step.condition] ?? overflow);
    if (!(condition instanceof Failure)) {
      return (condition === 0n ? operands[2] : operands[1 - step.condition]) ?? overflow;
    }
  }
  const failure = operands.find((operand) => operand instanceof Failure);
  if (failure === undefined) {
    const value = apply(step, operands);
    return value instanceof Failure && "name" in step
      ? new Failure(value.kind, `${value.message}, of ${step.name}`, value.isPower)
      : value;
  }
  return failure.isPower ? besidePower(step, operands, failure) : failure;
}

/** What is too large for a power alone is not if it is multiplied by 0. */
function besidePower(step: Step, operands: readonly Value[], failure: Failure): Value {
  const other = operands.find((operand) => !(operand instanceof Failure && operand.isPower));
  if (step.kind === "exact" && step.name === "*") {
    return other === 0n || other instanceof Failure ? other : failure;
  }
  return new Failure(failure.kind, failure.message, step.kind === "exact" && step.name === "negate");
}

/** The value that the steps leave. */
export function evaluateSteps(steps: readonly Step[], sizeOf: (symbol: string) => bigint | undefined): Value {
  const stack: Value[] = [];
  for (const step of steps) {
    const count = countOperands(step);
    const operands = count === 0 ? [] : stack.splice(stack.length - count);
    stack.push(take(step, operands, sizeOf));
  }
  return wholeOf(stack[0] ?? overflow);
}
