/** Why a text is no expression, or an expression has no value. */
export type ExpressionErrorKind = "parse" | "unbound" | "division_by_zero" | "overflow";

/** A text that is no expression, or an expression that has no value at the given sizes. */
export class ExpressionError extends Error {
  override name = "ExpressionError";

  constructor(
    /** Why. */
    readonly kind: ExpressionErrorKind,
    message: string,
    /** Of kind `parse`: where in the text, from 1 on; `undefined`: of the whole. */
    readonly column?: number,
  ) {
    super(column === undefined ? message : `column ${column}: ${message}`);
  }
}
