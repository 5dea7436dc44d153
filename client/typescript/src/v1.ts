/**
 * The messages of the API, as proto/shapewright/v1 documents them, with their schemas for `create`, `toJson` and so on
 * of \@bufbuild/protobuf.
 *
 * @module
 */
export * from "./gen/shapewright/v1/chain_pb.js";
export * from "./gen/shapewright/v1/evaluate_pb.js";
export * from "./gen/shapewright/v1/explain_pb.js";
export * from "./gen/shapewright/v1/fact_pb.js";
export * from "./gen/shapewright/v1/graph_pb.js";
export * from "./gen/shapewright/v1/cost_pb.js";
export * from "./gen/shapewright/v1/guard_pb.js";
export * from "./gen/shapewright/v1/guard_program_pb.js";
export * from "./gen/shapewright/v1/infer_pb.js";
export * from "./gen/shapewright/v1/kept_pb.js";
export * from "./gen/shapewright/v1/layout_pb.js";
export * from "./gen/shapewright/v1/measure_pb.js";
export * from "./gen/shapewright/v1/merge_pb.js";
export * from "./gen/shapewright/v1/model_pb.js";
export * from "./gen/shapewright/v1/plan_pb.js";
export * from "./gen/shapewright/v1/registry_pb.js";
export * from "./gen/shapewright/v1/rewrite_pb.js";
export * from "./gen/shapewright/v1/service_pb.js";
export * from "./gen/shapewright/v1/shape_pb.js";
export * from "./gen/shapewright/v1/window_pb.js";
