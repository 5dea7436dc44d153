package dev.shapewright.onnx;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the elements of small constants into the text of an OpenVINO IR, from the {@code .bin}
 * beside it: {@code core/wire/ir_constants.h} tells the rule.
 */
final class IrConstants {
  private static final long MOST_BYTES = 8192;
  private static final Pattern TAG = Pattern.compile("<data(?=[ \\t\\n\\x0B\\f\\r])");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("[ \\t\\n\\x0B\\f\\r]*+([^= \\t\\r\\n<>\"'/]++)=(\"[^\"]*+\"|'[^']*+')");
  private static final Pattern END = Pattern.compile("[ \\t\\n\\x0B\\f\\r]*+[>/]");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern BLANK_ENDS =
      Pattern.compile("^[ \\t\\n\\x0B\\f\\r]+|[ \\t\\n\\x0B\\f\\r]+$");

  private final String text;
  private int position;

  private IrConstants(String text) {
    this.text = text;
  }

  /** The text of a model that lies in a folder, with the elements of small constants in it. */
  static ByteString inLine(ByteString model, Path file, Path folder) {
    String location = weightsOf(file.getFileName().toString());
    IrConstants tags = new IrConstants(model.toString(StandardCharsets.ISO_8859_1));
    StringBuilder sent = new StringBuilder();
    int copied = 0;
    for (Matcher tag = TAG.matcher(tags.text); tag.find(tags.position); ) {
      tags.position = tag.end();
      long[] part = partOf(tags.attributes());
      byte[] elements =
          part == null ? null : ExternalTensor.read(folder, location, part[0], (int) part[1]);
      if (elements != null) {
        sent.append(tags.text, copied, tag.end()).append(" elements=\"");
        sent.append(Base64.getEncoder().encodeToString(elements)).append('"');
        copied = tag.end();
      }
    }
    sent.append(tags.text, copied, tags.text.length());
    return ByteString.copyFrom(sent.toString(), StandardCharsets.ISO_8859_1);
  }

  /** The name of the file of weights beside a model. */
  private static String weightsOf(String name) {
    int dot = name.lastIndexOf('.');
    return (dot > 0 ? name.substring(0, dot) : name) + ".bin";
  }

  /** The attributes of the tag at the position, which moves; null: they are written otherwise. */
  private Map<String, String> attributes() {
    Map<String, String> found = new HashMap<>();
    Matcher end = END.matcher(text);
    Matcher attribute = ATTRIBUTE.matcher(text);
    while (!end.region(position, text.length()).lookingAt()) {
      if (!attribute.region(position, text.length()).lookingAt()) {
        return null;
      }
      String quoted = attribute.group(2);
      found.put(attribute.group(1), quoted.substring(1, quoted.length() - 1));
      position = attribute.end();
    }
    return found;
  }

  /** Offset and size of a small constant; null: it is none. */
  private static long[] partOf(Map<String, String> tag) {
    if (tag == null
        || !tag.containsKey("element_type")
        || !tag.containsKey("shape")
        || tag.containsKey("elements")) {
      return null;
    }
    long offset = number(tag.get("offset"));
    long size = number(tag.get("size"));
    boolean isSmall = size > 0 && size <= MOST_BYTES && isSmallShape(tag.get("shape"));
    return offset >= 0 && isSmall ? new long[] {offset, size} : null;
  }

  /** A number; -1 for another text. */
  private static long number(String text) {
    return text != null && NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
  }

  /** Whether a shape comes to 1 to 1,024 elements. */
  private static boolean isSmallShape(String shape) {
    long count = 1;
    for (String part : shape.isEmpty() ? new String[0] : shape.split(",", -1)) {
      long dim = number(BLANK_ENDS.matcher(part).replaceAll(""));
      if (dim <= 0 || dim > WeightStripper.KEEP_ELEMENTS) {
        return false;
      }
      count *= dim;
      if (count > WeightStripper.KEEP_ELEMENTS) {
        return false;
      }
    }
    return true;
  }
}
