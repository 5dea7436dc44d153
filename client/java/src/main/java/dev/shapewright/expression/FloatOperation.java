package dev.shapewright.expression;

import java.util.function.DoubleBinaryOperator;

/** An operation on two floats; those of one operand ignore the second one. */
enum FloatOperation {
  ADD((a, b) -> a + b),
  SUBTRACT((a, b) -> a - b),
  MULTIPLY((a, b) -> a * b),
  DIVIDE((a, b) -> a / b),
  MIN(Math::min),
  MAX(Math::max),
  FLOOR((a, b) -> Math.floor(a)),
  CEIL((a, b) -> Math.ceil(a)),
  ROUND((a, b) -> Math.rint(a)),
  SQRT((a, b) -> Math.sqrt(a));

  private final DoubleBinaryOperator operator;

  FloatOperation(DoubleBinaryOperator operator) {
    this.operator = operator;
  }

  /** The value for two floats of a format. */
  Value apply(NumberType format, Value a, Value b) {
    if (this == DIVIDE && b.real() == 0) {
      return Value.Failure.divisionByZero(); // its sign would depend on that of the 0
    }
    double result = operator.applyAsDouble(a.real(), b.real());
    return Double.isNaN(result) ? Value.Failure.overflow() : new Value.Real(format.round(result));
  }
}
