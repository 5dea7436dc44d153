/**
 * The client of Shapewright, the service that infers the shapes of tensor programs.
 *
 * @module
 */
export { status } from "@grpc/grpc-js";
export { type CallOptions, type Retry, defaultRetry } from "./call.js";
export { type ConnectOptions, type TlsOptions } from "./channel.js";
export { Client, type ClientOptions } from "./client.js";
export { type ErrorDetails, type Field, ShapewrightError } from "./errors.js";
export { type RequestInit } from "./integers.js";
export { ModelError } from "./file-errors.js";
export { Expression, ExpressionError, type ExpressionErrorKind, type Sizes } from "./expression/expression.js";
export * from "./guard/index.js";
export { inference, model, modelFile } from "./models.js";
export { stripModelFile } from "./onnx/external-data.js";
export { stripWeights } from "./onnx/strip.js";
