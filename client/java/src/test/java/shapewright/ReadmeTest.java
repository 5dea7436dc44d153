package shapewright;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import readme.Examples;

/** README.md has the examples of readme.Examples, and what they print. */
class ReadmeTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?)```\n\nprints\n\n((?:    [^\n]*\n)+)", Pattern.DOTALL);

  /** An example. */
  private interface Example {
    void run() throws IOException;
  }

  private static String printed(Example example) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
    try {
      example.run();
    } finally {
      System.setOut(before);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void examplesRunAndPrintWhatTheReadmeSays() throws IOException {
    String readme = new String(Sources.read("client/java/README.md"), StandardCharsets.UTF_8);
    String file = "client/java/src/test/java/readme/Examples.java";
    String source =
        new String(Sources.read(file), StandardCharsets.UTF_8).replaceAll("(?m)^ +", "");
    List<MatchResult> examples = EXAMPLE.matcher(readme).results().toList();
    assertEquals(3, examples.size());
    assertEquals(3, readme.split("```java").length - 1);
    for (MatchResult example : examples) {
      String code = example.group(1).replaceAll("(?m)^ +", "");
      assertTrue(source.contains(code), () -> "Examples.java has no\n" + code);
    }
    Path tail = Sources.path("tests/languages/tail.onnx");
    try (TestServer server = TestServer.start()) {
      List<Example> runs =
          List.of(
              () -> Examples.client(server.target(), tail),
              Examples::expressions,
              () -> Examples.errors(server.target(), tail));
      for (int i = 0; i < runs.size(); i++) {
        String expected = examples.get(i).group(2).replaceAll("(?m)^ {4}", "");
        assertEquals(expected, printed(runs.get(i)));
      }
    }
  }
}
