package dev.shapewright;

import com.google.protobuf.ByteString;
import dev.shapewright.v1.ChooseBucketsRequest;
import dev.shapewright.v1.ChooseBucketsResponse;
import dev.shapewright.v1.CompileGuardRequest;
import dev.shapewright.v1.CompileGuardResponse;
import dev.shapewright.v1.ComputeLayoutRequest;
import dev.shapewright.v1.ComputeLayoutResponse;
import dev.shapewright.v1.DescribeModelRequest;
import dev.shapewright.v1.DescribeModelResponse;
import dev.shapewright.v1.EstimateCostRequest;
import dev.shapewright.v1.EstimateCostResponse;
import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.EvaluateShapesResponse;
import dev.shapewright.v1.EvictModelRequest;
import dev.shapewright.v1.EvictModelResponse;
import dev.shapewright.v1.ExplainShapesRequest;
import dev.shapewright.v1.ExplainShapesResponse;
import dev.shapewright.v1.FindLargestSizesRequest;
import dev.shapewright.v1.FindLargestSizesResponse;
import dev.shapewright.v1.FindSymbolsToBindRequest;
import dev.shapewright.v1.FindSymbolsToBindResponse;
import dev.shapewright.v1.GetCapabilitiesRequest;
import dev.shapewright.v1.GetCapabilitiesResponse;
import dev.shapewright.v1.InferChainRequest;
import dev.shapewright.v1.InferChainResponse;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.ListModelsRequest;
import dev.shapewright.v1.ListModelsResponse;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.ModelServiceGrpc;
import dev.shapewright.v1.PlanBucketsRequest;
import dev.shapewright.v1.PlanBucketsResponse;
import dev.shapewright.v1.PlanProfilesRequest;
import dev.shapewright.v1.PlanProfilesResponse;
import dev.shapewright.v1.PlanServiceGrpc;
import dev.shapewright.v1.RewriteModelRequest;
import dev.shapewright.v1.RewriteModelResponse;
import dev.shapewright.v1.ShapeServiceGrpc;
import dev.shapewright.v1.UploadModelResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Asks as {@link ShapewrightClient} does, by methods that return at once. Cancelling a future ends
 * its calls; one that fails has a {@link ShapewrightException}, or a {@link
 * dev.shapewright.onnx.NotAModelException} where nothing was sent. Continuations run on threads of
 * gRPC unless they say otherwise, and must not block there.
 */
public final class AsyncShapewrightClient {
  private final Connection connection;
  private final Duration timeout; // null: none

  AsyncShapewrightClient(Connection connection, Duration timeout) {
    this.connection = connection;
    this.timeout = timeout;
  }

  /**
   * The same connection, with a time limit for each question, over all attempts.
   *
   * @param limit from the question to its answer
   * @return the client
   */
  public AsyncShapewrightClient withTimeout(Duration limit) {
    return new AsyncShapewrightClient(connection, limit);
  }

