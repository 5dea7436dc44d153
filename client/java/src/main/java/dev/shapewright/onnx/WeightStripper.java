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
   * rule. The model is never parsed; all else stays byte for byte. Models of other formats stay as
   * they are.
   *
   * @param model the bytes of a model
   * @return the same without weights
   * @throws NotAModelException if the bytes are no model
   */
  public static ByteString strip(ByteString model) {
    if (!ModelFormats.isOnnx(model)) {
      return model;
    }
    return TensorRewriter.rewrite(
        model,
        (data, begin, end) ->
            TensorRewriter.countElements(data, begin, end) > KEEP_ELEMENTS ? STRIPPED : null);
  }

  /**
   * Strips a model that was read from a file, and puts small tensors in line that lie in other
   * files of its folder, of an OpenVINO IR in the {@code .bin} beside it: {@code
   * core/wire/external_data.h} tells the rule. What cannot be read stays external.
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
    if (ModelFormats.isOpenvinoIr(model)) {
      return IrConstants.inLine(model, file, folder);
    }
    if (!ModelFormats.isOnnx(model)) {
      return model;
    }
    try {
      return TensorRewriter.rewrite(
          strip(model), (data, begin, end) -> ExternalTensor.inLine(data, begin, end, folder));
    } catch (NotAModelException wrong) {
      throw wrong.in(file);
    }
  }
}
