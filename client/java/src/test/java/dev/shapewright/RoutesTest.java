package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.InferShapesResponse;
import dev.shapewright.v1.MergeShapesRequest;
import dev.shapewright.v1.MergeShapesResponse;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.UploadModelResponse;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RoutesTest {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("x-shapewright-model", Metadata.ASCII_STRING_MARSHALLER);

  /** Notes what calls tell balancers. */
  private static final class Noting implements ServerInterceptor {
    private final List<String> routes = new CopyOnWriteArrayList<>();

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      routes.add(Objects.requireNonNullElse(headers.get(HEADER), ""));
      return next.startCall(call, headers);
    }
  }

  /** Answers everything. */
  private static final class Answering extends FakeServer {
    Answering(Noting noting) throws IOException {
      super(builder -> builder.intercept(noting));
    }

    @Override
    InferShapesResponse infer(InferShapesRequest request) {
      return InferShapesResponse.newBuilder().setInferenceId("inference:1").build();
    }

    @Override
    MergeShapesResponse merge(Context context) {
      return MergeShapesResponse.getDefaultInstance();
    }

    @Override
    UploadModelResponse uploaded(byte[] model) {
      return UploadModelResponse.getDefaultInstance();
    }
  }

  @Test
  void allCallsAboutModelTellBalancersSo() throws IOException {
    Noting noting = new Noting();
    ModelSpec model = Models.onnx(ClientTest.largeModel());
    try (FakeServer server = new Answering(noting);
        ShapewrightClient connected = ShapewrightClient.connect(server.target())) {
      ShapewrightClient client = connected.withTimeout(Duration.ofMinutes(1));
      ModelSpec inference =
          Models.inference(
              client.inferShapes(InferShapesRequest.newBuilder().setModel(model).build()));
      for (ModelSpec spec :
          List.of(
              inference,
              ModelSpec.newBuilder().setInferenceId("inference:of-another-client").build(),
              ModelSpec.newBuilder().setPath("a/b.onnx").build(),
              ModelSpec.newBuilder().setModelId("no\nheader").build())) {
        client.inferShapes(InferShapesRequest.newBuilder().setModel(spec).build());
      }
      client.mergeShapes(MergeShapesRequest.getDefaultInstance());
      client.uploadModel(ClientTest.largeModel());
    }
    String id = Models.id(model.getOnnx());
    List<String> expected = List.of(id, id, "inference:of-another-client", "a/b.onnx", "", "", id);
    assertEquals(expected, noting.routes);
  }
}
