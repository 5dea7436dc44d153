import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import type { Page } from "playwright-core";

import { readData } from "../src/model/data.js";
import { Model } from "../src/model/model.js";
import type { Numbers } from "../src/model/numbers.js";
import { costDifferences, costs, differences, evaluate, randomNumbers, randomSizes } from "./bindings.js";
import { cli, modelPath, Opener, shoot, shots } from "./opener.js";

// The page in a browser: what it does, and its numbers. How it looks is in view.test.ts.

const opener = new Opener();
before(() => opener.start());
after(() => opener.stop());

/** Sets the field of a symbol. */
async function setSize(page: Page, symbol: string, size: number): Promise<void> {
  await page.locator(`[data-symbol="${symbol}"] input[type=number]`).fill(String(size));
}

/** What the page says at these sizes, of the values of these names and of the outputs. */
function numbers(page: Page, sizes: readonly Record<string, number>[], names: readonly string[]): Promise<Numbers[]> {
  return page.evaluate(
    ([all, wanted]) => {
      const { shapewright } = globalThis as unknown as { shapewright: { at(sizes: object): Numbers } };
      return all.map((given) => {
        const told = shapewright.at(given);
        return { ...told, values: [...told.outputs, ...told.values.filter((value) => wanted.includes(value.name))] };
      });
    },
    [sizes, names] as const,
  );
}

test("a page loads nothing, and has no errors", async () => {
  const path = opener.makePage([modelPath("lstm_tagger_ts11")]);
  const { page, requests, problems } = await opener.open(path);
  const foreign = requests.filter((url) => url !== `file://${path}` && !url.startsWith("blob:"));
  assert.deepEqual(foreign, []);
  assert.equal(problems.join("\n"), "");
  await shoot(page, "light");
  // What a script would try is refused.
  const answer = await page.evaluate(() => fetch("https://example.invalid/x").then(() => "sent", () => "refused")); // prettier-ignore
  assert.equal(answer, "refused");
  assert.ok(problems.some((text) => text.includes("Content Security Policy")));
  await page.close();
});

test("search, fold, click", async () => {
  const { page } = await opener.open(opener.makePage([modelPath("bert_base_dynamo18")]));
  const boxes = (): Promise<number> => page.locator("svg.graph g.box").count();
  await page.getByRole("button", { name: "fold all", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll("svg.graph g.box.open").length === 0);
  const folded = await boxes();
  assert.ok(folded < 15, `${folded} boxes`);
  await shoot(page, "folded");

  await page.getByRole("searchbox").fill("[*, 768]");
  await page.keyboard.press("Enter");
  const shapes = await page.locator(".results [role=status]").textContent();
  assert.match(shapes ?? "", /^0 nodes, \d+ values, \d+ weights? found/);
  await page.getByRole("searchbox").fill("Softmax");
  await page.keyboard.press("Enter");
  assert.match((await page.locator(".results [role=status]").textContent()) ?? "", /^12 nodes, /);
  await page.locator(".results button").first().click();
  await page.locator("svg.graph g.selected").first().waitFor();
  assert.match((await page.locator(".details h3").textContent()) ?? "", /^Softmax /);
  assert.ok((await boxes()) > folded); // what is around it is unfolded
  await shoot(page, "search");

  // Its output: type, expression, why, and the exporter's line.
  await page.locator(".details section", { hasText: "Outputs" }).locator("button").first().click();
  const details = (await page.locator(".details").textContent()) ?? "";
  assert.match(details, /float32\[batch, 12, sequence, sequence\]/);
  assert.match(details, /Why/);
  assert.match(details, /input_ids|attention_mask/);
  assert.match(details, /modeling_bert\.py:\d+|sdpa_attention\.py:\d+|make_models\.py:\d+/);
  await shoot(page, "details");

  // A line is a value.
  await page.locator("svg.graph g[data-line] text").first().dispatchEvent("click");
  assert.match((await page.locator(".details h3").textContent()) ?? "", /^value /);
  await page.close();
});

test("a slider changes a shape, the peak and a violation", async () => {
  const { page } = await opener.open(
    opener.makePage([modelPath("scripted_control_ts17")], "--bind", "batch=2,sequence=8,k[]=3"),
    { isDark: true },
  );
  const peak = (): Promise<string | null> => page.locator(".peak-bytes").textContent();
  assert.match((await page.locator(".verdict").textContent()) ?? "", /fits/);
  await page.getByRole("searchbox").fill("out");
  await page.keyboard.press("Enter");
  await page.locator(".results button", { hasText: "out float32" }).click();
  await page.getByRole("searchbox").fill("");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".details .now").textContent(), "[2, 6]"); // float32[batch, 2*k[]]
  const before = await peak();
  const slider = page.locator('[data-symbol="k[]"] input[type=range]');
  await slider.focus();
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("ArrowRight");
  }
  await page.locator(".violations").waitFor(); // k is 9, more than the sequence
  assert.equal(await page.locator(".details .now").textContent(), "[2, 18]");
  assert.match((await page.locator(".violations").textContent()) ?? "", /k\[\] <= sequence/);
  assert.match((await page.locator(".verdict").textContent()) ?? "", /does not fit/);
  assert.ok((await page.locator("svg.graph g.failing").count()) > 0);
  await shoot(page, "violation-dark");
  await setSize(page, "sequence", 64);
  await page.locator(".violations").waitFor({ state: "detached" });
  assert.notEqual(await peak(), before);
  await page.close();
});

