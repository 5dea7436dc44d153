package dev.shapewright.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shapewright.Sources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExpressionTest {
  /** A file of cases. */
  record Vectors(List<Case> cases) {}

  /** A text, and what it comes to. */
  record Case(String text, String prints, String error, List<String> symbols, List<At> at) {
    @Override
    public String toString() {
      return text.substring(0, Math.min(text.length(), 40));
    }
  }

  /** Sizes, and the value there; numbers are strings where they have many digits. */
  record At(Map<String, String> sizes, String value, String error) {
    String expected() {
      return error == null ? value : error;
    }

    /** The value, or the kind of the error. */
    String outcome(Expression expression) {
      Map<String, Long> numbers = new HashMap<>();
      sizes.forEach((symbol, size) -> numbers.put(symbol, Long.valueOf(size)));
      try {
        return String.valueOf(expression.evaluate(numbers));
      } catch (ExpressionException failure) {
        return failure.kind().name().toLowerCase(Locale.ROOT);
      }
    }
  }

  /** All of tests/data/vectors, whose values are brute force, and sympy's. */
  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (String file : List.of("expressions.json", "dialects.json")) {
      cases.addAll(Sources.vectors(file, Vectors.class).cases());
    }
    assertTrue(cases.size() >= 400);
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void readsEvaluatesAndPrints(Case given) {
    if ("parse".equals(given.error)) {
      assertSyntaxError(given.text);
      return;
    }
    Expression expression = Expression.parse(given.text);
    assertEquals(given.symbols, expression.symbols());
    Expression again = Expression.parse(expression.toString());
    assertEquals(expression, again);
    for (At at : given.at) {
      assertEquals(at.expected(), at.outcome(expression), () -> "at " + at.sizes);
      assertEquals(at.expected(), at.outcome(again), () -> "printed, at " + at.sizes);
    }
    if (given.prints == null || given.prints.isEmpty()) {
      return;
    }
    Expression printed = Expression.parse(given.prints);
    assertEquals(given.prints, printed.toString());
    for (At at : given.at) {
      if (at.error == null) {
        assertEquals(at.value, at.outcome(printed), () -> given.prints + " at " + at.sizes);
      }
    }
  }

  private static ExpressionException assertSyntaxError(String text) {
    ExpressionException failure =
        assertThrows(ExpressionException.class, () -> Expression.parse(text), text);
    assertEquals(ExpressionException.Kind.SYNTAX, failure.kind());
    return failure;
  }

  private static long at(String text, long n) {
    return Expression.parse(text).evaluate(Map.of("N", n));
  }

  /** The notation says what these come to; 2 to the 63rd has more than 64 bits. */
  @Test
  void evaluatesPowersOfConstants() {
    assertEquals(1, at("2^N", 0));
    assertEquals(1024, at("2**N", 10));
    assertEquals(0, at("2^N", -1));
    assertEquals(-9, at("-3^2", 0));
    assertEquals(1L << 62, at("2^N", 62));
    assertEquals(8, at("2^(N + 1)*2", 1));
    assertEquals(1, at("2^N//2^N", 126));
    assertEquals("2**(N - 1)", Expression.parse("2 ** ( N-1 )").toString());
    for (long n : new long[] {63, 127, 1000, Long.MAX_VALUE}) {
      ExpressionException failure =
          assertThrows(ExpressionException.class, () -> at("2^N", n), () -> "2^" + n);
      assertEquals(ExpressionException.Kind.OVERFLOW, failure.kind());
    }
    for (String text : List.of("N**N", "1**N", "2^", "2^2^2", "N**65")) {
      assertSyntaxError(text);
    }
  }

  @Test
  void errorsOfTextsSayTheColumn() {
    ExpressionException failure = assertSyntaxError("N + ");
    assertEquals(
        "column 5: expected a number, a name or \"(\", found the end", failure.getMessage());
    assertEquals(5, failure.column());
    assertEquals(7, assertSyntaxError("`\ud83d\ude00` + +").column()); // one character, not two
    assertSyntaxError("N\0");
  }

  @Test
  void readsLongTexts() {
    List<String> names = IntStream.range(0, 50_000).mapToObj(i -> "N" + i).toList();
    Expression expression = Expression.parse(String.join(" + ", names));
    assertEquals(names, expression.symbols());
    assertTrue(assertSyntaxError("N + ".repeat(1 << 18) + "N").getMessage().contains("parts"));
    // Numbers within do not grow without end.
    ExpressionException failure =
        assertThrows(ExpressionException.class, () -> at("N*".repeat(100_000) + "N", 3));
    assertEquals(ExpressionException.Kind.OVERFLOW, failure.kind());
  }

  @Test
  void readsDeepTextsOnSmallStacks() throws InterruptedException {
    String deepest = "if(not (".repeat(128) + "N" + " = 1), 2, 3)".repeat(128);
    AtomicReference<Object> result = new AtomicReference<>();
    Runnable read =
        () -> {
          try {
            result.set(at(deepest, 1));
          } catch (StackOverflowError overflow) {
            result.set(overflow);
          }
        };
    Thread thread = new Thread(null, read, "small", 512 << 10);
    thread.start();
    thread.join();
    assertTrue(result.get() instanceof Long, () -> String.valueOf(result.get()));
    assertTrue(
        assertSyntaxError("(".repeat(257) + "N" + ")".repeat(257)).getMessage().contains("deep"));
  }

  @Test
  void namesAreFoundOnce() {
    Expression expression = Expression.parse("`a b` + N + x[0] + N + ?");
    assertEquals(
        "[a b, N, x[0]]", expression.symbols().stream().collect(Collectors.toList()).toString());
  }
}
