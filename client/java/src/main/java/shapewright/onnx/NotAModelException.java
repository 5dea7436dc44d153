package shapewright.onnx;

/** Bytes that are no ONNX model, or one that names files outside of its folder. */
public final class NotAModelException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NotAModelException(String message) {
    super(message);
  }
}
