import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, inference, model } from "../src/index.js";
import { ServerProcess, connected, limit, peerOf, readSource } from "./support.js";
import { field } from "./wire.js";

/** Callers that call in a loop, and what they met. */
class Load {
  answered = 0;
  private failed: unknown[] = [];
  private isOver = false;
  private readonly callers: Promise<void>[];

  constructor(
    callers: number,
    private readonly call: () => Promise<unknown>,
  ) {
    this.callers = Array.from({ length: callers }, () => this.loop());
  }

  /** Returns after so many calls more. */
  async wait(more: number): Promise<void> {
    const end = Date.now() + limit.timeoutMs;
    for (const until = this.answered + more; this.answered < until; await sleep(1)) {
      assert(Date.now() < end, "calls hang");
    }
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
    assert.deepEqual(this.failed.map(String), []);
  }

  private async loop(): Promise<void> {
    while (!this.isOver) {
      await this.call().catch((error: unknown) => this.failed.push(error));
      this.answered++;
    }
  }
}

async function replicas(): Promise<[servers: ServerProcess[], client: Client]> {
  const servers = await Promise.all([ServerProcess.start(), ServerProcess.start()]);
  return [servers, connected(servers.map((server) => server.target).join(","))];
}

/** Kills a replica, and returns when another one in its place gets calls. */
async function replace(
  servers: ServerProcess[],
  i: number,
  client: Client,
  whileAway: () => Promise<void>,
): Promise<void> {
  const { target, port } = servers[i]!;
  await servers[i]!.kill();
  await whileAway();
  servers[i] = await ServerProcess.start(port);
  const end = Date.now() + limit.timeoutMs;
  while ((await peerOf(client)) !== target) {
    assert(Date.now() < end, "the replica gets no calls");
    await sleep(1);
  }
}

test("a replica that is killed loses no call", async (t) => {
  const [servers, client] = await replicas();
  const operands = [{ text: "[2, ?]" }, { text: "[?, 5]" }];
  const cases = [{ question: { case: "merge" as const, value: { operands } } }];
  const load = new Load(4, () => client.mergeShapes({ cases }, limit));
  for (const i of [0, 1, 0]) {
    await load.wait(400);
    await replace(servers, i, client, () => load.wait(400));
  }
  await load.end();
  t.diagnostic(`${load.answered} calls`);
});

test("a replica that is restarted is sent the model again", async () => {
  const [servers, client] = await replicas();
  const docString = field(6, new Uint8Array(70_000));
  const spec = model(new Uint8Array([...readSource("tests/languages/tail.onnx"), ...docString]));
  const first = await client.inferShapes({ model: spec }, limit);
  const load = new Load(4, async () => {
    await client.inferShapes({ model: spec }, limit);
    await client.evaluateShapes({ model: inference(first) }, limit);
  });
  for (const i of [0, 1]) {
    await load.wait(200);
    await replace(servers, i, client, () => load.wait(100));
  }
  await load.wait(100);
  await load.end();
});
