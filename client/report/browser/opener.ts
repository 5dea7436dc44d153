import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Browser, type Page } from "playwright-core";

// Of the environment: CHROMIUM is the path of the browser, SHAPEWRIGHT_CLI the program, MODELS a folder of models, SHOTS
// a folder for pictures (none: they are not kept).

export const cli = process.env["SHAPEWRIGHT_CLI"] ?? "";
export const shots = process.env["SHOTS"] ?? "";
const models = process.env["MODELS"] ?? "";

export function modelPath(name: string): string {
  return join(models, `${name}.onnx`);
}

export async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== "") {
    await page.screenshot({ path: join(shots, `${name}.png`) });
  }
}

interface Opened {
  page: Page;
  requests: string[];
  problems: string[];
}

/** A browser, and the pages that the program writes for it. */
export class Opener {
  browser!: Browser;
  private readonly folder = mkdtempSync(join(tmpdir(), "report-"));
  private readonly made = new Map<string, string>();

  async start(): Promise<void> {
    this.browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
  }

  async stop(): Promise<void> {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }

  makePage(paths: readonly string[], ...flags: string[]): string {
    const out = join(this.folder, `${Math.random()}.html`);
    execFileSync(cli, ["report", "--embedded", ...paths, "-o", out, ...flags]);
    return out;
  }

  /** The page of one model as it is first shown, made once. */
  pageOf(name: string): string {
    const path = this.made.get(name) ?? this.makePage([modelPath(name)]);
    this.made.set(name, path);
    return path;
  }

  async open(path: string, { width = 1400, height = 900, isDark = false } = {}): Promise<Opened> {
    const page = await this.browser.newPage({ viewport: { width, height }, colorScheme: isDark ? "dark" : "light" });
    const requests: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`file://${path}`);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    return { page, requests, problems };
  }
}
