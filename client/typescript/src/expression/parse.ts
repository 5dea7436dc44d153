import { ExpressionError } from "./errors.js";
import { isFloatFormat, isFloatFunction, isFloatOperation, type FloatFormat } from "./float-formats.js";
import { integerOperations } from "./integers.js";
import type { Step } from "./steps.js";
import { Tokens, isDigit, isNamePart, isNameStart } from "./tokens.js";

// The grammar is that of core/symbolic/text/parse.h.

const MAX_STEPS = 1 << 18;

/** Longer signs stand before those that they begin with. */
const relations = ["==", "=", "!=", "<=", "<", ">=", ">"];

/** The operands of functions on integers; 0: one or more. */
const functions = new Map([
  ["floordiv", 2],
  ["ceildiv", 2],
  ["truncdiv", 2],
  ["mod", 2],
  ["broadcast", 2],
  ["min", 0],
  ["max", 0],
]);

const aliases = new Map([
  ["FloorDiv", "floordiv"],
  ["CeilDiv", "ceildiv"],
  ["TruncDiv", "truncdiv"],
  ["Mod", "mod"],
  ["Broadcast", "broadcast"],
  ["Min", "min"],
  ["Max", "max"],
]);

const keywords = ["and", "or", "not"];

function isIdentifier(name: string): boolean {
  return !keywords.includes(name) && isNameStart(name.charAt(0)) && [...name].every(isNamePart);
}

/** What a value is: an integer, or a number in floating point. */
type Format = "integer" | FloatFormat;

class Parser {
  private readonly tokens: Tokens;
  private readonly steps: Step[] = [];
  /** Of the values that the steps leave. */
  private readonly formats: Format[] = [];
  private readonly symbols = new Set<string>();

  constructor(text: string) {
    this.tokens = new Tokens(text);
  }

  parse(): { steps: Step[]; symbols: string[]; print: string } {
    this.sum();
    if (this.tokens.peek() !== "") {
      this.tokens.expected("an operator");
    }
    if (this.formats[0] !== "integer") {
      throw new ExpressionError("parse", "the result is a floating-point number; int(...) makes it an integer");
    }
    return { steps: this.steps, symbols: [...this.symbols], print: this.tokens.print() };
  }

  private push(step: Step, format: Format): void {
    this.steps.push(step);
    this.formats.push(format);
  }

  private mixed(name: string): never {
    throw new ExpressionError(
      "parse",
      `\`${name}\` cannot take integers and floating-point numbers like this; ` +
        "f32(N) makes an integer a float, int(x) a float an integer",
    );
  }

  private pushOperation(name: string, operands: number): void {
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
    if (name === "if") {
      this.push({ kind: "choose" }, format);
      return;
    }
    const operation = integerOperations.get(name) ?? this.mixed(name);
    this.push({ kind: "integers", name, operands, operation }, format);
  }

  private sum(): void {
    this.product();
    for (let sign; (sign = this.tokens.takeOne(["+", "-"])) !== undefined;) {
      this.tokens.write(` ${sign} `);
      this.product();
      this.pushOperation(sign, 2);
    }
  }

  private product(): void {
    this.factor();
    for (let sign; (sign = this.tokens.takeOne(["*", "//", "/"])) !== undefined;) {
      this.tokens.write(sign);
      this.factor();
      this.pushOperation(sign, 2);
    }
  }

  private factor(): void {
    if (this.steps.length >= MAX_STEPS) {
      this.tokens.fail(this.tokens.at, `the expression has more than ${MAX_STEPS} parts`);
    }
    let isNegative = false;
    while (this.tokens.take("-")) {
      isNegative = !isNegative;
    }
    if (isNegative) {
      this.tokens.write("-");
    }
    if (isDigit(this.tokens.peek())) {
      this.integerOrPower(isNegative);
      return;
    }
    this.primary();
    if (isNegative) {
      this.pushOperation("negate", 1);
    }
  }

  private primary(): void {
    const next = this.tokens.peek();
    if (next === "(") {
      this.tokens.open("");
      this.condition();
      this.tokens.close('an operator or ")"');
    } else if (next === "`") {
      this.quoted();
    } else if (next === "?") {
      this.tokens.at++;
      this.symbol(`?${this.tokens.takeWhile(isDigit)}`, true);
    } else if (isNameStart(next)) {
      this.identifier();
    } else {
      this.tokens.expected('a number, a name or "("');
    }
  }

  private condition(): void {
    this.joined("or", () => this.joined("and", () => this.relation()));
  }

  private joined(word: string, inner: () => void): void {
    inner();
    while (this.tokens.takeWord(word)) {
      this.tokens.write(` ${word} `);
      inner();
      this.pushOperation(word, 2);
    }
  }

  private relation(): void {
    let isNegated = false;
    while (this.tokens.takeWord("not")) {
      isNegated = !isNegated;
    }
    if (isNegated) {
      this.tokens.write("not ");
    }
    this.sum();
    const sign = this.tokens.takeOne(relations);
    if (sign !== undefined) {
      const name = sign === "==" ? "=" : sign;
      this.tokens.write(` ${name} `);
      this.sum();
      this.pushOperation(name, 2);
    }
    if (isNegated) {
      this.pushOperation("not", 1);
    }
  }

