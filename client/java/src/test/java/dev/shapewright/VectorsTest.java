package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.shapewright.v1.ChooseBucketsRequest;
import dev.shapewright.v1.CompileGuardRequest;
import dev.shapewright.v1.ComputeLayoutRequest;
import dev.shapewright.v1.DescribeModelRequest;
import dev.shapewright.v1.EstimateCostRequest;
import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.EvictModelRequest;
import dev.shapewright.v1.ExplainShapesRequest;
import dev.shapewright.v1.FindLargestSizesRequest;
import dev.shapewright.v1.FindSymbolsToBindRequest;
import dev.shapewright.v1.InferChainRequest;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.ListModelsRequest;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.PlanBucketsRequest;
import dev.shapewright.v1.PlanProfilesRequest;
import dev.shapewright.v1.RewriteModelRequest;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** tests/data/vectors/requests.json and errors.json, each of which says how it is read. */
class VectorsTest {
  /** A file of requests. */
  record Requests(List<Call> cases) {}

  /** A file of errors. */
  record Errors(List<Call> calls, List<Ending> statuses) {}

  /** A request, and its answer or error. */
  record Call(
      String name,
      String method,
      JsonObject request,
      String file,
      String onnx,
      JsonObject answer,
      String code,
      String reason,
      String field) {
    String methodName() {
      return method.substring(method.lastIndexOf('/') + 1);
    }
  }

  /** How a server ends a call, and what the client makes of it. */
  record Ending(
      String name,
      String code,
      String message,
      String details,
      String reason,
      String field,
      String pushback,
      Integer retryDelayMs,
      boolean retry) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Asks a case; the id is that of the last inference. */
  private interface Asker {
    Message ask(Call call, String inferenceId) throws IOException;
  }

  private static <B extends Message.Builder> B read(JsonObject json, String inferenceId, B builder)
      throws InvalidProtocolBufferException {
    if (json != null) {
      String text = json.toString().replace("INFERENCE_ID", inferenceId);
      JsonFormat.parser().merge(text, builder);
    }
    return builder;
  }

  @SuppressWarnings("unchecked") // the builder is that of the request
  private static <Q extends Message> Asker asker(Q empty, Function<Q, Message> method) {
    return (call, inferenceId) -> {
      Message.Builder request = read(call.request, inferenceId, empty.newBuilderForType());
      if (call.file != null && !call.file.isEmpty()) {
        FieldDescriptor model = request.getDescriptorForType().findFieldByName("model");
        request.setField(model, Models.file(Sources.path(call.file)));
      }
      return method.apply((Q) request.build());
    };
  }

  private static Map<String, Asker> askers(ShapewrightClient plain) {
    ShapewrightClient client = plain.withTimeout(Duration.ofMinutes(1));
    Map<String, Asker> askers = new HashMap<>();
    InferShapesRequest infer = InferShapesRequest.getDefaultInstance();
    askers.put("InferShapes", asker(infer, client::inferShapes));
    askers.put("StreamInferShapes", asker(infer, client::streamInferShapes));
    askers.put(
        "EvaluateShapes",
        asker(EvaluateShapesRequest.getDefaultInstance(), client::evaluateShapes));
    askers.put(
        "ExplainShapes", asker(ExplainShapesRequest.getDefaultInstance(), client::explainShapes));
    askers.put("PlanBuckets", asker(PlanBucketsRequest.getDefaultInstance(), client::planBuckets));
    askers.put(
        "ChooseBuckets", asker(ChooseBucketsRequest.getDefaultInstance(), client::chooseBuckets));
    askers.put(
        "PlanProfiles", asker(PlanProfilesRequest.getDefaultInstance(), client::planProfiles));
    askers.put(
        "FindLargestSizes",
        asker(FindLargestSizesRequest.getDefaultInstance(), client::findLargestSizes));
    askers.put(
        "FindSymbolsToBind",
        asker(FindSymbolsToBindRequest.getDefaultInstance(), client::findSymbolsToBind));
    askers.put(
        "CompileGuard", asker(CompileGuardRequest.getDefaultInstance(), client::compileGuard));
    askers.put(
        "EstimateCost", asker(EstimateCostRequest.getDefaultInstance(), client::estimateCost));
    askers.put(
        "RewriteModel", asker(RewriteModelRequest.getDefaultInstance(), client::rewriteModel));
    askers.put(
        "DescribeModel", asker(DescribeModelRequest.getDefaultInstance(), client::describeModel));
    askers.put("InferChain", asker(InferChainRequest.getDefaultInstance(), client::inferChain));
    askers.put("MergeShapes", asker(MergeShapesRequest.getDefaultInstance(), client::mergeShapes));
    askers.put(
        "ComputeLayout", asker(ComputeLayoutRequest.getDefaultInstance(), client::computeLayout));
    askers.put("GetCapabilities", (call, inferenceId) -> client.getCapabilities());
    askers.put("ListModels", asker(ListModelsRequest.getDefaultInstance(), client::listModels));
    askers.put(
        "EvictModel",
        asker(
            EvictModelRequest.getDefaultInstance(),
            request -> client.evictModel(request.getModelId())));
    askers.put(
        "UploadModel",
        (call, inferenceId) -> client.uploadModel(Base64.getDecoder().decode(call.onnx)));
    return askers;
  }

