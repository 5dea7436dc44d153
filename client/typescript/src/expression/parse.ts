import { ExpressionError } from "./errors.js";
import { isFloatFormat, isFloatFunction, type FloatFormat } from "./float-formats.js";
import { exactOperations } from "./fractions.js";
import { findFunction, isRounding } from "./functions.js";
import { NumberParser } from "./numbers.js";
import type { Step } from "./steps.js";
import { isDigit, isNamePart, isNameStart } from "./tokens.js";

// The grammar is that of core/symbolic/text/parse.h.

const MAX_STEPS = 1 << 18;

/** Longer signs stand before those that they begin with. */
const relations = ["==", "=", "!=", "<=", "<", ">=", ">"];

const keywords = ["and", "or", "not"];

function isIdentifier(name: string): boolean {
  return !keywords.includes(name) && isNameStart(name.charAt(0)) && [...name].every(isNamePart);
}

class Parser extends NumberParser {
  private readonly symbols = new Set<string>();

  parse(): { steps: Step[]; symbols: string[]; print: string } {
    this.whole();
    if (this.tokens.peek() !== "") {
      this.tokens.expected("an operator");
    }
    if (this.formats[0] !== "integer") {
      throw new ExpressionError("parse", "the result is a floating-point number; int(...) makes it an integer");
    }
    return { steps: this.steps, symbols: [...this.symbols], print: this.tokens.print() };
  }

  /** A `^` that is no power is a max, as `&` is a min. */
  private whole(): void {
    this.infix("^", "max", () => this.infix("&", "min", () => this.sum()));
  }

  private infix(sign: string, name: string, inner: () => void): void {
    inner();
    while (this.tokens.take(sign)) {
      this.tokens.write(` ${sign} `);
      inner();
      this.pushOperation(name, 2);
    }
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
    for (let sign; (sign = this.tokens.takeOne(["*", "//", "/:", "/", "%"])) !== undefined;) {
      this.tokens.write(sign);
      this.factor();
      this.pushOperation(sign === "/:" ? "/" : sign === "%" ? "mod" : sign, 2);
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
      this.number(isNegative);
      return;
    }
    const base = this.steps.length;
    this.primary();
    if (this.isPowerNext()) {
      this.power(base);
    }
    if (isNegative) {
      this.pushOperation("negate", 1);
    }
  }

  protected override primary(): void {
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
    while (this.tokens.takeWord(word) || (word === "or" && this.tokens.take("|"))) {
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
    this.whole();
    const sign = this.tokens.takeOne(relations);
    if (sign !== undefined) {
      const name = sign === "==" ? "=" : sign;
      this.tokens.write(` ${name} `);
      this.whole();
      this.pushOperation(name, 2);
    }
    if (isNegated) {
      this.pushOperation("not", 1);
    }
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
    const name = findFunction(word);
    if (isFloatFormat(name.text)) {
      this.conversion(name.text);
    } else if (isRounding(name.text) || isFloatFunction(name.text)) {
      this.rounding(name.text);
    } else if (name.text === "if") {
      this.choice();
    } else if (name.text === "Piecewise") {
      this.piecewise();
    } else if (["pow", "Identity", "CeilToInt"].includes(name.text)) {
      this.special(name.text, start);
    } else if (name.operation !== undefined) {
      this.call(name.text, name.operation, name.operands, start);
    } else {
      tokens.fail(start, `expected a function, found ${JSON.stringify(word.slice(0, 20))}`);
    }
  }

  private comma(expected: string): void {
    if (!this.tokens.take(",")) {
      this.tokens.expected(expected);
    }
    this.tokens.write(", ");
  }

  /** pow(base, exponent); Identity(a), which is a; CeilToInt(a), and CeilToInt(a, b), which is ceildiv(a, b). */
  private special(name: string, start: number): void {
    this.tokens.open(name);
    const base = this.steps.length;
    this.whole();
    const exponent = this.steps.length;
    const isQuotient = name === "CeilToInt" && this.tokens.take(",");
    if (name === "pow") {
      this.comma('an operator or ","');
      this.whole();
    } else if (isQuotient) {
      this.tokens.write(", ");
      this.whole();
    }
    this.tokens.close('an operator or ")"');
    if (name === "pow") {
      this.pushPower(start, base, exponent, "**");
    } else if (isQuotient) {
      this.pushOperation("ceildiv", 2);
    } else if (name === "CeilToInt") {
      this.pushRounding("ceil");
    }
  }

  private choice(): void {
    this.tokens.open("if");
    this.condition();
    for (let side = 0; side < 2; side++) {
      this.comma('an operator or ","');
      this.whole();
    }
    this.tokens.close('an operator or ")"');
    this.pushOperation("if", 3);
  }

  /** Piecewise((a, condition), (b, True)): the first whose condition holds. */
  private piecewise(): void {
    const { tokens } = this;
    tokens.open("Piecewise");
    let conditions = 0;
    for (let isLast = false; !isLast;) {
      if (tokens.peek() !== "(") {
        tokens.expected('"("');
      }
      tokens.open("");
      this.whole();
      this.comma('an operator or ","');
      isLast = tokens.takeWord("True");
      if (isLast) {
        tokens.write("True");
      } else {
        this.condition();
        conditions++;
      }
      tokens.close('an operator or ")"');
      if (!isLast) {
        this.comma('"," and a last piece with True');
      }
    }
    tokens.close('")"');
    for (; conditions > 0; conditions--) {
      this.pushOperation("Piecewise", 3);
    }
  }

  private call(name: string, operation: string, operands: number, start: number): void {
    this.tokens.open(name);
    this.whole();
    let count = 1;
    for (; this.tokens.take(","); count++) {
      this.tokens.write(", ");
      this.whole();
    }
    this.tokens.close('an operator, "," or ")"');
    if (operands !== 0 && count !== operands) {
      this.tokens.fail(start, `${name} takes ${operands} arguments, found ${count}`);
    }
    if (count > 1) {
      this.pushOperation(operation, count);
    }
  }

  private conversion(format: FloatFormat): void {
    this.tokens.open(format);
    const number = this.takeReal();
    if (number === undefined) {
      this.whole();
    } else {
      this.push({ kind: "constant", value: number }, format);
    }
    this.tokens.close('an operator or ")"');
    this.formats.pop();
    this.push({ kind: "convert", name: format }, format);
  }

  private rounding(name: string): void {
    this.tokens.open(name);
    this.whole();
    this.tokens.close('an operator or ")"');
    this.pushRounding(name);
  }

  /** Of a fraction, or of a number in floating point. */
  private pushRounding(name: string): void {
    const format = this.formats.pop() ?? "integer";
    if (format === "integer") {
      this.push(
        {
          kind: "exact",
          name,
          operands: 1,
          operation: undefined,
          exact: exactOperations.get(name) ?? this.mixed(name),
        },
        format,
      );
    } else if (name === "int") {
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
