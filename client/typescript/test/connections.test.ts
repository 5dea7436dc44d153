import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { status } from "@grpc/grpc-js";
import { type ClientOptions, inference, model } from "../src/index.js";
import { Scope } from "../src/v1.js";
import { ServerProcess, connected, limit, peerOf, readSource, temporaryFolder } from "./support.js";
import { field } from "./wire.js";

const tail = readSource("tests/languages/tail.onnx");

test("a Unix socket", async () => {
  const path = join(temporaryFolder(), "socket");
  await ServerProcess.start("0", ["--listen", `unix:${path}`]);
  const { outputs } = await connected(`unix:${path}`).inferShapes({ model: model(tail) }, limit);
  assert.deepEqual(
    outputs.map((output) => output.type?.text),
    ["float32[N + 5, 3]"],
  );
});

test("calls take turns on all addresses, given by names too", async () => {
  const servers = await Promise.all([ServerProcess.start(), ServerProcess.start()]);
  for (const host of ["127.0.0.1", "localhost"]) {
    const client = connected(servers.map(({ port }) => `${host}:${port}`).join(", "));
    const reached = new Set<string>();
    for (let calls = 0; reached.size < 2; calls++) {
      assert(calls < 1000, `${host}: only ${[...reached].join()} is called`);
      reached.add(await peerOf(client));
    }
    assert.deepEqual(reached, new Set(servers.map(({ target }) => target)));
  }
});

test("an address that cannot be had is no error as long as there is another one", async () => {
  const server = await ServerProcess.start();
  const client = connected(`unix:/nonexistent/socket,no-such-host.invalid:1,${server.target}`);
  for (let i = 0; i < 20; i++) {
    await client.getCapabilities(limit);
  }
});

test("a server that is not there is an error", async () => {
  const retry = { attempts: 1 };
  const failing = connected("unix:/nonexistent/socket", { retry }).getCapabilities(limit);
  await assert.rejects(failing, { code: status.UNAVAILABLE, codeName: "UNAVAILABLE", reason: "SERVER_UNREACHABLE" });
});

test("messages larger than gRPC's 4 MiB", async () => {
  const server = await ServerProcess.start("0", ["--max-message-bytes", String(32 * 2 ** 20)]);
  const client = connected(server.target);
  const large = new Uint8Array(Buffer.concat([tail, field(6, new Uint8Array(6 * 2 ** 20))]));
  const answer = await client.inferShapes({ model: model(large) }, limit);
  assert.equal(answer.outputs[0]?.type?.text, "float32[N + 5, 3]");
  const bindings = Array.from({ length: 1000 }, () => ({ label: "x".repeat(5000) }));
  const { evaluations } = await client.evaluateShapes({ model: inference(answer), bindings }, limit);
  assert.equal(evaluations.length, bindings.length);
});

test("a model that is larger than the server's messages is uploaded", async () => {
  const server = await ServerProcess.start("0", ["--max-message-bytes", String(2 ** 20)]);
  const client = connected(server.target);
  const large = new Uint8Array(Buffer.concat([tail, field(6, new Uint8Array(3 * 2 ** 20))]));
  const request = { model: model(large), scope: Scope.OUTPUTS };
  assert.equal((await client.inferShapes(request, limit)).outputs[0]?.type?.text, "float32[N + 5, 3]");
  assert.equal((await client.streamInferShapes(request, limit)).outputs[0]?.type?.text, "float32[N + 5, 3]");
});

/** A certificate authority, and certificates for a server and a client that it has signed; the result is their folder. */
function certificates(): string {
  const folder = temporaryFolder();
  const openssl = (...flags: string[]): unknown => execFileSync("openssl", flags, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.pem");
  for (const name of ["server", "client"]) {
    const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", `subjectAltName=DNS:${name}.test`];
    openssl("req", "-x509", ...key, ...signed, "-subj", `/CN=${name}`, "-keyout", `${name}.key`, "-out", `${name}.pem`);
  }
  return folder;
}

test("TLS with certificates of both sides", async () => {
  const folder = certificates();
  const file = (name: string): string => join(folder, name);
  const flags = ["--tls-cert", file("server.pem"), "--tls-key", file("server.key"), "--tls-client-ca", file("ca.pem")];
  const server = await ServerProcess.start("0", flags);
  const ca = readFileSync(file("ca.pem"));
  const own = { cert: readFileSync(file("client.pem")), key: readFileSync(file("client.key")) };
  const ask = (tls: ClientOptions["tls"], target = server.target): Promise<unknown> =>
    connected(target, { ...(tls && { tls }), retry: { attempts: 1 } }).getCapabilities(limit);
  await ask({ ca, ...own, serverName: "server.test" });
  await ask({ ca, ...own, serverName: "server.test" }, `${server.target},${server.target}`);
  await assert.rejects(ask({ ca, ...own, serverName: "other.test" }), { code: status.UNAVAILABLE });
  await assert.rejects(ask({ ca, serverName: "server.test" }), { code: status.UNAVAILABLE });
  await assert.rejects(ask({ ...own, serverName: "server.test" }), { code: status.UNAVAILABLE });
  await assert.rejects(ask(undefined), { code: status.UNAVAILABLE });
});
