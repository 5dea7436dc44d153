package dev.shapewright.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What a TensorProto says of where its elements are. */
final class ExternalTensor {
  /** Of the elements of each TensorProto.DataType; 0: of no fixed size. */
  private static final int[] ELEMENT_BITS = {
    0, 32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64, 128, 16, 8, 8, 8, 8, 4, 4, 4, 8, 2, 2, 6,
    6
  };

  private static final ByteString RAW_DATA_TAG = ByteString.copyFrom(new byte[] {9 << 3 | 2});
  private static final int LOCATION_EXTERNAL = 1;

  /** What {@link Long} holds at least. */
  private static final String DIGITS = "[0-9]{1,18}";

  private String name = "";
  private int dataType;
  private int dataLocation;
  private final Map<String, String> entries = new HashMap<>();

  private ExternalTensor(ByteBuffer data, int begin, int end) {
    for (WireReader field = new WireReader(data, begin, end); field.next(); ) {
      if (field.is(2, WireReader.VARINT)) {
        dataType = (int) field.varint();
      } else if (field.is(8, WireReader.BYTES)) {
        name = text(field);
      } else if (field.is(13, WireReader.BYTES)) {
        takeEntry(new WireReader(data, field.content(), field.end()));
      } else if (field.is(14, WireReader.VARINT)) {
        dataLocation = (int) field.varint();
      }
    }
  }

  private void takeEntry(WireReader field) {
    String key = "";
    String value = "";
    try {
      while (field.next()) {
        if (field.is(1, WireReader.BYTES)) {
          key = text(field);
        } else if (field.is(2, WireReader.BYTES)) {
          value = text(field);
        }
      }
    } catch (NotAModelException malformed) {
      return;
    }
    entries.put(key, value);
  }

  private static String text(WireReader field) {
    return new String(field.bytes(), StandardCharsets.UTF_8);
  }

  /** An entry that is a number, or what it is without the entry; -1: it is no number. */
  private long number(String key, long absent) {
    String text = entries.getOrDefault(key, "");
    if (text.isEmpty()) {
      return absent;
    }
    return text.matches(DIGITS) ? Long.parseLong(text) : -1;
  }

  /** The bytes that the elements need; 0: the tensor keeps them, or is none that is put in line. */
  private int size(long elements) {
    boolean isSized = dataType >= 0 && dataType < ELEMENT_BITS.length && ELEMENT_BITS[dataType] > 0;
    if (dataLocation != LOCATION_EXTERNAL
        || entries.getOrDefault("location", "").isEmpty()
        || !isSized
        || elements <= 0
        || elements > WeightStripper.KEEP_ELEMENTS) {
      return 0;
    }
    return (int) ((elements * ELEMENT_BITS[dataType] + 7) / 8);
  }

  /** The data field of a small tensor that lies in a file of the folder; null: it is none. */
  static ByteString inLine(ByteBuffer data, int begin, int end, Path folder) {
    ExternalTensor tensor = new ExternalTensor(data, begin, end);
    int size = tensor.size(TensorRewriter.countElements(data, begin, end));
    long offset = tensor.number("offset", 0);
    if (size == 0 || offset < 0 || tensor.number("length", size) != size) {
      return null;
    }
    byte[] elements = read(folder, tensor.location(), offset, size);
    return elements == null
        ? null
        : RAW_DATA_TAG
            .concat(TensorRewriter.varint(size))
            .concat(UnsafeByteOperations.unsafeWrap(elements));
  }

  /** Where the elements are, relative to the folder of the model. */
  private String location() {
    String location = entries.get("location");
    if (location.startsWith("/")
        || location.indexOf('\0') >= 0
        || Arrays.asList(location.split("/", -1)).contains("..")) {
      throw new NotAModelException(
          String.format(
              "tensor \"%s\": the location of its external data, \"%s\", is outside of the model's"
                  + " folder; it is relative, without ..",
              name, location));
    }
    return location;
  }

  /** A part of a file of the folder; links are followed within it only. Null: it cannot be read. */
  static byte[] read(Path folder, String location, long offset, int size) {
    try {
      Path path = folder.resolve(location).toRealPath();
      if (!path.startsWith(folder) || !Files.isRegularFile(path)) {
        return null;
      }
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
        ByteBuffer elements = ByteBuffer.allocate(size);
        while (elements.hasRemaining()) {
          if (file.read(elements, offset + elements.position()) < 0) {
            return null;
          }
        }
        return elements.array();
      }
    } catch (IOException | InvalidPathException unreadable) {
      return null;
    }
  }
}
