package dev.shapewright.expression;

import java.math.BigInteger;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads expressions; the grammar is that of core/symbolic/text/parse.h. */
final class Parser {
  private static final int MAX_NESTING = 256;
  private static final int MAX_STEPS = 1 << 18;

  private static final int MAX_DECIMALS = 17;

  /** No exponent is beyond this, unless the base is a number. */
  private static final long MAX_EXPONENT = 64;

  /** Longer signs stand before those that they begin with. */
  private static final String[] SIGNS = {"==", "=", "!=", "<=", "<", ">=", ">"};

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
    whole();
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

  /** A {@code ^} that is no power is a max, as {@code &} is a min. */
  private void whole() {
    infix("^", "max", () -> infix("&", "min", this::sum));
  }

  private void infix(String sign, String name, Runnable inner) {
    inner.run();
    while (scanner.take(sign)) {
      text.append(' ').append(sign).append(' ');
      inner.run();
      program.pushOperation(name, 2);
    }
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
    for (String sign; (sign = scanner.takeOne("*", "//", "/:", "/", "%")) != null; ) {
      text.append(sign);
      factor();
      program.pushOperation(sign.equals("/:") ? "/" : sign.equals("%") ? "mod" : sign, 2);
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
    int base = program.steps().size();
    primary();
    if (scanner.isPowerNext(null)) {
      power(base);
    }
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
    while (scanner.takeWord("or") || scanner.take("|")) {
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
    whole();
    String taken = scanner.takeOne(SIGNS);
    if (taken != null) {
      String sign = taken.equals("==") ? "=" : taken;
      text.append(' ').append(sign).append(' ');
      whole();
      program.pushOperation(sign, 2);
    }
    if (isNegated) {
      program.pushOperation("not", 1);
    }
  }

  /** An integer, a decimal number or a power; the sign is that of the whole. */
  private void number(boolean isNegative) {
    int start = scanner.position();
    String digits = scanner.takeWhile(Scanner::isDigit);
    BigInteger number = Scanner.numberOf(digits);
    text.append(number);
    if (scanner.isDecimalNext()) {
      decimal(digits, start, isNegative);
      return;
    }
    if (Scanner.isNamePart(scanner.current())) {
      throw scanner.expected("an operator");
    }
    if (!scanner.isPowerNext(digits)) {
      pushInteger(isNegative ? number.negate() : number, start);
      return;
    }
    int base = program.steps().size();
    pushInteger(number, start);
    power(base);
    if (isNegative) {
      program.pushOperation("negate", 1);
    }
  }

  /** What follows the whole part of a number such as 0.5, which a float has exactly. */
  private void decimal(String whole, int start, boolean isNegative) {
    scanner.next();
    String decimals = scanner.takeWhile(Scanner::isDigit).replaceFirst("0+$", "");
    if (Scanner.isNamePart(scanner.current())) {
      throw scanner.expected("an operator");
    }
    BigInteger over = Scanner.numberOf(whole + decimals);
    if (decimals.length() > MAX_DECIMALS || over.bitLength() >= Long.SIZE) {
      throw scanner.failure(start, "the number has too many digits");
    }
    BigInteger under = BigInteger.TEN.pow(decimals.length());
    BigInteger lowest = under.divide(over.gcd(under));
    if (lowest.bitCount() != 1) {
      throw scanner.failure(
          start, "no float is exactly this number; write a fraction, such as 7/10");
    }
    text.append('.').append(decimals.isEmpty() ? "0" : decimals);
    if (decimals.isEmpty()) {
      pushInteger(isNegative ? over.negate() : over, start);
    } else {
      program.pushRatio(RatioOperation.ratio(isNegative ? over.negate() : over, under));
    }
  }

  /** What follows the base, whose steps begin there. */
  private void power(int base) {
    int start = scanner.position();
    String sign = scanner.takeOne("^", "**");
    text.append(sign);
    int exponent = program.steps().size();
    boolean isNegative = scanner.take("-");
    if (isNegative) {
      text.append('-');
    }
    if (Scanner.isDigit(scanner.peek())) {
      int position = scanner.position();
      BigInteger number = digits();
      text.append(number);
      pushInteger(isNegative ? number.negate() : number, position);
    } else {
      primary();
      if (isNegative) {
        program.pushOperation("negate", 1);
      }
    }
    scanner.peek();
    if (scanner.startsWith("^") || scanner.startsWith("**")) {
      throw scanner.expected("parentheses around one of the powers");
    }
    pushPower(start, base, exponent, sign);
  }

  private void pushPower(int start, int base, int exponent, String sign) {
    Long number = program.numberAt(base, exponent);
    Long count = program.numberAt(exponent, program.steps().size());
    boolean isOfNumber = number != null && number >= 2;
    if (!isOfNumber && count == null) {
      throw scanner.failure(
          start, "expected a power of a number of at least 2, or with a number as its exponent");
    }
    if (!isOfNumber && (count > MAX_EXPONENT || count < -MAX_EXPONENT)) {
      throw scanner.failure(start, "the exponent is more than " + MAX_EXPONENT);
    }
    program.pushOperation(sign.equals("^") && isOfNumber ? "^" : "**", 2);
  }

  private BigInteger digits() {
    return Scanner.numberOf(scanner.takeWhile(Scanner::isDigit));
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
    String name = FunctionNames.nameOf(word);
    FunctionNames.Function function = FunctionNames.find(name);
    if (NumberType.format(name) != null) {
      conversion(name);
    } else if (FLOAT_FUNCTIONS.contains(name)) {
      open(name);
      whole();
      close("an operator or \")\"");
      program.pushFloatFunction(name);
    } else if (name.equals("if")) {
      choice();
    } else if (name.equals("Piecewise")) {
      piecewise();
    } else if (name.equals("pow") || name.equals("Identity") || name.equals("CeilToInt")) {
      special(name, start);
    } else if (function != null) {
      call(name, function, start);
    } else {
      throw scanner.failure(start, "expected a function, found " + Scanner.shown(word));
    }
  }

  private void comma(String expected) {
    if (!scanner.take(",")) {
      throw scanner.expected(expected);
    }
    text.append(", ");
  }

  /**
   * {@code pow(base, exponent)}; {@code Identity(a)}, which is a; {@code CeilToInt(a)}, and {@code
   * CeilToInt(a, b)}, which is ceildiv(a, b).
   */
  private void special(String name, int start) {
    open(name);
    int base = program.steps().size();
    whole();
    int exponent = program.steps().size();
    boolean isQuotient = name.equals("CeilToInt") && scanner.take(",");
    if (name.equals("pow")) {
      comma("an operator or \",\"");
      whole();
    } else if (isQuotient) {
      text.append(", ");
      whole();
    }
    close("an operator or \")\"");
    if (name.equals("pow")) {
      pushPower(start, base, exponent, "**");
    } else if (isQuotient) {
      program.pushOperation("ceildiv", 2);
    } else if (name.equals("CeilToInt")) {
      program.pushFloatFunction("ceil");
    }
  }

  private void choice() {
    open("if");
    condition();
    for (int side = 0; side < 2; side++) {
      comma("an operator or \",\"");
      whole();
    }
    close("an operator or \")\"");
    program.pushOperation("if", 3);
  }

  /** {@code Piecewise((a, condition), (b, True))}: the first whose condition holds. */
  private void piecewise() {
    open("Piecewise");
    int conditions = 0;
    for (boolean isLast = false; !isLast; ) {
      if (scanner.peek() != '(') {
        throw scanner.expected("\"(\"");
      }
      open("");
      whole();
      comma("an operator or \",\"");
      isLast = scanner.takeWord("True");
      if (isLast) {
        text.append("True");
      } else {
        condition();
        conditions++;
      }
      close("an operator or \")\"");
      if (!isLast) {
        comma("\",\" and a last piece with True");
      }
    }
    close("\")\"");
    for (; conditions > 0; conditions--) {
      program.pushOperation("Piecewise", 3);
    }
  }

  private void call(String name, FunctionNames.Function function, int start) {
    open(name);
    whole();
    int count = 1;
    for (; scanner.take(","); count++) {
      text.append(", ");
      whole();
    }
    close("an operator, \",\" or \")\"");
    if (function.operands() != FunctionNames.ONE_OR_MORE && count != function.operands()) {
      String message = name + " takes " + function.operands() + " arguments, found " + count;
      throw scanner.failure(start, message);
    }
    if (count > 1) {
      program.pushOperation(function.operation(), count);
    }
  }

  /** To a format of floating point, of an expression or of a number such as 0.7. */
  private void conversion(String name) {
    NumberType format = NumberType.format(name);
    open(name);
    boolean isReal = real(format);
    if (!isReal) {
      whole();
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
