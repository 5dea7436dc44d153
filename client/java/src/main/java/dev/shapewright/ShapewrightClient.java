package dev.shapewright;

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
import dev.shapewright.v1.EvictModelResponse;
import dev.shapewright.v1.ExplainShapesRequest;
import dev.shapewright.v1.ExplainShapesResponse;
import dev.shapewright.v1.FindLargestSizesRequest;
import dev.shapewright.v1.FindLargestSizesResponse;
import dev.shapewright.v1.FindSymbolsToBindRequest;
import dev.shapewright.v1.FindSymbolsToBindResponse;
import dev.shapewright.v1.GetCapabilitiesResponse;
import dev.shapewright.v1.InferChainRequest;
import dev.shapewright.v1.InferChainResponse;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.ListModelsRequest;
import dev.shapewright.v1.ListModelsResponse;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.PlanBucketsRequest;
import dev.shapewright.v1.PlanBucketsResponse;
import dev.shapewright.v1.PlanProfilesRequest;
import dev.shapewright.v1.PlanProfilesResponse;
import dev.shapewright.v1.RewriteModelRequest;
import dev.shapewright.v1.RewriteModelResponse;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A connection to a server, or to several behind one target. Every question of the API is a method,
 * which returns when it is answered; {@link #async} has the same that return at once. Deadlines and
 * cancellation of the current {@link io.grpc.Context} hold too. It is safe for use by many threads.
 */
public final class ShapewrightClient implements AutoCloseable {
  private final Connection connection;
  private final AsyncShapewrightClient async;

  private ShapewrightClient(Connection connection, AsyncShapewrightClient async) {
    this.connection = connection;
    this.async = async;
  }

  /**
   * Makes a client without TLS. Nothing is sent yet: a server that is not there shows in the first
   * call.
   *
   * @param target {@code HOST:PORT}, several of these with commas, {@code unix:PATH}, or whatever
   *     else gRPC takes; calls take turns on all addresses of it
   * @return the client, to be closed
   */
  public static ShapewrightClient connect(String target) {
    return builder(target).build();
  }

  /**
   * Begins a client that is told more than its target.
   *
   * @param target as of {@link #connect}
   * @return what makes the client
   */
  public static Builder builder(String target) {
    return new Builder(target);
  }

  /** Makes clients. */
  public static final class Builder {
    private final String target;
    private ChannelCredentials credentials = InsecureChannelCredentials.create();
    private RetryPolicy retry = RetryPolicy.DEFAULT;
    private Consumer<ManagedChannelBuilder<?>> configure = channel -> {};

    private Builder(String target) {
      this.target = target;
    }

    /**
     * Talks TLS with roots, and with certificates for mutual TLS.
     *
     * @param tls such as {@link io.grpc.TlsChannelCredentials}
     * @return this
     */
    public Builder credentials(ChannelCredentials tls) {
      credentials = tls;
      return this;
    }

    /**
     * Says what is repeated besides what gRPC repeats by itself.
     *
     * @param policy in place of {@link RetryPolicy#DEFAULT}
     * @return this
     */
    public Builder retry(RetryPolicy policy) {
      retry = policy;
      return this;
    }

    /**
     * Changes the channel of gRPC, after the client's own settings: interceptors, for example.
     *
     * @param change gets the builder of the channel
     * @return this
     */
    public Builder configure(Consumer<ManagedChannelBuilder<?>> change) {
      configure = configure.andThen(change);
      return this;
    }

    /**
     * Makes the client.
     *
     * @return the client, to be closed
     */
    public ShapewrightClient build() {
      Connection connection = new Connection(target, credentials, retry, configure);
      return new ShapewrightClient(connection, new AsyncShapewrightClient(connection, null));
    }
  }

  /**
   * The same connection, with a time limit for each question, over all attempts.
   *
   * @param timeout from the question to its answer
   * @return a client that need not be closed: closing either one closes the connection
   */
  public ShapewrightClient withTimeout(Duration timeout) {
    return new ShapewrightClient(connection, async.withTimeout(timeout));
  }

  /**
   * The same connection and time limit, asked by methods that return at once.
   *
   * @return the client, which is closed with this one
   */
  public AsyncShapewrightClient async() {
    return async;
  }

  /**
   * The channel, for services of gRPC itself, such as health.
   *
   * @return the channel
   */
  public ManagedChannel channel() {
    return connection.channel();
  }

  /** Ends the connections; calls that are under way fail. */
  @Override
  public void close() {
    connection.close();
  }

  /**
   * Infers the types and shapes of a model's values. The answer's {@code inferenceId} stands for
   * the model, with all that was said of it, in further requests.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public InferShapesResponse inferShapes(InferShapesRequest request) {
    return get(async.inferShapes(request));
  }

  /**
   * Does what inferShapes does, for an answer that is too large for one message.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public InferShapesResponse streamInferShapes(InferShapesRequest request) {
    return get(async.streamInferShapes(request));
  }

  /**
   * Tells the sizes of a model's outputs at given sizes, and whether they may be run. A binding
   * that does not fit the model has an error in its place.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public EvaluateShapesResponse evaluateShapes(EvaluateShapesRequest request) {
    return get(async.evaluateShapes(request));
  }

  /**
   * Tells why values, dims, elements or facts of a model are what they are.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public ExplainShapesResponse explainShapes(ExplainShapesRequest request) {
    return get(async.explainShapes(request));
  }

  /**
   * Evaluates a bucket for each combination of sizes, and places bindings in them.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public PlanBucketsResponse planBuckets(PlanBucketsRequest request) {
    return get(async.planBuckets(request));
  }

  /**
   * Chooses the buckets that pad the least for sizes that were observed.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public ChooseBucketsResponse chooseBuckets(ChooseBucketsRequest request) {
    return get(async.chooseBuckets(request));
  }

  /**
   * Gives the least, most common and greatest sizes to build engines for.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public PlanProfilesResponse planProfiles(PlanProfilesRequest request) {
    return get(async.planProfiles(request));
  }

  /**
   * Finds the greatest sizes at which memory, or another quantity, is within a budget.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public FindLargestSizesResponse findLargestSizes(FindLargestSizesRequest request) {
    return get(async.findLargestSizes(request));
  }

  /**
   * Finds the fewest symbols that have to be bound so that sizes are numbers.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public FindSymbolsToBindResponse findSymbolsToBind(FindSymbolsToBindRequest request) {
    return get(async.findSymbolsToBind(request));
  }

  /**
   * Compiles what must hold of requests into a program that a {@link
   * dev.shapewright.expression.Guard} runs.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public CompileGuardResponse compileGuard(CompileGuardRequest request) {
    return get(async.compileGuard(request));
  }

  /**
   * Counts the operations and bytes of a run, as expressions and at given sizes.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public EstimateCostResponse estimateCost(EstimateCostRequest request) {
    return get(async.estimateCost(request));
  }

  /**
   * Tells how a model is rewritten: frozen to sizes, simplified, or for any batch. The answer has
   * edits and no weights.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public RewriteModelResponse rewriteModel(RewriteModelRequest request) {
    return get(async.rewriteModel(request));
  }

  /**
   * Tells what model servers say of a model (KServe v2 metadata).
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public DescribeModelResponse describeModel(DescribeModelRequest request) {
    return get(async.describeModel(request));
  }

  /**
   * Infers models that run one after the other as one.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public InferChainResponse inferChain(InferChainRequest request) {
    return get(async.inferChain(request));
  }

  /**
   * Combines and compares partly known shapes.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public MergeShapesResponse mergeShapes(MergeShapesRequest request) {
    return get(async.mergeShapes(request));
  }

  /**
   * Computes how tensors lie in memory.
   *
   * @param request the question
   * @return the answer
   * @throws ShapewrightException if the call fails
   */
  public ComputeLayoutResponse computeLayout(ComputeLayoutRequest request) {
    return get(async.computeLayout(request));
  }

  /**
   * Tells what the server can do.
   *
   * @return its abilities and limits
   * @throws ShapewrightException if the call fails
   */
  public GetCapabilitiesResponse getCapabilities() {
    return get(async.getCapabilities());
  }

  /**
   * Tells which models the server keeps, by their ids, to those whom it allows it.
   *
   * @param request which page, and how many
   * @return a page of them
   * @throws ShapewrightException if the call fails
   */
  public ListModelsResponse listModels(ListModelsRequest request) {
    return get(async.listModels(request));
  }

  /**
   * Has the server forget a model, for those whom it allows it.
   *
   * @param modelId the model's id
   * @return whether the server had it
   * @throws ShapewrightException if the call fails
   */
  public EvictModelResponse evictModel(String modelId) {
    return get(async.evictModel(modelId));
  }

  /**
   * Sends a model, without its weights, so that requests can name it by its id.
   *
   * @param onnx the bytes of a serialized ONNX model
   * @return its id
   * @throws ShapewrightException if the call fails
   */
  public UploadModelResponse uploadModel(byte[] onnx) {
    return get(async.uploadModel(onnx));
  }

  private static <A> A get(CompletableFuture<A> answer) {
    try {
      return answer.get();
    } catch (InterruptedException interrupted) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw ErrorReader.ended(
          Status.CANCELLED.withDescription("interrupted").withCause(interrupted));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException failure) {
        failure.fillInStackTrace(); // of the caller: the other one leads into gRPC
        throw failure;
      }
      throw new IllegalStateException(failed.getCause());
    }
  }
}
