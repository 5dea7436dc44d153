import { type DescMessage, type DescMethodUnary, type MessageShape, create } from "@bufbuild/protobuf";
import type { Client as GrpcClient } from "@grpc/grpc-js";
import { Question } from "./ask.js";
import { type Ask, type CallOptions, type Retry, defaultRetry, unary } from "./call.js";
import { type ConnectOptions, connect } from "./channel.js";
import {
  InferShapesRequestSchema,
  ModelService,
  PlanService,
  ShapeService,
  type ChooseBucketsRequestSchema,
  type ChooseBucketsResponse,
  type CompileGuardRequestSchema,
  type CompileGuardResponse,
  type ComputeLayoutRequestSchema,
  type ComputeLayoutResponse,
  type DescribeModelRequestSchema,
  type DescribeModelResponse,
  type EstimateCostRequestSchema,
  type EstimateCostResponse,
  type EvaluateShapesRequestSchema,
  type EvaluateShapesResponse,
  type EvictModelResponse,
  type ExplainShapesRequestSchema,
  type ExplainShapesResponse,
  type FindLargestSizesRequestSchema,
  type FindLargestSizesResponse,
  type FindSymbolsToBindRequestSchema,
  type FindSymbolsToBindResponse,
  type GetCapabilitiesResponse,
  type InferChainRequestSchema,
  type InferChainResponse,
  type InferShapesResponse,
  type ListModelsRequestSchema,
  type ListModelsResponse,
  type MergeShapesRequestSchema,
  type MergeShapesResponse,
  type ModelSpec,
  type PlanBucketsRequestSchema,
  type PlanBucketsResponse,
  type PlanProfilesRequestSchema,
  type PlanProfilesResponse,
  type RewriteModelRequestSchema,
  type RewriteModelResponse,
  type UploadModelResponse,
} from "./v1.js";
import { type RequestInit, withBigints } from "./integers.js";
import { KnownModels } from "./known-models.js";
import { stripWeights } from "./onnx/strip.js";
import { inPieces, upload } from "./streams.js";

/** How a client connects, and what it repeats. */
export interface ClientOptions extends ConnectOptions {
  /** What is repeated besides what gRPC repeats by itself; what is left out is as in `defaultRetry`. */
  retry?: Partial<Retry>;
}

type Shape<Schema extends DescMessage> = MessageShape<Schema>;

/** A connection to a server, or to several behind one target. Methods fail with a `ShapewrightError`. */
export class Client {
  /** The client of grpc-js, for services of gRPC itself, such as health. */
  readonly grpc: GrpcClient;
  private readonly retry: Retry;
  private readonly known = new KnownModels();

  /**
   * Nothing is sent yet: a server that is not there shows in the first call.
   *
   * @param target `HOST:PORT`, several of these with commas, `unix:PATH`, or whatever else gRPC takes. Calls take turns
   *     on all addresses of it.
   */
  constructor(
    private readonly target: string,
    options: ClientOptions = {},
  ) {
    this.grpc = connect(target, options);
    this.retry = { ...defaultRetry, ...options.retry };
  }

  /** Ends the connections; calls that are under way fail. */
  close(): void {
    this.grpc.close();
  }

  /**
   * Infers the types and shapes of a model's values. The answer's `inferenceId` stands for the model, with all that was
   * said of it, in further calls; no server is sent either again unless it has forgotten them.
   */
  inferShapes(
    request: RequestInit<typeof InferShapesRequestSchema>,
    options?: CallOptions,
  ): Promise<InferShapesResponse> {
    return this.aboutModel(ShapeService.method.inferShapes, request, options);
  }

  /** The same for an answer that is too large for one message. */
  async streamInferShapes(
    request: RequestInit<typeof InferShapesRequestSchema>,
    options?: CallOptions,
  ): Promise<InferShapesResponse> {
    return this.put(
      create(InferShapesRequestSchema, withBigints(InferShapesRequestSchema, request)),
      inPieces,
      options,
    );
  }

  /**
   * Tells the sizes of a model's outputs at given sizes, and whether they may be run. A binding that does not fit the
   * model has an `error` in its place.
   */
  evaluateShapes(
    request: RequestInit<typeof EvaluateShapesRequestSchema>,
    options?: CallOptions,
  ): Promise<EvaluateShapesResponse> {
    return this.aboutModel(ShapeService.method.evaluateShapes, request, options);
  }

  /** Tells why values, dims, elements or facts of a model are what they are. */
  explainShapes(
    request: RequestInit<typeof ExplainShapesRequestSchema>,
    options?: CallOptions,
  ): Promise<ExplainShapesResponse> {
    return this.aboutModel(ShapeService.method.explainShapes, request, options);
  }

  /** Evaluates a bucket for each combination of sizes, and places bindings in them. */
  planBuckets(
    request: RequestInit<typeof PlanBucketsRequestSchema>,
    options?: CallOptions,
  ): Promise<PlanBucketsResponse> {
    return this.aboutModel(PlanService.method.planBuckets, request, options);
  }

  /** Chooses the buckets that pad the least for sizes that were observed. */
  chooseBuckets(
    request: RequestInit<typeof ChooseBucketsRequestSchema>,
    options?: CallOptions,
  ): Promise<ChooseBucketsResponse> {
    return this.aboutModel(PlanService.method.chooseBuckets, request, options);
  }

