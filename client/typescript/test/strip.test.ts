import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ModelError, stripModelFile, stripWeights } from "../src/index.js";
import { readSource, readVectors, sourcePath, temporaryFolder } from "./support.js";
import { field } from "./wire.js";

interface FileCase {
  name: string;
  in: string;
  out: string;
  refused?: boolean;
}

const vectors = readVectors<{ models: FileCase[]; files: FileCase[]; malformed: string[] }>("strip.json");

// S25: the files of strip.json were put together by hand.
test("models are stripped", async (t) => {
  for (const each of vectors.models) {
    await t.test(each.name, () => {
      const expected = readSource(each.out);
      assert.deepEqual(stripWeights(readSource(each.in)), expected);
      assert.deepEqual(stripWeights(expected), expected);
    });
  }
});

test("tensors in other files", async (t) => {
  for (const each of vectors.files) {
    await t.test(each.name, async () => {
      const sent = stripModelFile(readSource(each.in), sourcePath(each.in));
      if (each.refused) {
        await assert.rejects(sent, /outside of the model's folder/);
      } else {
        assert.deepEqual(await sent, readSource(each.out));
      }
    });
  }
});

test("bytes that are not a model", () => {
  for (const text of vectors.malformed) {
    assert.throws(() => stripWeights(Buffer.from(text, "hex")), ModelError, text);
  }
});

test("every truncation is refused or harmless", () => {
  const whole = readSource("tests/data/strip/nested.out.onnx");
  for (let size = 0; size < whole.length; size++) {
    const cut = whole.subarray(0, size);
    try {
      assert.deepEqual(stripWeights(cut), cut);
    } catch (error) {
      assert(error instanceof ModelError, `${size} bytes: ${error}`);
    }
  }
});

/** So many graphs within each other around a tensor of 2,000 elements, written from inside out. */
function nestedModel(depth: number): Uint8Array {
  let graph = field(5, Uint8Array.of(1 << 3, 0xd0, 0x0f, 2 << 3, 2, ...field(9, new Uint8Array(2000))));
  for (let i = 0; i < depth; i++) {
    graph = field(1, field(5, field(6, graph)));
  }
  return field(7, graph);
}

test("models that are deep", () => {
  const model = nestedModel(200);
  assert(stripWeights(model).length < model.length - 1900);
  assert.throws(() => stripWeights(nestedModel(2000)), /too deep/);
});

test("a tensor with a long list of dims", () => {
  const tensor = field(1, new Uint8Array(1_000_000).fill(2));
  const model = field(7, field(5, tensor));
  assert(stripWeights(model).length < model.length + 50);
});

test("links are followed within the folder only", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "model");
  mkdirSync(path);
  writeFileSync(join(folder, "outside.data"), new Uint8Array(24));
  writeFileSync(join(path, "inside.data"), new Uint8Array(24));
  symlinkSync("../outside.data", join(path, "out"));
  symlinkSync("inside.data", join(path, "in"));
  symlinkSync("circle", join(path, "circle"));
  const text = new TextEncoder();
  for (const [location, isFound] of [
    ["in", true],
    ["out", false],
    ["circle", false],
    [".", false],
    ["none", false],
  ] as const) {
    const entry = Buffer.concat([field(1, text.encode("location")), field(2, text.encode(location))]);
    const tensor = Buffer.concat([Uint8Array.of(1 << 3, 3, 2 << 3, 7), field(13, entry), Uint8Array.of(14 << 3, 1)]);
    const model = field(7, field(5, tensor));
    const sent = await stripModelFile(model, join(path, "model.onnx"));
    assert.equal(Buffer.compare(sent, model) !== 0, isFound, location);
  }
});
