package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import dev.shapewright.onnx.NotAModelException;
import dev.shapewright.v1.GraphInfo;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.StreamInferShapesResponse;
import dev.shapewright.v1.UploadModelResponse;
import dev.shapewright.v1.ValueInfo;
import io.grpc.Context;
import io.grpc.ServerBuilder;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final MergeShapesRequest MERGE = MergeShapesRequest.getDefaultInstance();
  private static final byte[] SMALL_MODEL = {7 << 3 | 2, 0};

  /** Large enough to be named by its id. */
  static byte[] largeModel() {
    ByteArrayOutputStream model = new ByteArrayOutputStream();
    model.writeBytes(new byte[] {6 << 3 | 2, (byte) 0xf0, (byte) 0xa2, 4}); // a doc string
    model.writeBytes("x".repeat(70_000).getBytes(StandardCharsets.UTF_8));
    model.writeBytes(SMALL_MODEL);
    return model.toByteArray();
  }

  /** A server that knows models as long as the test wants. */
  private static final class Script extends FakeServer {
    private final List<String> requests = new ArrayList<>(); // what each one has
    private final List<byte[]> uploaded = new ArrayList<>();
    private boolean knows;
    private boolean findsTooLarge;
    private int forgetsUploads;

    Script() throws IOException {}

    private static StatusException refusal(Status.Code code, String reason) {
      return StatusProto.toStatusException(
          com.google.rpc.Status.newBuilder()
              .setCode(code.value())
              .setMessage("refused")
              .addDetails(Any.pack(ErrorInfo.newBuilder().setReason(reason).build()))
              .build());
    }

    @Override
    synchronized InferShapesResponse infer(InferShapesRequest request) throws StatusException {
      ModelSpec.SourceCase source = request.getModel().getSourceCase();
      requests.add(source.name());
      if (source == ModelSpec.SourceCase.ONNX) {
        if (findsTooLarge) {
          throw refusal(Status.Code.INVALID_ARGUMENT, "MESSAGE_TOO_LARGE");
        }
        knows = true;
      } else if (!knows) {
        boolean isModel = source == ModelSpec.SourceCase.MODEL_ID;
        throw refusal(Status.Code.NOT_FOUND, isModel ? "MODEL_NOT_CACHED" : "INFERENCE_NOT_CACHED");
      }
      return InferShapesResponse.newBuilder().setInferenceId("inference:1").build();
    }

    @Override
    synchronized UploadModelResponse uploaded(byte[] model) {
      uploaded.add(model);
      knows = uploaded.size() > forgetsUploads;
      return UploadModelResponse.newBuilder().setSizeBytes(model.length).build();
    }

    synchronized void expect(String... expected) {
      assertEquals(List.of(expected), requests);
      requests.clear();
    }

    synchronized void forget() {
      knows = false;
    }
  }

  private static InferShapesResponse infer(ShapewrightClient client, ModelSpec model) {
    InferShapesRequest request = InferShapesRequest.newBuilder().setModel(model).build();
    return client.withTimeout(MINUTE).inferShapes(request);
  }

  /** The clients of all languages share one; what is in a jar has to be a copy. */
  @Test
  void serviceConfigIsTheSharedOne() throws IOException {
    byte[] copy = ClientTest.class.getResourceAsStream("service_config.json").readAllBytes();
    assertArrayEquals(Sources.read("client/service_config.json"), copy);
  }

  @Test
  void largeModelIsSentOnceAndAgainWhereItIsForgotten() throws IOException {
    try (Script server = new Script();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      ModelSpec model = Models.onnx(largeModel());
      for (int i = 0; i < 3; i++) {
        infer(client, model);
      }
      server.expect("ONNX", "MODEL_ID", "MODEL_ID");
      server.forget();
      infer(client, model);
      server.expect("MODEL_ID", "ONNX");
      // It might have been another server: the next one is sent the model too.
      infer(client, model);
      infer(client, model);
      server.expect("ONNX", "MODEL_ID");
    }
  }

  @Test
  void inferenceIsSaidAgainWhereItIsForgotten() throws IOException {
    try (Script server = new Script();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      ModelSpec inference = Models.inference(infer(client, Models.onnx(SMALL_MODEL)));
      server.expect("ONNX");
      infer(client, inference);
      server.expect("INFERENCE_ID");
      server.forget();
      infer(client, inference);
      server.expect("INFERENCE_ID", "ONNX");
      server.forget();
      for (ModelSpec unknown :
          List.of(
              ModelSpec.newBuilder().setInferenceId("inference:2").build(),
              inference.toBuilder().addPremises("N <= 8").build())) {
        ShapewrightException failure =
            assertThrows(ShapewrightException.class, () -> infer(client, unknown));
        assertEquals("INFERENCE_NOT_CACHED", failure.reason());
        server.expect("INFERENCE_ID");
      }
    }
  }

  @Test
  void modelThatIsTooLargeIsUploaded() throws IOException {
    try (Script server = new Script();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      server.findsTooLarge = true;
      server.forgetsUploads = 1;
      infer(client, Models.onnx(largeModel()));
      server.expect("ONNX", "MODEL_ID", "MODEL_ID", "MODEL_ID");
      assertEquals(2, server.uploaded.size());
      assertArrayEquals(largeModel(), server.uploaded.get(1));
      server.forgetsUploads = 100;
      server.forget();
      ShapewrightException failure =
          assertThrows(ShapewrightException.class, () -> infer(client, Models.onnx(largeModel())));
      assertEquals("MESSAGE_TOO_LARGE", failure.reason());
      assertEquals(2 + 4, server.uploaded.size());
    }
  }

  @Test
  void uploadOfManyPiecesIsWhole() throws IOException {
    try (Script server = new Script();
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      ByteArrayOutputStream model = new ByteArrayOutputStream();
      model.writeBytes(new byte[] {6 << 3 | 2, (byte) 0x80, (byte) 0x80, (byte) 0xc0, 1});
      model.writeBytes(new byte[3 << 20]);
      client.withTimeout(MINUTE).uploadModel(model.toByteArray());
      assertArrayEquals(model.toByteArray(), server.uploaded.get(0));
    }
  }

  @Test
  void weightsAreNotSent(@TempDir Path folder) throws IOException {
    ByteArrayOutputStream model = new ByteArrayOutputStream(); // one tensor of 1,025 elements
    model.writeBytes(new byte[] {7 << 3 | 2, (byte) 0x8d, 0x20, 5 << 3 | 2, (byte) 0x8a, 0x20});
    model.writeBytes(new byte[] {1 << 3, (byte) 0x81, 8, 9 << 3 | 2, (byte) 0x84, 0x20});
    model.writeBytes(new byte[4100]);
    List<Integer> sizes = new ArrayList<>();
    FakeServer counting =
        new FakeServer() {
          @Override
          InferShapesResponse infer(InferShapesRequest request) {
            sizes.add(request.getModel().getOnnx().size());
            return InferShapesResponse.getDefaultInstance();
          }
        };
    try (counting;
        ShapewrightClient client = ShapewrightClient.connect(counting.target())) {
      infer(client, Models.onnx(model.toByteArray()));
      assertTrue(sizes.get(0) < 100, sizes::toString);
      Path file = Files.write(folder.resolve("model.onnx"), model.toByteArray());
      assertEquals(sizes.get(0), Models.file(file).getOnnx().size());
      ModelSpec none = Models.onnx("no model".getBytes(StandardCharsets.UTF_8));
      assertThrows(NotAModelException.class, () -> infer(client, none));
      assertEquals(1, sizes.size());
    }
  }

  /** Waits until the call ends that it answers. */
  private static FakeServer waiting(AtomicInteger calls, CountDownLatch began) throws IOException {
    return new FakeServer() {
      @Override
      MergeShapesResponse merge(Context context) throws StatusException {
        calls.incrementAndGet();
        began.countDown();
        CountDownLatch ended = new CountDownLatch(1);
        context.addListener(ignored -> ended.countDown(), Runnable::run);
        try {
          ended.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
        throw Status.CANCELLED.asException();
      }
    };
  }

  @Test
  void callersEndCalls() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch began = new CountDownLatch(1);
    try (FakeServer server = waiting(calls, began);
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      CompletableFuture<MergeShapesResponse> answer = client.async().mergeShapes(MERGE);
      began.await();
      answer.cancel(true);
      assertThrows(CancellationException.class, answer::get);

      Context.CancellableContext context = Context.current().withCancellation();
      answer = context.call(() -> client.async().mergeShapes(MERGE));
      context.cancel(null);
      ExecutionException failed = assertThrows(ExecutionException.class, answer::get);
      assertEquals(Status.Code.CANCELLED, ((ShapewrightException) failed.getCause()).code());

      Thread.currentThread().interrupt();
      ShapewrightException failure =
          assertThrows(ShapewrightException.class, () -> client.mergeShapes(MERGE));
      assertEquals(Status.Code.CANCELLED, failure.code());
      assertTrue(Thread.interrupted());

      ShapewrightClient hasty = client.withTimeout(Duration.ofMillis(1));
      failure = assertThrows(ShapewrightException.class, () -> hasty.mergeShapes(MERGE));
      assertEquals(Status.Code.DEADLINE_EXCEEDED, failure.code());
      assertTrue(calls.get() <= 4, "tried again: " + calls);
    }
  }

  @Test
  void deadlineEndsRepetitions() {
    try (ShapewrightClient client = ShapewrightClient.connect("unix:/nonexistent/socket")) {
      ShapewrightException failure =
          assertThrows(
              ShapewrightException.class,
              () -> client.withTimeout(Duration.ofMillis(300)).mergeShapes(MERGE));
      assertTrue(
          failure.code() == Status.Code.UNAVAILABLE
              || failure.code() == Status.Code.DEADLINE_EXCEEDED,
          failure::toString);
    }
  }

  @Test
  void closedClientFails() {
    ShapewrightClient client = ShapewrightClient.connect("127.0.0.1:1");
    client.close();
    ShapewrightException failure =
        assertThrows(ShapewrightException.class, () -> client.mergeShapes(MERGE));
    assertEquals(Status.Code.UNAVAILABLE, failure.code());
  }

  private static StreamInferShapesResponse piece(int graph, String... values) {
    GraphInfo.Builder info = GraphInfo.newBuilder();
    for (String value : values) {
      info.addValues(ValueInfo.newBuilder().setName(value));
    }
    return StreamInferShapesResponse.newBuilder()
        .setGraph(graph)
        .setPart(InferShapesResponse.newBuilder().addGraphs(info))
        .build();
  }

  private static FakeServer streaming(StreamInferShapesResponse... pieces) throws IOException {
    return new FakeServer() {
      @Override
      void stream(StreamObserver<StreamInferShapesResponse> answers) {
        List.of(pieces).forEach(answers::onNext);
      }
    };
  }

  @Test
  void piecesOfAnswersArePutTogether() throws IOException {
    InferShapesRequest request = InferShapesRequest.getDefaultInstance();
    try (FakeServer server = streaming(piece(0, "a"), piece(0, "b"), piece(1, "c"));
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      InferShapesResponse answer = client.withTimeout(MINUTE).streamInferShapes(request);
      assertEquals(2, answer.getGraphsCount());
      assertEquals("b", answer.getGraphs(0).getValues(1).getName());
      assertEquals("c", answer.getGraphs(1).getValues(0).getName());
    }
    try (FakeServer server = streaming(piece(0, "a"), piece(2, "b"));
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      ShapewrightException failure =
          assertThrows(
              ShapewrightException.class,
              () -> client.withTimeout(MINUTE).streamInferShapes(request));
      assertEquals(Status.Code.DATA_LOSS, failure.code());
    }
  }

  private static ShapewrightException failure(Status status, Duration delay) {
    ShapewrightException.Details details =
        new ShapewrightException.Details("", Map.of(), List.of(), delay, false, false);
    return new ShapewrightException(status, details, "", null);
  }

  @Test
  void delaysAreJitteredAndBounded() {
    RetryPolicy retry = new RetryPolicy(100, Duration.ofMillis(100), Duration.ofSeconds(5));
    Map<Integer, Long> most = Map.of(1, 100L, 2, 200L, 7, 5000L, 99, 5000L);
    most.forEach(
        (attempt, limit) -> {
          for (int i = 0; i < 50; i++) {
            long delay = retry.delay(failure(Status.CANCELLED, null), attempt).get().toMillis();
            assertTrue(delay <= limit && delay >= limit / 2 - 1, attempt + ": " + delay);
            Duration told = Duration.ofSeconds(2);
            delay = retry.delay(failure(Status.ABORTED, told), attempt).get().toMillis();
            assertTrue(delay >= 2000 && delay <= 3000, attempt + ": " + delay);
          }
        });
    ShapewrightException late = failure(Status.ABORTED, Duration.ofSeconds(6));
    assertEquals(Optional.empty(), retry.delay(late, 1));
  }

  /** Larger than what gRPC takes, and keeps to send again, unless it is told otherwise. */
  @Test
  void largeMessagesAreRepeatedAndAnswered() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    Consumer<ServerBuilder<?>> failsTwice =
        builder ->
            builder.intercept(
                FakeServer.failing(
                    trailers -> {}, Status.UNAVAILABLE, () -> calls.incrementAndGet() < 3));
    FakeServer echo =
        new FakeServer(failsTwice) {
          @Override
          InferShapesResponse infer(InferShapesRequest request) {
            GraphInfo graph = GraphInfo.newBuilder().setName(request.getModel().getPath()).build();
            return InferShapesResponse.newBuilder().addGraphs(graph).build();
          }
        };
    RetryPolicy onlyThatOfGrpc = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofSeconds(1));
    try (echo;
        ShapewrightClient client =
            ShapewrightClient.builder(echo.target()).retry(onlyThatOfGrpc).build()) {
      String text = "x".repeat(6 << 20);
      InferShapesResponse answer = infer(client, ModelSpec.newBuilder().setPath(text).build());
      assertEquals(text, answer.getGraphs(0).getName());
      assertEquals(3, calls.get());
    }
  }

  /** What gRPC for Java tells of a connection that breaks while it writes. */
  @Test
  void brokenConnectionsAreUnavailable() {
    Status told = Status.UNKNOWN.withCause(new ClosedChannelException());
    ShapewrightException failure = ErrorReader.read(told.asRuntimeException(), false, "");
    assertEquals(Status.Code.UNAVAILABLE, failure.code());
    assertTrue(RetryPolicy.DEFAULT.delay(failure, 5).isPresent());
    failure = ErrorReader.read(Status.UNKNOWN.asRuntimeException(), false, "");
    assertEquals(Status.Code.UNKNOWN, failure.code());
    assertEquals(Optional.empty(), RetryPolicy.DEFAULT.delay(failure, 1));
  }

  @Test
  void errorsArePrintable() {
    ShapewrightException.Details details =
        new ShapewrightException.Details("R", Map.of(), List.of(), null, false, false);
    Status status = Status.NOT_FOUND.withDescription("a\u001b[2J\u202eb\nreason: OK");
    assertEquals(
        "a\\u{1b}[2J\\u{202e}b\\u{a}reason: OK\n  reason: R",
        new ShapewrightException(status, details, "", null).getMessage());
  }

  @Test
  void targetsThatAreNoneAreRefused() {
    for (String target : List.of("127.0.0.1:1,nowhere", "a:b,c:d", ",")) {
      assertThrows(IllegalArgumentException.class, () -> ShapewrightClient.connect(target), target);
    }
  }

  @Test
  void unixSocketsAreReached(@TempDir Path folder) throws IOException {
    try (TestServer server = TestServer.start("unix:" + folder.resolve("a socket"));
        ShapewrightClient client = ShapewrightClient.connect(server.target())) {
      assertTrue(client.withTimeout(MINUTE).getCapabilities().getGrammarVersion() > 0);
    }
  }
}
