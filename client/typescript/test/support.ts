import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { type DescMessage, type DescService, type MessageShape, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
  Metadata,
  status,
} from "@grpc/grpc-js";
import { Client, type ClientOptions } from "../src/index.js";
import {
  GetCapabilitiesRequestSchema,
  GetCapabilitiesResponseSchema,
  ModelService,
  PlanService,
  ShapeService,
} from "../src/v1.js";

/** No call of a test takes that long; one that hangs fails. */
export const limit = { timeoutMs: 60_000 };

const cleanups: (() => void)[] = [];
// Here, as a hook that is added within another one runs when that one ends.
after(() => {
  for (const cleanup of cleanups.reverse()) {
    cleanup();
  }
});

/** Where a file of the repository stands. This one is run as client/typescript/dist/test/support.js. */
export function sourcePath(path: string): string {
  return fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
}

export function readSource(path: string): Uint8Array {
  return new Uint8Array(readFileSync(sourcePath(path)));
}

/** Reads a file that the clients of all languages run. */
export function readVectors<Vectors>(name: string): Vectors {
  return JSON.parse(readFileSync(sourcePath(`tests/data/vectors/${name}`), "utf8")) as Vectors;
}

/** A folder that is gone after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shapewright-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** SHAPEWRIGHT_SERVER, or what the checkout has built. */
function serverProgram(): string {
  const program = process.env["SHAPEWRIGHT_SERVER"] || sourcePath("build/release/bin/shapewright-server");
  if (!existsSync(program)) {
    throw new Error(
      `no server to test with, ${program}: build one (./dev build), or set SHAPEWRIGHT_SERVER to the program`,
    );
  }
  return program;
}

/** A server as a process. */
export class ServerProcess {
  private constructor(
    readonly target: string,
    private readonly process: ChildProcess,
  ) {}

  get port(): string {
    return this.target.slice(this.target.lastIndexOf(":") + 1);
  }

  /** Starts one on a port of this machine, which ends with the tests; "0": any port. */
  static async start(port = "0", flags: string[] = []): Promise<ServerProcess> {
    const program = serverProgram();
    const child = spawn(program, ["--listen", `127.0.0.1:${port}`, "--http-listen=", ...flags], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    cleanups.push(() => child.kill("SIGKILL"));
    const log: string[] = [];
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`${program} did not start:\n${log.join("\n")}`));
      setTimeout(fail, limit.timeoutMs).unref();
      child.on("error", reject);
      child.on("exit", fail);
      createInterface(child.stderr).on("line", (line) => {
        log.push(line);
        const [, target] = /"event":"started".*"(127\.0\.0\.1:\d+)[",]/.exec(line) ?? [];
        if (target !== undefined) {
          resolve(new ServerProcess(target, child));
        }
      });
    });
  }

  /** Ends it at once, with all its connections. */
  async kill(): Promise<void> {
    const exit = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await exit;
  }
}

/** A client that is closed after the tests. */
export function connected(target: string, options?: ClientOptions): Client {
  const client = new Client(target, options);
  cleanups.push(() => client.close());
  return client;
}

/** The server that a call reaches. */
export function peerOf(client: Client): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = client.grpc.makeUnaryRequest(
      `/${ModelService.typeName}/${ModelService.method.getCapabilities.name}`,
      () => Buffer.from(toBinary(GetCapabilitiesRequestSchema, { $typeName: "shapewright.v1.GetCapabilitiesRequest" })),
      (bytes: Buffer) => fromBinary(GetCapabilitiesResponseSchema, bytes),
      {},
      (error) => (error ? reject(error) : resolve(call.getPeer())),
    );
  });
}

function definition(service: DescService): ServiceDefinition {
  const codec = <Schema extends DescMessage>(schema: Schema) => ({
    write: (message: MessageShape<Schema>) => Buffer.from(toBinary(schema, message)),
    read: (bytes: Buffer) => fromBinary(schema, bytes),
  });
  const entries = service.methods.map((method) => [
    method.localName,
    {
      path: `/${service.typeName}/${method.name}`,
      requestStream: method.methodKind === "client_streaming",
      responseStream: method.methodKind === "server_streaming",
      requestSerialize: codec(method.input).write,
      requestDeserialize: codec(method.input).read,
      responseSerialize: codec(method.output).write,
      responseDeserialize: codec(method.output).read,
    },
  ]);
  return Object.fromEntries(entries) as ServiceDefinition;
}

/** A server in this process, with these methods; the result is its target. */
export async function serve(
  methods: UntypedServiceImplementation,
  credentials = ServerCredentials.createInsecure(),
  address = `unix:${join(temporaryFolder(), "socket")}`,
): Promise<string> {
  const server = new Server({ "grpc.max_receive_message_length": -1 });
  for (const service of [ShapeService, PlanService, ModelService]) {
    server.addService(definition(service), methods);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  cleanups.push(() => server.forceShutdown());
  return address.startsWith("unix:") ? address : address.replace(/\d+$/, String(port));
}

/** What a server ends a call with. */
export function failure(code: status, details: string, trailers: Record<string, string | Buffer> = {}): object {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) {
    metadata.set(key, value);
  }
  return { code, details, metadata };
}
