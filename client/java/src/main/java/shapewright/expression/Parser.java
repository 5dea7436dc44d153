package shapewright.expression;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads expressions; the grammar is that of core/symbolic/text/parse.h. */
final class Parser {
  private static final int MAX_NESTING = 256;
  private static final int MAX_STEPS = 1 << 18;

  /** More digits than 64 bits have. */
  private static final int MANY_DIGITS = 20;

  /** Longer signs stand before those that they begin with. */
  private static final String[] SIGNS = {"==", "=", "!=", "<=", "<", ">=", ">"};

  private static final int ONE_OR_MORE = 0;

  /** The operands of functions on integers. */
  private static final Map<String, Integer> ARGUMENTS =
      Map.of(
          "floordiv",
          2,
          "ceildiv",
          2,
          "truncdiv",
          2,
          "mod",
          2,
          "broadcast",
          2,
          "min",
          ONE_OR_MORE,
          "max",
          ONE_OR_MORE);

  private static final Map<String, String> ALIASES =
      Map.of(
          "FloorDiv",
          "floordiv",
          "CeilDiv",
          "ceildiv",
          "TruncDiv",
          "truncdiv",
          "Mod",
          "mod",
          "Broadcast",
          "broadcast",
          "Min",
          "min",
          "Max",
          "max");

  private static final Set<String> FLOAT_FUNCTIONS =
      Set.of("int", "floor", "ceil", "round", "sqrt");

  private final Scanner scanner;
  private final Program program = new Program();
  private final Set<String> symbols = new LinkedHashSet<>();
  private final StringBuilder text = new StringBuilder();
  private int nesting;

  Parser(String source) {
    scanner = new Scanner(source);
  }

  Expression parse() {
    sum();
    if (scanner.peek() != Scanner.END) {
      throw scanner.expected("an operator");
    }
    if (program.type() != NumberType.INTEGER) {
      throw new ExpressionException(
          ExpressionException.Kind.SYNTAX,
          0,
          "the result is a floating-point number; int(...) makes it an integer");
    }
    return new Expression(program.steps(), List.copyOf(symbols), text.toString());
  }

  private void open(String name) {
    if (++nesting > MAX_NESTING) {
      throw scanner.failure(scanner.position(), "nested too deeply");
    }
    scanner.take("(");
    text.append(name).append('(');
  }

  private void close(String expected) {
    if (!scanner.take(")")) {
      throw scanner.expected(expected);
    }
    nesting--;
    text.append(')');
  }

  private void sum() {
    product();
    for (String sign; (sign = scanner.takeOne("+", "-")) != null; ) {
      text.append(' ').append(sign).append(' ');
      product();
      program.pushOperation(sign, 2);
    }
  }

  private void product() {
    factor();
    for (String sign; (sign = scanner.takeOne("*", "//", "/")) != null; ) {
      text.append(sign);
      factor();
      program.pushOperation(sign, 2);
    }
  }

  private void factor() {
    if (program.steps().size() >= MAX_STEPS) {
      throw scanner.failure(
          scanner.position(), "the expression has more than " + MAX_STEPS + " parts");
    }
    boolean isNegative = false;
    while (scanner.take("-")) {
      isNegative = !isNegative;
    }
    if (isNegative) {
      text.append('-');
    }
    if (Scanner.isDigit(scanner.peek())) {
      number(isNegative);
      return;
    }
    primary();
    if (isNegative) {
      program.pushOperation("negate", 1);
    }
  }

  private void primary() {
    int next = scanner.peek();
    if (next == '(') {
      open("");
      condition();
      close("an operator or \")\"");
    } else if (next == '`') {
      quoted();
    } else if (next == '?') {
      scanner.next();
      symbol("?" + scanner.takeWhile(Scanner::isDigit), true);
    } else if (Scanner.isNameStart(next)) {
      identifier();
    } else {
      throw scanner.expected("a number, a name or \"(\"");
    }
  }

  private void condition() {
    conjunction();
    while (scanner.takeWord("or")) {
      text.append(" or ");
      conjunction();
      program.pushOperation("or", 2);
    }
  }

  private void conjunction() {
    relation();
    while (scanner.takeWord("and")) {
      text.append(" and ");
      relation();
      program.pushOperation("and", 2);
    }
  }

  private void relation() {
    boolean isNegated = false;
    while (scanner.takeWord("not")) {
      isNegated = !isNegated;
    }
    if (isNegated) {
      text.append("not ");
    }
    sum();
    String taken = scanner.takeOne(SIGNS);
    if (taken != null) {
      String sign = taken.equals("==") ? "=" : taken;
      text.append(' ').append(sign).append(' ');
      sum();
      program.pushOperation(sign, 2);
    }
    if (isNegated) {
      program.pushOperation("not", 1);
    }
  }