test("colors, tables and details tell what it costs", async () => {
  const { page, problems } = await opener.open(
    opener.makePage([modelPath("bert_base_dynamo18")], "--bind", "batch=1,sequence=16"),
  );
  const total = (): Promise<string | null> => page.locator(".cost-table dd.flops").textContent();
  const before = await total();
  assert.match(before ?? "", /^\d.*M$/);
  await page.getByRole("combobox", { name: "parts" }).selectOption("node");
  const row = page.locator("table.costs tbody tr").first();
  assert.match((await row.textContent()) ?? "", /%/);
  await row.locator("button").click();
  const details = (await page.locator(".details").textContent()) ?? "";
  assert.match(details, /multiply-adds\d+ = .*sequence/);
  await page.getByRole("combobox", { name: "color" }).selectOption("operations");
  await shoot(page, "cost");
  await setSize(page, "sequence", 32);
  await page.waitForFunction((old) => document.querySelector(".cost-table dd.flops")?.textContent !== old, before);
  await page.getByRole("combobox", { name: "color" }).selectOption("bytes");
  assert.deepEqual(problems, []);
  await page.close();
});

test("the keyboard goes from node to node, folds and zooms", async () => {
  const { page } = await opener.open(opener.makePage([modelPath("lstm_tagger_ts11")]));
  await page.locator("svg.graph").focus();
  await page.keyboard.press("ArrowDown");
  const first = await page.locator(".details h3").textContent();
  await page.keyboard.press("ArrowDown");
  assert.notEqual(await page.locator(".details h3").textContent(), first);
  const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.match(label ?? "", /^(node|group|input) /);
  const scale = (): Promise<string | null> => page.locator("svg.graph > g").getAttribute("transform");
  const before = await scale();
  await page.keyboard.press("+");
  await page.waitForFunction(
    (old) => document.querySelector("svg.graph > g")?.getAttribute("transform") !== old,
    before,
  );
  await page.close();
});

test("tables are there without scripts, and rows lead to the graph with them", async () => {
  const path = opener.makePage([modelPath("scripted_control_ts17")]);
  const context = await opener.browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`file://${path}`);
  const text = (await plain.locator("body").innerText()) ?? "";
  assert.match(text, /k\[\] <= sequence/);
  assert.match(text, /Scripts are blocked/);
  assert.ok((await plain.locator("tr[data-value]").count()) > 20);
  await shoot(plain, "tables");
  await context.close();

  const { page } = await opener.open(path);
  await page.locator("tr[data-fact='2'] button").click();
  assert.match((await page.locator(".details h3").textContent()) ?? "", /^TopK /);
  await page.close();
});

test("two models side by side, with what changed", async () => {
  const { page, problems } = await opener.open(
    opener.makePage([modelPath("bert_base_ts11"), modelPath("bert_base_ts17")]),
  );
  assert.equal(await page.locator("svg.graph").count(), 2);
  assert.ok((await page.locator("section.changes tr").count()) > 1);
  await page.locator("section.changes tr[data-name] button").first().click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".status")].every((status) => !status.textContent?.includes("laying out")),
  );
  assert.deepEqual(problems, []);
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot(page, "two");
  await page.close();
});

test("names that look like markup stay names", async () => {
  const path = opener.makePage([modelPath("lstm_tagger_ts11")]);
  const name = "</script><script>globalThis.broken = 1</script><img src=x onerror='globalThis.broken = 1'>\"'&";
  const html = readFileSync(path, "utf8");
  const data = /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html)?.[1] ?? "";
  const renamed = data.replaceAll("/r/LSTM_1", JSON.stringify(name).slice(1, -1).replaceAll("<", "\\u003c"));
  writeFileSync(
    path,
    html.replace(data, () => renamed),
  );
  const { page, problems } = await opener.open(path);
  await page.getByRole("searchbox").fill("<img");
  await page.keyboard.press("Enter");
  await page.locator(".results button").first().click();
  assert.ok(((await page.locator(".details h3").textContent()) ?? "").includes("<img src=x"));
  assert.equal(await page.evaluate(() => "broken" in globalThis), false);
  assert.deepEqual(problems, []);
  await page.close();
});

test("it prints", async () => {
  const { page } = await opener.open(opener.makePage([modelPath("lstm_tagger_ts11")]));
  const pdf = await page.pdf({ format: "A4" });
  assert.ok(pdf.length > 10_000);
  if (shots !== "") {
    writeFileSync(join(shots, "print.pdf"), pdf);
  }
  await page.close();
});

