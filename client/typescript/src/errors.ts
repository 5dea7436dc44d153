import { type DescMessage, type MessageShape, fromBinary } from "@bufbuild/protobuf";
import { type Any, anyUnpack } from "@bufbuild/protobuf/wkt";
import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { StatusSchema } from "./gen/google/rpc/status_pb.js";

/** A field of the request that is to blame. */
export interface Field {
  /** Leads to it from the request on: `model.onnx`, `bindings[3]`. */
  readonly path: string;
  /** What is wrong with it, for people. */
  readonly description: string;
}

/** What a failed call tells besides its code. */
export interface ErrorDetails {
  /** As `ShapewrightError.reason`. */
  reason?: string;
  /** As `ShapewrightError.metadata`. */
  metadata?: Readonly<Record<string, string>>;
  /** As `ShapewrightError.fields`. */
  fields?: readonly Field[];
  /** As `ShapewrightError.retryDelayMs`. */
  retryDelayMs?: number | undefined;
  /** As `ShapewrightError.isFinal`. */
  isFinal?: boolean;
  /** What made the call end, such as the reason of a signal. */
  cause?: unknown;
  /** Who was asked. */
  target?: string | undefined;
}

const SERVER_UNREACHABLE = "SERVER_UNREACHABLE";
const DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED";

/** What is wrong, and what to do. */
function sentence(details: string, { reason, target }: ErrorDetails): string {
  if (reason === SERVER_UNREACHABLE) {
    const where = target === undefined ? "" : ` at ${target}`;
    return `no server answers${where}: ${details}; start one there, or correct the address`;
  }
  return reason === DEADLINE_EXCEEDED ? "the deadline passed before the answer came; allow more time" : details;
}

/**
 * A call that failed; docs/errors.md of Shapewright lists the reasons. Its `cause` is the reason of the signal that
 * ended the call, if one did.
 */
export class ShapewrightError extends Error {
  override name = "ShapewrightError";
  /** The name of the code, such as `INVALID_ARGUMENT`. */
  readonly codeName: string;
  /** A stable name, such as `MODEL_NOT_CACHED`; empty where neither the server nor the client gives one. */
  readonly reason: string;
  /** Facts such as `limit` and `actual`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields of the request that are to blame. */
  readonly fields: readonly Field[];
  /** How long the server asks to wait before another try; `undefined`: it asks for none. */
  readonly retryDelayMs: number | undefined;
  /** Whether the server wants no other try, whatever the code. */
  readonly isFinal: boolean;

  constructor(
    /** The status code of gRPC. */
    readonly code: status,
    /** What happened, for people; as the server wrote it, unlike `message`. */
    readonly details: string,
    about: ErrorDetails = {},
  ) {
    const { reason = "", metadata = {}, fields = [] } = about;
    const lines = [sentence(details, about)];
    if (reason !== "") {
      lines.push(`reason: ${reason}`);
    }
    lines.push(...Object.entries(metadata).map(([key, value]) => `${key}: ${value}`));
    lines.push(...fields.map((field) => `field: ${field.path}`));
    super(lines.map(printable).join("\n  "), about.cause === undefined ? {} : { cause: about.cause });
    this.codeName = status[code];
    this.reason = reason;
    this.metadata = metadata;
    this.fields = fields;
    this.retryDelayMs = about.retryDelayMs;
    this.isFinal = about.isFinal ?? false;
  }

  /** The path of the first field that is to blame; empty: there is none. */
  get field(): string {
    return this.fields[0]?.path ?? "";
  }
}

/** Escapes what is not to be printed: names in a model are written by strangers. */
function printable(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    const hex = code.toString(16);
    if (short !== undefined) {
      return short;
    }
    return code < 0x80 ? `\\x${hex.padStart(2, "0")}` : code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
  });
}

/** Details that are malformed are passed over. */
function unpack<Schema extends DescMessage>(details: Any[], schema: Schema): MessageShape<Schema> | undefined {
  for (const detail of details) {
    try {
      const message = anyUnpack(detail, schema);
      if (message !== undefined) {
        return message;
      }
    } catch {
      continue;
    }
  }
  return undefined;
}

function readDetails(trailers: Metadata): Any[] {
  const [bytes] = trailers.get("grpc-status-details-bin");
  try {
    return bytes instanceof Uint8Array ? fromBinary(StatusSchema, bytes).details : [];
  } catch {
    return [];
  }
}

/** Whether the trailer for gRPC's own retries says that there is to be none. */
function forbidsRetry(trailers: Metadata): boolean {
  const [pushback] = trailers.get("grpc-retry-pushback-ms");
  return pushback !== undefined && !/^[0-9]{1,9}$/.test(String(pushback));
}

/** The error that a call of gRPC tells. */
export function toError(error: unknown, signal: AbortSignal | undefined, target?: string): ShapewrightError {
  if (error instanceof ShapewrightError) {
    return error;
  }
  const { code, details = "", metadata } = error as Partial<ServiceError>;
  if (code === undefined) {
    return new ShapewrightError(status.UNKNOWN, error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
  const about: ErrorDetails = signal?.aborted ? { cause: signal.reason } : {};
  if (metadata !== undefined) {
    const told = readDetails(metadata);
    const info = unpack(told, ErrorInfoSchema);
    const delay = unpack(told, RetryInfoSchema)?.retryDelay;
    about.reason = info?.reason ?? "";
    about.metadata = Object.fromEntries(info?.metadata.map(({ key, value }) => [key, value]) ?? []);
    about.fields =
      unpack(told, BadRequestSchema)?.fieldViolations.map((violation) => ({
        path: violation.field,
        description: violation.description,
      })) ?? [];
    about.retryDelayMs = delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6;
    about.isFinal = forbidsRetry(metadata);
  }
  about.target = target;
  about.reason ||= code === status.UNAVAILABLE ? SERVER_UNREACHABLE : "";
  about.reason ||= code === status.DEADLINE_EXCEEDED ? DEADLINE_EXCEEDED : "";
  return new ShapewrightError(code, details, about);
}
