package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Context;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TracesTest {
  /** The example of the W3C recommendation "Trace Context". */
  private static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("traceparent", Metadata.ASCII_STRING_MARSHALLER);

  /** The trace that a question is part of, as instrumentations keep it in gRPC's context. */
  private static final Context.Key<String> TRACE = Context.key("trace");

  /** As OpenTelemetry's: the trace of the context goes along with each call. */
  private static final class Tracing implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      String trace = TRACE.get();
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          if (trace != null) {
            headers.put(HEADER, trace);
          }
          super.start(listener, headers);
        }
      };
    }
  }

  /** Notes the traces that calls tell. */
  private static final class Noting implements ServerInterceptor {
    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      seen.add(call.getMethodDescriptor().getBareMethodName() + " " + headers.get(HEADER));
      return next.startCall(call, headers);
    }
  }

  /** Answers everything but the first question, which is to be repeated by the client itself. */
  private static final class Answering extends FakeServer {
    private final AtomicBoolean isRefused = new AtomicBoolean();

    Answering(Noting noting) throws IOException {
      super(builder -> builder.intercept(noting));
    }

    @Override
    InferShapesResponse infer(InferShapesRequest request) throws StatusException {
      if (!isRefused.getAndSet(true)) {
        throw Status.CANCELLED.asException();
      }
      return InferShapesResponse.getDefaultInstance();
    }

    @Override
    UploadModelResponse uploaded(byte[] model) {
      return UploadModelResponse.getDefaultInstance();
    }
  }

  @Test
  void interceptorsSeeEveryAttemptInTheContextOfItsQuestion() throws Exception {
    Noting noting = new Noting();
    InferShapesRequest request =
        InferShapesRequest.newBuilder().setModel(Models.onnx(ClientTest.largeModel())).build();
    try (FakeServer server = new Answering(noting);
        ShapewrightClient connected =
            ShapewrightClient.builder(server.target())
                .configure(channel -> channel.intercept(new Tracing()))
                .build()) {
      ShapewrightClient client = connected.withTimeout(Duration.ofMinutes(1));
      Context.current()
          .withValue(TRACE, TRACEPARENT)
          .call(
              () -> {
                client.inferShapes(request);
                return client.uploadModel(ClientTest.largeModel());
              });
      client.inferShapes(request);
    }
    List<String> expected =
        List.of(
            "InferShapes " + TRACEPARENT,
            "InferShapes " + TRACEPARENT,
            "UploadModel " + TRACEPARENT,
            "InferShapes null");
    assertEquals(expected, noting.seen);
  }
}
