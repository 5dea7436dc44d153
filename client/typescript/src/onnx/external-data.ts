import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { ModelError, NOT_A_MODEL, notAModelFile } from "../file-errors.js";
import { inlineIrConstants, irWeights } from "./ir-constants.js";
import { isOnnx, isOpenvinoIr } from "./model-format.js";
import { countElements, rewriteTensors } from "./rewrite-tensors.js";
import { KEEP_ELEMENTS, stripWeights } from "./strip.js";
import { BYTES, FieldReader, VARINT, writeVarint } from "./wire.js";

/** Of the elements of each TensorProto.DataType; 0: of no fixed size. */
const elementBits = [
  0, 32, 8, 8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64, 64, 128, 16, 8, 8, 8, 8, 4, 4, 4, 8, 2, 2, 6, 6,
];
const RAW_DATA_TAG = (9 << 3) | BYTES;
const EXTERNAL = 1;

/** What a TensorProto says of where its elements are. */
interface ExternalTensor {
  name: string;
  dataType: number;
  location: number;
  entries: Map<string, string>;
}

/** The part of a file that holds the elements of a tensor. */
interface Part {
  path: string;
  offset: number;
  size: number;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function readEntry(bytes: Uint8Array): [key: string, value: string] {
  const entry: [string, string] = ["", ""];
  for (const field = new FieldReader(bytes); field.next();) {
    if (field.wire === BYTES && (field.number === 1 || field.number === 2)) {
      entry[field.number - 1] = text(field.content());
    }
  }
  return entry;
}

function readExternalTensor(bytes: Uint8Array): ExternalTensor {
  const tensor: ExternalTensor = { name: "", dataType: 0, location: 0, entries: new Map() };
  for (const field = new FieldReader(bytes); field.next();) {
    if (field.wire === VARINT && field.number === 2) {
      tensor.dataType = Number(BigInt.asUintN(32, field.varint()));
    } else if (field.wire === VARINT && field.number === 14) {
      tensor.location = Number(BigInt.asUintN(32, field.varint()));
    } else if (field.wire === BYTES && field.number === 8) {
      tensor.name = text(field.content());
    } else if (field.wire === BYTES && field.number === 13) {
      tensor.entries.set(...readEntry(field.content()));
    }
  }
  return tensor;
}

/** An entry that is a number, or what it is without the entry; NaN: it is no number. */
function entryNumber(tensor: ExternalTensor, key: string, absent: number): number {
  const digits = tensor.entries.get(key) ?? "";
  if (digits === "") {
    return absent;
  }
  return /^[0-9]+$/.test(digits) ? Number(digits) : NaN;
}

/** Where the elements are; `undefined` if the tensor keeps them, or is none that is put in line. */
function externalPart(bytes: Uint8Array): Part | undefined {
  const elements = countElements(bytes);
  const tensor = readExternalTensor(bytes);
  const path = tensor.entries.get("location") ?? "";
  const bits = elementBits[tensor.dataType] ?? 0;
  if (tensor.location !== EXTERNAL || path === "" || bits === 0 || elements <= 0 || elements > KEEP_ELEMENTS) {
    return undefined;
  }
  const size = Math.ceil((elements * bits) / 8);
  const offset = entryNumber(tensor, "offset", 0);
  if (!Number.isSafeInteger(offset) || entryNumber(tensor, "length", size) !== size) {
    return undefined;
  }
  if (path.startsWith("/") || path.includes("\0") || path.split("/").includes("..")) {
    throw new ModelError(
      `tensor ${JSON.stringify(tensor.name)}: the location of its external data, ${JSON.stringify(path)}, ` +
        "is outside of the model's folder; it is relative, without ..",
    );
  }
  return { path, offset, size };
}

function partKey(part: Part): string {
  return `${part.offset} ${part.size} ${part.path}`;
}

/** A file of the folder; links are followed within it only. `undefined`: there is none. */
async function findFile(folder: string, path: string): Promise<string | undefined> {
  const file = await realpath(join(folder, path));
  const isInside = file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return isInside && (await stat(file)).isFile() ? file : undefined;
}

/** A part of a file of the folder; `undefined`: it cannot be read. */
async function readPart(folder: string, part: Part): Promise<Uint8Array | undefined> {
  try {
    const path = await findFile(folder, part.path);
    if (path === undefined) {
      return undefined;
    }
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(part.size), 0, part.size, part.offset);
      return bytesRead === part.size ? buffer : undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** What an action gives; what is wrong with the model is told as one of a file. */
function aboutFile<Result>(action: () => Result, tell: (wrong: ModelError) => ModelError): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof ModelError ? tell(error) : error;
  }
}

/** The text of an OpenVINO IR with what small constants have in the file of weights beside it. */
async function inlineWeights(model: Uint8Array, path: string): Promise<Uint8Array> {
  const folder = await realpath(dirname(path));
  const weights = irWeights(path);
  return inlineIrConstants(model, ({ offset, size }) => readPart(folder, { path: weights, offset, size }));
}

/**
 * A model that was read from a file, without its weights and with the small tensors that lie in other files of its
 * folder, of an OpenVINO IR in the `.bin` beside it: core/wire/external_data.h tells the rule. What cannot be read
 * stays external.
 *
 * @throws ModelError if the bytes are no model, or name a file outside of the folder.
 */
export async function stripModelFile(model: Uint8Array, path: string): Promise<Uint8Array> {
  if (model.length === 0) {
    throw notAModelFile(path, "it is empty");
  }
  if (!isOnnx(model)) {
    return isOpenvinoIr(model) ? inlineWeights(model, path) : model;
  }
  model = aboutFile(
    () => stripWeights(model),
    (wrong) => notAModelFile(path, wrong.details.replace(NOT_A_MODEL, ""), wrong),
  );
  const parts = new Map<string, Part>();
  const collect = (tensor: Uint8Array): undefined => {
    const part = externalPart(tensor);
    if (part !== undefined) {
      parts.set(partKey(part), part);
    }
  };
  aboutFile(
    () => rewriteTensors(model, collect),
    (wrong) => new ModelError(`${path}: ${wrong.details}`, wrong),
  );
  if (parts.size === 0) {
    return model;
  }
  const folder = await realpath(dirname(path));
  const contents = new Map<string, Uint8Array>();
  for (const [key, part] of parts) {
    const content = await readPart(folder, part);
    if (content !== undefined) {
      contents.set(key, Uint8Array.of(RAW_DATA_TAG, ...writeVarint(part.size), ...content));
    }
  }
  return rewriteTensors(model, (tensor) => {
    const part = externalPart(tensor);
    return part && contents.get(partKey(part));
  });
}
