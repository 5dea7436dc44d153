/**
 * Guards alone: no gRPC, no modules of Node.js, so that browsers and workers can check requests too; docs/guards.md.
 *
 * @module
 */
export { ElementType } from "../gen/shapewright/v1/shape_pb.js";
export { type Admission, type DoorCounts, doorMetrics, type DoorOptions, GuardDoor, inputsFailure } from "./door.js";
export {
  Guard,
  GuardError,
  type GuardProblem,
  type GuardResult,
  type GuardSizes,
  type GuardTensor,
  type GuardVerdict,
} from "./guard.js";
export { requestOf, type RuntimeTensor } from "./tensors.js";
