package dev.shapewright.onnx;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;

/** Takes the weights out of ONNX models, as every client does before it sends one. */
public final class WeightStripper {
  /** Tensors of at most so many elements keep their data. */
  static final long KEEP_ELEMENTS = 1024;

  private static final ByteString STRIPPED =
      ByteString.copyFromUtf8("j\024\n\010location\022\010stripped" + "p\001");

  private WeightStripper() {}

  /**
   * Takes the data of large tensors out of a serialized model: {@code core/wire/strip.h} tells the
   * rule. The model is never parsed; all else stays byte for byte.
   *
   * @param model the bytes of an ONNX model
   * @return the same without weights
   * @throws NotAModelException if the bytes are no model
   */
  public static ByteString strip(ByteString model) {
    return TensorRewriter.rewrite(
        model,
        (data, begin, end) ->
            TensorRewriter.countElements(data, begin, end) > KEEP_ELEMENTS ? STRIPPED : null);
  }

  /**
   * Strips a model that was read from a file, and puts small tensors in line that lie in other
   * files of its folder: {@code core/wire/external_data.h} tells the rule. What cannot be read
   * stays external.
   *
   * @param model the bytes of the file
   * @param file where it lies
   * @return the model without weights
   * @throws NotAModelException if the bytes are no model, or name a file outside of the folder
   * @throws IOException if the folder cannot be read
   */
  public static ByteString strip(ByteString model, Path file) throws IOException {
    if (model.isEmpty()) {
      throw NotAModelException.ofFile(file, "it is empty", null);
    }
    Path folder = file.toAbsolutePath().getParent().toRealPath();
    try {
      return TensorRewriter.rewrite(
          strip(model), (data, begin, end) -> ExternalTensor.inLine(data, begin, end, folder));
    } catch (NotAModelException wrong) {
      throw wrong.in(file);
    }
  }
}
