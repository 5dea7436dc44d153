/** Reads serialized protobuf messages field by field, without a schema. */

export const VARINT = 0;
const FIXED64 = 1;
export const BYTES = 2;
const GROUP = 3;
const END_GROUP = 4;
const FIXED32 = 5;

const MAX_TAG = 2 ** 32;
const MAX_GROUPS = 32;

/** The bytes are no protobuf message. */
export class WireError extends Error {}

/** Stands between two fields of a message; `next` passes one, which the members then describe. */
export class FieldReader {
  /** The number of the field. */
  number = 0;
  /** Its wire type. */
  wire = 0;
  /** Where it begins. */
  begin = 0;
  /** Where its tag ends. */
  tagEnd = 0;
  /** Where its content begins; it ends at `position`. */
  contentBegin = 0;

  constructor(
    readonly bytes: Uint8Array,
    public position = 0,
    readonly end = bytes.length,
  ) {}

  /** Passes a field; false at the end of the message. */
  next(): boolean {
    if (this.position >= this.end) {
      return false;
    }
    this.begin = this.position;
    this.readTag();
    this.tagEnd = this.position;
    const { number, wire } = this;
    const contentBegin = this.skipValue(0);
    this.number = number;
    this.wire = wire;
    this.contentBegin = contentBegin;
    return true;
  }

  /** The content of the field. */
  content(): Uint8Array {
    return this.bytes.subarray(this.contentBegin, this.position);
  }

  /** The field's value, of the wire type VARINT, as int64. */
  varint(): bigint {
    const [value = 0n] = readVarints(this.content());
    return value;
  }

  private readTag(): void {
    const tag = this.readNumber();
    this.number = Math.floor(tag / 8);
    this.wire = tag % 8;
    if (this.number === 0 || tag >= MAX_TAG) {
      throw new WireError(`a field without a number at byte ${this.begin}`);
    }
  }

  /** A varint; it is not exact beyond 2^53, where no length and no tag is valid. */
  private readNumber(): number {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      const byte = this.position < this.end ? this.bytes[this.position++] : undefined;
      if (byte === undefined || (i === 9 && byte > 1)) {
        break;
      }
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) {
        return value;
      }
    }
    throw new WireError(`a malformed varint at byte ${this.position}`);
  }

  /** Passes a value, and returns where its content begins. */
  private skipValue(groups: number): number {
    let begin = this.position;
    if (this.wire === VARINT) {
      this.readNumber();
    } else if (this.wire === FIXED64 || this.wire === FIXED32) {
      this.position += this.wire === FIXED64 ? 8 : 4;
    } else if (this.wire === BYTES) {
      const size = this.readNumber();
      begin = this.position;
      this.position += size;
    } else if (this.wire === GROUP && groups < MAX_GROUPS) {
      this.skipGroup(groups + 1);
    } else {
      throw new WireError(`an unexpected wire type at byte ${begin}`);
    }
    if (this.position > this.end) {
      throw new WireError(`a truncated field at byte ${begin}`);
    }
    return begin;
  }

  private skipGroup(groups: number): void {
    const group = this.number;
    for (;;) {
      this.readTag();
      if (this.wire === END_GROUP) {
        break;
      }
      this.skipValue(groups);
    }
    if (this.number !== group) {
      throw new WireError(`another group ends at byte ${this.position}`);
    }
  }
}

/** Varints one after the other, as int64. A list that is malformed ends where it is malformed. */
export function* readVarints(bytes: Uint8Array): Generator<bigint, void> {
  let value = 0n;
  let size = 0;
  for (const byte of bytes) {
    if (size === 9 && byte > 1) {
      return;
    }
    value |= BigInt(byte & 0x7f) << BigInt(7 * size++);
    if (byte < 0x80) {
      yield BigInt.asIntN(64, value);
      value = 0n;
      size = 0;
    }
  }
}

/** A number as a varint of the least size. */
export function writeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) {
    bytes.push((value % 0x80) + 0x80);
  }
  return Uint8Array.of(...bytes, value);
}
