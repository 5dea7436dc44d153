import { ModelError, NOT_A_MODEL } from "../file-errors.js";
import { BYTES, FieldReader, VARINT, WireError, readVarints, writeVarint } from "./wire.js";

/**
 * Gets the bytes of a TensorProto. `undefined` leaves it as it is; otherwise its data fields are left out, and the
 * result stands at its end.
 */
export type TensorEdit = (tensor: Uint8Array) => Uint8Array | undefined;

/** Which fields of a message hold messages of interest. */
type MessageKind = Map<number, MessageKind>;

const MAX_DEPTH = 1000;
const tensorKind: MessageKind = new Map();
const modelKind = describeModel();

function describeModel(): MessageKind {
  const graph: MessageKind = new Map();
  const sparse: MessageKind = new Map([
    [1, tensorKind],
    [2, tensorKind],
  ]);
  const attribute: MessageKind = new Map([
    [5, tensorKind],
    [10, tensorKind],
    [6, graph],
    [11, graph],
    [22, sparse],
    [23, sparse],
  ]);
  const node: MessageKind = new Map([[5, attribute]]);
  graph.set(1, node).set(5, tensorKind).set(15, sparse);
  const training: MessageKind = new Map([
    [1, graph],
    [2, graph],
  ]);
  const functions: MessageKind = new Map([
    [7, node],
    [11, attribute],
  ]);
  return new Map([
    [7, graph],
    [20, training],
    [25, functions],
  ]);
}

/** The fields of a TensorProto that hold its data, or say where they are. */
const dataFields = new Set([4, 5, 6, 7, 9, 10, 11, 13, 14]);

/** The new bytes of a message in pieces, so that bytes are copied once however deep they lie. */
interface Pieces {
  parts: (Uint8Array | Pieces)[];
  size: number;
}

function add(to: Pieces, part: Uint8Array | Pieces): void {
  to.parts.push(part);
  to.size += part instanceof Uint8Array ? part.length : part.size;
}

/**
 * The new bytes of the message that `reader` stands at, `undefined` if nothing changes. Messages around a changed one
 * get new lengths; every other byte stays as it is and where it is.
 */
function rewrite(reader: FieldReader, kind: MessageKind, edit: TensorEdit, depth: number): Pieces | undefined {
  if (depth > MAX_DEPTH) {
    throw new WireError("messages too deep");
  }
  const { bytes, end } = reader;
  const result: Pieces = { parts: [], size: 0 };
  const tail = kind === tensorKind ? edit(bytes.subarray(reader.position, end)) : undefined;
  let changed = tail !== undefined;
  let copied = reader.position; // all before is in the result
  while (reader.next()) {
    const inner = reader.wire === BYTES ? kind.get(reader.number) : undefined;
    if (tail !== undefined && dataFields.has(reader.number)) {
      add(result, bytes.subarray(copied, reader.begin));
      copied = reader.position;
    } else if (inner !== undefined) {
      const message = new FieldReader(bytes, reader.contentBegin, reader.position);
      const content = rewrite(message, inner, edit, depth + 1);
      if (content !== undefined) {
        add(result, bytes.subarray(copied, reader.tagEnd));
        add(result, writeVarint(content.size));
        add(result, content);
        copied = reader.position;
        changed = true;
      }
    }
  }
  if (!changed) {
    return undefined;
  }
  add(result, bytes.subarray(copied, end));
  add(result, tail ?? new Uint8Array());
  return result;
}

function copy(from: Pieces, into: Uint8Array, at: number): number {
  for (const part of from.parts) {
    if (part instanceof Uint8Array) {
      into.set(part, at);
      at += part.length;
    } else {
      at = copy(part, into, at);
    }
  }
  return at;
}

/** Gives the tensors of a serialized ONNX model other data; core/wire/rewrite_tensors.h tells the rule. */
export function rewriteTensors(model: Uint8Array, edit: TensorEdit): Uint8Array {
  try {
    const pieces = rewrite(new FieldReader(model), modelKind, edit, 0);
    if (pieces === undefined) {
      return model;
    }
    const result = new Uint8Array(pieces.size);
    copy(pieces, result, 0);
    return result;
  } catch (error) {
    if (error instanceof WireError) {
      throw new ModelError(`${NOT_A_MODEL}${error.message}`);
    }
    throw error;
  }
}

/** The product of a TensorProto's dims, inexact beyond 2^53; 0 if one of them is 0, -1 if one of them is negative. */
export function countElements(tensor: Uint8Array): number {
  let product = 1;
  let isNegative = false;
  let isEmpty = false;
  for (const field = new FieldReader(tensor); field.next();) {
    if (field.number !== 1 || (field.wire !== VARINT && field.wire !== BYTES)) {
      continue;
    }
    for (const dim of readVarints(field.content())) {
      isNegative ||= dim < 0n;
      isEmpty ||= dim === 0n;
      product = Math.min(product * Number(dim), Number.MAX_VALUE); // infinity by 0 would be no number
    }
  }
  if (isNegative) {
    return -1;
  }
  return isEmpty ? 0 : product;
}
