package dev.shapewright.expression;

import java.math.BigInteger;
import java.util.function.IntPredicate;

/** Takes a text apart. */
final class Scanner {
  /** What stands behind the text. */
  static final int END = -1;

  private static final int SHOWN_TEXT = 20;

  /** More digits than 64 bits have. */
  private static final int MANY_DIGITS = 20;

  private final String source;
  private int at;

  Scanner(String source) {
    this.source = source;
  }

  int position() {
    return at;
  }

  ExpressionException failure(int position, String message) {
    int column = source.codePointCount(0, position) + 1;
    return new ExpressionException(ExpressionException.Kind.SYNTAX, column, message);
  }

  ExpressionException expected(String what) {
    String found = peek() == END ? "the end" : shown(source.substring(at));
    return failure(at, "expected " + what + ", found " + found);
  }

  static String shown(String text) {
    return '"' + text.substring(0, Math.min(text.length(), SHOWN_TEXT)) + '"';
  }

  /** Passes white space, and gives what follows. */
  int peek() {
    while (at < source.length() && " \t\n\u000b\f\r".indexOf(source.charAt(at)) >= 0) {
      at++;
    }
    return current();
  }

  int current() {
    return at < source.length() ? source.charAt(at) : END;
  }

  /** Takes the character here, whatever it is. */
  int next() {
    int result = current();
    at++;
    return result;
  }

  /** Whether the text goes on so; nothing is passed. */
  boolean startsWith(String token) {
    return source.startsWith(token, at);
  }

  /** Whether a point and a digit follow at once. */
  boolean isDecimalNext() {
    return current() == '.' && at + 1 < source.length() && isDigit(source.charAt(at + 1));
  }

  /**
   * Whether a power follows: {@code **} always is one, {@code ^} where tools write powers so.
   *
   * @param base the digits of the base; null if it is no number
   */
  boolean isPowerNext(String base) {
    peek();
    if (startsWith("**")) {
      return true;
    }
    if (current() != '^') {
      return false;
    }
    String significant = (base == null ? digitsBehindSign() : base).replaceFirst("^0+", "");
    return !significant.isEmpty() && !significant.equals("1");
  }

  /** Of digits: the first ones, of which 64 bits have fewer. */
  static BigInteger numberOf(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return new BigInteger(significant.substring(0, Math.min(significant.length(), MANY_DIGITS)));
  }

  /** The digits behind the sign here, and behind white space; nothing is taken. */
  private String digitsBehindSign() {
    int begin = at + 1;
    while (begin < source.length() && " \t\n\u000b\f\r".indexOf(source.charAt(begin)) >= 0) {
      begin++;
    }
    int end = begin;
    while (end < source.length() && isDigit(source.charAt(end))) {
      end++;
    }
    return source.substring(begin, end);
  }

  boolean take(String token) {
    peek();
    if (!source.startsWith(token, at)) {
      return false;
    }
    at += token.length();
    return true;
  }

  /** Takes the first of these that stands here; null: none does. */
  String takeOne(String... tokens) {
    for (String token : tokens) {
      if (take(token)) {
        return token;
      }
    }
    return null;
  }

  boolean takeWord(String word) {
    peek();
    int end = at + word.length();
    boolean isLonger = end < source.length() && isNamePart(source.charAt(end));
    return !isLonger && take(word);
  }

  String takeWhile(IntPredicate is) {
    int start = at;
    while (at < source.length() && is.test(source.charAt(at))) {
      at++;
    }
    return source.substring(start, at);
  }

  /** All up to a closing parenthesis, or to the end; nothing is taken. */
  String untilParenthesis() {
    peek();
    int end = source.indexOf(')', at);
    return source.substring(at, end < 0 ? source.length() : end);
  }

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNameStart(int c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  static boolean isNamePart(int c) {
    return isNameStart(c) || isDigit(c) || c == '.';
  }

  /** Whether a name needs no backticks. */
  static boolean isIdentifier(String name) {
    boolean isWord = name.equals("and") || name.equals("or") || name.equals("not");
    return !isWord && isNameStart(name.charAt(0)) && name.chars().allMatch(Scanner::isNamePart);
  }
}