  /**
   * Infers the types and shapes of a model's values. The answer's {@code inferenceId} stands for
   * the model, with all that was said of it, in further requests.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<InferShapesResponse> inferShapes(InferShapesRequest request) {
    return connection.ask(
        connection.unary(ShapeServiceGrpc.getInferShapesMethod()), request, timeout);
  }

  /**
   * Does what inferShapes does, for an answer that is too large for one message.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<InferShapesResponse> streamInferShapes(InferShapesRequest request) {
    return connection.ask(connection::inPieces, request, timeout);
  }

  /**
   * Tells the sizes of a model's outputs at given sizes, and whether they may be run. A binding
   * that does not fit the model has an error in its place.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<EvaluateShapesResponse> evaluateShapes(EvaluateShapesRequest request) {
    return connection.ask(
        connection.unary(ShapeServiceGrpc.getEvaluateShapesMethod()), request, timeout);
  }

  /**
   * Tells why values, dims, elements or facts of a model are what they are.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<ExplainShapesResponse> explainShapes(ExplainShapesRequest request) {
    return connection.ask(
        connection.unary(ShapeServiceGrpc.getExplainShapesMethod()), request, timeout);
  }

  /**
   * Evaluates a bucket for each combination of sizes, and places bindings in them.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<PlanBucketsResponse> planBuckets(PlanBucketsRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getPlanBucketsMethod()), request, timeout);
  }

  /**
   * Chooses the buckets that pad the least for sizes that were observed.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<ChooseBucketsResponse> chooseBuckets(ChooseBucketsRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getChooseBucketsMethod()), request, timeout);
  }

  /**
   * Gives the least, most common and greatest sizes to build engines for.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<PlanProfilesResponse> planProfiles(PlanProfilesRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getPlanProfilesMethod()), request, timeout);
  }

  /**
   * Finds the greatest sizes at which memory, or another quantity, is within a budget.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<FindLargestSizesResponse> findLargestSizes(
      FindLargestSizesRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getFindLargestSizesMethod()), request, timeout);
  }

  /**
   * Finds the fewest symbols that have to be bound so that sizes are numbers.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<FindSymbolsToBindResponse> findSymbolsToBind(
      FindSymbolsToBindRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getFindSymbolsToBindMethod()), request, timeout);
  }

  /**
   * Compiles what must hold of requests into a program.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<CompileGuardResponse> compileGuard(CompileGuardRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getCompileGuardMethod()), request, timeout);
  }

  /**
   * Counts the operations and bytes of a run, as expressions and at given sizes.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<EstimateCostResponse> estimateCost(EstimateCostRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getEstimateCostMethod()), request, timeout);
  }

  /**
   * Tells how a model is rewritten: frozen to sizes, simplified, or for any batch. The answer has
   * edits and no weights.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<RewriteModelResponse> rewriteModel(RewriteModelRequest request) {
    return connection.ask(
        connection.unary(PlanServiceGrpc.getRewriteModelMethod()), request, timeout);
  }

  /**
   * Tells what model servers say of a model (KServe v2 metadata).
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<DescribeModelResponse> describeModel(DescribeModelRequest request) {
    return connection.ask(
        connection.unary(ModelServiceGrpc.getDescribeModelMethod()), request, timeout);
  }

  /**
   * Infers models that run one after the other as one.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<InferChainResponse> inferChain(InferChainRequest request) {
    return connection.call(ShapeServiceGrpc.getInferChainMethod(), request, timeout);
  }

  /**
   * Combines and compares partly known shapes.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<MergeShapesResponse> mergeShapes(MergeShapesRequest request) {
    return connection.call(ShapeServiceGrpc.getMergeShapesMethod(), request, timeout);
  }

  /**
   * Computes how tensors lie in memory.
   *
   * @param request the question
   * @return the answer
   */
  public CompletableFuture<ComputeLayoutResponse> computeLayout(ComputeLayoutRequest request) {
    return connection.call(ShapeServiceGrpc.getComputeLayoutMethod(), request, timeout);
  }

  /**
   * Tells what the server can do.
   *
   * @return its abilities and limits
   */
  public CompletableFuture<GetCapabilitiesResponse> getCapabilities() {
    GetCapabilitiesRequest request = GetCapabilitiesRequest.getDefaultInstance();
    return connection.call(ModelServiceGrpc.getGetCapabilitiesMethod(), request, timeout);
  }

  /**
   * Tells which models the server keeps, by their ids, to those whom it allows it.
   *
   * @param request which page, and how many
   * @return a page of them
   */
  public CompletableFuture<ListModelsResponse> listModels(ListModelsRequest request) {
    return connection.call(ModelServiceGrpc.getListModelsMethod(), request, timeout);
  }

  /**
   * Has the server forget a model, for those whom it allows it.
   *
   * @param modelId the model's id
   * @return whether the server had it
   */
  public CompletableFuture<EvictModelResponse> evictModel(String modelId) {
    EvictModelRequest request = EvictModelRequest.newBuilder().setModelId(modelId).build();
    return connection.call(ModelServiceGrpc.getEvictModelMethod(), request, timeout);
  }

  /**
   * Sends a model, without its weights, so that requests can name it by its id.
   *
   * @param onnx the bytes of a serialized ONNX model
   * @return its id
   */
  public CompletableFuture<UploadModelResponse> uploadModel(byte[] onnx) {
    return connection.upload(ByteString.copyFrom(onnx), timeout);
  }
}
