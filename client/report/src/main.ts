import { App } from "./app.js";
import { readData } from "./model/data.js";
import { serveLayouts } from "./graph/worker.js";

async function startPage(): Promise<void> {
  const script = document.currentScript?.textContent ?? "";
  const block = document.getElementById("data");
  const root = document.getElementById("app");
  if (block === null || root === null) {
    return;
  }
  try {
    const app = new App(await readData(block.textContent ?? "", block.dataset["encoding"]), script, root);
    Object.assign(globalThis, { shapewright: app });
    await app.start();
    document.documentElement.dataset["ready"] = "yes";
  } catch (error) {
    root.textContent = `This page cannot be shown as a graph: ${error instanceof Error ? error.message : String(error)}. The tables below are complete.`; // prettier-ignore
  }
}

// The same script runs in the page, and as the worker that lays pictures out.
if (typeof document === "undefined") {
  serveLayouts();
} else {
  void startPage();
}
