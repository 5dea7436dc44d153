package dev.shapewright.expression;

import java.math.BigInteger;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;

/** An operation on two integers; those of one operand have it as the second one. */
enum IntegerOperation {
  ADD(Math::addExact, BigInteger::add),
  SUBTRACT(Math::subtractExact, BigInteger::subtract),
  MULTIPLY(Math::multiplyExact, BigInteger::multiply),
  FLOOR_DIVIDE(
      (a, b) -> b == -1 ? Math.negateExact(a) : Math.floorDiv(a, b),
      IntegerOperation::wideFloorDivide),
  CEIL_DIVIDE(
      (a, b) -> b == -1 ? Math.negateExact(a) : -Math.floorDiv(Math.negateExact(a), b),
      (a, b) -> wideFloorDivide(a.negate(), b).negate()),
  TRUNC_DIVIDE((a, b) -> b == -1 ? Math.negateExact(a) : a / b, BigInteger::divide),
  MOD(Math::floorMod, (a, b) -> a.subtract(wideFloorDivide(a, b).multiply(b))),
  /** The first operand is a constant of at least 2. */
  POWER(IntegerOperation::power, IntegerOperation::widePower),
  MIN(Math::min, BigInteger::min),
  MAX(Math::max, BigInteger::max),
  BROADCAST((a, b) -> a == 1 ? b : a, (a, b) -> a.equals(BigInteger.ONE) ? b : a),
  EQUAL(sign -> sign == 0),
  NOT_EQUAL(sign -> sign != 0),
  AT_MOST(sign -> sign <= 0),
  LESS(sign -> sign < 0),
  AT_LEAST(sign -> sign >= 0),
  MORE(sign -> sign > 0),
  AND(MULTIPLY.small, MULTIPLY.wide),
  OR(MAX.small, MAX.wide),
  NOT((a, b) -> Math.subtractExact(1, b), (a, b) -> BigInteger.ONE.subtract(b)),
  NEGATE((a, b) -> Math.negateExact(b), (a, b) -> b.negate());

  /** On 64 bits: throws an ArithmeticException where the result has more. */
  private final LongBinaryOperator small;

  private final BinaryOperator<BigInteger> wide;

  IntegerOperation(LongBinaryOperator small, BinaryOperator<BigInteger> wide) {
    this.small = small;
    this.wide = wide;
  }

  /** A comparison: 1 where it holds for the sign of a - b, else 0. */
  IntegerOperation(IntPredicate holds) {
    this(
        (a, b) -> holds.test(Long.compare(a, b)) ? 1 : 0,
        (a, b) -> holds.test(a.compareTo(b)) ? BigInteger.ONE : BigInteger.ZERO);
  }

  private boolean divides() {
    return this == FLOOR_DIVIDE || this == CEIL_DIVIDE || this == TRUNC_DIVIDE || this == MOD;
  }

  /** The value for two integers. */
  Value apply(Value a, Value b) {
    if (divides() && b.isZero()) {
      return Value.Failure.divisionByZero();
    }
    try {
      if (a instanceof Value.Small first && b instanceof Value.Small second) {
        return new Value.Small(small.applyAsLong(first.number(), second.number()));
      }
    } catch (ArithmeticException tooLarge) {
      // It is computed with more bits.
    }
    BigInteger result = wide.apply(a.big(), b.big());
    return result == null ? Value.Failure.overflow() : Value.integer(result);
  }

  static BigInteger wideFloorDivide(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    boolean isRoundedUp = parts[1].signum() * b.signum() < 0;
    return isRoundedUp ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  private static long power(long base, long exponent) {
    long result = exponent < 0 ? 0 : 1;
    for (long left = exponent; left > 0; left--) {
      result = Math.multiplyExact(result, base); // ends soon: it is doubled at least
    }
    return result;
  }

  /** Null where the result is too large to be computed. */
  private static BigInteger widePower(BigInteger base, BigInteger exponent) {
    if (exponent.signum() < 0) {
      return BigInteger.ZERO;
    }
    boolean isSmall = exponent.bitLength() < Long.SIZE && exponent.longValue() <= Value.MAX_BITS;
    return isSmall ? base.pow(exponent.intValue()) : null;
  }
}
