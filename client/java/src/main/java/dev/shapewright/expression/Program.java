package dev.shapewright.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;

/** The steps of an expression that is being read, and the types of what they leave on the stack. */
final class Program {
  private static final Map<String, IntegerOperation> ON_INTEGERS =
      Map.ofEntries(
          Map.entry("+", IntegerOperation.ADD),
          Map.entry("-", IntegerOperation.SUBTRACT),
          Map.entry("*", IntegerOperation.MULTIPLY),
          Map.entry("//", IntegerOperation.FLOOR_DIVIDE),
          Map.entry("floordiv", IntegerOperation.FLOOR_DIVIDE),
          Map.entry("ceildiv", IntegerOperation.CEIL_DIVIDE),
          Map.entry("truncdiv", IntegerOperation.TRUNC_DIVIDE),
          Map.entry("mod", IntegerOperation.MOD),
          Map.entry("^", IntegerOperation.POWER),
          Map.entry("min", IntegerOperation.MIN),
          Map.entry("max", IntegerOperation.MAX),
          Map.entry("broadcast", IntegerOperation.BROADCAST),
          Map.entry("=", IntegerOperation.EQUAL),
          Map.entry("!=", IntegerOperation.NOT_EQUAL),
          Map.entry("<=", IntegerOperation.AT_MOST),
          Map.entry("<", IntegerOperation.LESS),
          Map.entry(">=", IntegerOperation.AT_LEAST),
          Map.entry(">", IntegerOperation.MORE),
          Map.entry("and", IntegerOperation.AND),
          Map.entry("or", IntegerOperation.OR),
          Map.entry("not", IntegerOperation.NOT),
          Map.entry("negate", IntegerOperation.NEGATE));

  private static final Map<String, FloatOperation> ON_FLOATS =
      Map.of(
          "+", FloatOperation.ADD,
          "-", FloatOperation.SUBTRACT,
          "*", FloatOperation.MULTIPLY,
          "/", FloatOperation.DIVIDE,
          "min", FloatOperation.MIN,
          "max", FloatOperation.MAX);

  private final List<Step> steps = new ArrayList<>();
  private final List<NumberType> types = new ArrayList<>();

  /** Integers in the text, by step. */
  private final Map<Integer, Long> numbers = new HashMap<>();

  List<Step> steps() {
    return steps;
  }

  /** The type of what the last step leaves. */
  NumberType type() {
    return types.get(types.size() - 1);
  }

  void pushConstant(long number) {
    numbers.put(steps.size(), number);
    push(Step.constant(new Value.Small(number)), NumberType.INTEGER);
  }

  void pushRatio(Value number) {
    push(Step.constant(number), NumberType.INTEGER);
  }

  /** The integer that these steps are alone; null if they are none. */
  Long numberAt(int first, int end) {
    return end - first == 1 ? numbers.get(first) : null;
  }

  void pushSymbol(String name) {
    push(Step.symbol(name), NumberType.INTEGER);
  }

  void pushReal(double number, NumberType format) {
    push(Step.constant(new Value.Real(format.round(number))), format);
  }

  private void push(Step step, NumberType type) {
    steps.add(step);
    types.add(type);
  }

  /** An operation on the last operands, which have to be of one type. */
  void pushOperation(String name, int count) {
    List<NumberType> operands = types.subList(types.size() - count, types.size());
    NumberType type = operands.get(0);
    boolean isKnown =
        type == NumberType.INTEGER
            ? isChoice(name) || ON_INTEGERS.containsKey(name) || RatioOperation.find(name) != null
            : ON_FLOATS.containsKey(name);
    if (!isKnown || operands.stream().anyMatch(other -> other != type)) {
      throw mixed(name);
    }
    operands.clear();
    push(operation(name, count, type), type);
  }

  private static boolean isChoice(String name) {
    return name.equals("if") || name.equals("Piecewise");
  }

  private static Step operation(String name, int count, NumberType type) {
    if (isChoice(name)) {
      return Step.choice(name.equals("if") ? 0 : 1);
    }
    if (type != NumberType.INTEGER) {
      FloatOperation operation = ON_FLOATS.get(name);
      return Step.fold(name, count, (a, b) -> operation.apply(type, a, b));
    }
    BinaryOperator<Value> operation = onExact(name);
    return count == 1
        ? Step.unary(name, operand -> operation.apply(operand, operand))
        : Step.fold(name, count, operation);
  }

  /** On integers where both are, unless only fractions have the operation; else the reverse. */
  private static BinaryOperator<Value> onExact(String name) {
    IntegerOperation onIntegers = ON_INTEGERS.get(name);
    BinaryOperator<Value> onRatios = RatioOperation.find(name);
    if (onIntegers == null) {
      return onRatios;
    }
    return (a, b) -> {
      boolean isRatio = a instanceof Value.Ratio || b instanceof Value.Ratio;
      return isRatio && onRatios != null
          ? onRatios.apply(a, b)
          : onIntegers.apply(a.whole(), b.whole());
    };
  }

  /** A conversion of the last value to a format. */
  void pushConversion(NumberType format, String name) {
    replace(
        type() == NumberType.INTEGER
            ? Step.convertInteger(format, name)
            : Step.convertFloat(format, name),
        format);
  }

  /** A function of one number that rounds it, or of one float. */
  void pushFloatFunction(String name) {
    NumberType format = type();
    if (format == NumberType.INTEGER) {
      if (RatioOperation.find(name) == null) {
        throw mixed(name);
      }
      replace(operation(name, 1, format), format);
      return;
    }
    if (name.equals("int")) {
      replace(Step.truncate(name), NumberType.INTEGER);
      return;
    }
    FloatOperation operation = FloatOperation.valueOf(name.toUpperCase(Locale.ROOT));
    replace(Step.unary(name, operand -> operation.apply(format, operand, operand)), format);
  }

  private void replace(Step step, NumberType type) {
    types.remove(types.size() - 1);
    push(step, type);
  }

  private static ExpressionException mixed(String name) {
    return new ExpressionException(
        ExpressionException.Kind.SYNTAX,
        0,
        "`"
            + name
            + "` cannot take integers and floating-point numbers like this; "
            + "f32(N) makes an integer a float, int(x) a float an integer");
  }
}
