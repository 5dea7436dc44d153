// The JSON port from a page of another origin. Of the environment: CHROMIUM is the path of the browser,
// SHAPEWRIGHT_SERVER the server.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = mkdtempSync(join(tmpdir(), "cors-"));
const servers = [];
let browser;
let page;
let origin;

before(async () => {
  const pages = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"));
  await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${pages.address().port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage();
  await page.goto(origin);
  pages.close();
});

after(async () => {
  await browser?.close();
  for (const server of servers) {
    server.kill();
  }
  rmSync(folder, { recursive: true });
});

/** A server, and the URL of its JSON port. */
async function start(...options) {
  const listen = ["--listen", `unix:${join(folder, `${servers.length}`)}`, "--json-listen", "127.0.0.1:0"];
  const server = spawn(process.env.SHAPEWRIGHT_SERVER, [...listen, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  servers.push(server);
  for await (const line of createInterface({ input: server.stderr })) {
    const { event, json } = JSON.parse(line);
    if (event === "started") {
      return `http://${json}`;
    }
  }
  throw new Error("the server has ended");
}

/** What the page sees of a call. */
function call(url, body) {
  return page.evaluate(
    async ([url, body]) => {
      try {
        const response = await fetch(`${url}/shapewright.v1.ShapeService/MergeShapes`, {
          method: "POST",
          headers: { "content-type": "application/json", "connect-protocol-version": "1" },
          body,
        });
        return { status: response.status, answer: await response.json() };
      } catch (error) {
        return { error: error.name };
      }
    },
    [url, body],
  );
}

const body = JSON.stringify({
  cases: [{ merge: { operands: [{ text: "float32[N, 3]" }, { text: "float32[7, M]" }] } }],
});

for (const [name, allowed] of [
  ["its origin", () => origin],
  ["all origins", () => "*"],
]) {
  test(`a page calls a server that allows ${name}`, async () => {
    const url = await start("--json-allow-origin", allowed());
    const { status, answer } = await call(url, body);
    assert.equal(status, 200);
    assert.equal(answer.results[0].type.text, "float32[7, 3]");
    const refused = await call(url, "[");
    assert.equal(refused.status, 400);
    assert.equal(refused.answer.code, "invalid_argument");
  });
}

for (const [name, options] of [
  ["no origin", []],
  ["another origin", ["--json-allow-origin", "https://a.example"]],
]) {
  test(`a page cannot read a server that allows ${name}`, async () => {
    assert.deepEqual(await call(await start(...options), body), { error: "TypeError" });
  });
}
