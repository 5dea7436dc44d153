package dev.shapewright.expression;

/** Bytes that are no guard, or a program that makes no sense. */
public final class GuardException extends RuntimeException {
  private static final long serialVersionUID = 1;

  GuardException(String message) {
    super(message);
  }

  GuardException(String message, Throwable cause) {
    super(message, cause);
  }
}