  /** An integer, perhaps as the base of a power; the sign is that of the whole. */
  private void number(boolean isNegative) {
    int start = scanner.position();
    BigInteger number = digits();
    text.append(number);
    if (Scanner.isNamePart(scanner.current())) {
      throw scanner.expected("an operator");
    }
    if (scanner.takeOne("^", "**") == null) {
      pushInteger(isNegative ? number.negate() : number, start);
      return;
    }
    pushInteger(number, start);
    if (number.compareTo(BigInteger.TWO) < 0) {
      throw scanner.failure(start, "the base of a power is less than 2");
    }
    text.append('^');
    if (Scanner.isDigit(scanner.peek())) {
      int position = scanner.position();
      BigInteger exponent = digits();
      text.append(exponent);
      pushInteger(exponent, position);
    } else {
      primary();
    }
    program.pushOperation("^", 2);
    if (isNegative) {
      program.pushOperation("negate", 1);
    }
  }

  private BigInteger digits() {
    String digits = scanner.takeWhile(Scanner::isDigit).replaceFirst("^0+(?=.)", "");
    return new BigInteger(digits.substring(0, Math.min(digits.length(), MANY_DIGITS)));
  }

  private void pushInteger(BigInteger number, int position) {
    if (number.bitLength() >= Long.SIZE) {
      throw scanner.failure(position, "the number does not fit into 64 bits");
    }
    program.pushConstant(number.longValue());
  }

  private void quoted() {
    int start = scanner.position();
    scanner.next();
    StringBuilder name = new StringBuilder();
    for (int c = scanner.next(); c != Scanner.END; c = scanner.next()) {
      if (c == '`' && scanner.current() != '`') {
        if (name.length() == 0) {
          throw scanner.failure(start, "the name is empty");
        }
        symbol(name.toString(), false);
        return;
      }
      if (c == '`') {
        scanner.next();
      }
      name.append((char) c);
    }
    throw scanner.failure(start, "the name's closing backtick is missing");
  }

  /** Pushes a name, together with the index of an element, if one follows. */
  private void symbol(String name, boolean isBare) {
    String index = "";
    if (!isBare && scanner.current() == '[') {
      scanner.next();
      index = "[" + scanner.takeWhile(Scanner::isDigit) + "]";
      if (!scanner.take("]")) {
        throw scanner.expected("an index or \"]\"");
      }
    }
    if (isBare || Scanner.isIdentifier(name)) {
      text.append(name);
    } else {
      text.append('`').append(name.replace("`", "``")).append('`');
    }
    text.append(index);
    String whole = name + index;
    if (!whole.equals("?")) { // that one is new each time
      symbols.add(whole);
    }
    program.pushSymbol(whole);
  }

  private void identifier() {
    int start = scanner.position();
    String word = scanner.takeWhile(Scanner::isNamePart);
    if (scanner.peek() != '(') {
      symbol(word, false);
      return;
    }
    String name = ALIASES.getOrDefault(word, word);
    if (NumberType.format(name) != null) {
      conversion(name);
    } else if (FLOAT_FUNCTIONS.contains(name)) {
      open(name);
      sum();
      close("an operator or \")\"");
      program.pushFloatFunction(name);
    } else if (name.equals("if")) {
      choice();
    } else if (ARGUMENTS.containsKey(name)) {
      call(name, ARGUMENTS.get(name), start);
    } else {
      throw scanner.failure(start, "expected a function, found " + Scanner.shown(name));
    }
  }

  private void choice() {
    open("if");
    condition();
    for (int side = 0; side < 2; side++) {
      if (!scanner.take(",")) {
        throw scanner.expected("an operator or \",\"");
      }
      text.append(", ");
      sum();
    }
    close("an operator or \")\"");
    program.pushOperation("if", 3);
  }

  private void call(String name, int arguments, int start) {
    open(name);
    sum();
    int count = 1;
    for (; scanner.take(","); count++) {
      text.append(", ");
      sum();
    }
    close("an operator, \",\" or \")\"");
    if (arguments != ONE_OR_MORE && count != arguments) {
      String message = name + " takes " + arguments + " arguments, found " + count;
      throw scanner.failure(start, message);
    }
    if (count > 1) {
      program.pushOperation(name, count);
    }
  }

  /** To a format of floating point, of an expression or of a number such as 0.7. */
  private void conversion(String name) {
    NumberType format = NumberType.format(name);
    open(name);
    boolean isReal = real(format);
    if (!isReal) {
      sum();
    }
    close("an operator or \")\"");
    if (!isReal) {
      program.pushConversion(format, name);
    }
  }

  /** Takes a number with a point or an exponent, alone in a conversion. */
  private boolean real(NumberType format) {
    String number = scanner.untilParenthesis();
    boolean isReal =
        number.chars().allMatch(c -> Scanner.isDigit(c) || "+-.eE".indexOf(c) >= 0)
            && number.chars().anyMatch(c -> ".eE".indexOf(c) >= 0);
    if (!isReal) {
      return false;
    }
    double value;
    try {
      value = Double.parseDouble(number);
    } catch (NumberFormatException notOne) {
      return false;
    }
    scanner.take(number);
    text.append(number);
    program.pushReal(value, format);
    return true;
  }
}
