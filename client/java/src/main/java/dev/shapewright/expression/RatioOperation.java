package dev.shapewright.expression;

import java.math.BigInteger;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Operations on exact numbers, integers and fractions; those of one operand have it as the second
 * one.
 */
final class RatioOperation {
  private static final Function<Value, BigInteger> FLOOR =
      a -> IntegerOperation.wideFloorDivide(a.over(), a.under());
  private static final Function<Value, BigInteger> CEIL =
      a -> IntegerOperation.wideFloorDivide(a.over().negate(), a.under()).negate();
  private static final Function<Value, BigInteger> TRUNC = a -> a.over().divide(a.under());

  /** By their names in texts. Operations that are not among them are of integers. */
  private static final Map<String, BinaryOperator<Value>> OPERATIONS =
      Map.ofEntries(
          Map.entry("+", (a, b) -> sum(a, b.over(), b.under())),
          Map.entry("-", RatioOperation::subtract),
          Map.entry("*", RatioOperation::multiply),
          Map.entry("/", RatioOperation::divide),
          Map.entry("**", RatioOperation::power),
          Map.entry("//", division(FLOOR)),
          Map.entry("floordiv", division(FLOOR)),
          Map.entry("ceildiv", division(CEIL)),
          Map.entry("truncdiv", division(TRUNC)),
          Map.entry("mod", remainder(FLOOR)),
          Map.entry("truncmod", remainder(TRUNC)),
          Map.entry("min", (a, b) -> compare(a, b) <= 0 ? a : b),
          Map.entry("max", (a, b) -> compare(a, b) >= 0 ? a : b),
          Map.entry("floor", rounding(FLOOR)),
          Map.entry("ceil", rounding(CEIL)),
          Map.entry("int", rounding(TRUNC)),
          Map.entry("round", rounding(RatioOperation::nearest)),
          Map.entry("=", comparison(sign -> sign == 0)),
          Map.entry("!=", comparison(sign -> sign != 0)),
          Map.entry("<=", comparison(sign -> sign <= 0)),
          Map.entry("<", comparison(sign -> sign < 0)),
          Map.entry(">=", comparison(sign -> sign >= 0)),
          Map.entry(">", comparison(sign -> sign > 0)),
          Map.entry("not", (a, b) -> subtract(new Value.Small(1), b)),
          Map.entry("negate", (a, b) -> subtract(new Value.Small(0), b)));

  private RatioOperation() {}

  /** Null if it is of integers only. */
  static BinaryOperator<Value> find(String name) {
    return OPERATIONS.get(name);
  }

  /** The exact number: an integer where it is one. */
  static Value ratio(BigInteger over, BigInteger under) {
    if (under.signum() == 0) {
      return Value.Failure.divisionByZero();
    }
    BigInteger divisor = over.gcd(under);
    if (under.signum() < 0) {
      divisor = divisor.negate();
    }
    BigInteger a = over.divide(divisor);
    BigInteger b = under.divide(divisor);
    if (b.equals(BigInteger.ONE)) {
      return Value.integer(a);
    }
    boolean fits = Math.max(a.abs().bitLength(), b.bitLength()) <= Value.MAX_BITS;
    return fits ? new Value.Ratio(a, b) : Value.Failure.overflow();
  }

  private static Value sum(Value a, BigInteger over, BigInteger under) {
    return ratio(a.over().multiply(under).add(over.multiply(a.under())), a.under().multiply(under));
  }

  private static Value subtract(Value a, Value b) {
    return sum(a, b.over().negate(), b.under());
  }

  private static Value multiply(Value a, Value b) {
    return ratio(a.over().multiply(b.over()), a.under().multiply(b.under()));
  }

  private static Value divide(Value a, Value b) {
    return ratio(a.over().multiply(b.under()), a.under().multiply(b.over()));
  }

  private static BinaryOperator<Value> division(Function<Value, BigInteger> round) {
    return (a, b) -> {
      Value ratio = divide(a, b);
      return ratio instanceof Value.Failure ? ratio : Value.integer(round.apply(ratio));
    };
  }

  private static BinaryOperator<Value> remainder(Function<Value, BigInteger> round) {
    BinaryOperator<Value> division = division(round);
    return (a, b) -> {
      Value quotient = division.apply(a, b);
      Value part = quotient instanceof Value.Failure ? quotient : multiply(b, quotient);
      return part instanceof Value.Failure ? part : subtract(a, part);
    };
  }

  private static BinaryOperator<Value> rounding(Function<Value, BigInteger> round) {
    return (a, b) -> Value.integer(round.apply(b));
  }

  /** A half goes to the even number. */
  private static BigInteger nearest(Value a) {
    BigInteger floor = FLOOR.apply(a);
    BigInteger twice = a.over().subtract(floor.multiply(a.under())).shiftLeft(1);
    int side = twice.compareTo(a.under());
    return side > 0 || (side == 0 && floor.testBit(0)) ? floor.add(BigInteger.ONE) : floor;
  }

  private static int compare(Value a, Value b) {
    return a.over().multiply(b.under()).compareTo(b.over().multiply(a.under()));
  }

  private static BinaryOperator<Value> comparison(IntPredicate holds) {
    return (a, b) -> new Value.Small(holds.test(compare(a, b)) ? 1 : 0);
  }

  private static Value power(Value a, Value b) {
    BigInteger exponent = FLOOR.apply(b);
    BigInteger count = exponent.abs();
    boolean isLarge = count.bitLength() >= Integer.SIZE || count.intValue() > Value.MAX_BITS;
    boolean isUnit =
        a.over().abs().compareTo(BigInteger.ONE) <= 0 && a.under().equals(BigInteger.ONE);
    if (isLarge && !isUnit) {
      return Value.Failure.overflow();
    }
    int times = isLarge ? 2 + (count.testBit(0) ? 1 : 0) : count.intValue();
    BigInteger over = a.over().pow(times);
    BigInteger under = a.under().pow(times);
    return exponent.signum() < 0 ? ratio(under, over) : ratio(over, under);
  }
}
