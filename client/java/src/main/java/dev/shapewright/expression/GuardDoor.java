package dev.shapewright.expression;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Lets requests to a model through, or refuses them, by its guard. In shadow mode all are let
 * through, and those that would be refused are counted and told. In enforcing mode requests that
 * fail are refused; undecided ones are let through. Any number of threads may use it.
 */
public final class GuardDoor {
  /**
   * What a failure is counted by that is of no check: an input is missing, unknown, or of another
   * type.
   */
  public static final String INPUTS = "inputs";

  private final Guard guard;
  private final Consumer<Admission> onFailure;
  private volatile boolean enforces;
  private final Map<GuardResult.Verdict, Long> requests = new EnumMap<>(GuardResult.Verdict.class);
  private final Map<String, Long> failures = new TreeMap<>();
  private long refused;

  /**
   * What a door says of a request.
   *
   * @param admitted whether to run it; in shadow mode always
   * @param result what the guard says of it
   */
  public record Admission(boolean admitted, GuardResult result) {}

  /**
   * What a door has seen so far.
   *
   * @param requests how many had each verdict
   * @param failures how many failed each check, by its text, or {@link #INPUTS}
   * @param refused how many were refused; in shadow mode none
   */
  public record Counts(
      Map<GuardResult.Verdict, Long> requests, Map<String, Long> failures, long refused) {}

  /**
   * A door in shadow mode.
   *
   * @param guard the guard of the model
   * @param onFailure called for each request that fails, in the thread of the caller
   */
  public GuardDoor(Guard guard, Consumer<Admission> onFailure) {
    this.guard = guard;
    this.onFailure = onFailure;
    for (GuardResult.Verdict verdict : GuardResult.Verdict.values()) {
      requests.put(verdict, 0L);
    }
  }

  /**
   * A door in shadow mode that only counts.
   *
   * @param guard the guard of the model
   */
  public GuardDoor(Guard guard) {
    this(guard, admission -> {});
  }

  /**
   * Says whether requests are refused from now on.
   *
   * @param enforces false: shadow mode
   */
  public void enforce(boolean enforces) {
    this.enforces = enforces;
  }

  /**
   * Checks a request, as {@link Guard#check} does, and counts it.
   *
   * @param inputs its inputs by name
   * @return whether to run it
   */
  public Admission admit(Map<String, GuardTensor> inputs) {
    GuardResult result = guard.check(inputs);
    boolean fails = result.verdict() == GuardResult.Verdict.FAIL;
    Admission admission = new Admission(!fails || !enforces, result);
    count(admission);
    if (fails) {
      onFailure.accept(admission);
    }
    return admission;
  }

  private synchronized void count(Admission admission) {
    Set<String> failed = new HashSet<>();
    for (GuardResult.Problem problem : admission.result().problems()) {
      if (problem.isFailure()) {
        int check = problem.check();
        failed.add(check < 0 ? INPUTS : guard.program().getChecks(check).getMessage());
      }
    }
    requests.merge(admission.result().verdict(), 1L, Long::sum);
    failed.forEach(text -> failures.merge(text, 1L, Long::sum));
    refused += admission.admitted() ? 0 : 1;
  }

  /**
   * What it has seen so far.
   *
   * @return the counts
   */
  public synchronized Counts counts() {
    return new Counts(Map.copyOf(requests), Map.copyOf(failures), refused);
  }

  /**
   * The counts in the text format of Prometheus.
   *
   * @param model its name, for the label
   * @return the text
   */
  public String metrics(String model) {
    return metrics(Map.of(model, this));
  }

  /**
   * The counts of doors, in the text format of Prometheus.
   *
   * @param doors the doors by the names of their models
   * @return the text
   */
  public static String metrics(Map<String, GuardDoor> doors) {
    StringBuilder requests = family("requests", "Requests, by what the guard says of them.");
    StringBuilder failures = family("failures", "Requests that fail a check.");
    StringBuilder refused = family("refused", "Requests that were refused.");
    new TreeMap<>(doors)
        .forEach(
            (model, door) -> {
              Counts seen = door.counts();
              seen.requests()
                  .forEach(
                      (verdict, n) ->
                          add(
                              requests,
                              "requests",
                              model,
                              "verdict",
                              verdict.name().toLowerCase(Locale.ROOT),
                              n));
              seen.failures()
                  .forEach((check, n) -> add(failures, "failures", model, "check", check, n));
              add(refused, "refused", model, null, null, seen.refused());
            });
    return requests.append(failures).append(refused).toString();
  }

  private static StringBuilder family(String name, String text) {
    String metric = "shapewright_door_" + name + "_total";
    return new StringBuilder()
        .append("# HELP " + metric + " " + text + "\n# TYPE " + metric + " counter\n");
  }

  private static void add(
      StringBuilder samples, String name, String model, String label, String value, long number) {
    samples.append("shapewright_door_" + name + "_total{model=\"" + escaped(model) + "\"");
    if (label != null) {
      samples.append("," + label + "=\"" + escaped(value) + "\"");
    }
    samples.append("} " + number + "\n");
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
