package dev.shapewright;

import io.grpc.Status;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A call that failed, or a file that cannot be asked about; {@code docs/errors.md} of Shapewright
 * lists the reasons. The cause is what gRPC told, a {@link io.grpc.StatusRuntimeException}, or why
 * the file cannot be read, a {@link java.io.IOException}.
 */
public class ShapewrightException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A field of the request.
   *
   * @param path leads to it from the request on: {@code model.onnx}, {@code bindings[3]}
   * @param description what is wrong with it, for people
   */
  public record Field(String path, String description) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** What a failed call has told. */
  record Details(
      String reason,
      Map<String, String> metadata,
      List<Field> fields,
      Duration retryDelay,
      boolean isFinal,
      boolean isLost)
      implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** The code of gRPC. */
  private final Status.Code code;

  /** What happened. */
  private final String description;

  /** What the server told besides. */
  private final Details details;

  /** Of errors that gRPC makes itself. */
  static final String SERVER_UNREACHABLE = "SERVER_UNREACHABLE";

  static final String DEADLINE_EXCEEDED = "DEADLINE_EXCEEDED";

  /**
   * What is wrong before anything is sent.
   *
   * @param status the code and a sentence
   * @param reason one of {@code docs/errors.md}
   * @param cause what made it so; may be null
   */
  protected ShapewrightException(Status status, String reason, Throwable cause) {
    this(status, new Details(reason, Map.of(), List.of(), null, true, false), "", cause);
  }

  /** The target is who was asked; empty: nobody. */
  ShapewrightException(Status status, Details details, String target, Throwable cause) {
    super(text(status, details, target), cause);
    this.code = status.getCode();
    this.description = status.getDescription() == null ? "" : status.getDescription();
    this.details = details;
  }

  /**
   * The status code of gRPC.
   *
   * @return the code
   */
  public Status.Code code() {
    return code;
  }

  /**
   * What happened, for people, as the server told it.
   *
   * @return the description; it may have characters that a terminal would obey
   */
  public String description() {
    return description;
  }

  /**
   * A stable name, such as {@code MODEL_NOT_CACHED}.
   *
   * @return the reason; empty where neither the server nor the client gives one
   */
  public String reason() {
    return details.reason();
  }

  /**
   * Facts such as {@code limit} and {@code actual}.
   *
   * @return the facts by name
   */
  public Map<String, String> metadata() {
    return details.metadata();
  }

  /**
   * The fields that are to blame.
   *
   * @return the fields
   */
  public List<Field> fields() {
    return details.fields();
  }

  /**
   * The first field that is to blame.
   *
   * @return its path; empty: there is none
   */
  public String field() {
    return details.fields().isEmpty() ? "" : details.fields().get(0).path();
  }

  /**
   * How long the server asks to wait before another try.
   *
   * @return the delay; absent: it asks for none
   */
  public Optional<Duration> retryDelay() {
    return Optional.ofNullable(details.retryDelay());
  }

  /** Whether the server forbids other tries, or the caller has ended the call. */
  boolean isFinal() {
    return details.isFinal();
  }

  /** Whether the connection broke in a way that gRPC does not repeat. */
  boolean isLost() {
    return details.isLost();
  }

  /** Whether a server does not know the id of a model, or of an inference. */
  boolean isUnknownId() {
    return reason().equals("MODEL_NOT_CACHED") || reason().equals("INFERENCE_NOT_CACHED");
  }

  boolean isTooLarge() {
    boolean isToldByGrpc =
        code() == Status.Code.RESOURCE_EXHAUSTED && description().contains("larger than max");
    return isToldByGrpc || reason().equals("MESSAGE_TOO_LARGE");
  }

  /** What is wrong, and what to do. */
  private static String sentence(Status status, String reason, String target) {
    String told =
        status.getDescription() == null ? status.getCode().name() : status.getDescription();
    if (reason.equals(SERVER_UNREACHABLE)) {
      Throwable root = status.getCause();
      while (root != null && root.getCause() != null) {
        root = root.getCause();
      }
      String why = root == null || root.getMessage() == null ? "" : ": " + root.getMessage();
      String where = target.isEmpty() ? "" : " at " + target;
      return "no server answers"
          + where
          + ": "
          + told
          + why
          + "; start one there, or correct the address";
    }
    return reason.equals(DEADLINE_EXCEEDED)
        ? "the deadline passed before the answer came; allow more time"
        : told;
  }

  private static String text(Status status, Details details, String target) {
    StringBuilder text = new StringBuilder(printable(sentence(status, details.reason(), target)));
    if (!details.reason().isEmpty()) {
      text.append("\n  reason: ").append(printable(details.reason()));
    }
    new TreeMap<>(details.metadata())
        .forEach((key, value) -> text.append("\n  ").append(printable(key + ": " + value)));
    details.fields().forEach(field -> text.append("\n  field: ").append(printable(field.path())));
    return text.toString();
  }

  /** Escapes what is not to be printed: names in a model are written by strangers. */
  static String printable(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (isPrintable(c)) {
                out.appendCodePoint(c);
              } else {
                out.append(String.format("\\u{%x}", c));
              }
            });
    return out.toString();
  }

  private static boolean isPrintable(int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
        return false;
      default:
        return true;
    }
  }
}
