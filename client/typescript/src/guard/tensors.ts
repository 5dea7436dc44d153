import { ElementType } from "../gen/shapewright/v1/shape_pb.js";
import type { GuardTensor } from "./guard.js";

/** A tensor of a runtime in JavaScript, such as the `ort.Tensor` of onnxruntime-web and onnxruntime-node. */
export interface RuntimeTensor {
  /** One size per axis. */
  readonly dims: readonly number[];
  /** As onnxruntime names it: `float32`, `int64`, `bool`, ... */
  readonly type: string;
  /** Where the elements are. They are read from `cpu` and `cpu-pinned` only. Absent: `cpu`. */
  readonly location?: string;
  /** The elements, row-major. Not read if they are elsewhere. */
  readonly data: unknown;
}

/** A tensor with more elements is not a shape, a list of axes or pads: no guard reads it. */
const MAX_ELEMENTS = 1024;

const types = new Map<string, ElementType>([
  ["float64", ElementType.DOUBLE],
  ["float32", ElementType.FLOAT],
  ...[
    "bool",
    "string",
    "float16",
    "uint4",
    "int4",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
  ].map((name): [string, ElementType] => [name, ElementType[name.toUpperCase() as keyof typeof ElementType]]),
]);

function elementsOf(tensor: RuntimeTensor): (number | bigint)[] | undefined {
  const { location = "cpu", type } = tensor;
  const isRead = location.startsWith("cpu") && /^u?int|^bool$/.test(type);
  if (!isRead || tensor.dims.reduce((product, size) => product * size, 1) > MAX_ELEMENTS) {
    return undefined;
  }
  const { data } = tensor;
  return ArrayBuffer.isView(data) || Array.isArray(data)
    ? Array.from(data as unknown as ArrayLike<number | bigint | boolean>, (element) =>
        typeof element === "boolean" ? Number(element) : element,
      )
    : undefined;
}

/** The request that a guard checks before `session.run(feeds)`. */
export function requestOf(feeds: Readonly<Record<string, RuntimeTensor>>): Record<string, GuardTensor> {
  const request: Record<string, GuardTensor> = {};
  for (const [name, tensor] of Object.entries(feeds)) {
    const elements = elementsOf(tensor);
    request[name] = {
      sizes: tensor.dims,
      elementType: types.get(tensor.type),
      ...(elements === undefined ? {} : { elements }),
    };
  }
  return request;
}
