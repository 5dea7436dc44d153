package dev.shapewright.expression;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a {@link Guard} says of a request.
 *
 * @param verdict whether it may be run
 * @param problems why it does not pass; empty: it does
 * @param outputs the sizes of the outputs
 * @param values those of the inner values that were asked for
 * @param memoryBytes what lives at one time; empty: not asked for, or not known
 */
public record GuardResult(
    Verdict verdict,
    List<Problem> problems,
    List<Sizes> outputs,
    List<Sizes> values,
    OptionalLong memoryBytes) {
  /** Whether a request may be run. */
  public enum Verdict {
    /** It may. */
    PASS,
    /** It fails for a shape. */
    FAIL,
    /** Something that it depends on is not known. */
    UNDECIDED
  }

  /**
   * Why a request does not pass.
   *
   * @param text one line for people: what is wrong, and what would be right
   * @param isFailure otherwise the request is undecided
   * @param check the number of the check; -1: an input is missing, unknown, or of another type
   */
  public record Problem(String text, boolean isFailure, int check) {}

  /**
   * An output or inner value at the sizes of a request.
   *
   * @param name its name
   * @param isSized false: it is no tensor, or its rank is not known
   * @param sizes of its axes; empty: not known
   * @param bytes that it needs at most; empty: not known
   */
  public record Sizes(String name, boolean isSized, List<OptionalLong> sizes, OptionalLong bytes) {}
}
