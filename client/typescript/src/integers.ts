import { type DescField, type DescMessage, type MessageInitShape, ScalarType } from "@bufbuild/protobuf";

/**
 * A request: a message, or a plain object with some of its fields. Integers of 64 bits may be bigints or numbers, of
 * which a RangeError says where they are no safe integers.
 */
export type RequestInit<Schema extends DescMessage> = WithNumbers<MessageInitShape<Schema>>;

/** The same with numbers where there are bigints. */
type WithNumbers<Value> = Value extends bigint
  ? bigint | number
  : Value extends Uint8Array
    ? Value
    : Value extends object
      ? { [Key in keyof Value]: WithNumbers<Value[Key]> }
      : Value;

/** What `create` takes: the request with bigints. What has them already stays as it is. */
export function withBigints<Schema extends DescMessage>(
  schema: Schema,
  request: RequestInit<Schema>,
): MessageInitShape<Schema> {
  return converted(schema, request as object, "") as MessageInitShape<Schema>;
}

const LONG: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

function toBigint(value: unknown, path: string): unknown {
  if (typeof value !== "number") {
    return value;
  }
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${path} is ${value}, which is not a safe integer: give a bigint`);
  }
  return BigInt(value);
}

/** A copy of a message or a plain object, if something in it changes. */
function converted(schema: DescMessage, given: object, path: string): object {
  let result = given;
  const values = given as Readonly<Record<string, unknown>>;
  const set = (name: string, value: unknown): void => {
    if (value !== values[name]) {
      result = { ...result, [name]: value };
    }
  };
  for (const field of schema.fields) {
    const { localName: name, oneof } = field;
    if (oneof === undefined) {
      set(name, convertedField(field, values[name], `${path}${name}`));
      continue;
    }
    const choice = values[oneof.localName] as { case?: string; value?: unknown } | undefined;
    if (choice?.case === name) {
      const value = convertedField(field, choice.value, `${path}${name}`);
      set(oneof.localName, value === choice.value ? choice : { ...choice, value });
    }
  }
  return result;
}

function convertedField(field: DescField, value: unknown, path: string): unknown {
  const convert = elementConverter(field);
  if (value === undefined || value === null || convert === undefined) {
    return value;
  }
  if (field.fieldKind === "list" && Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const changed = list.map((element, i) => convert(element, `${path}[${i}]`));
    return changed.some((element, i) => element !== list[i]) ? changed : list;
  }
  return convert(value, path);
}

/** What one element of a field becomes; undefined: it stays. */
function elementConverter(field: DescField): ((value: unknown, path: string) => unknown) | undefined {
  if (field.scalar !== undefined && field.fieldKind !== "map") {
    return LONG.has(field.scalar) ? toBigint : undefined;
  }
  const { message } = field;
  if (message === undefined || field.fieldKind === "map") {
    return undefined;
  }
  return (value, path) => (typeof value === "object" && value !== null ? converted(message, value, `${path}.`) : value);
}
