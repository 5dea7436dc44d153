import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Page } from "playwright-core";

import { Opener, shoot } from "./opener.js";

// How a page looks at first, and beside what is clicked: on a screen, and on a phone.

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };
const shown = ["bert_base_dynamo18", "retinanet_r50_ts17", "gpt2_past_ts17"];
const others = ["resnet50_ts17", "t5_decoder_ts17", "swin_t_hw_ts17", "clip_ts17", "unet_dynamo18", "scripted_control_ts17"]; // prettier-ignore

const opener = new Opener();
before(() => opener.start());
after(() => opener.stop());

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function rectOf(page: Page, selector: string): Promise<Rect> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    });
}

async function laidOut(page: Page): Promise<void> {
  await page.waitForFunction(() => /^\d+ boxes/.test(document.querySelector(".status")?.textContent ?? ""));
}

/** Labels that a line crosses, or another label, as they are drawn. */
function crossings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const labels = [...document.querySelectorAll<SVGTextElement>("svg.graph text.label")].filter((text) => text.textContent !== ""); // prettier-ignore
    const boxes = labels.map((label) => label.getBBox());
    labels.forEach((label, i) => {
      const a = boxes[i];
      boxes.slice(i + 1).forEach((b, j) => {
        const x = a && a.x < b.x + b.width && b.x < a.x + a.width;
        if (x && a.y + 2 < b.y + b.height && b.y + 2 < a.y + a.height) {
          found.push(`${label.textContent} and ${labels[i + 1 + j]?.textContent}`);
        }
      });
    });
    for (const path of document.querySelectorAll<SVGPathElement>("svg.graph .lines path.line")) {
      const length = path.getTotalLength();
      for (let at = 0; at <= length; at += 2) {
        const { x, y } = path.getPointAtLength(at);
        const i = boxes.findIndex((b) => x > b.x && x < b.x + b.width && y > b.y + 2 && y < b.y + b.height - 2);
        if (i >= 0) {
          found.push(`a line over ${labels[i]?.textContent}`);
          break;
        }
      }
    }
    return found;
  });
}

/** Buttons that lie over the graph, where they could hide a box. */
function buttonsOverGraph(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const graphs = [...document.querySelectorAll("svg.graph")].map((graph) => graph.getBoundingClientRect());
    const isOver = (a: DOMRect, b: DOMRect): boolean =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("button")].filter((each) =>
      each.checkVisibility(),
    );
    return buttons
      .filter((each) => graphs.some((graph) => isOver(each.getBoundingClientRect(), graph)))
      .map((each) => each.textContent ?? "");
  });
}

for (const name of [...shown, ...others]) {
  test(`the first view is 8 to 30 boxes, and no label crosses anything: ${name}`, async () => {
    for (const size of [wide, phone]) {
      const { page, problems } = await opener.open(opener.pageOf(name), size);
      const status = (await page.locator(".status").first().textContent()) ?? "";
      const count = Number(/^(\d+) boxes of [\d,]+ nodes$/.exec(status)?.[1]);
      assert.ok(count >= 8 && count <= 30, status);
      assert.ok((await page.locator("svg.graph g.box:not(.open)").count()) >= 3);
      assert.deepEqual(await crossings(page), []);
      assert.deepEqual(await buttonsOverGraph(page), []);
      assert.deepEqual(problems, []);
      if (shown.includes(name)) {
        await shoot(page, `first-${name}-${size.width}`);
      }
      await page.close();
    }
  });
}

test("no label crosses anything where all is unfolded, and where lines tell sizes", async () => {
  for (const name of ["unet_dynamo18", "lstm_tagger_ts11"]) {
    const { page } = await opener.open(opener.pageOf(name), { width: 2600, height: 2600 });
    for (const step of ["unfold", "sizes", "plumbing"]) {
      if (step === "unfold") {
        await page.getByRole("button", { name: "unfold all" }).click();
      } else if (step === "sizes") {
        await page.getByRole("combobox", { name: "lines" }).selectOption("sizes");
      } else {
        await page.getByRole("checkbox").check();
      }
      await laidOut(page);
      assert.ok((await page.locator("svg.graph text.label").count()) > 10);
      assert.deepEqual(await crossings(page), [], `${name}, ${step}`);
    }
    await page.close();
  }
});

