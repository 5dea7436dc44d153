package dev.shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of README.md are programs, which print what it says. */
class ReadmeTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?)```\n\nprints\n\n((?:    [^\n]*\n)+)", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

  /** Compiles a program and runs it in this folder, which the paths in it are from. */
  private static String printed(Path source, String target)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    ProcessBuilder process = new ProcessBuilder(java, "-cp", classes, source.toString());
    process.environment().put("SHAPEWRIGHT_TARGET", target);
    Process running = process.redirectErrorStream(true).start();
    String text = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, running.waitFor(), text);
    return text;
  }

  @Test
  void examplesRunAndPrintWhatTheReadmeSays(@TempDir Path folder)
      throws IOException, InterruptedException {
    String readme = new String(Sources.read("client/java/README.md"), StandardCharsets.UTF_8);
    List<MatchResult> examples = EXAMPLE.matcher(readme).results().toList();
    assertEquals(3, examples.size());
    assertEquals(3, readme.split("```java").length - 1);
    try (TestServer server = TestServer.start()) {
      for (MatchResult example : examples) {
        MatchResult name = CLASS.matcher(example.group(1)).results().findFirst().orElseThrow();
        Path source = folder.resolve(name.group(1) + ".java");
        Files.writeString(source, example.group(1));
        String expected = example.group(2).replaceAll("(?m)^ {4}", "");
        assertEquals(expected, printed(source, server.target()));
      }
    }
  }

  @Test
  void packagesAreNamedByTheGroup() {
    assertTrue(ShapewrightClient.class.getPackageName().startsWith("dev.shapewright"));
    assertEquals("dev.shapewright.v1", dev.shapewright.v1.ModelSpec.class.getPackageName());
  }
}
