package dev.shapewright.onnx;

import java.nio.ByteBuffer;

/** Visits the fields of a serialized protobuf message, which need no schema for that. */
final class WireReader {
  static final int VARINT = 0;
  static final int BYTES = 2;
  private static final int FIXED64 = 1;
  private static final int GROUP = 3;
  private static final int END_GROUP = 4;
  private static final int FIXED32 = 5;

  private static final int MAX_GROUP_DEPTH = 32;
  private static final int MAX_VARINT = 10;
  // Of tags and lengths.
  private static final int MAX_SHORT_VARINT = 5;

  private final ByteBuffer data;
  private final int end;
  private int at;
  private int tag;
  private int begin;
  private int tagEnd;
  private int content;

  /** Reads the message from `begin` to `end`. */
  WireReader(ByteBuffer data, int begin, int end) {
    this.data = data;
    this.at = begin;
    this.end = end;
  }

  /** Goes to the next field; false: there is none. */
  boolean next() {
    if (at >= end) {
      return false;
    }
    begin = at;
    tag = readTag();
    tagEnd = at;
    content = skipValue(tag, 0);
    return true;
  }

  /** The field number. */
  int number() {
    return tag >>> 3;
  }

  /** Whether this is the field of that number and wire type. */
  boolean is(int number, int wireType) {
    return tag == (number << 3 | wireType);
  }

  boolean isBytes() {
    return (tag & 7) == BYTES;
  }

  /** Where the field begins. */
  int begin() {
    return begin;
  }

  /** Where its tag ends. */
  int tagEnd() {
    return tagEnd;
  }

  /** Where its content begins. */
  int content() {
    return content;
  }

  /** Where it ends. */
  int end() {
    return at;
  }

  /** The value of a varint field. */
  long varint() {
    return new WireReader(data, content, at).readVarint(MAX_VARINT);
  }

  /** The bytes of the field's content. */
  byte[] bytes() {
    byte[] bytes = new byte[at - content];
    data.get(content, bytes);
    return bytes;
  }

  boolean isAtEnd() {
    return at >= end;
  }

  long readVarint() {
    return readVarint(MAX_VARINT);
  }

  private long readVarint(int limit) {
    long value = 0;
    for (int i = 0; i < limit && at < end; i++) {
      byte next = data.get(at++);
      value |= (next & 0x7fL) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("a malformed varint");
  }

  private int readTag() {
    int result = (int) readVarint(MAX_SHORT_VARINT);
    if (result >>> 3 == 0) {
      throw malformed("field number 0");
    }
    return result;
  }

  /** Where the content begins of the value that is passed. */
  private int skipValue(int tag, int depth) {
    int start = at;
    int wireType = tag & 7;
    if (wireType == BYTES) {
      long size = readVarint(MAX_SHORT_VARINT);
      start = at;
      advance(size);
    } else if (wireType == VARINT) {
      readVarint(MAX_VARINT);
    } else if (wireType == FIXED64 || wireType == FIXED32) {
      advance(wireType == FIXED64 ? Long.BYTES : Integer.BYTES);
    } else if (wireType == GROUP && depth < MAX_GROUP_DEPTH) {
      skipGroup(tag, depth + 1);
    } else {
      throw malformed("an unexpected wire type");
    }
    return start;
  }

  private void skipGroup(int tag, int depth) {
    while (true) {
      int inner = readTag();
      if ((inner & 7) == END_GROUP) {
        if (inner >>> 3 != tag >>> 3) {
          throw malformed("another group ends");
        }
        return;
      }
      skipValue(inner, depth);
    }
  }

  private void advance(long size) {
    if (size > end - at) {
      throw malformed("a truncated field");
    }
    at += (int) size;
  }

  private NotAModelException malformed(String what) {
    return new NotAModelException(NotAModelException.NOT_A_MODEL + what + " at byte " + at);
  }
}
