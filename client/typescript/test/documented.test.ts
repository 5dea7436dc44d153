import assert from "node:assert/strict";
import { test } from "node:test";
import ts from "typescript";
import { sourcePath } from "./support.js";

const entries = ["src/index.ts", "src/expression/expression.ts"];

/** The members of a class or an interface that its users see. */
function members(symbol: ts.Symbol): ts.Symbol[] {
  const own = symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface) ? (symbol.members ?? []) : [];
  const fixed = symbol.flags & ts.SymbolFlags.Class ? (symbol.exports ?? []) : [];
  return [...own, ...fixed]
    .map(([, member]) => member)
    .filter((member) => {
      const declaration = member.declarations?.[0];
      const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Override;
      return declaration && !(ts.getCombinedModifierFlags(declaration) & hidden) && member.name !== "prototype";
    })
    .filter((member) => !(member.flags & (ts.SymbolFlags.Constructor | ts.SymbolFlags.TypeParameter)));
}

test("all that is exported has a comment", () => {
  const program = ts.createProgram(
    entries.map((entry) => sourcePath(`client/typescript/${entry}`)),
    { module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, skipLibCheck: true },
  );
  const checker = program.getTypeChecker();
  const missing: string[] = [];
  let seen = 0;
  const note = (name: string, symbol: ts.Symbol): void => {
    seen++;
    if (symbol.getDocumentationComment(checker).length === 0) {
      missing.push(name);
    }
  };
  for (const source of program.getRootFileNames().map((name) => program.getSourceFile(name)!)) {
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(source)!)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.declarations?.[0]?.getSourceFile().fileName.includes("node_modules")) {
        continue; // what grpc-js exports
      }
      note(exported.name, symbol);
      members(symbol).forEach((member) => note(`${exported.name}.${member.name}`, member));
    }
  }
  assert(seen > 40, String(seen));
  assert.deepEqual(missing, []);
});
