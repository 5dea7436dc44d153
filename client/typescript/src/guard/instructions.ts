import type { GuardInstruction, GuardProgram } from "../gen/shapewright/v1/guard_program_pb.js";
import {
  GuardInstruction_Format as Format,
  GuardInstruction_Op as Op,
} from "../gen/shapewright/v1/guard_program_pb.js";
import { applyToFloats, integerToFloat, toFormat, truncate, type FloatFormat } from "../expression/float-formats.js";
import { integerOperations, type IntegerOperation } from "../expression/integers.js";
import { Failure, overflow, type Value } from "../expression/values.js";

const MAX_INSTRUCTIONS = 65_536;
const LIMIT = 1n << 127n;

/** The bytes are no guard. */
export class GuardError extends Error {
  override name = "GuardError";
}

const unbound = new Failure("unbound", "the request does not have it");

/** How many operands an operation takes, and how it computes them. */
type Operation =
  | { kind: "integers"; operands: 1 | 2; apply: IntegerOperation; isNarrow?: boolean }
  | { kind: "floats"; operands: 1 | 2; name: string }
  | { kind: "fromInteger" | "convert" | "truncate"; operands: 1 }
  | { kind: "select"; operands: 3 }
  | { kind: "constant" | "slot" | "unbound" | "float"; operands: 0 };

function named(name: string, isNarrow = false): Operation {
  const apply = integerOperations.get(name);
  if (apply === undefined) {
    throw new Error(name);
  }
  return { kind: "integers", operands: 2, apply, isNarrow };
}

const power: IntegerOperation = (base, exponent) => {
  if (exponent < 0n) {
    return 0n;
  }
  return base < 2n || exponent >= 127n ? overflow : base ** exponent;
};

const operations = new Map<Op, Operation>([
  [Op.CONSTANT, { kind: "constant", operands: 0 }],
  [Op.SLOT, { kind: "slot", operands: 0 }],
  [Op.UNBOUND, { kind: "unbound", operands: 0 }],
  [Op.ADD, named("+")],
  [Op.SUBTRACT, named("-")],
  [Op.MULTIPLY, named("*")],
  [Op.FLOOR_DIVIDE, named("floordiv")],
  [Op.CEIL_DIVIDE, named("ceildiv")],
  [Op.TRUNCATE_DIVIDE, named("truncdiv")],
  [Op.MODULO, named("mod")],
  [Op.MIN, named("min")],
  [Op.MAX, named("max")],
  [Op.BROADCAST, named("broadcast")],
  [Op.POWER, { kind: "integers", operands: 2, apply: power }],
  [Op.EQUAL, named("=", true)],
  [Op.LESS_OR_EQUAL, named("<=", true)],
  [
    Op.DIVIDES,
    { kind: "integers", operands: 2, apply: (a, b) => (a !== 0n && b % a === 0n ? 1n : 0n), isNarrow: true },
  ],
  [Op.NOT, { kind: "integers", operands: 1, apply: (a) => 1n - a }],
  [Op.SELECT, { kind: "select", operands: 3 }],
  [Op.FLOAT_CONSTANT, { kind: "float", operands: 0 }],
  [Op.FLOAT_FROM_INTEGER, { kind: "fromInteger", operands: 1 }],
  [Op.FLOAT_CONVERT, { kind: "convert", operands: 1 }],
  [Op.FLOAT_ADD, { kind: "floats", operands: 2, name: "+" }],
  [Op.FLOAT_SUBTRACT, { kind: "floats", operands: 2, name: "-" }],
  [Op.FLOAT_MULTIPLY, { kind: "floats", operands: 2, name: "*" }],
  [Op.FLOAT_DIVIDE, { kind: "floats", operands: 2, name: "/" }],
  [Op.FLOAT_MIN, { kind: "floats", operands: 2, name: "min" }],
  [Op.FLOAT_MAX, { kind: "floats", operands: 2, name: "max" }],
  [Op.FLOAT_FLOOR, { kind: "floats", operands: 1, name: "floor" }],
  [Op.FLOAT_CEIL, { kind: "floats", operands: 1, name: "ceil" }],
  [Op.FLOAT_ROUND, { kind: "floats", operands: 1, name: "round" }],
  [Op.FLOAT_SQRT, { kind: "floats", operands: 1, name: "sqrt" }],
  [Op.INTEGER_FROM_FLOAT, { kind: "truncate", operands: 1 }],
]);

