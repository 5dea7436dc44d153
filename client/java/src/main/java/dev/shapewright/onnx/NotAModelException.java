package dev.shapewright.onnx;

import dev.shapewright.ShapewrightException;
import io.grpc.Status;
import java.nio.file.Path;

/**
 * Bytes, or a file, that are no ONNX model, or one that names files outside of its folder: {@code
 * MALFORMED_MODEL}.
 */
public final class NotAModelException extends ShapewrightException {
  private static final long serialVersionUID = 1;

  /** What the messages about bytes that are no model begin with. */
  static final String NOT_A_MODEL = "not an ONNX model: ";

  NotAModelException(String message) {
    this(message, null);
  }

  private NotAModelException(String message, Throwable cause) {
    super(Status.INVALID_ARGUMENT.withDescription(message), "MALFORMED_MODEL", cause);
  }

  /** A file is no model; {@code core/wire/file_error.h} says the same. */
  static NotAModelException ofFile(Path file, String what, NotAModelException cause) {
    String text = " is not an ONNX model: %s; give the whole file, as its exporter wrote it";
    return new NotAModelException(file + String.format(text, what), cause);
  }

  /** The same with the name of the file. */
  NotAModelException in(Path file) {
    return description().startsWith(NOT_A_MODEL)
        ? ofFile(file, description().substring(NOT_A_MODEL.length()), this)
        : new NotAModelException(file + ": " + description(), this);
  }
}
