package dev.shapewright;

import com.google.gson.Gson;
import com.google.gson.reflect.TypeToken;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.shapewright.onnx.WeightStripper;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.ModelServiceGrpc;
import dev.shapewright.v1.ShapeServiceGrpc;
import dev.shapewright.v1.StreamInferShapesRequest;
import dev.shapewright.v1.UploadModelRequest;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.NameResolverRegistry;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A channel to the servers of a target, and what is known of them; it makes the calls. */
final class Connection implements AutoCloseable {
  /** A copy of client/service_config.json, which the clients of all languages share. */
  private static final String SERVICE_CONFIG = "service_config.json";

  // What gRPC keeps of a request, and of all, to send it again; its own limits are 1 and 16 MiB.
  private static final long RETRY_BYTES = 256L << 20;
  private static final long ALL_RETRY_BYTES = 1L << 30;
  private static final int MAX_METADATA_BYTES = 1 << 20;

  private static final String UNIX = "unix:";

  static {
    NameResolverRegistry.getDefaultRegistry().register(new AddressList());
  }

  private final ManagedChannel channel;
  private final String target;
  private final RetryPolicy retry;
  private final KnownModels known = new KnownModels();

  Connection(
      String target,
      ChannelCredentials credentials,
      RetryPolicy retry,
      Consumer<ManagedChannelBuilder<?>> configure) {
    this.target = target;
    this.retry = retry;
    Reconnector reconnector = new Reconnector();
    ManagedChannelBuilder<?> builder =
        builder(target, credentials)
            .defaultServiceConfig(serviceConfig())
            .disableServiceConfigLookUp() // that of a name server
            .enableRetry()
            .perRpcBufferLimit(RETRY_BYTES)
            .retryBufferSize(ALL_RETRY_BYTES)
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .intercept(new Routes())
            .addTransportFilter(reconnector);
    configure.accept(builder);
    this.channel = builder.build();
    reconnector.start(channel);
  }

  private static ManagedChannelBuilder<?> builder(String target, ChannelCredentials credentials) {
    if (target.startsWith(UNIX)) {
      String path = target.substring(UNIX.length()).replaceFirst("^///", "/");
      String absolute = Path.of(path).toAbsolutePath().toString();
      return Grpc.newChannelBuilder(url("unix", absolute), credentials);
    }
    if (target.contains(",")) {
      AddressList.parse(target); // an error of the caller, not of the first call
      return Grpc.newChannelBuilder(url(AddressList.SCHEME, "/" + target), credentials);
    }
    return Grpc.newChannelBuilder(target, credentials);
  }

  /** A target of gRPC for Java, escaped as it has to be. */
  private static String url(String scheme, String path) {
    try {
      return new URI(scheme, "", path, null).toString();
    } catch (URISyntaxException malformed) {
      throw new IllegalArgumentException(path, malformed);
    }
  }

  private static Map<String, ?> serviceConfig() {
    try (InputStream resource = Connection.class.getResourceAsStream(SERVICE_CONFIG)) {
      TypeToken<Map<String, Object>> type = new TypeToken<>() {};
      return new Gson()
          .fromJson(new InputStreamReader(resource, StandardCharsets.UTF_8), type.getType());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Asks a question that is not about a model. */
  <Q, A> CompletableFuture<A> call(MethodDescriptor<Q, A> method, Q request, Duration timeout) {
    Conversation conversation = new Conversation(target, retry, timeout);
    return conversation.hold(() -> conversation.call(unary(method), request));
  }

  /** Asks about a model. */
  <Q extends Message, A extends Message> CompletableFuture<A> ask(
      Conversation.Method<Q, A> method, Q request, Duration timeout) {
    Conversation conversation = new Conversation(target, retry, timeout);
    return conversation.hold(
        () -> new ModelQuestion<>(conversation, known, method, this::upload, request).ask());
  }

  /** Uploads a model without its weights. */
  CompletableFuture<UploadModelResponse> upload(ByteString onnx, Duration timeout) {
    Conversation conversation = new Conversation(target, retry, timeout);
    return conversation.hold(
        () -> {
          ByteString stripped = WeightStripper.strip(onnx);
          conversation.setRoute(Models.id(stripped));
          return conversation.call(this::upload, stripped);
        });
  }

  <Q, A> Conversation.Method<Q, A> unary(MethodDescriptor<Q, A> method) {
    return (request, options) -> {
      Collector<Q, A, A> collector = new Collector.OfOne<>();
      ClientCalls.asyncUnaryCall(channel.newCall(method, options), request, collector);
      return collector.future();
    };
  }

  CompletableFuture<InferShapesResponse> inPieces(InferShapesRequest request, CallOptions options) {
    AnswerPieces pieces = new AnswerPieces();
    ClientCalls.asyncServerStreamingCall(
        channel.newCall(ShapeServiceGrpc.getStreamInferShapesMethod(), options),
        StreamInferShapesRequest.newBuilder().setRequest(request).build(),
        pieces);
    return pieces.future();
  }

  private CompletableFuture<UploadModelResponse> upload(ByteString onnx, CallOptions options) {
    UploadModelRequest first =
        UploadModelRequest.newBuilder()
            .setModelId(Models.id(onnx))
            .setSizeBytes(onnx.size())
            .build();
    UploadSender sender = new UploadSender(first, onnx);
    ClientCalls.asyncClientStreamingCall(
        channel.newCall(ModelServiceGrpc.getUploadModelMethod(), options), sender);
    return sender.future();
  }

  /** Ends the connections; calls that are under way fail. */
  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