  private integerOrPower(isNegative: boolean): void {
    const start = this.tokens.at;
    const digits = this.tokens.takeWhile(isDigit);
    if (isNamePart(this.tokens.current())) {
      this.tokens.expected("an operator");
    }
    if (!this.tokens.take("^") && !this.tokens.take("**")) {
      this.pushInteger(digits, start, isNegative);
      return;
    }
    if (this.pushInteger(digits, start, false) < 2n) {
      this.tokens.fail(start, "the base of a power is less than 2");
    }
    this.tokens.write("^");
    if (isDigit(this.tokens.peek())) {
      const exponent = this.tokens.at;
      this.pushInteger(this.tokens.takeWhile(isDigit), exponent, false);
    } else {
      this.primary();
    }
    this.pushOperation("^", 2);
    if (isNegative) {
      this.pushOperation("negate", 1);
    }
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

  private quoted(): void {
    const { tokens } = this;
    const start = tokens.at++;
    let name = "";
    for (;;) {
      name += tokens.takeWhile((c) => c !== "`");
      if (tokens.current() === "") {
        tokens.fail(start, "the name's closing backtick is missing");
      }
      tokens.at++;
      if (tokens.current() !== "`") {
        break;
      }
      name += "`";
      tokens.at++;
    }
    if (name === "") {
      tokens.fail(start, "the name is empty");
    }
    this.symbol(name, false);
  }

  /** Pushes a name, together with the index of an element, if one follows. */
  private symbol(name: string, isBare: boolean): void {
    const { tokens } = this;
    let index = "";
    if (!isBare && tokens.current() === "[") {
      tokens.at++;
      index = `[${tokens.takeWhile(isDigit)}]`;
      if (!tokens.take("]")) {
        tokens.expected('an index or "]"');
      }
    }
    const written = isBare || isIdentifier(name) ? name : `\`${name.replaceAll("`", "``")}\``;
    tokens.write(written + index);
    name += index;
    if (name !== "?") {
      this.symbols.add(name); // that one is new each time
    }
    this.push({ kind: "symbol", name }, "integer");
  }

  private identifier(): void {
    const { tokens } = this;
    const start = tokens.at;
    const word = tokens.takeWhile(isNamePart);
    if (tokens.peek() !== "(") {
      this.symbol(word, false);
      return;
    }
    const name = aliases.get(word) ?? word;
    if (isFloatFormat(name)) {
      this.conversion(name);
    } else if (name === "int" || isFloatFunction(name)) {
      this.floatFunction(name);
    } else if (name === "if") {
      this.choice();
    } else {
      this.call(name, start);
    }
  }

  private choice(): void {
    this.tokens.open("if");
    this.condition();
    for (let side = 0; side < 2; side++) {
      if (!this.tokens.take(",")) {
        this.tokens.expected('an operator or ","');
      }
      this.tokens.write(", ");
      this.sum();
    }
    this.tokens.close('an operator or ")"');
    this.pushOperation("if", 3);
  }

  private call(name: string, start: number): void {
    const operands = functions.get(name);
    if (operands === undefined) {
      this.tokens.fail(start, `expected a function, found ${JSON.stringify(name.slice(0, 20))}`);
    }
    this.tokens.open(name);
    this.sum();
    let count = 1;
    for (; this.tokens.take(","); count++) {
      this.tokens.write(", ");
      this.sum();
    }
    this.tokens.close('an operator, "," or ")"');
    if (operands !== 0 && count !== operands) {
      this.tokens.fail(start, `${name} takes ${operands} arguments, found ${count}`);
    }
    if (count > 1) {
      this.pushOperation(name, count);
    }
  }

  private conversion(format: FloatFormat): void {
    this.tokens.open(format);
    const number = this.takeReal();
    if (number === undefined) {
      this.sum();
    } else {
      this.push({ kind: "constant", value: number }, format);
    }
    this.tokens.close('an operator or ")"');
    this.formats.pop();
    this.push({ kind: "convert", name: format }, format);
  }

  private floatFunction(name: string): void {
    this.tokens.open(name);
    this.sum();
    this.tokens.close('an operator or ")"');
    const format = this.formats.pop() ?? "integer";
    if (format === "integer") {
      this.mixed(name);
    }
    if (name === "int") {
      this.push({ kind: "truncate", name }, "integer");
    } else {
      this.push({ kind: "floats", name, operands: 1, format }, format);
    }
  }

  /** A number with a point or an exponent, alone in a conversion: f32(0.7). */
  private takeReal(): number | undefined {
    const { tokens } = this;
    tokens.peek();
    const end = tokens.source.indexOf(")", tokens.at);
    const text = tokens.source.slice(tokens.at, end < 0 ? undefined : end);
    const number = /^[-+.0-9eE]*$/.test(text) && /[.eE]/.test(text) ? Number(text) : NaN;
    if (Number.isNaN(number)) {
      return undefined;
    }
    tokens.at += text.length;
    tokens.write(text);
    return number;
  }
}

/** Reads a text: the steps that compute its value, its symbols, and how it is printed. */
export function parseExpression(text: string): { steps: Step[]; symbols: string[]; print: string } {
  return new Parser(text).parse();
}