  /** Checks that a message has all that is shown of it. */
  private static void assertShown(Message shown, Message actual, String path) {
    shown
        .getAllFields()
        .forEach(
            (field, value) -> {
              String place = path + "." + field.getName();
              boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
              if (!isMessage || field.isMapField()) {
                assertEquals(value, actual.getField(field), place);
              } else if (field.isRepeated()) {
                int count = actual.getRepeatedFieldCount(field);
                assertEquals(((List<?>) value).size(), count, place);
                for (int i = 0; i < count; i++) {
                  Message entry = (Message) actual.getRepeatedField(field, i);
                  assertShown((Message) ((List<?>) value).get(i), entry, place + "[" + i + "]");
                }
              } else {
                assertTrue(actual.hasField(field), place);
                assertShown((Message) value, (Message) actual.getField(field), place);
              }
            });
  }

  @Test
  void requestsAreAnsweredAsShown() throws IOException {
    try (TestServer server = TestServer.start();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      Map<String, Asker> askers = askers(client);
      Set<String> asked = new HashSet<>();
      String inferenceId = "";
      for (Call call : Sources.vectors("requests.json", Requests.class).cases()) {
        Message answer = askers.get(call.methodName()).ask(call, inferenceId);
        Message shown = read(call.answer, "", answer.newBuilderForType()).build();
        assertShown(shown, answer, call.name);
        if (answer instanceof InferShapesResponse told) {
          inferenceId = told.getInferenceId();
        }
        asked.add(call.methodName());
      }
      for (Call call : Sources.vectors("errors.json", Errors.class).calls()) {
        asked.add(call.methodName());
      }
      assertEquals(askers.keySet(), asked);
    }
  }

  @Test
  void errorsOfAServerAreTold() throws IOException {
    try (TestServer server = TestServer.start();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      List<Call> calls = Sources.vectors("errors.json", Errors.class).calls();
      assertTrue(calls.size() > 5);
      for (Call call : calls) {
        Asker asker = askers(client).get(call.methodName());
        ShapewrightException failure =
            assertThrows(ShapewrightException.class, () -> asker.ask(call, ""), call.name);
        assertEquals(call.code, failure.code().name(), call.name);
        assertEquals(call.reason, failure.reason(), call.name);
        assertEquals(call.field, failure.field(), call.name);
        assertEquals(Optional.empty(), RetryPolicy.DEFAULT.delay(failure, 1), call.name);
      }
    }
  }

  static List<Ending> endings() {
    List<Ending> endings = Sources.vectors("errors.json", Errors.class).statuses();
    assertTrue(endings.size() > 5);
    return endings;
  }

  /** Ends calls as the case says. */
  private static ServerInterceptor ending(Ending ending, AtomicInteger calls, boolean endsOnce) {
    Status status =
        Status.fromCode(Status.Code.valueOf(ending.code)).withDescription(ending.message);
    Consumer<Metadata> trailers =
        told -> {
          if (ending.details != null && !ending.details.isEmpty()) {
            told.put(
                Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER),
                Base64.getDecoder().decode(ending.details));
          }
          if (ending.pushback != null) {
            told.put(
                Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER),
                ending.pushback);
          }
        };
    return FakeServer.failing(trailers, status, () -> calls.incrementAndGet() == 1 || !endsOnce);
  }

  private static FakeServer serverOf(Ending ending, AtomicInteger calls, boolean endsOnce)
      throws IOException {
    return new FakeServer(builder -> builder.intercept(ending(ending, calls, endsOnce))) {
      @Override
      MergeShapesResponse merge(Context context) {
        return MergeShapesResponse.getDefaultInstance();
      }
    };
  }

  private static MergeShapesResponse merge(FakeServer server) {
    RetryPolicy once = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofSeconds(1));
    try (ShapewrightClient client =
        ShapewrightClient.builder(server.target()).retry(once).build()) {
      return client
          .withTimeout(Duration.ofMinutes(1))
          .mergeShapes(MergeShapesRequest.getDefaultInstance());
    }
  }

  @ParameterizedTest
  @MethodSource("endings")
  void errorsAreReadAndKnownToBeFinal(Ending ending) throws IOException {
    AtomicInteger calls = new AtomicInteger();
    try (FakeServer server = serverOf(ending, calls, false)) {
      ShapewrightException failure = assertThrows(ShapewrightException.class, () -> merge(server));
      assertEquals(ending.code, failure.code().name());
      assertTrue(failure.description().contains(Optional.ofNullable(ending.message).orElse("")));
      assertEquals(Optional.ofNullable(ending.reason).orElse(""), failure.reason());
      assertEquals(Optional.ofNullable(ending.field).orElse(""), failure.field());
      assertEquals(
          Optional.ofNullable(ending.retryDelayMs).map(Duration::ofMillis), failure.retryDelay());
      assertEquals(ending.retry, calls.get() > 1);
    }
    calls.set(0);
    try (FakeServer server = serverOf(ending, calls, true)) {
      if (ending.retry) {
        assertDoesNotThrow(() -> merge(server));
      } else {
        assertThrows(ShapewrightException.class, () -> merge(server));
      }
    }
  }
}
