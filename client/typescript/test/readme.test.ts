import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ServerProcess, sourcePath } from "./support.js";

const run = promisify(execFile);
const folder = sourcePath("client/typescript");
const example = /```ts\n([^]*?)```\n\nprints\n\n((?: {4}.*\n)+)/g;

test("the examples of the README compile, and print what it says", async () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const examples = [...readme.matchAll(example)];
  assert.equal(examples.length, readme.split("```ts").length - 1);
  assert(examples.length >= 3);

  const sources = join(folder, "dist", "readme");
  mkdirSync(sources, { recursive: true });
  const paths = examples.map((_, i) => join(sources, `example${i}.mts`));
  paths.forEach((path, i) => writeFileSync(path, examples[i]![1]!));
  const compiler = join(folder, "node_modules", "typescript", "bin", "tsc");
  const flags = ["--module", "node16", "--target", "es2022", "--strict", "--types", "node", "--skipLibCheck"];
  await run(process.execPath, [compiler, ...flags, ...paths], { cwd: folder });

  const { target } = await ServerProcess.start();
  const env = { ...process.env, SHAPEWRIGHT_TARGET: target };
  for (const [i, path] of paths.entries()) {
    const { stdout } = await run(process.execPath, [path.replace(/mts$/, "mjs")], { cwd: folder, env });
    assert.equal(stdout, examples[i]![2]!.replace(/^ {4}/gm, ""));
  }
});
