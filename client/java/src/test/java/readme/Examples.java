package readme;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import shapewright.Models;
import shapewright.ShapewrightClient;
import shapewright.ShapewrightException;
import shapewright.expression.Expression;
import shapewright.expression.ExpressionException;
import shapewright.v1.Binding;
import shapewright.v1.EvaluateShapesRequest;
import shapewright.v1.EvaluateShapesResponse;
import shapewright.v1.InferShapesRequest;
import shapewright.v1.InferShapesResponse;
import shapewright.v1.InputSizes;
import shapewright.v1.ModelSpec;

/** The examples of README.md; ReadmeTest runs them. */
public final class Examples {
  private Examples() {}

  // `tail` is tests/languages/tail.onnx: y = Concat(x, k) of x: float32[N, 3] and five rows.
  public static void client(String target, Path tail) throws IOException {
    // The target is HOST:PORT, HOST:PORT,HOST:PORT or unix:PATH.
    try (ShapewrightClient client = ShapewrightClient.connect(target)) {
      ModelSpec model = Models.file(tail); // or Models.onnx(bytes)
      InferShapesResponse answer =
          client
              .withTimeout(Duration.ofMinutes(1))
              .inferShapes(InferShapesRequest.newBuilder().setModel(model).build());
      answer
          .getOutputsList()
          .forEach(value -> System.out.println(value.getName() + " " + value.getType().getText()));

      // The inference stands for the model, with all that was said of it.
      InputSizes x = InputSizes.newBuilder().setName("x").addSizes(7).addSizes(3).build();
      EvaluateShapesRequest request =
          EvaluateShapesRequest.newBuilder()
              .setModel(Models.inference(answer))
              .addBindings(Binding.newBuilder().addInputs(x))
              .build();
      CompletableFuture<EvaluateShapesResponse> sizes = client.async().evaluateShapes(request);
      System.out.println(sizes.join().getEvaluations(0).getOutputs(0).getSizesList());
    }
  }

  public static void expressions() {
    Expression dim = Expression.parse("if((N = 0), 7, M//N)");
    System.out.println(dim + " " + dim.symbols());
    System.out.println(dim.evaluate(Map.of("N", 3L, "M", 10L)));
    System.out.println(dim.evaluate(Map.of("N", 0L)));
    try {
      dim.evaluate(Map.of("N", 3L));
    } catch (ExpressionException failure) {
      System.out.println(failure.kind() + ": " + failure.getMessage());
    }
  }

  public static void errors(String target, Path tail) throws IOException {
    try (ShapewrightClient client = ShapewrightClient.connect(target)) {
      ModelSpec model = Models.file(tail).toBuilder().addPremises("K <= 8").build();
      client.inferShapes(InferShapesRequest.newBuilder().setModel(model).build());
    } catch (ShapewrightException failure) {
      System.out.println(failure.code() + " " + failure.reason() + " " + failure.field());
    }
  }
}
