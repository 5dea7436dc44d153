import { isOnnx } from "./model-format.js";
import { countElements, rewriteTensors } from "./rewrite-tensors.js";

/** Tensors of at most so many elements keep their data. */
export const KEEP_ELEMENTS = 1024;

const stripped = new TextEncoder().encode("\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01");

/**
 * Takes the data of large tensors out of a serialized ONNX model, as the client does before it sends one:
 * core/wire/strip.h tells the rule. Models of other formats stay as they are.
 *
 * @throws ModelError if the bytes are no model.
 */
export function stripWeights(model: Uint8Array): Uint8Array {
  if (!isOnnx(model)) {
    return model;
  }
  return rewriteTensors(model, (tensor) => (countElements(tensor) > KEEP_ELEMENTS ? stripped : undefined));
}