const compared = [
  "lstm_tagger_ts11",
  "scripted_control_ts17",
  "seq2seq_loop_ts13",
  "bert_base_dynamo18",
  "gpt2_past_ts17",
  "llama_past_dynamo18",
  "t5_decoder_ts17",
  "efficientnet_b0_ts17",
  "unet_dynamo18",
  "fasterrcnn_r50_ts17",
];
const BINDINGS = 200;
const VALUES = 30;

for (const name of compared) {
  test(`numbers equal the program's at ${BINDINGS} random bindings: ${name}`, async () => {
    const path = opener.makePage([modelPath(name)]);
    const { page } = await opener.open(path);
    const block = await page.locator("#data").evaluate((element) => [element.textContent ?? "", (element as HTMLElement).dataset["encoding"]]); // prettier-ignore
    const [data] = (await readData(block[0] ?? "", block[1])).models;
    assert.ok(data);
    const model = new Model(data);
    const random = randomNumbers(20);
    const bindings = Array.from({ length: BINDINGS }, () => randomSizes(model, random));
    const inner = (model.graphs[0]?.values ?? []).filter((value) => value.maker && value.name !== "");
    const names = new Set(Array.from({ length: VALUES }, () => inner[Math.floor(random() * inner.length)]?.name ?? ""));
    const answers = evaluate(cli, modelPath(name), [...names], bindings);
    assert.equal(answers.length, BINDINGS);
    const toldCosts = costs(cli, modelPath(name), bindings);
    let comparedCosts = 0;
    const isAssumed = (fact: number): boolean => data.answer.facts?.[fact]?.basis === "BASIS_ASSUMED";
    const counts = { fits: 0, broken: 0, lessKnown: 0 };
    const told = await numbers(page, bindings, [...names]);
    for (const [i, sizes] of bindings.entries()) {
      const answer = answers[i];
      assert.ok(answer && answer.error === undefined, JSON.stringify([sizes, answer?.error]));
      const own = told[i];
      assert.ok(own);
      const found = differences(own, answer, isAssumed);
      assert.deepEqual(found.wrong, [], JSON.stringify(sizes));
      const cost = toldCosts[i];
      assert.ok(cost);
      if (cost.total !== undefined) {
        assert.deepEqual(costDifferences(own, cost), [], JSON.stringify(sizes));
        comparedCosts += cost.total.upperBound === true ? 0 : 1;
      }
      counts.fits += own.verdict === "fits" ? 1 : 0;
      counts.broken += own.failing.some(isAssumed) ? 1 : 0;
      counts.lessKnown += found.lessKnown > 0 ? 1 : 0;
    }
    console.log(
      `${name}: ${counts.fits} fit, ${counts.broken} break assumptions, ${counts.lessKnown} with less known; ${comparedCosts} costs`,
    );
    await page.close();
  });
}

test("thousands of nodes: time to the first picture, and per change (told, not asserted)", async () => {
  for (const name of ["gpt2_past_ts17", "swin_t_hw_ts17"]) {
    const path = opener.makePage([modelPath(name)]);
    const start = performance.now();
    const { page } = await opener.open(path);
    const first = performance.now() - start;
    const symbol = (await page.locator("[data-symbol]").last().getAttribute("data-symbol")) ?? "";
    const times: number[] = [];
    for (let i = 1; i <= 10; i++) {
      times.push(
        await page.evaluate(
          ([name, size]) =>
            new Promise<number>((resolve) => {
              const field = document.querySelector<HTMLInputElement>(`[data-symbol="${name}"] input[type=number]`);
              const begin = performance.now();
              if (field !== null) {
                field.value = String(size);
                field.dispatchEvent(new Event("input"));
              }
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begin)));
            }),
          [symbol, 32 * i] as const,
        ),
      );
    }
    const unfold = performance.now();
    await page.getByRole("button", { name: "unfold all" }).click();
    await page.waitForFunction(() => !document.querySelector(".status")?.textContent?.includes("laying out"));
    const all = performance.now() - unfold;
    await page.getByRole("button", { name: "show the whole graph" }).click();
    await shoot(page, `whole-${name}`);
    const pan = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const graph = document.querySelector("svg.graph");
          const begin = performance.now();
          let left = 30;
          const step = (): void => {
            graph?.dispatchEvent(new WheelEvent("wheel", { deltaY: left % 2 ? 40 : -40, clientX: 300, clientY: 300, cancelable: true })); // prettier-ignore
            if (left-- > 0) {
              requestAnimationFrame(step);
            } else {
              resolve((performance.now() - begin) / 30);
            }
          };
          requestAnimationFrame(step);
        }),
    );
    const status = await page.locator(".status").textContent();
    times.sort((a, b) => a - b);
    console.log(`${name}: ${status}; first picture ${first.toFixed(0)} ms, change ${(times[5] ?? 0).toFixed(0)} ms (median), unfold all ${all.toFixed(0)} ms, frame while zooming ${pan.toFixed(0)} ms`); // prettier-ignore
    await page.close();
  }
});
