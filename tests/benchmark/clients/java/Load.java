import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import dev.shapewright.AsyncShapewrightClient;
import dev.shapewright.Models;
import dev.shapewright.ShapewrightClient;
import dev.shapewright.v1.Binding;
import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.EvaluateShapesResponse;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.ModelSpec;
import dev.shapewright.v1.SymbolSize;

/**
 * The Java client under load, as load.py tells: futures, as many as there are calls in flight.
 *
 * <p>usage: Load TARGET MODEL.onnx
 */
final class Load {
  private final AsyncShapewrightClient client;
  private final ModelSpec inference;
  private long next;

  private Load(AsyncShapewrightClient client, ModelSpec inference) {
    this.client = client;
    this.inference = inference;
  }

  private static SymbolSize bound(String symbol, long size) {
    return SymbolSize.newBuilder().setSymbol(symbol).setSize(size).build();
  }

  /** One call about sizes that no call before had. */
  private void ask(Runnable ended) {
    long number = next++;
    long size = 1 + number % 500;
    Binding binding =
        Binding.newBuilder()
            .setLabel(String.format("%016d", number))
            .addSymbols(bound("batch", size))
            .addSymbols(bound("sequence", size))
            .build();
    EvaluateShapesRequest request =
        EvaluateShapesRequest.newBuilder().setModel(inference).addBindings(binding).build();
    client.evaluateShapes(request).whenComplete((answer, failure) -> {
      if (failure != null || sizeOf(answer) != size) {
        System.err.println(failure == null ? "a wrong answer" : failure);
        Runtime.getRuntime().halt(1);
      }
      ended.run();
    });
  }

  private static long sizeOf(EvaluateShapesResponse answer) {
    return answer.getEvaluations(0).getOutputs(0).getSizes(0);
  }

  private double rate(int inFlight, double seconds) throws InterruptedException {
    Semaphore free = new Semaphore(inFlight);
    AtomicLong calls = new AtomicLong();
    long start = System.nanoTime();
    while (System.nanoTime() - start < seconds * 1e9) {
      free.acquire();
      ask(
          () -> {
            calls.incrementAndGet();
            free.release();
          });
    }
    free.acquire(inFlight);
    return calls.get() / ((System.nanoTime() - start) / 1e9);
  }

  public static void main(String[] arguments) throws Exception {
    try (ShapewrightClient client = ShapewrightClient.connect(arguments[0]);
        Scanner lines = new Scanner(System.in)) {
      ModelSpec model = Models.file(Path.of(arguments[1]));
      InferShapesRequest request = InferShapesRequest.newBuilder().setModel(model).build();
      Load load = new Load(client.async(), Models.inference(client.inferShapes(request)));
      while (lines.hasNextInt()) {
        System.out.println(load.rate(lines.nextInt(), Double.parseDouble(lines.next())));
      }
    }
  }
}