const formats = new Map<Format, FloatFormat>([
  [Format.FLOAT16, "f16"],
  [Format.BFLOAT16, "bf16"],
  [Format.FLOAT, "f32"],
  [Format.DOUBLE, "f64"],
]);

/** An instruction that makes sense. */
export interface Step {
  operation: Operation;
  operands: readonly number[];
  format: FloatFormat;
  constant: Value;
  slot: number;
  givesFloat: boolean;
}

/** The steps of a program; a GuardError if an instruction makes no sense. */
export function readSteps(program: GuardProgram): Step[] {
  if (program.instructions.length > MAX_INSTRUCTIONS || program.slots.length > MAX_INSTRUCTIONS) {
    throw new GuardError(`a guard has at most ${MAX_INSTRUCTIONS} instructions and slots`);
  }
  const steps: Step[] = [];
  program.instructions.forEach((instruction, place) => {
    const fail = (message: string): never => {
      throw new GuardError(`instructions[${place}]: ${message}`);
    };
    steps.push(readStep(instruction, steps, program.slots.length, fail));
  });
  return steps;
}

function readStep(
  instruction: GuardInstruction,
  before: readonly Step[],
  slots: number,
  fail: (message: string) => never,
): Step {
  const operation = operations.get(instruction.op) ?? fail("there is no such operation");
  if (instruction.operands.length !== operation.operands) {
    fail(`it takes ${operation.operands} operands`);
  }
  const areFloats = instruction.operands.map(
    (operand) => before[operand]?.givesFloat ?? fail("its operand is not an earlier one"),
  );
  const { kind } = operation;
  const isChoiceOfFloats = kind === "select" && areFloats[1] === true;
  const takesFloat = (place: number): boolean =>
    kind === "floats" || kind === "convert" || kind === "truncate" || (isChoiceOfFloats && place > 0);
  if (areFloats.some((isFloat, place) => isFloat !== takesFloat(place))) {
    fail("an integer and a floating-point number are not told apart");
  }
  const format = formats.get(instruction.format);
  const hasFormat = kind === "floats" || kind === "convert" || kind === "fromInteger" || kind === "float";
  if (hasFormat && format === undefined) {
    fail("it has no format");
  }
  if (kind === "float" && toFormat(instruction.number, format ?? "f64") !== instruction.number) {
    fail("it is not a number of its format");
  }
  const slot = Number(instruction.constant);
  if (kind === "slot" && !(slot >= 0 && slot < slots)) {
    fail("there is no such slot");
  }
  const constant = kind === "float" ? instruction.number : kind === "unbound" ? unbound : instruction.constant;
  const givesFloat = hasFormat || isChoiceOfFloats;
  return { operation, operands: instruction.operands, format: format ?? "f64", constant, slot, givesFloat };
}

/** The numbers of all instructions; `undefined` is a slot that the request does not have. */
export function runSteps(steps: readonly Step[], slots: readonly (bigint | undefined)[]): Value[] {
  const numbers: Value[] = [];
  for (const step of steps) {
    numbers.push(compute(step, numbers, slots));
  }
  return numbers;
}

function isWide(number: bigint): boolean {
  return BigInt.asIntN(64, number) !== number;
}

function compute(step: Step, numbers: readonly Value[], slots: readonly (bigint | undefined)[]): Value {
  const { operation } = step;
  if (operation.operands === 0) {
    return operation.kind === "slot" ? (slots[step.slot] ?? unbound) : step.constant;
  }
  const operands = step.operands.map((operand) => numbers[operand] ?? unbound);
  const [first = unbound, second = 0n, third = 0n] = operands;
  if (first instanceof Failure) {
    return first;
  }
  if (operation.kind === "select") {
    return first !== 0n ? second : third;
  }
  if (second instanceof Failure) {
    return second;
  }
  switch (operation.kind) {
    case "integers":
      return applyIntegers(operation.apply, operation.isNarrow ?? false, first as bigint, second as bigint);
    case "floats":
      return applyToFloats(operation.name, step.format, operands as number[]);
    case "fromInteger":
      return integerToFloat(first as bigint, step.format);
    case "convert":
      return toFormat(first as number, step.format);
    default:
      return truncate(first as number);
  }
}

function applyIntegers(apply: IntegerOperation, isNarrow: boolean, a: bigint, b: bigint): Value {
  if (isNarrow && (isWide(a) || isWide(b))) {
    return overflow;
  }
  const result = apply(a, b);
  return typeof result === "bigint" && (result >= LIMIT || result <= -LIMIT) ? overflow : result;
}
