package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.shapewright.v1.EntryError;
import dev.shapewright.v1.EvaluateShapesRequest;
import dev.shapewright.v1.InferShapesRequest;
import dev.shapewright.v1.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** tests/data/vectors/faults.json, which the command line, the library and all clients meet. */
class FaultsTest {
  /** The file. */
  record Faults(String model, List<Fault> faults) {}

  /** What is done wrong, or fails, and what is told of it. */
  record Fault(
      String name,
      String file,
      String target,
      String deadline,
      String method,
      JsonObject request,
      String code,
      boolean entry,
      String reason,
      String field,
      List<String> says) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What the caller is told. */
  record Told(String code, String reason, String field, String text) {
    static Told of(ShapewrightException failure) {
      return new Told(
          failure.code().name(), failure.reason(), failure.field(), failure.getMessage());
    }
  }

  private static final Faults FAULTS = Sources.vectors("faults.json", Faults.class);
  private static TestServer server;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<Fault> faults() {
    return FAULTS.faults;
  }

  private Path modelFile(String content) throws IOException {
    Path path = folder.resolve("model.onnx");
    if (content.equals("FOLDER")) {
      return Files.createDirectory(path);
    }
    return content.equals("NONE") ? path : Files.write(path, Base64.getDecoder().decode(content));
  }

  private static <B extends Message.Builder> B read(Fault fault, B builder) throws IOException {
    JsonFormat.parser().merge(fault.request.toString(), builder);
    return builder;
  }

  private Told meet(Fault fault, String target) throws IOException {
    if (fault.file != null) {
      Path path = modelFile(fault.file);
      return Told.of(assertThrows(ShapewrightException.class, () -> Models.file(path)));
    }
    Duration timeout = fault.deadline == null ? Duration.ofMinutes(1) : Duration.ofNanos(1);
    RetryPolicy once = new RetryPolicy(1, Duration.ofMillis(1), Duration.ofSeconds(1));
    ByteString onnx = ByteString.copyFrom(Base64.getDecoder().decode(FAULTS.model));
    try (ShapewrightClient client = ShapewrightClient.builder(target).retry(once).build()) {
      ShapewrightClient asked = client.withTimeout(timeout);
      if (fault.entry) {
        EvaluateShapesRequest.Builder request = read(fault, EvaluateShapesRequest.newBuilder());
        request.getModelBuilder().setOnnx(onnx);
        EntryError error = asked.evaluateShapes(request.build()).getEvaluations(0).getError();
        return new Told(null, error.getReason(), error.getField(), error.getMessage());
      }
      InferShapesRequest.Builder request = read(fault, InferShapesRequest.newBuilder());
      if (request.getModel().getSourceCase() == ModelSpec.SourceCase.SOURCE_NOT_SET) {
        request.getModelBuilder().setOnnx(onnx);
      }
      return Told.of(
          assertThrows(ShapewrightException.class, () -> asked.inferShapes(request.build())));
    }
  }

  @ParameterizedTest
  @MethodSource("faults")
  void errorsAgree(Fault fault) throws IOException {
    String target = fault.target == null ? server.target() : "unix:" + folder.resolve("nobody");
    Told told = meet(fault, target);
    assertEquals(fault.code, told.code, told.text);
    assertEquals(fault.reason, told.reason, told.text);
    assertEquals(Objects.requireNonNullElse(fault.field, ""), told.field, told.text);
    for (String part : fault.says) {
      String filled = part.replace("TARGET", target);
      assertTrue(told.text.contains(filled), () -> filled + " is not in " + told.text);
    }
  }
}
