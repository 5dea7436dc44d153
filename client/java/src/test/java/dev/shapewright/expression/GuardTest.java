package dev.shapewright.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shapewright.Sources;
import dev.shapewright.v1.ElementType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The values are Python's integers and fractions: tests/data/vectors/generate_guards.py. */
class GuardTest {
  /** tests/data/vectors/guards.json. */
  record Vectors(List<Program> cases, List<Requests> requests, List<Malformed> malformed) {}

  /** A program, and what it comes to. */
  record Program(String reads, String program, List<At> at) {}

  /** Numbers of slots and instructions. */
  record At(List<String> slots, List<String> numbers) {}

  /** Requests to one guard. */
  record Requests(String program, List<Request> requests) {}

  /** A request, and what the guard says. */
  record Request(
      Map<String, Input> inputs,
      String verdict,
      List<Integer> checks,
      int others,
      Map<String, Output> outputs,
      Long memory) {}

  /** A tensor. */
  record Input(List<Long> sizes, String type, List<Long> elements) {}

  /** Sizes of an output. */
  record Output(List<Long> sizes, Long bytes) {}

  /** What no client may load. */
  record Malformed(String name, String program) {}

  private static final Vectors VECTORS = Sources.vectors("guards.json", Vectors.class);

  private static Guard load(String program) {
    return Guard.load(Base64.getDecoder().decode(program));
  }

  private static String outcome(Value number) {
    return number instanceof Value.Failure failure
        ? failure.kind().name().toLowerCase(Locale.ROOT)
        : number instanceof Value.Real ? "" : number.big().toString();
  }

  @Test
  void programsComeToWhatTheVectorsSay() {
    for (Program each : VECTORS.cases) {
      Guard guard = load(each.program);
      for (At at : each.at) {
        Long[] slots =
            at.slots.stream().map(s -> s == null ? null : Long.valueOf(s)).toArray(Long[]::new);
        List<Value> numbers = guard.numbers(slots);
        for (int i = 0; i < numbers.size(); i++) {
          String wanted = at.numbers.get(i);
          if (wanted != null) {
            assertEquals(wanted, outcome(numbers.get(i)), "#" + i + " of " + each.reads);
          }
        }
      }
    }
  }

  private static GuardTensor tensor(Input input) {
    ElementType type =
        switch (input.type) {
          case "float32" -> ElementType.ELEMENT_TYPE_FLOAT;
          case "int64" -> ElementType.ELEMENT_TYPE_INT64;
          default -> ElementType.ELEMENT_TYPE_UNSPECIFIED;
        };
    return new GuardTensor(input.sizes, type, input.elements);
  }

  private static Map<String, GuardTensor> inputs(Request request) {
    Map<String, GuardTensor> inputs = new LinkedHashMap<>();
    request.inputs.forEach((name, input) -> inputs.put(name, tensor(input)));
    return inputs;
  }

  private static OptionalLong known(Long number) {
    return number == null ? OptionalLong.empty() : OptionalLong.of(number);
  }

  @Test
  void requestsAreWhatTheVectorsSay() {
    for (Requests each : VECTORS.requests) {
      Guard guard = load(each.program);
      for (Request request : each.requests) {
        GuardResult result = guard.check(inputs(request));
        List<Integer> checks =
            result.problems().stream()
                .map(GuardResult.Problem::check)
                .filter(check -> check >= 0)
                .toList();
        assertEquals(request.verdict, result.verdict().name().toLowerCase(Locale.ROOT));
        assertEquals(request.checks, checks);
        assertEquals(request.others, result.problems().size() - checks.size());
        assertEquals(known(request.memory), result.memoryBytes());
        for (GuardResult.Sizes sizes : result.outputs()) {
          Output wanted = request.outputs.get(sizes.name());
          assertEquals(wanted.sizes != null, sizes.isSized());
          assertEquals(known(wanted.bytes), sizes.bytes());
          List<Long> all = wanted.sizes == null ? List.of() : wanted.sizes;
          assertEquals(all.stream().map(GuardTest::known).toList(), sizes.sizes());
        }
      }
    }
  }

  @Test
  void tellsWhatIsWrongAndWhatWouldBeRight() {
    Map<String, GuardTensor> inputs = new LinkedHashMap<>();
    inputs.put("x", new GuardTensor(List.of(8L, 600L), ElementType.ELEMENT_TYPE_DOUBLE, List.of()));
    inputs.put("mask", GuardTensor.of(7, 600));
    List<String> texts =
        load(VECTORS.requests.get(0).program).check(inputs).problems().stream()
            .map(GuardResult.Problem::text)
            .toList();
    assertEquals(
        List.of(
            "input x is float64; give float32[N, S]",
            "axis 0 of input mask is N: 7 = 8 does not hold; give 8",
            "S <= 512: 600 <= 512 does not hold"),
        texts);
  }

  @Test
  void refusesWhatIsNoGuard() {
    for (Malformed each : VECTORS.malformed) {
      assertThrows(GuardException.class, () -> load(each.program), each.name);
    }
    assertThrows(GuardException.class, () -> Guard.load(new byte[] {-1}));
  }

  private static long count(Requests each, String verdict) {
    return each.requests.stream().filter(request -> request.verdict.equals(verdict)).count();
  }

  @Test
  void doorRefusesWhatFailsUnlessInShadow() {
    for (Requests each : VECTORS.requests) {
      for (boolean enforces : List.of(false, true)) {
        List<GuardDoor.Admission> told = new ArrayList<>();
        GuardDoor door = new GuardDoor(load(each.program), told::add);
        door.enforce(enforces);
        for (Request request : each.requests) {
          boolean fails = request.verdict.equals("fail");
          assertEquals(!fails || !enforces, door.admit(inputs(request)).admitted());
        }
        GuardDoor.Counts counts = door.counts();
        for (GuardResult.Verdict verdict : GuardResult.Verdict.values()) {
          String name = verdict.name().toLowerCase(Locale.ROOT);
          assertEquals(count(each, name), counts.requests().get(verdict));
        }
        assertEquals(enforces ? count(each, "fail") : 0, counts.refused());
        assertEquals(count(each, "fail"), told.size());
        long others =
            each.requests.stream().filter(r -> r.verdict.equals("fail") && r.others > 0).count();
        assertEquals(others, counts.failures().getOrDefault(GuardDoor.INPUTS, 0L));
      }
    }
  }

  @Test
  void doorMetricsAreThoseOfPrometheus() {
    Requests each = VECTORS.requests.get(0);
    GuardDoor door = new GuardDoor(load(each.program));
    door.enforce(true);
    each.requests.forEach(request -> door.admit(inputs(request)));
    GuardDoor other = new GuardDoor(load(each.program));
    List<String> lines =
        List.of(GuardDoor.metrics(Map.of("a \"b\"\\c", door, "d", other)).split("\n"));
    String model = "{model=\"a \\\"b\\\"\\\\c\"";
    GuardDoor.Counts counts = door.counts();
    List<String> expected = new ArrayList<>();
    expected.add("requests_total" + model + ",verdict=\"fail\"} " + count(each, "fail"));
    counts
        .failures()
        .forEach(
            (check, n) ->
                expected.add("failures_total" + model + ",check=\"" + check + "\"} " + n));
    expected.add("refused_total" + model + "} " + counts.refused());
    expected.add("refused_total{model=\"d\"} 0");
    for (String line : expected) {
      assertEquals(1, lines.stream().filter(("shapewright_door_" + line)::equals).count(), line);
    }
    assertEquals(3, lines.stream().filter(line -> line.startsWith("# TYPE")).count());
  }
}
