import { ExpressionError } from "./errors.js";
import { isFloatOperation, type FloatFormat } from "./float-formats.js";
import { exactOperations, Fraction } from "./fractions.js";
import { integerOperations } from "./integers.js";
import type { Step } from "./steps.js";
import { Tokens, isDigit, isNamePart } from "./tokens.js";

/** No exponent is beyond this, unless the base is a number. */
const MAX_EXPONENT = 64n;

/** What a value is: an integer or a fraction, or a number in floating point. */
type Format = "integer" | FloatFormat;

/** Reads the numbers and powers of a text; the steps, and what they leave. */
export abstract class NumberParser {
  protected readonly tokens: Tokens;
  protected readonly steps: Step[] = [];
  /** Of the values that the steps leave. */
  protected readonly formats: Format[] = [];

  constructor(text: string) {
    this.tokens = new Tokens(text);
  }

  /** A name, a call, or what stands in parentheses. */
  protected abstract primary(): void;

  protected push(step: Step, format: Format): void {
    this.steps.push(step);
    this.formats.push(format);
  }

  protected mixed(name: string): never {
    throw new ExpressionError(
      "parse",
      `\`${name}\` cannot take integers and floating-point numbers like this; ` +
        "f32(N) makes an integer a float, int(x) a float an integer",
    );
  }

  protected pushOperation(name: string, operands: number): void {
    const formats = this.formats.splice(this.formats.length - operands);
    const format = formats[0] ?? "integer";
    if (formats.some((other) => other !== format)) {
      this.mixed(name);
    }
    if (format !== "integer") {
      if (operands === 1 || !isFloatOperation(name)) {
        this.mixed(name);
      }
      this.push({ kind: "floats", name, operands, format }, format);
      return;
    }
    if (name === "if" || name === "Piecewise") {
      this.push({ kind: "choose", condition: name === "if" ? 0 : 1 }, format);
      return;
    }
    const [operation, exact] = [integerOperations.get(name), exactOperations.get(name)];
    if (operation === undefined && exact === undefined) {
      this.mixed(name);
    }
    this.push({ kind: "exact", name, operands, operation, exact }, format);
  }

  /** An integer, a decimal number or a power; the sign is that of the whole. */
  protected number(isNegative: boolean): void {
    const { tokens } = this;
    const start = tokens.at;
    const digits = tokens.takeWhile(isDigit);
    if (tokens.current() === "." && isDigit(tokens.source.charAt(tokens.at + 1))) {
      this.decimal(digits, start, isNegative);
      return;
    }
    if (isNamePart(tokens.current())) {
      tokens.expected("an operator");
    }
    if (!this.isPowerNext(digits)) {
      this.pushInteger(digits, start, isNegative);
      return;
    }
    const base = this.steps.length;
    this.pushInteger(digits, start, false);
    this.power(base);
    if (isNegative) {
      this.pushOperation("negate", 1);
    }
  }

  /** A number such as 0.5, which a float has exactly. */
  private decimal(whole: string, start: number, isNegative: boolean): void {
    const { tokens } = this;
    tokens.at++;
    const written = tokens.takeWhile(isDigit);
    if (isNamePart(tokens.current())) {
      tokens.expected("an operator");
    }
    const decimals = written.replace(/0+$/, "");
    const digits = (whole + decimals).replace(/^0+/, "");
    let over = BigInt(digits.slice(0, 20));
    if (decimals.length > 17 || BigInt.asIntN(64, over) !== over) {
      tokens.fail(start, "the number has too many digits");
    }
    // With n decimals, 10^n times the number is whole, and 2^n times it if a float has it exactly.
    for (let i = 0; i < decimals.length; i++) {
      if (over % 5n !== 0n) {
        tokens.fail(start, "no float is exactly this number; write a fraction, such as 7/10");
      }
      over /= 5n;
    }
    const value = isNegative ? -over : over;
    tokens.write(`${whole.replace(/^0+(?=.)/, "")}.${decimals === "" ? "0" : decimals}`);
    const isWhole = decimals === "";
    this.push(
      { kind: "constant", value: isWhole ? value : new Fraction(value, 1n << BigInt(decimals.length)) },
      "integer",
    );
  }

  /** `**` always is one, `^` where tools write powers so. The base is a number, or none is given. */
  protected isPowerNext(base?: string): boolean {
    const { tokens } = this;
    tokens.peek();
    if (tokens.source.startsWith("**", tokens.at)) {
      return true;
    }
    if (tokens.current() !== "^") {
      return false;
    }
    let digits = base;
    if (digits === undefined) {
      let begin = tokens.at + 1;
      while (begin < tokens.source.length && " \t\n\v\f\r".includes(tokens.source.charAt(begin))) {
        begin++;
      }
      let end = begin;
      while (isDigit(tokens.source.charAt(end))) {
        end++;
      }
      digits = tokens.source.slice(begin, end);
    }
    return !["", "1"].includes(digits.replace(/^0+/, ""));
  }

  /** What follows the base, whose steps begin there. */
  protected power(base: number): void {
    const { tokens } = this;
    const start = tokens.at;
    const sign = tokens.takeOne(["^", "**"]) ?? "";
    tokens.write(sign);
    const exponent = this.steps.length;
    const isNegative = tokens.take("-");
    if (isNegative) {
      tokens.write("-");
    }
    if (isDigit(tokens.peek())) {
      const at = tokens.at;
      this.pushInteger(tokens.takeWhile(isDigit), at, isNegative);
    } else {
      this.primary();
      if (isNegative) {
        this.pushOperation("negate", 1);
      }
    }
    tokens.peek();
    if (tokens.current() === "^" || tokens.source.startsWith("**", tokens.at)) {
      tokens.expected("parentheses around one of the powers");
    }
    this.pushPower(start, base, exponent, sign);
  }

  protected pushPower(start: number, base: number, exponent: number, sign: string): void {
    const numberAt = (first: number, end: number): bigint | undefined => {
      const step = this.steps[first];
      const isNumber = end - first === 1 && step?.kind === "constant" && typeof step.value === "bigint";
      return isNumber ? (step.value as bigint) : undefined;
    };
    const number = numberAt(base, exponent);
    const count = numberAt(exponent, this.steps.length);
    const isOfNumber = number !== undefined && number >= 2n;
    if (!isOfNumber && count === undefined) {
      this.tokens.fail(start, "expected a power of a number of at least 2, or with a number as its exponent");
    }
    if (!isOfNumber && count !== undefined && (count > MAX_EXPONENT || count < -MAX_EXPONENT)) {
      this.tokens.fail(start, `the exponent is more than ${MAX_EXPONENT}`);
    }
    this.pushOperation(sign === "^" && isOfNumber ? "^" : "**", 2);
  }

  private pushInteger(digits: string, start: number, isNegative: boolean): bigint {
    // Cut off, as reading many digits takes more than linear time.
    const size = BigInt(digits.replace(/^0+/, "").slice(0, 20));
    const value = isNegative ? -size : size;
    if (BigInt.asIntN(64, value) !== value) {
      this.tokens.fail(start, "the number does not fit into 64 bits");
    }
    this.tokens.write(String(size));
    this.push({ kind: "constant", value }, "integer");
    return value;
  }
}
