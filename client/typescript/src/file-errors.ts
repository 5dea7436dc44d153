import { status } from "@grpc/grpc-js";
import { ShapewrightError } from "./errors.js";

// What is wrong with a file of the caller; core/wire/file_error.h says the same.

/** What the messages about bytes that are no model begin with. */
export const NOT_A_MODEL = "not an ONNX model: ";

/** The bytes, or the file, are no ONNX model, or one that the client does not send: `MALFORMED_MODEL`. */
export class ModelError extends ShapewrightError {
  override name = "ModelError";

  constructor(details: string, cause?: unknown) {
    super(status.INVALID_ARGUMENT, details, { reason: "MALFORMED_MODEL", cause });
  }
}

/** A file is no model. */
export function notAModelFile(path: string, what: string, cause?: unknown): ModelError {
  return new ModelError(`${path} is not an ONNX model: ${what}; give the whole file, as its exporter wrote it`, cause);
}

/** A file cannot be read: `FILE_NOT_FOUND` or `FILE_NOT_READABLE`. */
export function cannotReadFile(path: string, cause: unknown): ShapewrightError {
  const failed = (code: status, reason: string, text: string): ShapewrightError =>
    new ShapewrightError(code, `cannot read ${path}: ${text}`, { reason, cause });
  const { code = "", message = "" } = cause as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return failed(status.NOT_FOUND, "FILE_NOT_FOUND", "there is no such file; correct the path");
    case "EISDIR":
      return failed(status.PERMISSION_DENIED, "FILE_NOT_READABLE", "it is a folder; name a file in it");
    case "EACCES":
    case "EPERM":
      return failed(status.PERMISSION_DENIED, "FILE_NOT_READABLE", "permission denied; let this user read it");
    default:
      return failed(status.UNAVAILABLE, "FILE_NOT_READABLE", `${message}; look at its disk, or try again`);
  }
}
