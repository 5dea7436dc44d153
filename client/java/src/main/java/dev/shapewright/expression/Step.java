package dev.shapewright.expression;

import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** Replaces the last operands on a stack by a value. */
record Step(int operands, Operation operation) {
  /** Makes a value of the operands. */
  interface Operation {
    Value apply(List<Value> operands, Map<String, Long> sizes);
  }

  static Step constant(Value value) {
    return new Step(0, (operands, sizes) -> value);
  }

  static Step symbol(String name) {
    return new Step(
        0,
        (operands, sizes) -> {
          Long size = sizes.get(name);
          return size == null ? Value.Failure.unbound(name) : new Value.Small(size);
        });
  }

  /**
   * Only the side that is taken needs a value.
   *
   * @param place which of the first two operands is the condition
   */
  static Step choice(int place) {
    return new Step(
        3,
        (operands, sizes) -> {
          Value condition = operands.get(place).whole();
          if (condition instanceof Value.Failure) {
            return condition;
          }
          return operands.get(condition.isZero() ? 2 : 1 - place);
        });
  }

  /** All of the operands, from the first one on, have to have values. */
  static Step fold(String name, int count, BinaryOperator<Value> operator) {
    return new Step(
        count,
        (operands, sizes) -> {
          Value result = operands.get(0);
          for (Value operand : operands.subList(1, count)) {
            if (result instanceof Value.Failure) {
              return result;
            }
            result =
                operand instanceof Value.Failure ? operand : named(name, operator, result, operand);
          }
          return result;
        });
  }

  private static Value named(String name, BinaryOperator<Value> operator, Value a, Value b) {
    Value result = operator.apply(a, b);
    return result instanceof Value.Failure failure ? failure.of(name) : result;
  }

  static Step unary(String name, UnaryOperator<Value> operator) {
    return new Step(
        1,
        (operands, sizes) -> {
          Value operand = operands.get(0);
          return operand instanceof Value.Failure
              ? operand
              : named(name, (a, b) -> operator.apply(a), operand, operand);
        });
  }

  static Step convertInteger(NumberType format, String name) {
    return unary(
        name,
        operand ->
            operand.whole() instanceof Value.Small small
                ? new Value.Real(format.fromInteger(small.number()))
                : Value.Failure.overflow());
  }

  static Step convertFloat(NumberType format, String name) {
    return unary(name, operand -> new Value.Real(format.round(operand.real())));
  }

  /** Cuts off what is behind the point. */
  static Step truncate(String name) {
    return unary(
        name,
        operand -> {
          double x = operand.real();
          double whole = x < 0 ? Math.ceil(x) : Math.floor(x);
          return whole >= -0x1p63 && whole < 0x1p63
              ? new Value.Small((long) whole)
              : Value.Failure.overflow();
        });
  }
}
