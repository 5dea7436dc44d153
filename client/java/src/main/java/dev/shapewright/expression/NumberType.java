package dev.shapewright.expression;

import java.util.Locale;

/**
 * What kind of numbers a part of an expression has. Those in floating point are doubles, whatever
 * their format: an operation is computed in double and rounded once.
 */
enum NumberType {
  INTEGER,
  F16,
  BF16,
  F32,
  F64;

  private static final double MAX_F16 = 65504;

  /** The format of that name; null: there is none. */
  static NumberType format(String name) {
    for (NumberType type : values()) {
      if (type != INTEGER && type.name().toLowerCase(Locale.ROOT).equals(name)) {
        return type;
      }
    }
    return null;
  }

  /** Rounds half to even; the result is infinite beyond the format's range. */
  double round(double x) {
    if (x == 0 || Double.isInfinite(x)) {
      return x;
    }
    switch (this) {
      case F16:
        double rounded = roundSignificand(x, 11, -24);
        return Math.abs(rounded) > MAX_F16
            ? Math.copySign(Double.POSITIVE_INFINITY, rounded)
            : rounded;
      case BF16:
        return (float) roundSignificand(x, 8, -133);
      case F32:
        return (float) x;
      default:
        return x;
    }
  }

  /** Makes an integer a float: narrow formats are rounded from f32, as runtimes do. */
  double fromInteger(long number) {
    return this == F64 ? number : round((float) number);
  }

  /** Rounds half to even, to so many bits of significand. */
  private static double roundSignificand(double x, int bits, int leastExponent) {
    int unit = Math.max(Math.getExponent(x) + 1 - bits, leastExponent);
    return Math.scalb(Math.rint(Math.scalb(x, -unit)), unit);
  }
}
