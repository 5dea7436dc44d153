package dev.shapewright.onnx;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Gives the tensors of a serialized ONNX model other data, as core/wire/rewrite_tensors.h says. */
final class TensorRewriter {
  private static final int MAX_DEPTH = 1000;

  /** The fields of a TensorProto that hold its data, or say where they are. */
  private static final Set<Integer> DATA_FIELDS = Set.of(4, 5, 6, 7, 9, 10, 11, 13, 14);

  /** A kind of message: its fields that hold messages of interest, and their kinds. */
  private static final class Kind {
    private final Map<Integer, Kind> fields = new HashMap<>();

    Kind with(int field, Kind kind) {
      fields.put(field, kind);
      return this;
    }
  }

  private static final Kind TENSOR = new Kind();
  private static final Kind MODEL = modelKind();

  private static Kind modelKind() {
    Kind sparse = new Kind().with(1, TENSOR).with(2, TENSOR);
    Kind attribute = new Kind().with(5, TENSOR).with(10, TENSOR).with(22, sparse).with(23, sparse);
    Kind node = new Kind().with(5, attribute);
    Kind graph = new Kind().with(1, node).with(5, TENSOR).with(15, sparse);
    attribute.with(6, graph).with(11, graph); // graphs within graphs
    Kind training = new Kind().with(1, graph).with(2, graph);
    Kind function = new Kind().with(7, node).with(11, attribute);
    return new Kind().with(7, graph).with(20, training).with(25, function);
  }

  /** Says what becomes of a TensorProto. */
  interface Edit {
    /**
     * Gets the bytes from begin to end. Null leaves the tensor as it is; otherwise its data fields
     * are left out, and the result stands at its end.
     */
    ByteString apply(ByteBuffer data, int begin, int end);
  }

  private final ByteBuffer data;
  private final ByteString bytes; // the same, to share parts of
  private final Edit edit;

  private TensorRewriter(ByteBuffer data, Edit edit) {
    this.data = data;
    this.bytes = UnsafeByteOperations.unsafeWrap(data);
    this.edit = edit;
  }

  static ByteString rewrite(ByteString model, Edit edit) {
    TensorRewriter rewriter = new TensorRewriter(model.asReadOnlyByteBuffer(), edit);
    ByteString result = rewriter.message(MODEL, 0, model.size(), 0);
    // A copy: its parts would keep all of the model.
    return result == null ? model : UnsafeByteOperations.unsafeWrap(result.toByteArray());
  }

  /** The new bytes of a message; null if nothing changes. */
  private ByteString message(Kind kind, int begin, int end, int depth) {
    if (depth > MAX_DEPTH) {
      throw new NotAModelException(NotAModelException.NOT_A_MODEL + "messages too deep");
    }
    ByteString tail = kind == TENSOR ? edit.apply(data, begin, end) : null;
    boolean isChanged = tail != null;
    ByteString result = ByteString.EMPTY;
    int copied = begin; // all before is in the result
    for (WireReader field = new WireReader(data, begin, end); field.next(); ) {
      Kind inner = kind.fields.get(field.number());
      if (tail != null && DATA_FIELDS.contains(field.number())) {
        result = result.concat(bytes.substring(copied, field.begin()));
        copied = field.end();
      } else if (inner != null && field.isBytes()) {
        ByteString content = message(inner, field.content(), field.end(), depth + 1);
        if (content != null) {
          result =
              result
                  .concat(bytes.substring(copied, field.tagEnd()))
                  .concat(varint(content.size()))
                  .concat(content);
          copied = field.end();
          isChanged = true;
        }
      }
    }
    if (!isChanged) {
      return null;
    }
    result = result.concat(bytes.substring(copied, end));
    return tail == null ? result : result.concat(tail);
  }

  /** A number that is not negative as a varint of the least size. */
  static ByteString varint(int number) {
    ByteString.Output out = ByteString.newOutput(5);
    int left = number;
    for (; left >= 0x80; left >>>= 7) {
      out.write(left & 0x7f | 0x80);
    }
    out.write(left);
    return out.toByteString();
  }

  /** The product of a TensorProto's dims, at most what a long holds; -1 if one is negative. */
  static long countElements(ByteBuffer data, int begin, int end) {
    long elements = 1;
    boolean isNegative = false;
    for (WireReader field = new WireReader(data, begin, end); field.next(); ) {
      if (field.is(1, WireReader.VARINT)) {
        isNegative |= field.varint() < 0;
        elements = times(elements, field.varint());
      } else if (field.is(1, WireReader.BYTES)) {
        WireReader packed = new WireReader(data, field.content(), field.end());
        try {
          while (!packed.isAtEnd()) {
            long dim = packed.readVarint();
            isNegative |= dim < 0;
            elements = times(elements, dim);
          }
        } catch (NotAModelException malformed) {
          // A malformed packed list ends where it is malformed.
        }
      }
    }
    return isNegative ? -1 : elements;
  }

  private static long times(long elements, long dim) {
    if (dim <= 0 || elements == 0) {
      return 0;
    }
    return elements > Long.MAX_VALUE / dim ? Long.MAX_VALUE : elements * dim;
  }
}
