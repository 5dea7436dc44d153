package dev.shapewright.onnx;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Which files are no ONNX models, by content: {@code core/wire/model_format.cc} has the same rules.
 */
final class ModelFormats {
  private static final int MOST_SKIPPED = 64 << 10;
  private static final byte IR_VERSION_TAG = 8;
  private static final Pattern BLANK = Pattern.compile("(?:[ \\t\\n\\x0B\\f\\r]|//[^\\n]*+\\n)*+");
  private static final Pattern MLIR_TEXT =
      Pattern.compile(
          "module|builtin\\.module|func\\.func|\"builtin\\.module\"|\"func\\.func\"|\\{-#"
              + "|[#!][\\w$.-]+[ =]|HloModule");
  private static final Pattern XML_TEXT =
      Pattern.compile("(?:\\xEF\\xBB\\xBF)?[ \\t\\n\\x0B\\f\\r]*+(?:<\\?xml|<net )");
  private static final String BYTECODE = "ML\u00efR";

  private ModelFormats() {}

  /** The beginning, a character for each byte. */
  private static String head(ByteString content) {
    return content
        .substring(0, Math.min(content.size(), MOST_SKIPPED))
        .toString(StandardCharsets.ISO_8859_1);
  }

  /** Whether the content is the text of OpenVINO's intermediate representation. */
  static boolean isOpenvinoIr(ByteString content) {
    return XML_TEXT.matcher(head(content)).lookingAt();
  }

  /** Whether the content has the mark of no other format; ONNX models have none. */
  static boolean isOnnx(ByteString content) {
    if (content.isEmpty() || content.byteAt(0) == IR_VERSION_TAG) {
      return true;
    }
    String text = head(content);
    String behind = BLANK.matcher(text).replaceFirst("");
    return !text.startsWith(BYTECODE)
        && !MLIR_TEXT.matcher(behind).lookingAt()
        && !XML_TEXT.matcher(text).lookingAt();
  }
}
