import { Metadata } from "@grpc/grpc-js";
import type { ModelSpec } from "./gen/shapewright/v1/model_pb.js";
import { modelId } from "./models.js";

/** Balancers go by it, to send the calls about one model to one server, which has it in its caches. */
const ROUTE_HEADER = "x-shapewright-model";
/** What a header may hold. */
const routeThatFits = /^[ -~]{1,256}$/;

/** A model's id, or what names it in place of that; nothing for a model in the service's own form. */
export function routeOf({ source }: ModelSpec): string {
  switch (source.case) {
    case "onnx":
      return modelId(source.value);
    case "modelId":
    case "inferenceId":
    case "path":
      return source.value;
    default:
      return "";
  }
}

/** What a call sends besides its request: what the caller says, and what a call about a model tells balancers. */
export function callMetadata(told: Metadata | undefined, route: string | undefined): Metadata {
  const metadata = told?.clone() ?? new Metadata();
  if (route !== undefined && routeThatFits.test(route) && metadata.get(ROUTE_HEADER).length === 0) {
    metadata.set(ROUTE_HEADER, route);
  }
  return metadata;
}
