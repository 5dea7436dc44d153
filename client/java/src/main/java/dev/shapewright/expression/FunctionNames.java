package dev.shapewright.expression;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions on exact numbers, and what other tools call them. */
final class FunctionNames {
  static final int ONE_OR_MORE = 0;

  /** What a function does, and how many operands it has. */
  record Function(String operation, int operands) {}

  private static final Map<String, Function> FUNCTIONS =
      Map.ofEntries(
          Map.entry("floordiv", new Function("floordiv", 2)),
          Map.entry("ceildiv", new Function("ceildiv", 2)),
          Map.entry("truncdiv", new Function("truncdiv", 2)),
          Map.entry("mod", new Function("mod", 2)),
          Map.entry("truncmod", new Function("truncmod", 2)),
          Map.entry("broadcast", new Function("broadcast", 2)),
          Map.entry("min", new Function("min", ONE_OR_MORE)),
          Map.entry("max", new Function("max", ONE_OR_MORE)),
          Map.entry("IntTrueDiv", new Function("/", 2)),
          Map.entry("Add", new Function("+", 2)),
          Map.entry("Sub", new Function("-", 2)),
          Map.entry("Mul", new Function("*", 2)),
          Map.entry("Eq", new Function("=", 2)),
          Map.entry("Ne", new Function("!=", 2)));

  /** What others call them, behind ours. */
  private static final List<List<String>> OTHERS =
      List.of(
          List.of("floordiv", "FloorDiv", "CleanDiv", "indexdiv"),
          List.of("ceildiv", "CeilDiv"),
          List.of("truncdiv", "TruncDiv"),
          List.of("IntTrueDiv", "FloatTrueDiv"),
          List.of("mod", "Mod", "PythonMod", "floormod", "indexmod"),
          List.of("broadcast", "Broadcast"),
          List.of("min", "Min", "sym_min"),
          List.of("max", "Max", "sym_max"),
          List.of("ceil", "ceiling"),
          List.of("int", "trunc", "TruncToInt", "TruncToFloat"),
          List.of("floor", "FloorToInt"),
          List.of("round", "RoundToInt"),
          List.of("pow", "PowByNatural", "Pow"),
          List.of("if", "Where", "Select", "if_then_else"),
          List.of("Identity", "ToFloat"));

  private static final Map<String, String> ALIASES = new HashMap<>();

  static {
    for (List<String> names : OTHERS) {
      for (String name : names) {
        ALIASES.put(name, names.get(0));
      }
    }
  }

  private FunctionNames() {}

  /** Our name for what a word calls. */
  static String nameOf(String word) {
    String plain = word.replaceFirst("^(tvm\\.tir|tir|T|te|sympy|math|torch)\\.", "");
    return ALIASES.getOrDefault(plain, plain);
  }

  /** Null if it is no function of exact numbers. */
  static Function find(String name) {
    return FUNCTIONS.get(name);
  }
}
