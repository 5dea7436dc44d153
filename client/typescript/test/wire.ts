import { writeVarint } from "../src/onnx/wire.js";

/** A field with bytes, as it is serialized. */
export function field(number: number, content: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([writeVarint(number * 8 + 2), writeVarint(content.length), content]));
}
