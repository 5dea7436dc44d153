package dev.shapewright.expression;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.shapewright.v1.GuardCheck;
import dev.shapewright.v1.GuardOutput;
import dev.shapewright.v1.GuardProgram;
import dev.shapewright.v1.GuardSlot;
import dev.shapewright.v1.GuardType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The guard of a model, as CompileGuard answers it: it says without a server whether requests may
 * be run, and how large the outputs get. docs/guards.md. Any number of threads may use it.
 */
public final class Guard {
  private final GuardProgram program;
  private final List<GuardStep> steps;

  /**
   * A guard of a program.
   *
   * @param program the program of a CompileGuardResponse
   * @throws GuardException if it makes no sense
   */
  public Guard(GuardProgram program) {
    this.program = program;
    this.steps = GuardStep.read(program);
    checkReferences();
  }

  /**
   * Reads a guard.
   *
   * @param bytes a serialized GuardProgram
   * @return the guard
   * @throws GuardException if it is none
   */
  public static Guard load(byte[] bytes) {
    try {
      return new Guard(GuardProgram.parseFrom(bytes));
    } catch (InvalidProtocolBufferException malformed) {
      throw new GuardException("this is not a guard", malformed);
    }
  }

  /**
   * What the guard was made of.
   *
   * @return the program
   */
  public GuardProgram program() {
    return program;
  }

  /**
   * Checks a request.
   *
   * @param inputs its inputs by name
   * @return whether it may be run, and why not
   */
  public GuardResult check(Map<String, GuardTensor> inputs) {
    GuardRequest request = new GuardRequest(program, inputs);
    return request.result(numbers(request.slots()));
  }

  /** The numbers of all instructions. */
  List<Value> numbers(Long[] slots) {
    List<Value> numbers = new ArrayList<>(steps.size());
    for (GuardStep step : steps) {
      numbers.add(step.compute(numbers, slots));
    }
    return numbers;
  }

  private void checkReferences() {
    List<Integer> used = new ArrayList<>();
    List<Integer> inputs = new ArrayList<>();
    program.getSlotsList().stream().map(GuardSlot::getInput).forEach(inputs::add);
    for (GuardCheck check : program.getChecksList()) {
      used.add(check.getResult());
      used.add(check.hasLeft() ? check.getLeft() : check.getResult());
      used.add(check.hasRight() ? check.getRight() : check.getResult());
      if (check.hasInput()) {
        inputs.add(check.getInput());
      }
    }
    if (program.hasMemoryBytes()) {
      used.add(program.getMemoryBytes());
    }
    Stream.concat(program.getOutputsList().stream(), program.getValuesList().stream())
        .map(GuardOutput::getTypesList)
        .flatMap(List::stream)
        .forEach(type -> addUsed(type, used));
    boolean isGood =
        used.stream().allMatch(place -> place >= 0 && place < steps.size())
            && inputs.stream().allMatch(place -> place >= 0 && place < program.getInputsCount());
    if (!isGood) {
      throw new GuardException("it refers to what is not there");
    }
  }

  private static void addUsed(GuardType type, List<Integer> used) {
    used.addAll(type.getSizesList());
    used.addAll(type.getUpperSizesList());
    if (type.hasCondition()) {
      used.add(type.getCondition());
    }
    if (type.hasBytes()) {
      used.add(type.getBytes());
    }
  }
}
