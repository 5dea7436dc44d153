package dev.shapewright.expression;

import dev.shapewright.v1.GuardInstruction;
import dev.shapewright.v1.GuardInstruction.Format;
import dev.shapewright.v1.GuardInstruction.Op;
import dev.shapewright.v1.GuardProgram;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An instruction of a guard that makes sense. */
record GuardStep(
    Op op, int[] operands, NumberType format, Value constant, int slot, boolean givesFloat) {
  private static final int MAX_INSTRUCTIONS = 65_536;

  private static final Map<Op, IntegerOperation> INTEGERS =
      Map.ofEntries(
          Map.entry(Op.OP_ADD, IntegerOperation.ADD),
          Map.entry(Op.OP_SUBTRACT, IntegerOperation.SUBTRACT),
          Map.entry(Op.OP_MULTIPLY, IntegerOperation.MULTIPLY),
          Map.entry(Op.OP_FLOOR_DIVIDE, IntegerOperation.FLOOR_DIVIDE),
          Map.entry(Op.OP_CEIL_DIVIDE, IntegerOperation.CEIL_DIVIDE),
          Map.entry(Op.OP_TRUNCATE_DIVIDE, IntegerOperation.TRUNC_DIVIDE),
          Map.entry(Op.OP_MODULO, IntegerOperation.MOD),
          Map.entry(Op.OP_MIN, IntegerOperation.MIN),
          Map.entry(Op.OP_MAX, IntegerOperation.MAX),
          Map.entry(Op.OP_BROADCAST, IntegerOperation.BROADCAST),
          Map.entry(Op.OP_POWER, IntegerOperation.POWER),
          Map.entry(Op.OP_EQUAL, IntegerOperation.EQUAL),
          Map.entry(Op.OP_LESS_OR_EQUAL, IntegerOperation.AT_MOST));

  private static final Map<Op, FloatOperation> FLOATS =
      Map.of(
          Op.OP_FLOAT_ADD, FloatOperation.ADD,
          Op.OP_FLOAT_SUBTRACT, FloatOperation.SUBTRACT,
          Op.OP_FLOAT_MULTIPLY, FloatOperation.MULTIPLY,
          Op.OP_FLOAT_DIVIDE, FloatOperation.DIVIDE,
          Op.OP_FLOAT_MIN, FloatOperation.MIN,
          Op.OP_FLOAT_MAX, FloatOperation.MAX,
          Op.OP_FLOAT_FLOOR, FloatOperation.FLOOR,
          Op.OP_FLOAT_CEIL, FloatOperation.CEIL,
          Op.OP_FLOAT_ROUND, FloatOperation.ROUND,
          Op.OP_FLOAT_SQRT, FloatOperation.SQRT);

  private static final Map<Format, NumberType> FORMATS =
      Map.of(
          Format.FORMAT_FLOAT16, NumberType.F16,
          Format.FORMAT_BFLOAT16, NumberType.BF16,
          Format.FORMAT_FLOAT, NumberType.F32,
          Format.FORMAT_DOUBLE, NumberType.F64);

  static List<GuardStep> read(GuardProgram program) {
    int most = Math.max(program.getInstructionsCount(), program.getSlotsCount());
    if (most > MAX_INSTRUCTIONS) {
      throw new GuardException(
          "a guard has at most " + MAX_INSTRUCTIONS + " instructions and slots");
    }
    List<GuardStep> steps = new ArrayList<>(program.getInstructionsCount());
    for (GuardInstruction instruction : program.getInstructionsList()) {
      try {
        steps.add(read(instruction, steps, program.getSlotsCount()));
      } catch (GuardException malformed) {
        throw new GuardException(
            "instructions[" + steps.size() + "]: " + malformed.getMessage(), malformed);
      }
    }
    return steps;
  }

  private static GuardStep read(GuardInstruction instruction, List<GuardStep> before, int slots) {
    Op op = instruction.getOp();
    int[] operands = instruction.getOperandsList().stream().mapToInt(Integer::intValue).toArray();
    check(op != Op.OP_UNSPECIFIED && op != Op.UNRECOGNIZED, "there is no such operation");
    check(operands.length == operandsOf(op), "it takes " + operandsOf(op) + " operands");
    for (int operand : operands) {
      check(operand >= 0 && operand < before.size(), "its operand is not an earlier one");
    }
    boolean choosesFloats = op == Op.OP_SELECT && before.get(operands[1]).givesFloat;
    for (int i = 0; i < operands.length; i++) {
      boolean takesFloat = takesFloats(op) || (choosesFloats && i > 0);
      check(
          before.get(operands[i]).givesFloat == takesFloat,
          "an integer and a floating-point number are not told apart");
    }
    NumberType format = FORMATS.get(instruction.getFormat());
    boolean hasFormat =
        op == Op.OP_FLOAT_CONSTANT
            || op == Op.OP_FLOAT_FROM_INTEGER
            || (takesFloats(op) && op != Op.OP_INTEGER_FROM_FLOAT);
    check(!hasFormat || format != null, "it has no format");
    long constant = instruction.getConstant();
    check(op != Op.OP_SLOT || (constant >= 0 && constant < slots), "there is no such slot");
    Value value = new Value.Small(constant);
    if (op == Op.OP_UNBOUND) {
      value = Value.Failure.unbound("of no input");
    } else if (op == Op.OP_FLOAT_CONSTANT) {
      double number = instruction.getNumber();
      check(format.round(number) == number, "it is not a number of its format");
      value = new Value.Real(number);
    }
    return new GuardStep(
        op,
        operands,
        format,
        value,
        op == Op.OP_SLOT ? (int) constant : 0,
        hasFormat || choosesFloats);
  }

  private static void check(boolean isGood, String message) {
    if (!isGood) {
      throw new GuardException(message);
    }
  }

  private static boolean takesFloats(Op op) {
    return FLOATS.containsKey(op) || op == Op.OP_FLOAT_CONVERT || op == Op.OP_INTEGER_FROM_FLOAT;
  }

  private static int operandsOf(Op op) {
    switch (op) {
      case OP_CONSTANT, OP_SLOT, OP_UNBOUND, OP_FLOAT_CONSTANT:
        return 0;
      case OP_NOT, OP_FLOAT_FROM_INTEGER, OP_FLOAT_CONVERT, OP_INTEGER_FROM_FLOAT:
      case OP_FLOAT_FLOOR, OP_FLOAT_CEIL, OP_FLOAT_ROUND, OP_FLOAT_SQRT:
        return 1;
      case OP_SELECT:
        return 3;
      default:
        return 2;
    }
  }

  /** The number; null is a slot that the request does not have. */
  Value compute(List<Value> numbers, Long[] slots) {
    if (op == Op.OP_SLOT) {
      Long number = slots[slot];
      return number == null ? Value.Failure.unbound("slot " + slot) : new Value.Small(number);
    }
    if (operands.length == 0) {
      return constant;
    }
    Value first = numbers.get(operands[0]);
    if (first instanceof Value.Failure) {
      return first;
    }
    if (op == Op.OP_SELECT) {
      return numbers.get(operands[first.isZero() ? 2 : 1]);
    }
    Value second = operands.length == 2 ? numbers.get(operands[1]) : first;
    return second instanceof Value.Failure ? second : apply(first, second);
  }

  private Value apply(Value a, Value b) {
    boolean isNarrow =
        op == Op.OP_EQUAL
            || op == Op.OP_LESS_OR_EQUAL
            || op == Op.OP_DIVIDES
            || op == Op.OP_FLOAT_FROM_INTEGER;
    if (isNarrow && (a instanceof Value.Wide || b instanceof Value.Wide)) {
      return Value.Failure.overflow();
    }
    switch (op) {
      case OP_NOT:
        return IntegerOperation.NOT.apply(a, b);
      case OP_DIVIDES:
        boolean divides = !a.isZero() && b.big().mod(a.big().abs()).signum() == 0;
        return new Value.Small(divides ? 1 : 0);
      case OP_POWER:
        boolean isPower = b.big().signum() < 0 || a.big().compareTo(BigInteger.TWO) >= 0;
        return isPower ? IntegerOperation.POWER.apply(a, b) : Value.Failure.overflow();
      case OP_FLOAT_FROM_INTEGER:
        return new Value.Real(format.fromInteger(((Value.Small) a).number()));
      case OP_FLOAT_CONVERT:
        return new Value.Real(format.round(a.real()));
      case OP_INTEGER_FROM_FLOAT:
        return Step.truncate("int").operation().apply(List.of(a), Map.of());
      default:
        IntegerOperation integers = INTEGERS.get(op);
        return integers != null ? integers.apply(a, b) : FLOATS.get(op).apply(format, a, b);
    }
  }
}