test("a header tells what the model is", async () => {
  const { page } = await opener.open(opener.pageOf("resnet50_ts17"), wide);
  const text = (await page.locator("header.about").innerText()).replace(/\s+/g, " ");
  assert.match(text, /^resnet50_ts17\.onnx opset ai\.onnx 17 nodes 169 parameters 25\.5M input pixel_values float32\[batch, 3, height, width\] output logits float32\[batch, 1000\]$/); // prettier-ignore
  await page.close();
});

test("details stand beside what is clicked, without scrolling", async () => {
  for (const name of shown) {
    const { page } = await opener.open(opener.pageOf(name), wide);
    assert.ok(!(await page.locator(".details").isVisible()));
    const box = page.locator("svg.graph g.box:not(.open)").nth(1);
    await box.click();
    const [details, graph] = [await rectOf(page, ".details"), await rectOf(page, "svg.graph")];
    assert.ok(details.left >= graph.right && details.top >= 0 && details.bottom <= wide.height && details.bottom > 60);
    const title = await rectOf(page, ".details h3");
    assert.ok(title.top >= 0 && title.bottom <= wide.height);
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await shoot(page, `click-${name}-${wide.width}`);
    await page.keyboard.press("Escape");
    assert.ok(!(await page.locator(".details").isVisible()));
    assert.equal(await page.locator("svg.graph g.selected").count(), 0);
    await page.close();
  }
});

test("on a phone details are a sheet, which covers nothing that was clicked", async () => {
  for (const name of shown) {
    const { page } = await opener.open(opener.pageOf(name), phone);
    const boxes = page.locator("svg.graph g.box:not(.open)");
    for (let i = 0; i < Math.min(await boxes.count(), 6); i++) {
      await boxes.nth(i).dispatchEvent("click");
      const [details, box] = [await rectOf(page, ".details"), await rectOf(page, "svg.graph g.selected")];
      assert.equal(details.bottom, phone.height);
      assert.ok(details.top > phone.height * 0.4 && details.left === 0 && details.right === phone.width);
      assert.ok(box.top >= 0 && box.bottom <= details.top + 1, `${JSON.stringify(box)} under ${details.top}`);
    }
    await shoot(page, `click-${name}-${phone.width}`);
    await page.getByRole("button", { name: "close details" }).click();
    assert.ok(!(await page.locator(".details").isVisible()));
    await page.close();
  }
});

const detectors = ["retinanet_r50_ts17", "fasterrcnn_r50_ts17", "ssdlite320_mbv3_ts17"];
for (const name of [...detectors, ...others, "gpt2_past_ts17", "bert_base_dynamo18"]) {
  test(`first sizes break nothing, and a click shows numbers: ${name}`, async () => {
    const { page } = await opener.open(opener.pageOf(name), wide);
    assert.equal(await page.locator(".violations").count(), 0);
    for (const symbol of detectors.includes(name) ? ["height", "width"] : []) {
      const field = page.locator(`[data-symbol="${symbol}"] input[type=number]`);
      if ((await field.count()) > 0) {
        assert.equal(Number(await field.inputValue()) % 32, 0);
      }
    }
    assert.match((await page.locator("dd.flops").textContent()) ?? "", /^\d/);
    assert.match((await page.locator(".peak-bytes").textContent()) ?? "", /^\d/);
    const outputs = page.locator("svg.graph g.box.output, svg.graph g.box.input");
    for (let i = 0; i < (await outputs.count()); i++) {
      await outputs.nth(i).dispatchEvent("click");
      assert.match((await page.locator(".details .now").first().textContent()) ?? "", /^\[[\d, ]*\]$/);
    }
    await page.close();
  });
}

