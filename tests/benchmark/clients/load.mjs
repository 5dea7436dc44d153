// The TypeScript client under load, as load.py tells: a loop that awaits for each call in flight.
//
// usage: load.mjs TARGET MODEL.onnx
import { createInterface } from "node:readline";
import { Client, inference, modelFile } from "../../../client/typescript/dist/src/index.js";

const [target, path] = process.argv.slice(2);
const client = new Client(target);
const model = inference(await client.inferShapes({ model: await modelFile(path) }));
let next = 0;

/** One call about sizes that no call before had. */
async function ask() {
  const number = next++;
  const size = BigInt(1 + (number % 500));
  const label = String(number).padStart(16, "0");
  const symbols = [
    { symbol: "batch", size },
    { symbol: "sequence", size },
  ];
  const { evaluations } = await client.evaluateShapes({ model, bindings: [{ label, symbols }] });
  if (evaluations[0].outputs[0].sizes[0] !== size) {
    throw new Error("a wrong answer");
  }
}

async function rate(inFlight, seconds) {
  const start = performance.now();
  let ended = 0;
  const loop = async () => {
    while (performance.now() - start < 1000 * seconds) {
      await ask();
      ended++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return (1000 * ended) / (performance.now() - start);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [inFlight, seconds] = line.split(" ").map(Number);
  console.log(await rate(inFlight, seconds));
}
client.close();
