import assert from "node:assert/strict";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { chromium, type Browser } from "playwright-core";

import type { Numbers } from "../src/model/numbers.js";

// The page as a server gives it (--report-page), beside that of the program.

const cli = process.env["SHAPEWRIGHT_CLI"] ?? "";
const model = join(process.env["MODELS"] ?? "", "bert_base_dynamo18.onnx");
const shots = process.env["SHOTS"] ?? "";
const folder = mkdtempSync(join(tmpdir(), "report-"));
let browser: Browser;
let server: ChildProcess;
let address: string;

/** Starts a server; where its JSON port is. */
async function start(): Promise<string> {
  server = spawn(
    join(dirname(cli), "shapewright-server"),
    ["--listen", `unix:${join(folder, "socket")}`, "--json-listen=127.0.0.1:0", "--report-page=1"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  assert.ok(server.stderr);
  for await (const line of createInterface({ input: server.stderr })) {
    const said = JSON.parse(line) as { event: string; json: string };
    if (said.event === "started") {
      return `http://${said.json}`;
    }
  }
  throw new Error("the server has ended");
}

before(async () => {
  address = await start();
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});

after(async () => {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true });
});

async function send(): Promise<string> {
  const answer = await fetch(`${address}/shapewright.v1.ShapeService/InferShapes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: { onnx: readFileSync(model).toString("base64") } }),
  });
  return ((await answer.json()) as { modelId: string }).modelId;
}

/** What a page tells at some sizes, and what it asks for. */
async function look(url: string): Promise<{ told: Numbers[]; boxes: number; requests: string[]; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(url);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  const boxes = await page.locator("svg.graph g.box").count();
  const told = await page.evaluate(() => {
    const { shapewright } = globalThis as unknown as { shapewright: { at(sizes: object): Numbers } };
    return [1, 7, 4096].map((size) => shapewright.at({ batch: size, sequence: 2 * size }));
  });
  if (url.startsWith("http") && shots !== "") {
    await page.screenshot({ path: join(shots, "server.png") });
  }
  await page.close();
  return { told, boxes, requests, problems };
}

test("a server's page is the program's, and asks for nothing more", async () => {
  const url = `${address}/report/${await send()}`;
  const out = join(folder, "page.html");
  execFileSync(cli, ["report", "--embedded", model, "-o", out]);
  const served = await look(url);
  const written = await look(`file://${out}`);
  assert.deepEqual(served.told, written.told);
  assert.equal(served.boxes, written.boxes); // folded by the same modules
  assert.equal(served.problems.join("\n"), "");
  // Browsers look for an icon by themselves.
  const others = served.requests.filter((each) => each !== url && !each.startsWith("blob:"));
  assert.deepEqual(
    others.filter((each) => !each.endsWith("/favicon.ico")),
    [],
  );
});
