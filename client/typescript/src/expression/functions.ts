/** The operation and the number of operands, 0 for one or more, of functions on exact numbers. */
const functions = new Map<string, readonly [string, number]>([
  ["floordiv", ["floordiv", 2]],
  ["ceildiv", ["ceildiv", 2]],
  ["truncdiv", ["truncdiv", 2]],
  ["mod", ["mod", 2]],
  ["truncmod", ["truncmod", 2]],
  ["broadcast", ["broadcast", 2]],
  ["min", ["min", 0]],
  ["max", ["max", 0]],
  ["IntTrueDiv", ["/", 2]],
  ["Add", ["+", 2]],
  ["Sub", ["-", 2]],
  ["Mul", ["*", 2]],
  ["Eq", ["=", 2]],
  ["Ne", ["!=", 2]],
]);

/** What other tools call functions. */
const aliases = new Map([
  ["FloorDiv", "floordiv"],
  ["CleanDiv", "floordiv"],
  ["indexdiv", "floordiv"],
  ["CeilDiv", "ceildiv"],
  ["TruncDiv", "truncdiv"],
  ["FloatTrueDiv", "IntTrueDiv"],
  ["Mod", "mod"],
  ["PythonMod", "mod"],
  ["floormod", "mod"],
  ["indexmod", "mod"],
  ["Broadcast", "broadcast"],
  ["Min", "min"],
  ["sym_min", "min"],
  ["Max", "max"],
  ["sym_max", "max"],
  ["ceiling", "ceil"],
  ["trunc", "int"],
  ["FloorToInt", "floor"],
  ["TruncToInt", "int"],
  ["TruncToFloat", "int"],
  ["RoundToInt", "round"],
  ["PowByNatural", "pow"],
  ["Pow", "pow"],
  ["Where", "if"],
  ["Select", "if"],
  ["if_then_else", "if"],
  ["ToFloat", "Identity"],
]);

const modules = /^(?:tvm\.tir|tir|T|te|sympy|math|torch)\./;

/** What a word before parentheses calls: its name in texts, and where it is a function of exact numbers what that does. */
export function findFunction(word: string): { text: string; operation: string | undefined; operands: number } {
  const plain = word.replace(modules, "");
  const text = aliases.get(plain) ?? plain;
  const [operation, operands] = functions.get(text) ?? [undefined, 0];
  return { text, operation, operands };
}

/** Whether it is a function of one number that makes it an integer. */
export function isRounding(name: string): boolean {
  return ["int", "floor", "ceil", "round"].includes(name);
}
