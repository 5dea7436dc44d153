/**
 * Guards say whether requests to a model may be run, without a server; docs/guards.md.
 *
 * @module
 */
import { fromBinary } from "@bufbuild/protobuf";
import { Failure, type Value } from "../expression/values.js";
import { Fact_Relation as Relation } from "../gen/shapewright/v1/fact_pb.js";
import type {
  GuardCheck,
  GuardInput,
  GuardOutput,
  GuardProgram,
  GuardType,
} from "../gen/shapewright/v1/guard_program_pb.js";
import { GuardProgramSchema } from "../gen/shapewright/v1/guard_program_pb.js";
import { ElementType } from "../gen/shapewright/v1/shape_pb.js";
import { GuardError, readSteps, runSteps, type Step } from "./instructions.js";

export { GuardError } from "./instructions.js";

/** What a guard says of a request: it may be run, it fails for a shape, or that is not known. */
export type GuardVerdict = "pass" | "fail" | "undecided";

/** An input of a request. A number is a safe integer. */
export interface GuardTensor {
  /** One per axis. */
  sizes: readonly (number | bigint)[];
  /** Absent: any. */
  elementType?: ElementType | undefined;
  /** Of a small integer input, row-major, where shapes depend on them. Absent: not known. */
  elements?: readonly (number | bigint)[];
}

/** Why a request does not pass. */
export interface GuardProblem {
  /** One line for people: what is wrong, and what would be right. */
  text: string;
  /** Otherwise the request is undecided. */
  isFailure: boolean;
  /** The number of the check. Absent: an input is missing, unknown, or of another type. */
  check?: number;
}

/** An output or inner value at the sizes of a request. */
export interface GuardSizes {
  /** Of the output, or inner value. */
  name: string;
  /** `undefined` in it, or in its place: not known. */
  sizes?: (bigint | undefined)[];
  /** That it needs at most. */
  bytes?: bigint | undefined;
}

/** What a guard says of a request. */
export interface GuardResult {
  /** Whether the request passes. */
  verdict: GuardVerdict;
  /** What is wrong, and what is not decided. */
  problems: GuardProblem[];
  /** The outputs of the model, in order. */
  outputs: GuardSizes[];
  /** The inner values that were asked for. */
  values: GuardSizes[];
  /** What lives at one time. Absent: not asked for, or not known. */
  memoryBytes?: bigint | undefined;
}

/** The guard of a model, as CompileGuard answers it. */
export class Guard {
  private readonly steps: readonly Step[];

  /**
   * Takes the program of a CompileGuardResponse, which must not change from then on.
   *
   * @throws GuardError if it makes no sense.
   */
  constructor(
    /** As the server answered it. */
    readonly program: GuardProgram,
  ) {
    this.steps = readSteps(program);
    checkReferences(program);
  }

  /**
   * Reads a serialized GuardProgram.
   *
   * @throws GuardError if it is none.
   */
  static load(bytes: Uint8Array): Guard {
    let program: GuardProgram;
    try {
      program = fromBinary(GuardProgramSchema, bytes);
    } catch (error) {
      throw new GuardError(`this is not a guard: ${String(error)}`);
    }
    return new Guard(program);
  }

  /** The numbers of all instructions, for tests. */
  numbers(slots: readonly (bigint | undefined)[]): Value[] {
    return runSteps(this.steps, slots);
  }

  /** Checks a request: its inputs by name. */
  check(inputs: Readonly<Record<string, GuardTensor>>): GuardResult {
    const problems: GuardProblem[] = [];
    const slots = takeRequest(this.program, new Map(Object.entries(inputs)), problems);
    return new Answer(this.program, runSteps(this.steps, slots)).result(problems);
  }
}

function checkReferences(program: GuardProgram): void {
  const types = [...program.outputs, ...program.values].flatMap(({ types }) => types);
  const used = [
    program.memoryBytes,
    ...program.checks.flatMap(({ result, left, right }) => [result, left, right]),
    ...types.flatMap(({ condition, sizes, upperSizes, bytes }) => [condition, bytes, ...sizes, ...upperSizes]),
  ];
  const inputs = [...program.slots.map(({ input }) => input), ...program.checks.map(({ input }) => input)];
  const isBeyond = (length: number) => (place: number | undefined) => place !== undefined && place >= length;
  if (used.some(isBeyond(program.instructions.length)) || inputs.some(isBeyond(program.inputs.length))) {
    throw new GuardError("it refers to what is not there");
  }
}

function typeName(type: ElementType): string {
  const name = ElementType[type]?.toLowerCase() ?? String(type);
  return name === "float" ? "float32" : name === "double" ? "float64" : name;
}

