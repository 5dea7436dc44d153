// Which files are no ONNX models, by content: core/wire/model_format.cc has the same rules.

const MOST_SKIPPED = 64 << 10;
const IR_VERSION_TAG = 8;
const BLANK = /^(?:[ \t\n\v\f\r]+|\/\/[^\n]*\n)*/;
const MLIR_TEXT =
  /^(?:module|builtin\.module|func\.func|"builtin\.module"|"func\.func"|\{-#|[#!][\w$.-]+[ =]|HloModule)/;
const XML_TEXT = /^(?:\xef\xbb\xbf)?[ \t\n\v\f\r]*(?:<\?xml|<net )/;
const BYTECODE = "ML\xefR";

/** The beginning, a character for each byte. */
function head(content: Uint8Array): string {
  return Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, MOST_SKIPPED)).toString("latin1");
}

/** Whether the content is the text of OpenVINO's intermediate representation. */
export function isOpenvinoIr(content: Uint8Array): boolean {
  return XML_TEXT.test(head(content));
}

/** Whether the content has the mark of no other format; ONNX models have none. */
export function isOnnx(content: Uint8Array): boolean {
  if (content.length === 0 || content[0] === IR_VERSION_TAG) {
    return true;
  }
  const text = head(content);
  return !text.startsWith(BYTECODE) && !MLIR_TEXT.test(text.replace(BLANK, "")) && !XML_TEXT.test(text);
}
