// Makes page.html of src/: one file without references to anything outside of it.
//   node build.mjs [FILE]
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url);
const [target = here("page.html")] = process.argv.slice(2);

const bundle = await build({
  entryPoints: [here("src/main.ts").pathname],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  write: false,
});
const styles = await build({
  stdin: { contents: readFileSync(here("src/style.css"), "utf8"), loader: "css" },
  minify: true,
  write: false,
});

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
// Nothing in a script ends it, or is taken for a mark of the template.
const script = bundle.outputFiles[0].text.trim().replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
const style = styles.outputFiles[0].text.trim();
const parts = { SCRIPT: script, STYLE: style, SCRIPT_HASH: hash(script), STYLE_HASH: hash(style) };
const template = readFileSync(here("src/template.html"), "utf8");
writeFileSync(
  target,
  template.replace(/@([A-Z_]+)@/g, (_, name) => parts[name]),
);
