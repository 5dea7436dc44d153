import { applyToFloats, integerToFloat, toFormat, truncate, type FloatFormat } from "./float-formats.js";
import { applyToIntegers, type IntegerOperation } from "./integers.js";
import { Failure, overflow, type Value } from "./values.js";

/** Replaces the last values on a stack by one. */
export type Step =
  | { kind: "constant"; value: bigint | number }
  | { kind: "symbol"; name: string }
  | { kind: "choose" }
  | { kind: "integers"; name: string; operands: number; operation: IntegerOperation }
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
    case "integers":
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

/** Of operands that all have values; the parser has seen to it that they are of the right kind. */
function apply(step: Step, operands: readonly Value[]): Value {
  switch (step.kind) {
    case "integers":
      return applyToIntegers(step.operation, operands as bigint[]);
    case "floats":
      return applyToFloats(step.name, step.format, operands as number[]);
    case "convert":
      return convert(operands[0], step.name);
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
  const [condition] = operands;
  if (step.kind === "choose" && !(condition instanceof Failure)) {
    return (condition === 0n ? operands[2] : operands[1]) ?? overflow;
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
  if (step.kind === "integers" && step.name === "*") {
    return other === 0n || other instanceof Failure ? other : failure;
  }
  return new Failure(failure.kind, failure.message, step.kind === "integers" && step.name === "negate");
}

/** The value that the steps leave. */
export function evaluateSteps(steps: readonly Step[], sizeOf: (symbol: string) => bigint | undefined): Value {
  const stack: Value[] = [];
  for (const step of steps) {
    const count = countOperands(step);
    const operands = count === 0 ? [] : stack.splice(stack.length - count);
    stack.push(take(step, operands, sizeOf));
  }
  return stack[0] ?? overflow;
}
