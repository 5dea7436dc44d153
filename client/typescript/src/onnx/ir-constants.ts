import { basename, extname } from "node:path";
import { KEEP_ELEMENTS } from "./strip.js";

// Puts the elements of small constants into the text of an OpenVINO IR, from the `.bin` beside it;
// core/wire/ir_constants.h tells the rule.

const MOST_BYTES = 8192;
const TAG = /<data(?=[ \t\n\v\f\r])/g;
const ATTRIBUTE = /[ \t\n\v\f\r]*([^= \t\r\n<>"'/]+)=("[^"]*"|'[^']*')/y;
const END = /[ \t\n\v\f\r]*[>/]/y;

/** The part of the file that holds the elements of a constant. */
export interface IrPart {
  /** Where in the text the elements go. */
  position: number;
  offset: number;
  size: number;
}

/** The name of the file of weights beside a model. */
export function irWeights(path: string): string {
  return `${basename(path, extname(path))}.bin`;
}

/** A number; NaN for another text. */
function numberOf(text: string): number {
  return /^[0-9]{1,18}$/.test(text) ? Number(text) : NaN;
}

/** Whether a shape comes to 1 to 1,024 elements. */
function isSmallShape(shape: string): boolean {
  let count = 1;
  for (const part of shape === "" ? [] : shape.split(",")) {
    count *= numberOf(part.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, ""));
    if (!(count > 0 && count <= KEEP_ELEMENTS)) {
      return false;
    }
  }
  return true;
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

/** The attributes of a tag, `undefined` where they are written otherwise; and where they end. */
function readTag(text: string, position: number): [tag: Map<string, string> | undefined, end: number] {
  const tag = new Map<string, string>();
  while (matchAt(END, text, position) === null) {
    const found = matchAt(ATTRIBUTE, text, position);
    if (found === null) {
      return [undefined, position];
    }
    tag.set(found[1] ?? "", (found[2] ?? "").slice(1, -1));
    position += found[0].length;
  }
  return [tag, position];
}

/** The parts of the file of weights that go into a text, whose bytes are its characters. */
export function irParts(text: string): IrPart[] {
  const parts: IrPart[] = [];
  for (let at = 0; ;) {
    const found = matchAt(TAG, text, at);
    if (found === null) {
      return parts;
    }
    const position = found.index + found[0].length;
    const [tag, end] = readTag(text, position);
    at = end;
    const shape = tag?.get("shape");
    if (tag === undefined || shape === undefined || !tag.has("element_type") || tag.has("elements")) {
      continue;
    }
    const offset = numberOf(tag.get("offset") ?? "");
    const size = numberOf(tag.get("size") ?? "");
    if (Number.isSafeInteger(offset) && size > 0 && size <= MOST_BYTES && isSmallShape(shape)) {
      parts.push({ position, offset, size });
    }
  }
}

/** The text with the elements of small constants in it. */
export async function inlineIrConstants(
  model: Uint8Array,
  read: (part: IrPart) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array> {
  const text = Buffer.from(model.buffer, model.byteOffset, model.length).toString("latin1");
  const pieces: string[] = [];
  let copied = 0;
  for (const part of irParts(text)) {
    const content = await read(part);
    if (content !== undefined) {
      pieces.push(text.slice(copied, part.position), ` elements="${Buffer.from(content).toString("base64")}"`);
      copied = part.position;
    }
  }
  return new Uint8Array(Buffer.from(pieces.join("") + text.slice(copied), "latin1"));
}
