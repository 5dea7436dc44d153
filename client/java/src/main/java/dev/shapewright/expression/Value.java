package dev.shapewright.expression;

import java.math.BigInteger;

/** What a part of an expression comes to. */
sealed interface Value {
  /** Of integers within an expression, without the sign. */
  int MAX_BITS = 127;

  /** An integer of 64 bits. */
  record Small(long number) implements Value {}

  /** An integer of more bits. */
  record Wide(BigInteger number) implements Value {}

  /** A fraction in lowest terms, of at least 2 parts. */
  record Ratio(BigInteger over, BigInteger under) implements Value {}

  /** A number in floating point. */
  record Real(double number) implements Value {}

  /** Why there is none. */
  record Failure(ExpressionException.Kind kind, String message) implements Value {
    static Failure overflow() {
      return new Failure(ExpressionException.Kind.OVERFLOW, "a number is too large");
    }

    static Failure divisionByZero() {
      return new Failure(ExpressionException.Kind.DIVISION_BY_ZERO, "a division by 0");
    }

    static Failure unbound(String symbol) {
      return new Failure(ExpressionException.Kind.UNBOUND, "a symbol has no size: " + symbol);
    }

    Failure of(String operation) {
      return new Failure(kind, message + ", of " + operation);
    }
  }

  static Value integer(BigInteger number) {
    if (number.bitLength() < Long.SIZE) {
      return new Small(number.longValue());
    }
    return number.abs().bitLength() > MAX_BITS ? Failure.overflow() : new Wide(number);
  }

  /** The integer that this is. */
  default BigInteger big() {
    return this instanceof Wide wide ? wide.number : BigInteger.valueOf(((Small) this).number);
  }

  /** The numerator of an exact number. */
  default BigInteger over() {
    return this instanceof Ratio ratio ? ratio.over : big();
  }

  /** The denominator of an exact number. */
  default BigInteger under() {
    return this instanceof Ratio ratio ? ratio.under : BigInteger.ONE;
  }

  /** A fraction rounded down; other values stay. */
  default Value whole() {
    return this instanceof Ratio ratio
        ? integer(IntegerOperation.wideFloorDivide(ratio.over, ratio.under))
        : this;
  }

  default boolean isZero() {
    return this instanceof Small small && small.number == 0;
  }

  /** The number in floating point that this is. */
  default double real() {
    return ((Real) this).number;
  }
}
