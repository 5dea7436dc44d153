import assert from "node:assert/strict";
import { test } from "node:test";
import { Expression, ExpressionError } from "../src/expression/expression.js";
import { readVectors } from "./support.js";

interface SizesCase {
  sizes: Record<string, number | string>;
  value?: number | string;
  error?: string;
}

interface ExpressionCase {
  text: string;
  prints?: string;
  error?: string;
  symbols?: string[];
  at?: SizesCase[];
}

/** The value, or the kind of the error. */
function outcome(expression: Expression, sizes: SizesCase["sizes"]): string {
  const given = Object.entries(sizes).map(([name, size]): [string, bigint] => [name, BigInt(size)]);
  try {
    return String(expression.evaluate(new Map(given)));
  } catch (error) {
    assert(error instanceof ExpressionError);
    return error.kind;
  }
}

function check({ text, prints, error, symbols, at = [] }: ExpressionCase): void {
  if (error === "parse") {
    assert.throws(() => Expression.parse(text), { name: "ExpressionError", kind: "parse" });
    return;
  }
  const expression = Expression.parse(text);
  assert.deepEqual(expression.symbols, symbols);
  const again = Expression.parse(String(expression));
  assert.equal(String(again), String(expression));
  const printed = prints === undefined ? undefined : Expression.parse(prints);
  assert.equal(printed && String(printed), prints);
  for (const { sizes, value, error } of at) {
    assert.equal(outcome(expression, sizes), error ?? String(value), `at ${JSON.stringify(sizes)}`);
    assert.equal(outcome(again, sizes), error ?? String(value), `${again} at ${JSON.stringify(sizes)}`);
    if (printed !== undefined && error === undefined) {
      assert.equal(outcome(printed, sizes), String(value), `${printed} at ${JSON.stringify(sizes)}`);
    }
  }
}

// Their values are brute force, and sympy's.
for (const file of ["expressions.json", "dialects.json"]) {
  test(file, async (t) => {
    const { cases } = readVectors<{ cases: ExpressionCase[] }>(file);
    assert(cases.length >= 150);
    for (const each of cases) {
      await t.test(each.text.slice(0, 40), () => check(each));
    }
  });
}

test("an error of a text tells the column", () => {
  assert.throws(() => Expression.parse("N + "), {
    column: 5,
    message: 'column 5: expected a number, a name or "(", found the end',
  });
});

test("sizes are numbers or bigints, in an object or a map", () => {
  const product = Expression.parse("N*x[0]*`toString`");
  assert.equal(product.evaluate({ N: 3, "x[0]": 4n, toString: 2 } as Record<string, number | bigint>), 24n);
  assert.throws(() => product.evaluate({ N: 3, "x[0]": 4n }), { kind: "unbound" });
  assert.throws(() => Expression.parse("N").evaluate({ N: 0.5 }), TypeError);
  assert.throws(() => Expression.parse("N").evaluate({ N: 2 ** 53 }), TypeError);
  assert.throws(() => Expression.parse("N").evaluate({ N: 2n ** 63n }), TypeError);
});

test("a long text is read, one that is too long is refused", () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `N${i}`);
  assert.equal(Expression.parse(names.join(" + ")).symbols.length, names.length);
  assert.throws(() => Expression.parse(`${"N + ".repeat(1 << 18)}N`), /more than 262144 parts/);
  assert.throws(() => Expression.parse("(".repeat(100_000)), /nested too deeply/);
  assert.throws(() => Expression.parse("9".repeat(1_000_000)), /64 bits/);
  // Numbers within do not grow without end.
  assert.throws(() => Expression.parse(`${"N*".repeat(100_000)}N`).evaluate({ N: 3 }), { kind: "overflow" });
});

// S11: computed by hand; a power is rounded down.
test("powers of constants", () => {
  const at = (text: string, N: number | bigint): bigint => Expression.parse(text).evaluate({ N });
  assert.equal(at("2^N", 10), 1024n);
  assert.equal(at("3**(N - 1)", 1), 1n);
  assert.equal(at("-2^N", 3), -8n);
  assert.equal(at("2^N", -1), 0n);
  assert.equal(at("2^126//2^N", 64), 2n ** 62n);
  assert.equal(at("N*2^200*5", 0), 0n);
  assert.equal(at("-2^200*N", 0), 0n);
  for (const [text, N] of [
    ["2^N", 63],
    ["2^127*0 + 2^N", 127],
    ["2^N + 0*1", 9_000_000_000_000_000n],
    ["2^N//2^N", 127],
  ] as const) {
    assert.throws(() => at(text, N), { kind: "overflow" }, text);
  }
  for (const wrong of ["1**N", "N**N", "2^", "2^3^N", "2^f32(1)", "-1**N", "N**65"]) {
    assert.throws(() => Expression.parse(wrong), { kind: "parse" }, wrong);
  }
  assert.equal(String(Expression.parse("D*2 **max( 0,m[ ])+-3 ^ 2".replace("[ ]", "[]"))), "D*2**max(0, m[]) + -3^2");
});

// The middle between the floats 2^62 and 2^62 + 2^39, and one more, which doubles do not tell from it.
test("integers are rounded to f32 once", () => {
  const middle = 2n ** 62n + 2n ** 38n;
  const f32 = Expression.parse("int(f32(N))");
  assert.equal(f32.evaluate({ N: middle }), 2n ** 62n);
  assert.equal(f32.evaluate({ N: middle + 1n }), 2n ** 62n + 2n ** 39n);
  assert.equal(f32.evaluate({ N: -middle - 1n }), -(2n ** 62n) - 2n ** 39n);
  assert.equal(Expression.parse("int(f64(N))").evaluate({ N: 2n ** 53n + 1n }), 2n ** 53n);
});