  /** Gives the least, most common and greatest sizes to build engines for. */
  planProfiles(
    request: RequestInit<typeof PlanProfilesRequestSchema>,
    options?: CallOptions,
  ): Promise<PlanProfilesResponse> {
    return this.aboutModel(PlanService.method.planProfiles, request, options);
  }

  /** Finds the greatest sizes at which memory, or another quantity, is within a budget. */
  findLargestSizes(
    request: RequestInit<typeof FindLargestSizesRequestSchema>,
    options?: CallOptions,
  ): Promise<FindLargestSizesResponse> {
    return this.aboutModel(PlanService.method.findLargestSizes, request, options);
  }

  /** Finds the fewest symbols that have to be bound so that sizes are numbers. */
  findSymbolsToBind(
    request: RequestInit<typeof FindSymbolsToBindRequestSchema>,
    options?: CallOptions,
  ): Promise<FindSymbolsToBindResponse> {
    return this.aboutModel(PlanService.method.findSymbolsToBind, request, options);
  }

  /** Compiles what must hold of requests into a program that a `Guard` runs. */
  compileGuard(
    request: RequestInit<typeof CompileGuardRequestSchema>,
    options?: CallOptions,
  ): Promise<CompileGuardResponse> {
    return this.aboutModel(PlanService.method.compileGuard, request, options);
  }

  /** Counts the operations and bytes of a run, as expressions and at given sizes. */
  estimateCost(
    request: RequestInit<typeof EstimateCostRequestSchema>,
    options?: CallOptions,
  ): Promise<EstimateCostResponse> {
    return this.aboutModel(PlanService.method.estimateCost, request, options);
  }

  /** Tells how a model is rewritten: frozen to sizes, simplified, or for any batch. The answer has edits, no weights. */
  rewriteModel(
    request: RequestInit<typeof RewriteModelRequestSchema>,
    options?: CallOptions,
  ): Promise<RewriteModelResponse> {
    return this.aboutModel(PlanService.method.rewriteModel, request, options);
  }

  /** Tells what model servers say of a model (KServe v2 metadata). */
  describeModel(
    request: RequestInit<typeof DescribeModelRequestSchema>,
    options?: CallOptions,
  ): Promise<DescribeModelResponse> {
    return this.aboutModel(ModelService.method.describeModel, request, options);
  }

  /** Infers models that run one after the other as one. */
  inferChain(request: RequestInit<typeof InferChainRequestSchema>, options?: CallOptions): Promise<InferChainResponse> {
    return this.aboutShapes(ShapeService.method.inferChain, request, options);
  }

  /** Combines and compares partly known shapes. */
  mergeShapes(
    request: RequestInit<typeof MergeShapesRequestSchema>,
    options?: CallOptions,
  ): Promise<MergeShapesResponse> {
    return this.aboutShapes(ShapeService.method.mergeShapes, request, options);
  }

  /** Computes how tensors lie in memory. */
  computeLayout(
    request: RequestInit<typeof ComputeLayoutRequestSchema>,
    options?: CallOptions,
  ): Promise<ComputeLayoutResponse> {
    return this.aboutShapes(ShapeService.method.computeLayout, request, options);
  }

  /** Tells what the server can do. */
  getCapabilities(options?: CallOptions): Promise<GetCapabilitiesResponse> {
    return this.aboutShapes(ModelService.method.getCapabilities, {}, options);
  }

  /** Tells which models the server keeps, by their ids, to those whom it allows it. */
  listModels(
    request: RequestInit<typeof ListModelsRequestSchema> = {},
    options?: CallOptions,
  ): Promise<ListModelsResponse> {
    return this.aboutShapes(ModelService.method.listModels, request, options);
  }

  /** Has the server forget a model, for those whom it allows it, and tells whether it had it. */
  evictModel(modelId: string, options?: CallOptions): Promise<EvictModelResponse> {
    return this.aboutShapes(ModelService.method.evictModel, { modelId }, options);
  }

  /** Sends a model, without its weights, so that other calls can name it by its id. */
  async uploadModel(onnx: Uint8Array, options?: CallOptions): Promise<UploadModelResponse> {
    return upload(this.begin(options), stripWeights(onnx));
  }

  private begin(options: CallOptions = {}): Ask {
    const deadline = options.timeoutMs === undefined ? Infinity : Date.now() + options.timeoutMs;
    const { grpc, target, retry } = this;
    return { grpc, target, retry, signal: options.signal, metadata: options.metadata, deadline };
  }

  private async aboutShapes<Input extends DescMessage, Output extends DescMessage>(
    method: DescMethodUnary<Input, Output>,
    request: RequestInit<Input>,
    options: CallOptions | undefined,
  ): Promise<Shape<Output>> {
    return unary(this.begin(options), method, create(method.input, withBigints(method.input, request)));
  }

  private async aboutModel<Input extends DescMessage, Output extends DescMessage>(
    method: DescMethodUnary<Input, Output>,
    request: RequestInit<Input>,
    options: CallOptions | undefined,
  ): Promise<Shape<Output>> {
    const message = create(method.input, withBigints(method.input, request));
    return this.put(message, (ask: Ask, about: Shape<Input>) => unary(ask, method, about), options);
  }

  private put<
    Request extends Shape<DescMessage> & { model?: ModelSpec | undefined },
    Answer extends Shape<DescMessage>,
  >(
    request: Request,
    call: (ask: Ask, request: Request) => Promise<Answer>,
    options: CallOptions | undefined,
  ): Promise<Answer> {
    return new Question(this.known, this.begin(options), request, call).answer();
  }
}
