import type { ExpressionErrorKind } from "./errors.js";
import type { Fraction } from "./fractions.js";

/** Why a part of an expression has no value. It matters only if the whole needs the part. */
export class Failure {
  constructor(
    readonly kind: Exclude<ExpressionErrorKind, "parse">,
    readonly message: string,
    /** It is a power that is too large, times something: 0 times that is 0. */
    readonly isPower = false,
  ) {}
}

/** An integer, a fraction, a number in floating point, or why there is none. */
export type Value = bigint | Fraction | number | Failure;

export const divisionByZero = new Failure("division_by_zero", "a division by 0");
export const overflow = new Failure("overflow", "a number is too large");
export const powerOverflow = new Failure("overflow", "a power is too large", true);
