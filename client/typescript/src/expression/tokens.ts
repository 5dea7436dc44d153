import { ExpressionError } from "./errors.js";

const MAX_NESTING = 256;
const SHOWN_TEXT = 20;

export function isDigit(c: string): boolean {
  return c >= "0" && c <= "9";
}

export function isNameStart(c: string): boolean {
  return c === "_" || (c >= "a" && c <= "z") || (c >= "A" && c <= "Z");
}

export function isNamePart(c: string): boolean {
  return isNameStart(c) || isDigit(c) || c === ".";
}

/** A text and how far it has been read; what was read is written again in normal spacing. */
export class Tokens {
  at = 0;
  private nesting = 0;
  private readonly printed: string[] = [];

  constructor(readonly source: string) {}

  fail(at: number, message: string): never {
    throw new ExpressionError("parse", message, at + 1);
  }

  expected(what: string): never {
    const isEnd = this.peek() === "";
    const found = isEnd ? "the end" : JSON.stringify(this.source.slice(this.at, this.at + SHOWN_TEXT));
    this.fail(this.at, `expected ${what}, found ${found}`);
  }

  /** The character that follows at once; empty: the end. */
  current(): string {
    return this.source.charAt(this.at);
  }

  /** Passes white space, and gives what follows; empty: the end. */
  peek(): string {
    while (this.at < this.source.length && " \t\n\v\f\r".includes(this.current())) {
      this.at++;
    }
    return this.current();
  }

  take(token: string): boolean {
    this.peek();
    const found = this.source.startsWith(token, this.at);
    if (found) {
      this.at += token.length;
    }
    return found;
  }

  takeOne(tokens: readonly string[]): string | undefined {
    return tokens.find((token) => this.take(token));
  }

  takeWord(word: string): boolean {
    this.peek();
    return !isNamePart(this.source.charAt(this.at + word.length)) && this.take(word);
  }

  takeWhile(is: (c: string) => boolean): string {
    const start = this.at;
    while (this.at < this.source.length && is(this.current())) {
      this.at++;
    }
    return this.source.slice(start, this.at);
  }

  open(name: string): void {
    if (++this.nesting > MAX_NESTING) {
      this.fail(this.at, "nested too deeply");
    }
    this.take("(");
    this.write(`${name}(`);
  }

  close(expected: string): void {
    if (!this.take(")")) {
      this.expected(expected);
    }
    this.nesting--;
    this.write(")");
  }

  write(text: string): void {
    this.printed.push(text);
  }

  print(): string {
    return this.printed.join("");
  }
}
