import { setTimeout as sleep } from "node:timers/promises";
import {
  type DescMessage,
  type DescMethod,
  type DescMethodClientStreaming,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type MessageShape,
  fromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import {
  type CallOptions as GrpcCallOptions,
  type Client as GrpcClient,
  type Metadata,
  type requestCallback,
  status,
} from "@grpc/grpc-js";
import { ShapewrightError, toError } from "./errors.js";
import { callMetadata } from "./route.js";

/** How long a call may take, and what goes with it. */
export interface CallOptions {
  /** Sent with each attempt, such as `traceparent`. */
  metadata?: Metadata;
  /** Ends the call as soon as it is aborted. */
  signal?: AbortSignal;
  /** How long the call may take altogether, in milliseconds; the server is told. Absent: as long as it takes. */
  timeoutMs?: number;
}

/**
 * What is tried again. gRPC itself repeats what nobody answered (UNAVAILABLE) by the service config, up to five times;
 * this is for what a server asks to repeat later, for calls that it cancelled, and for those that gRPC gave up. Every
 * call of the service may be repeated.
 */
export interface Retry {
  /** The number of attempts altogether; 1: no repetition. */
  attempts: number;
  /** The wait after the first attempt, at most, in milliseconds; it doubles with each. */
  backoffMs: number;
  /** The longest wait; a server that asks for more is left alone. */
  limitMs: number;
}

/** What is tried again unless a client is told otherwise. */
export const defaultRetry: Readonly<Retry> = { attempts: 6, backoffMs: 100, limitMs: 5000 };

/** A question of the caller, which may take several calls of gRPC. */
export interface Ask {
  grpc: GrpcClient;
  /** Who is asked, as the caller says it. */
  target: string;
  retry: Retry;
  signal: AbortSignal | undefined;
  metadata: Metadata | undefined;
  /** Milliseconds since 1970. */
  deadline: number;
  /** What balancers go by, to send the calls about one model to one server. */
  route?: string;
}

/** The wait in milliseconds after attempt number `attempt`, from 1; `undefined`: no other one makes sense. */
export function retryDelay(retry: Retry, failure: ShapewrightError, attempt: number): number | undefined {
  const { code, retryDelayMs } = failure;
  if (attempt >= retry.attempts || failure.isFinal || (code === status.UNAVAILABLE && attempt > 1)) {
    return undefined; // gRPC has tried UNAVAILABLE too
  }
  if (retryDelayMs !== undefined && retryDelayMs > 0) {
    // Never before, and not all at the same time.
    return retryDelayMs <= retry.limitMs ? jitter(retryDelayMs, 1, 1.5) : undefined;
  }
  if (retryDelayMs === undefined && code !== status.UNAVAILABLE && code !== status.CANCELLED) {
    return undefined;
  }
  return jitter(Math.min(retry.backoffMs * 2 ** (attempt - 1), retry.limitMs), 0.5, 1);
}

function jitter(delay: number, least: number, most: number): number {
  return delay * (least + Math.random() * (most - least));
}

/** Makes one call of the service, in as many attempts as it takes. */
async function repeat<Answer>(ask: Ask, attempt: () => Promise<Answer>): Promise<Answer> {
  for (let number = 1; ; number++) {
    if (ask.signal?.aborted) {
      throw aborted(ask.signal);
    }
    try {
      return await attempt();
    } catch (error) {
      const failure = toError(error, ask.signal, ask.target);
      const delay = ask.signal?.aborted ? undefined : retryDelay(ask.retry, failure, number);
      if (delay === undefined || Date.now() + delay >= ask.deadline) {
        throw failure;
      }
      await sleep(delay, undefined, ask.signal && { signal: ask.signal }).catch(() => undefined);
    }
  }
}

function aborted(signal: AbortSignal): ShapewrightError {
  return new ShapewrightError(status.CANCELLED, "cancelled by the caller", { cause: signal.reason });
}

function path(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

function writer<Schema extends DescMessage>(schema: Schema): (message: MessageShape<Schema>) => Buffer {
  return (message) => {
    const bytes = toBinary(schema, message);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

function reader<Schema extends DescMessage>(schema: Schema): (bytes: Buffer) => MessageShape<Schema> {
  return (bytes) => fromBinary(schema, bytes);
}

function grpcOptions(ask: Ask): GrpcCallOptions {
  return ask.deadline === Infinity ? {} : { deadline: ask.deadline };
}

/** Ends a call when the caller's signal is aborted; the result stops that. */
function cancelWith(signal: AbortSignal | undefined, call: { cancel(): void }): () => void {
  const cancel = (): void => call.cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  return () => signal?.removeEventListener("abort", cancel);
}

/** What gRPC is to do with the one answer of a call; `ended` goes before. */
function settle<Answer>(
  resolve: (answer: Answer) => void,
  reject: (error: unknown) => void,
  ended: () => void,
): requestCallback<Answer> {
  return (error, answer) => {
    ended();
    if (answer === undefined) {
      reject(error);
    } else {
      resolve(answer);
    }
  };
}

/** A request with one answer. */
export function unary<Input extends DescMessage, Output extends DescMessage>(
  ask: Ask,
  method: DescMethodUnary<Input, Output>,
  request: MessageShape<Input>,
): Promise<MessageShape<Output>> {
  const attempt = (): Promise<MessageShape<Output>> =>
    new Promise((resolve, reject) => {
      const [write, read] = [writer(method.input), reader(method.output)];
      const call = ask.grpc.makeUnaryRequest(
        path(method),
        write,
        read,
        request,
        callMetadata(ask.metadata, ask.route),
        grpcOptions(ask),
        settle(resolve, reject, () => release()),
      );
      const release = cancelWith(ask.signal, call);
    });
  return repeat(ask, attempt);
}

/** A request with an answer in pieces, which `take` puts together; it begins anew where the call is repeated. */
export function serverStream<Input extends DescMessage, Output extends DescMessage, Answer>(
  ask: Ask,
  method: DescMethodServerStreaming<Input, Output>,
  request: MessageShape<Input>,
  begin: () => Answer,
  take: (answer: Answer, piece: MessageShape<Output>) => void,
): Promise<Answer> {
  const attempt = (): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const [write, read, answer] = [writer(method.input), reader(method.output), begin()];
      const call = ask.grpc.makeServerStreamRequest(
        path(method),
        write,
        read,
        request,
        callMetadata(ask.metadata, ask.route),
        grpcOptions(ask),
      );
      const release = cancelWith(ask.signal, call);
      call.on("data", (piece: MessageShape<Output>) => {
        try {
          take(answer, piece);
        } catch (error) {
          reject(error); // what comes of cancelling it is too late
          call.cancel();
        }
      });
      call.on("error", (error) => {
        release();
        reject(error);
      });
      call.on("end", () => {
        release();
        resolve(answer);
      });
    });
  return repeat(ask, attempt);
}

/** A request in pieces; a server that has heard enough answers without reading on. */
export function clientStream<Input extends DescMessage, Output extends DescMessage>(
  ask: Ask,
  method: DescMethodClientStreaming<Input, Output>,
  pieces: () => Iterator<MessageShape<Input>, void>,
): Promise<MessageShape<Output>> {
  const attempt = (): Promise<MessageShape<Output>> =>
    new Promise((resolve, reject) => {
      const [write, read, rest] = [writer(method.input), reader(method.output), pieces()];
      let isAnswered = false;
      const call = ask.grpc.makeClientStreamRequest(
        path(method),
        write,
        read,
        callMetadata(ask.metadata, ask.route),
        grpcOptions(ask),
        settle(resolve, reject, () => {
          isAnswered = true;
          release();
        }),
      );
      const release = cancelWith(ask.signal, call);
      const send = (): void => {
        for (let piece = rest.next(); !isAnswered; piece = rest.next()) {
          if (piece.done) {
            call.end();
            return;
          }
          if (!call.write(piece.value)) {
            call.once("drain", send);
            return;
          }
        }
      };
      send();
    });
  return repeat(ask, attempt);
}