test("the slash goes to the search, and nodes are found before weights", async () => {
  const { page } = await opener.open(opener.pageOf("resnet50_ts17"), wide);
  await page.keyboard.press("/");
  await page.keyboard.type("fc");
  await page.keyboard.press("Enter");
  assert.equal(await page.getByRole("searchbox").inputValue(), "fc");
  const status = (await page.locator(".results [role=status]").textContent()) ?? "";
  const [, nodes, values, weights] = /^(\d+) nodes?, (\d+) values?, (\d+) weights? found/.exec(status) ?? [];
  assert.ok(Number(nodes) > 0 && Number(weights) > 0, status);
  const texts = await page.locator(".results li").allTextContents();
  const first = texts.findIndex((text) => /^fc\.(weight|bias)/.test(text));
  assert.equal(first, Number(nodes) + Number(values), texts.join("\n"));
  // In a field it is a letter as any other.
  await page.keyboard.type("/");
  assert.equal(await page.getByRole("searchbox").inputValue(), "fc/");
  await page.close();
});

test("constants and shape arithmetic are folded until they are asked for", async () => {
  const { page } = await opener.open(opener.pageOf("lstm_tagger_ts11"), { width: 2600, height: 2600 });
  const headings = async (): Promise<string[]> => {
    await page.getByRole("button", { name: "unfold all" }).click();
    await laidOut(page);
    return page.locator("svg.graph g.box.node .heading").allTextContents();
  };
  assert.ok(!(await headings()).includes("Shape"));
  await page.getByRole("checkbox", { name: /^shape nodes \(\d+\)$/ }).check();
  await laidOut(page);
  assert.ok((await headings()).includes("Shape"));
  await page.getByRole("checkbox").uncheck();
  await laidOut(page);
  assert.ok(!(await headings()).includes("Shape"));
  // Who looks for one sees it.
  await page.getByRole("searchbox").fill("Shape");
  await page.keyboard.press("Enter");
  await page
    .locator(".results button", { hasText: /^Shape / })
    .first()
    .click();
  await page.locator("svg.graph g.node.selected", { hasText: "Shape" }).waitFor();
  assert.ok(await page.getByRole("checkbox").isChecked());
  await page.close();
});

test("a legend tells what colors mean", async () => {
  const { page } = await opener.open(opener.pageOf("bert_base_dynamo18"), wide);
  const legend = page.locator(".legend ul");
  assert.match(await legend.innerText(), /all sizes exact[^]*folded group[^]*fact fails/);
  await page.getByRole("combobox", { name: "color" }).selectOption("operations");
  assert.match(await legend.innerText(), /costs little[^]*costs the most/);
  const colors = await legend.locator("rect").evaluateAll((all) => all.slice(0, 2).map((each) => getComputedStyle(each).fill)); // prettier-ignore
  assert.notEqual(colors[0], colors[1]);
  await page.close();
});

test("tables and all else fit a phone", async () => {
  for (const name of ["fasterrcnn_r50_ts17", "gpt2_past_ts17", "scripted_control_ts17"]) {
    const { page } = await opener.open(opener.pageOf(name), phone);
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
    await page.getByRole("combobox", { name: "parts" }).selectOption("node");
    const wideOnes = await page.evaluate(() => {
      const all = [
        ...document.querySelectorAll<HTMLElement>("table, td, th, aside, .toolbar > *, header *, pre, code"),
      ];
      return all.filter((each) => each.getBoundingClientRect().right > 390.5).map((each) => `${each.tagName} ${each.textContent?.slice(0, 40)}`).slice(0, 5); // prettier-ignore
    });
    assert.deepEqual(wideOnes, [], name);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await page.locator("#tables").scrollIntoViewIfNeeded();
    await shoot(page, `tables-${name}-${phone.width}`);
    await page.close();
  }
});
