// Guards in a browser beside onnxruntime-web. Of the environment: CHROMIUM is the path of the browser, SHAPEWRIGHT_CLI the
// program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const here = (path) => new URL(path, import.meta.url).pathname;
const guardEntry = here("../../../client/typescript/src/guard/index.ts");
const requestsOfEach = 200;

async function bundle(entry) {
  // For browsers: a module of Node.js is an error.
  const made = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    alias: { "shapewright/guard": guardEntry, "shapewright/v1": here("../../../client/typescript/src/v1.ts") },
    // The page gets onnxruntime-web as a file of its own, as it looks for its WebAssembly beside itself.
    external: ["onnxruntime-web/wasm"],
    write: false,
  });
  return made.outputFiles[0].text;
}

test("the entry for guards needs no Node.js and at most 25 kB", async () => {
  const bytes = gzipSync(await bundle(guardEntry), { level: 9 }).length;
  assert.ok(bytes > 1000 && bytes <= 25_000, `${bytes} bytes`);
});

function serve(script) {
  const page = `<!doctype html><script type="importmap">{"imports":{"onnxruntime-web/wasm":"/ort/ort.wasm.min.mjs"}}</script>
<script type="module" src="/page.js"></script>`;
  const types = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
  const server = createServer(({ url }, response) => {
    const name = url === "/" ? "page.html" : basename(url);
    const file = here(`node_modules/onnxruntime-web/dist/${name}`);
    const body = { "page.html": page, "page.js": script }[name] ?? (existsSync(file) ? readFileSync(file) : undefined);
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": types[name.split(".").at(-1)] ?? "text/plain",
    });
    response.end(body);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("1,000 requests: what a guard says is what onnxruntime-web does", async () => {
  const server = await serve(await bundle(here("page.ts")));
  const folder = mkdtempSync(join(tmpdir(), "guards-"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    const models = readdirSync(here("models"));
    assert.equal(models.length * requestsOfEach, 1000);
    for (const file of models) {
      const guard = join(folder, `${file}.guard`);
      execFileSync(process.env.SHAPEWRIGHT_CLI, ["guard", "--embedded", here(`models/${file}`), "-o", guard]);
      const { counts, differences } = await page.evaluate(
        ([model, bytes, program, count]) => {
          const decode = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
          return globalThis.compare(model, decode(bytes), decode(program), count);
        },
        [
          basename(file, ".onnx"),
          readFileSync(here(`models/${file}`)).toString("base64"),
          readFileSync(guard).toString("base64"),
          requestsOfEach,
        ],
      );
      console.log(file, JSON.stringify(counts));
      assert.deepEqual(differences, []);
      assert.ok(counts.pass >= 20 && counts.fail >= 20, `${file}: ${JSON.stringify(counts)}`);
    }
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
