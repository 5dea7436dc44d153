package dev.shapewright.expression;

import dev.shapewright.expression.GuardResult.Problem;
import dev.shapewright.expression.GuardResult.Verdict;
import dev.shapewright.v1.ElementType;
import dev.shapewright.v1.Fact;
import dev.shapewright.v1.GuardCheck;
import dev.shapewright.v1.GuardInput;
import dev.shapewright.v1.GuardOutput;
import dev.shapewright.v1.GuardProgram;
import dev.shapewright.v1.GuardSlot;
import dev.shapewright.v1.GuardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A request that a guard checks. */
final class GuardRequest {
  private static final Map<Fact.Relation, String> SIGNS =
      Map.of(
          Fact.Relation.RELATION_EQUAL, "=",
          Fact.Relation.RELATION_LESS_OR_EQUAL, "<=",
          Fact.Relation.RELATION_DIVISIBLE, "is a multiple of",
          Fact.Relation.RELATION_BROADCASTABLE, "broadcasts to",
          Fact.Relation.RELATION_NOT_EQUAL, "!=");

  private final GuardProgram program;
  private final Long[] slots;
  private final List<Problem> problems = new ArrayList<>();
  private List<Value> numbers = List.of();

  GuardRequest(GuardProgram program, Map<String, GuardTensor> inputs) {
    this.program = program;
    this.slots = new Long[program.getSlotsCount()];
    Map<Integer, GuardTensor> tensors = new HashMap<>();
    for (int i = 0; i < program.getInputsCount(); i++) {
      GuardInput input = program.getInputs(i);
      tensors.put(i, take(input, inputs.get(input.getName())));
    }
    List<String> known = program.getInputsList().stream().map(GuardInput::getName).toList();
    for (String name : inputs.keySet()) {
      if (!known.contains(name)) {
        String all = known.stream().collect(Collectors.joining(", "));
        fail("the model has no input " + name + "; it has " + all);
      }
    }
    for (int i = 0; i < slots.length; i++) {
      GuardSlot slot = program.getSlots(i);
      GuardTensor tensor = tensors.get(slot.getInput());
      slots[i] = tensor == null ? null : numberOf(slot, tensor);
    }
  }

  /** Null: the request does not have it. */
  Long[] slots() {
    return slots;
  }

  private static Long numberOf(GuardSlot slot, GuardTensor tensor) {
    if (!slot.hasAxis() && !slot.hasElement()) {
      return (long) tensor.sizes().size();
    }
    List<Long> among = slot.hasAxis() ? tensor.sizes() : tensor.elements();
    int place = slot.hasAxis() ? slot.getAxis() : slot.getElement();
    return place >= 0 && place < among.size() ? among.get(place) : null;
  }

  private void fail(String text) {
    problems.add(new Problem(text, true, -1));
  }

  private GuardTensor take(GuardInput input, GuardTensor given) {
    String name = "input " + input.getName();
    String wanted = "give " + typeName(input.getElementType()) + input.getShape();
    if (given == null) {
      if (!input.hasIfMissing()) {
        fail(name + " is missing; " + wanted);
        return null;
      }
      return new GuardTensor(
          input.getIfMissing().getSizesList(),
          input.getElementType(),
          input.getIfMissing().getElementsList());
    }
    boolean isTyped =
        given.elementType() != ElementType.ELEMENT_TYPE_UNSPECIFIED
            && input.getElementType() != ElementType.ELEMENT_TYPE_UNSPECIFIED;
    if (isTyped && given.elementType() != input.getElementType()) {
      fail(name + " is " + typeName(given.elementType()) + "; " + wanted);
    }
    if (given.sizes().stream().anyMatch(size -> size < 0)) {
      fail(name + " has a negative size; " + wanted);
    }
    return given;
  }

  private static String typeName(ElementType type) {
    String name = type.name().replaceFirst("ELEMENT_TYPE_", "").toLowerCase(Locale.ROOT);
    return name.equals("float") ? "float32" : name.equals("double") ? "float64" : name;
  }

  GuardResult result(List<Value> computed) {
    numbers = computed;
    for (int i = 0; i < program.getChecksCount(); i++) {
      GuardCheck check = program.getChecks(i);
      Value number = numbers.get(check.getResult());
      if (number.isZero() || number instanceof Value.Failure) {
        boolean isFailure = number.isZero() && !check.getUndecidedIfZero();
        problems.add(new Problem(text(check, isFailure), isFailure, i));
      }
    }
    boolean fails = problems.stream().anyMatch(Problem::isFailure);
    Verdict verdict = fails ? Verdict.FAIL : problems.isEmpty() ? Verdict.PASS : Verdict.UNDECIDED;
    OptionalLong memory =
        program.hasMemoryBytes() ? size(program.getMemoryBytes()) : OptionalLong.empty();
    return new GuardResult(
        verdict,
        List.copyOf(problems),
        program.getOutputsList().stream().map(this::sizes).toList(),
        program.getValuesList().stream().map(this::sizes).toList(),
        memory);
  }

  private String text(GuardCheck check, boolean isFailure) {
    StringBuilder text = new StringBuilder(isFailure ? "" : "not decided: ");
    text.append(check.getMessage());
    boolean isRelation =
        check.hasLeft()
            && check.hasRight()
            && numbers.get(check.getLeft()) instanceof Value.Small
            && numbers.get(check.getRight()) instanceof Value.Small;
    if (isRelation) {
      long right = ((Value.Small) numbers.get(check.getRight())).number();
      text.append(": ").append(((Value.Small) numbers.get(check.getLeft())).number());
      text.append(" ").append(SIGNS.getOrDefault(check.getRelation(), "")).append(" ");
      text.append(right).append(" does not hold");
      if (check.hasInput() && check.getRelation() == Fact.Relation.RELATION_EQUAL) {
        text.append("; give ").append(right);
      }
    }
    if (!check.getSuggestion().isEmpty()) {
      text.append("; ").append(check.getSuggestion());
    }
    return text.toString();
  }

  private OptionalLong size(int instruction) {
    return numbers.get(instruction) instanceof Value.Small small && small.number() >= 0
        ? OptionalLong.of(small.number())
        : OptionalLong.empty();
  }

  /** Null: not known. */
  private GuardType typeOf(GuardOutput output) {
    for (GuardType type : output.getTypesList()) {
      if (!type.hasCondition()) {
        return type;
      }
      Value condition = numbers.get(type.getCondition());
      if (condition instanceof Value.Failure) {
        return null;
      }
      if (!condition.isZero()) {
        return type;
      }
    }
    return null;
  }

  private GuardResult.Sizes sizes(GuardOutput output) {
    GuardType type = typeOf(output);
    if (type == null || type.getUnsized()) {
      return new GuardResult.Sizes(output.getName(), false, List.of(), OptionalLong.empty());
    }
    List<OptionalLong> sizes = type.getSizesList().stream().map(this::size).toList();
    OptionalLong bytes = type.hasBytes() ? size(type.getBytes()) : OptionalLong.empty();
    return new GuardResult.Sizes(output.getName(), true, sizes, bytes);
  }
}