/** The numbers of the slots; adds what is wrong with the inputs themselves. */
function takeRequest(
  program: GuardProgram,
  inputs: ReadonlyMap<string, GuardTensor>,
  problems: GuardProblem[],
): (bigint | undefined)[] {
  const tensors = program.inputs.map((input) => takeInput(input, inputs.get(input.name), problems));
  const known = new Set(program.inputs.map(({ name }) => name));
  for (const name of inputs.keys()) {
    if (!known.has(name)) {
      problems.push({ text: `the model has no input ${name}; it has ${[...known].join(", ")}`, isFailure: true });
    }
  }
  return program.slots.map(({ input, axis, element }) => {
    const tensor = tensors[input];
    if (tensor === undefined) {
      return undefined;
    }
    const number =
      axis !== undefined
        ? tensor.sizes[axis]
        : element !== undefined
          ? tensor.elements?.[element]
          : tensor.sizes.length;
    return number === undefined ? undefined : BigInt(number);
  });
}

function takeInput(
  input: GuardInput,
  given: GuardTensor | undefined,
  problems: GuardProblem[],
): GuardTensor | undefined {
  const fail = (text: string): void => {
    problems.push({ text: `input ${input.name} ${text}`, isFailure: true });
  };
  const wanted = `give ${typeName(input.elementType)}${input.shape}`;
  if (given === undefined) {
    if (input.ifMissing === undefined) {
      fail(`is missing; ${wanted}`);
    }
    return input.ifMissing;
  }
  const type = given.elementType ?? ElementType.UNSPECIFIED;
  if (type !== ElementType.UNSPECIFIED && input.elementType !== ElementType.UNSPECIFIED && type !== input.elementType) {
    fail(`is ${typeName(type)}; ${wanted}`);
  }
  if (given.sizes.some((size) => size < 0)) {
    fail(`has a negative size; ${wanted}`);
  }
  return given;
}

const signs = new Map<Relation, string>([
  [Relation.EQUAL, "="],
  [Relation.LESS_OR_EQUAL, "<="],
  [Relation.DIVISIBLE, "is a multiple of"],
  [Relation.BROADCASTABLE, "broadcasts to"],
  [Relation.NOT_EQUAL, "!="],
]);

/** One request. */
class Answer {
  constructor(
    private readonly program: GuardProgram,
    private readonly numbers: readonly Value[],
  ) {}

  result(problems: GuardProblem[]): GuardResult {
    this.program.checks.forEach((check, place) => {
      const number = this.numbers[check.result];
      if (number === 0n || number instanceof Failure) {
        const isFailure = number === 0n && !check.undecidedIfZero;
        problems.push({ text: this.text(check, isFailure), isFailure, check: place });
      }
    });
    const fails = problems.some(({ isFailure }) => isFailure);
    const { memoryBytes } = this.program;
    return {
      verdict: fails ? "fail" : problems.length > 0 ? "undecided" : "pass",
      problems,
      outputs: this.program.outputs.map((output) => this.sizes(output)),
      values: this.program.values.map((value) => this.sizes(value)),
      memoryBytes: memoryBytes === undefined ? undefined : this.size(memoryBytes),
    };
  }

  private narrow(instruction: number | undefined): bigint | undefined {
    const number = instruction === undefined ? undefined : this.numbers[instruction];
    return typeof number === "bigint" && BigInt.asIntN(64, number) === number ? number : undefined;
  }

  private size(instruction: number): bigint | undefined {
    const size = this.narrow(instruction);
    return size !== undefined && size >= 0n ? size : undefined;
  }

  private text(check: GuardCheck, isFailure: boolean): string {
    let text = isFailure ? check.message : `not decided: ${check.message}`;
    const left = this.narrow(check.left);
    const right = this.narrow(check.right);
    if (left !== undefined && right !== undefined) {
      text += `: ${left} ${signs.get(check.relation) ?? ""} ${right} does not hold`;
      if (check.input !== undefined && check.relation === Relation.EQUAL) {
        text += `; give ${right}`;
      }
    }
    return check.suggestion === "" ? text : `${text}; ${check.suggestion}`;
  }

  private typeOf(output: GuardOutput): GuardType | undefined {
    for (const type of output.types) {
      if (type.condition === undefined) {
        return type;
      }
      const condition = this.numbers[type.condition];
      if (typeof condition !== "bigint") {
        return undefined;
      }
      if (condition !== 0n) {
        return type;
      }
    }
    return undefined;
  }

  private sizes(output: GuardOutput): GuardSizes {
    const type = this.typeOf(output);
    if (type === undefined || type.unsized) {
      return { name: output.name };
    }
    return {
      name: output.name,
      sizes: type.sizes.map((size) => this.size(size)),
      bytes: type.bytes === undefined ? undefined : this.size(type.bytes),
    };
  }
}
