package dev.shapewright.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.shapewright.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S25: tests/data/vectors/strip.json, whose files were put together by hand. */
class WeightStripperTest {
  /** A file of cases. */
  record Vectors(List<FileCase> models, List<FileCase> files, List<String> malformed) {}

  /** A file, and the one that has what is sent for it. */
  record FileCase(String name, String in, String out, boolean refused) {}

  private static final Vectors VECTORS = Sources.vectors("strip.json", Vectors.class);

  private static ByteString source(String file) {
    return ByteString.copyFrom(Sources.read(file));
  }

  @Test
  void stripsModelsByteForByte() {
    assertTrue(VECTORS.models.size() >= 10);
    for (FileCase model : VECTORS.models) {
      assertEquals(source(model.out), WeightStripper.strip(source(model.in)), model.name);
      assertEquals(source(model.out), WeightStripper.strip(source(model.out)), model.name);
    }
  }

  @Test
  void putsTensorsOfFilesInLine() throws IOException {
    assertTrue(VECTORS.files.size() >= 4);
    for (FileCase file : VECTORS.files) {
      if (!file.refused) {
        ByteString sent = WeightStripper.strip(source(file.in), Sources.path(file.in));
        assertEquals(source(file.out), sent, file.name);
        continue;
      }
      NotAModelException failure =
          assertThrows(
              NotAModelException.class,
              () -> WeightStripper.strip(source(file.in), Sources.path(file.in)));
      assertTrue(failure.getMessage().contains("outside of the model's folder"), file.name);
    }
  }

  @Test
  void refusesWhatIsNoModel() {
    assertTrue(VECTORS.malformed.size() >= 5);
    for (String text : VECTORS.malformed) {
      ByteString malformed = ByteString.copyFrom(HexFormat.of().parseHex(text));
      assertThrows(NotAModelException.class, () -> WeightStripper.strip(malformed), text);
    }
  }

  @Test
  void everyTruncationIsRefusedOrHarmless() {
    ByteString whole = source("tests/data/strip/nested.out.onnx");
    for (int size = 0; size < whole.size(); size++) {
      ByteString part = whole.substring(0, size);
      try {
        assertEquals(part, WeightStripper.strip(part));
      } catch (NotAModelException refused) {
        // That is one of the two.
      }
    }
  }

  private static byte[] within(int field, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeByteArray(field, content);
    out.flush();
    return bytes.toByteArray();
  }

  /** So many graphs within each other around a tensor of 2,000 elements, from inside out. */
  private static ByteString nestedModel(int depth) throws IOException {
    ByteArrayOutputStream tensor = new ByteArrayOutputStream();
    tensor.writeBytes(new byte[] {1 << 3, (byte) 0xd0, 0x0f, 2 << 3, 2});
    tensor.writeBytes(within(9, new byte[2000]));
    byte[] graph = within(5, tensor.toByteArray());
    for (int i = 0; i < depth; i++) {
      graph = within(1, within(5, within(6, graph)));
    }
    return ByteString.copyFrom(within(7, graph));
  }

  @Test
  void stripsDeepModels() throws IOException {
    ByteString model = nestedModel(200);
    assertTrue(WeightStripper.strip(model).size() < model.size() - 1900);
    ByteString tooDeep = nestedModel(2000);
    NotAModelException failure =
        assertThrows(NotAModelException.class, () -> WeightStripper.strip(tooDeep));
    assertTrue(failure.getMessage().contains("too deep"));
  }

  @Test
  void followsLinksWithinTheFolderOnly(@TempDir Path folder) throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    Files.write(folder.resolve("outside.data"), new byte[24]);
    Files.write(model.resolve("inside.data"), new byte[24]);
    Files.createSymbolicLink(model.resolve("out"), Path.of("../outside.data"));
    Files.createSymbolicLink(model.resolve("in"), Path.of("inside.data"));
    Files.createSymbolicLink(model.resolve("circle"), Path.of("circle"));
    Map<String, Boolean> isFound =
        Map.of("in", true, "out", false, "circle", false, ".", false, "missing", false);
    for (Map.Entry<String, Boolean> location : isFound.entrySet()) {
      ByteArrayOutputStream entry = new ByteArrayOutputStream();
      entry.writeBytes(within(1, "location".getBytes()));
      entry.writeBytes(within(2, location.getKey().getBytes()));
      ByteArrayOutputStream tensor = new ByteArrayOutputStream();
      tensor.writeBytes(new byte[] {1 << 3, 3, 2 << 3, 7}); // three of int64
      tensor.writeBytes(within(13, entry.toByteArray()));
      tensor.writeBytes(new byte[] {14 << 3, 1});
      ByteString onnx = ByteString.copyFrom(within(7, within(5, tensor.toByteArray())));
      ByteString sent = WeightStripper.strip(onnx, model.resolve("model.onnx"));
      assertEquals(location.getValue(), !sent.equals(onnx), location.getKey());
    }
  }
}
