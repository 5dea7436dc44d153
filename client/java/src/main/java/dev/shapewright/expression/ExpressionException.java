package dev.shapewright.expression;

/** Why a text is no expression, or an expression has no value. */
public final class ExpressionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong. */
  public enum Kind {
    /** The text is no expression. */
    SYNTAX,
    /** A symbol has no size. */
    UNBOUND,
    /** A division by 0. */
    DIVISION_BY_ZERO,
    /**
     * The value is beyond 64 bits, a part of it beyond 127, or a result in floating point is none.
     */
    OVERFLOW
  }

  /** What is wrong. */
  private final Kind kind;

  /** Where in the text. */
  private final int column;

  ExpressionException(Kind kind, int column, String message) {
    super(column == 0 ? message : "column " + column + ": " + message);
    this.kind = kind;
    this.column = column;
  }

  /**
   * What is wrong.
   *
   * @return the kind of the error
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Where the text is wrong.
   *
   * @return the column, counted in characters from 1; 0 where the whole is wrong, or its value
   */
  public int column() {
    return column;
  }
}
