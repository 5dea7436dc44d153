package dev.shapewright.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An expression over the sizes of symbols, as dims of answers have them: {@code 2*N + 5}. It is
 * immutable, and needs no server. {@code docs/notation.md} of Shapewright has the notation.
 */
public final class Expression {
  private final List<Step> steps;
  private final List<String> symbols;
  private final String text;

  Expression(List<Step> steps, List<String> symbols, String text) {
    this.steps = List.copyOf(steps);
    this.symbols = List.copyOf(symbols);
    this.text = text;
  }

  /**
   * Reads a text in the notation of dims.
   *
   * @param text the expression
   * @return what it says
   * @throws ExpressionException of the kind SYNTAX if it is none
   */
  public static Expression parse(String text) {
    return new Parser(text).parse();
  }

  /**
   * The names in it, such as {@code N}, {@code x[0]} and {@code ?1}.
   *
   * @return each once, without backticks, in their order
   */
  public List<String> symbols() {
    return symbols;
  }

  /**
   * The value at sizes of symbols. Only the side of an {@code if} that is taken needs a value.
   *
   * @param sizes by symbol; others than those of the expression are ignored
   * @return the value
   * @throws ExpressionException of the kind UNBOUND, DIVISION_BY_ZERO or OVERFLOW if there is none
   */
  public long evaluate(Map<String, Long> sizes) {
    List<Value> stack = new ArrayList<>();
    for (Step step : steps) {
      List<Value> operands = stack.subList(stack.size() - step.operands(), stack.size());
      Value value = step.operation().apply(operands, sizes);
      operands.clear();
      stack.add(value);
    }
    Value result = stack.get(0).whole();
    if (result instanceof Value.Wide) {
      result = Value.Failure.overflow();
    }
    if (result instanceof Value.Failure failure) {
      throw new ExpressionException(failure.kind(), 0, failure.message());
    }
    return ((Value.Small) result).number();
  }

  /** Its text in normal spacing; it parses to an equal expression. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Expression expression && text.equals(expression.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
