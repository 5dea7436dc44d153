import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type ModelSpec, ModelSpecSchema } from "./gen/shapewright/v1/model_pb.js";

export const MAX_KNOWN = 1024;
export const MAX_SPEC_BYTES = 64 * 2 ** 20;
const MAX_SENDS = 16;

/** How often a model was missed, and how many calls still send it. */
interface Sends {
  misses: number;
  left: number;
}

/** What an inference stands for, serialized, so that the caller may change what it has given; and the route to the model. */
interface Told {
  bytes: Uint8Array;
  route: string;
}

/** A map whose entries are in the order of their last use. */
class Latest<Value> {
  private readonly entries = new Map<string, Value>();

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) {
      this.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
  }

  removeOldest(): Value | undefined {
    for (const [key, value] of this.entries) {
      this.entries.delete(key);
      return value;
    }
    return undefined;
  }
}

/**
 * Models and inferences that are named by their ids alone, as a server has answered for them.
 *
 * Behind one target there may be several servers, each of which must be sent the model once, and nobody can tell which
 * one a call reaches: after the n-th time that one did not know a model, the next n calls send it too, whoever they
 * reach, so that all of them come to know it.
 */
export class KnownModels {
  private readonly models = new Latest<Sends>();
  private readonly specs = new Latest<Told>();
  private specBytes = 0;

  /** Whether to send only the id. */
  isNamed(id: string): boolean {
    return this.models.get(id)?.left === 0;
  }

  /** A server has answered for the model itself. */
  sent(id: string): void {
    const { misses, left } = this.models.get(id) ?? { misses: 0, left: 0 };
    this.models.set(id, { misses, left: Math.max(left - 1, 0) });
    if (this.models.size > MAX_KNOWN) {
      this.models.removeOldest();
    }
  }

  /** A server did not know the id; the model goes to one at once. */
  missed(id: string): void {
    const model = this.models.get(id);
    if (model !== undefined) {
      const misses = Math.min(model.misses + 1, MAX_SENDS);
      this.models.set(id, { misses, left: 1 + misses });
    }
  }

  /** A server has said that the inference stands for this. */
  told(inferenceId: string, spec: ModelSpec, route: string): void {
    if (this.specs.get(inferenceId) !== undefined) {
      return;
    }
    const bytes = toBinary(ModelSpecSchema, spec);
    if (bytes.length > MAX_SPEC_BYTES) {
      return;
    }
    this.specs.set(inferenceId, { bytes, route });
    this.specBytes += bytes.length;
    while (this.specBytes > MAX_SPEC_BYTES || this.specs.size > MAX_KNOWN) {
      this.specBytes -= this.specs.removeOldest()?.bytes.length ?? 0;
    }
  }

  /** What an inference stands for; `undefined` if nobody has told, or it was long ago. */
  spec(inferenceId: string): ModelSpec | undefined {
    const told = this.specs.get(inferenceId);
    return told && fromBinary(ModelSpecSchema, told.bytes);
  }

  /** The route to the model that an inference stands for, as far as it was told. */
  route(inferenceId: string): string {
    return this.specs.get(inferenceId)?.route ?? inferenceId;
  }
}
