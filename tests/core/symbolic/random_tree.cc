#include "tests/core/symbolic/random_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/comparison.h"
#include "core/symbolic/algebra/conditional.h"
#include "core/symbolic/algebra/power.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::symbolic {
namespace {

using TreeKind = Tree::Kind;
__extension__ using Wide = __int128;

Wide FloorBySteps(Wide a, Wide b) {
  Wide q = a / b;
  while (q * b > a && b > 0) --q;
  while (q * b < a && b < 0) --q;
  return q;
}

std::optional<Wide> Divide(TreeKind kind, Wide a, Wide b) {
  if (b == 0) return std::nullopt;
  switch (kind) {
    case TreeKind::kFloorDiv:
      return FloorBySteps(a, b);
    case TreeKind::kCeilDiv:
      return -FloorBySteps(-a, b);
    case TreeKind::kTruncDiv:
      return a / b;
    default:
      return a - b * FloorBySteps(a, b);
  }
}

// Nothing for large ones, which would leave 64 bits more often than not.
std::optional<Wide> PowerBySteps(Wide base, Wide exponent) {
  Wide power = exponent < 0 ? 0 : 1;
  for (; exponent > 0; --exponent) {
    power *= base;
    if (power > (1LL << 24)) return std::nullopt;
  }
  return power;
}

std::optional<Wide> Apply(TreeKind kind, Wide a, Wide b) {
  Wide result = 0;
  switch (kind) {
    case TreeKind::kAdd:
      if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
      return result;
    case TreeKind::kSubtract:
      if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
      return result;
    case TreeKind::kMultiply:
      if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
      return result;
    case TreeKind::kMin:
      return a < b ? a : b;
    case TreeKind::kMax:
      return a > b ? a : b;
    case TreeKind::kBroadcast:
      if (a != b && a != 1 && b != 1) return std::nullopt;
      return a == 1 ? b : a;
    case TreeKind::kPower:
      return PowerBySteps(a, b);
    default:
      return Divide(kind, a, b);
  }
}

Expr BuildOperation(ExprArena& arena, TreeKind kind, Expr a, Expr b) {
  switch (kind) {
    case TreeKind::kAdd:
      return Add(arena, a, b);
    case TreeKind::kSubtract:
      return Subtract(arena, a, b);
    case TreeKind::kMultiply:
      return Multiply(arena, a, b);
    case TreeKind::kFloorDiv:
      return FloorDiv(arena, a, b);
    case TreeKind::kCeilDiv:
      return CeilDiv(arena, a, b);
    case TreeKind::kTruncDiv:
      return TruncDiv(arena, a, b);
    case TreeKind::kMod:
      return Mod(arena, a, b);
    case TreeKind::kMin:
      return Min(arena, a, b);
    case TreeKind::kMax:
      return Max(arena, a, b);
    case TreeKind::kPower:
      return Power(arena, a, b);
    default:
      return Broadcast(arena, a, b);
  }
}

int64_t RandomLarge(Random& random) {
  constexpr int64_t kLarge[] = {
      INT64_MIN,     INT64_MIN + 1,      INT64_MIN / 2,      -(1LL << 32),
      INT64_MAX - 1, INT64_MAX - 2,      INT64_MAX / 2,      INT64_MAX / 2 + 1,
      INT64_MAX,     (1LL << 31) - 1,    1LL << 31,          (1LL << 32) + 1,
      1LL << 62,     (1LL << 62) + 1234, -(1LL << 62) - 777, -1,
  };
  return kLarge[random() % std::size(kLarge)];
}

constexpr const char* kNames[] = {"constant", "symbol",    "add",      "subtract", "multiply",
                                  "floordiv", "ceildiv",   "truncdiv", "mod",      "min",
                                  "max",      "broadcast", "power",    "if_equal", "if_at_most"};

bool IsConditional(const Tree& tree) {
  return tree.kind == TreeKind::kIfEqual || tree.kind == TreeKind::kIfAtMost;
}

}  // namespace

std::optional<Wide> ValueOf(const Tree& tree, const std::vector<int64_t>& binding) {
  if (tree.kind == TreeKind::kConstant) return tree.constant;
  if (tree.kind == TreeKind::kSymbol) return binding[tree.symbol];
  const auto a = ValueOf(tree.operands[0], binding);
  const auto b = ValueOf(tree.operands[1], binding);
  if (!a || !b) return std::nullopt;
  if (!IsConditional(tree)) return Apply(tree.kind, *a, *b);
  const bool holds = tree.kind == TreeKind::kIfEqual ? *a == *b : *a <= *b;
  return ValueOf(tree.operands[holds ? 2 : 3], binding);
}

Expr Build(ExprArena& arena, const Tree& tree) {
  if (tree.kind == TreeKind::kConstant) return tree.constant;
  if (tree.kind == TreeKind::kSymbol) {
    return Expr::FromNode(arena.symbol(static_cast<SymbolId>(tree.symbol)).node);
  }
  const Expr a = Build(arena, tree.operands[0]);
  const Expr b = Build(arena, tree.operands[1]);
  if (!IsConditional(tree)) return BuildOperation(arena, tree.kind, a, b);
  const Expr condition =
      tree.kind == TreeKind::kIfEqual ? EqualTo(arena, a, b) : AtMostTo(arena, a, b);
  return If(arena, condition, Build(arena, tree.operands[2]), Build(arena, tree.operands[3]));
}

std::string Show(const Tree& tree) {
  if (tree.kind == TreeKind::kConstant) return absl::StrCat(tree.constant);
  if (tree.kind == TreeKind::kSymbol) return kRandomSymbols[tree.symbol].name;
  return absl::StrCat(kNames[static_cast<int>(tree.kind)], "(",
                      absl::StrJoin(tree.operands, ", ",
                                    [](std::string* out, const Tree& operand) {
                                      absl::StrAppend(out, Show(operand));
                                    }),
                      ")");
}

void DeclareRandomSymbols(ExprArena& arena) {
  for (const RandomSymbol& symbol : kRandomSymbols) {
    Declare(arena, symbol.name, symbol.bounds);
  }
}

std::vector<int64_t> RandomBinding(Random& random) {
  const int64_t reach = random() % 8 == 0 ? 1000 : 9;
  std::vector<int64_t> binding;
  for (const auto& [name, bounds] : kRandomSymbols) {
    binding.push_back(Uniform(random, std::max(bounds.min, -reach), std::min(bounds.max, reach)));
  }
  return binding;
}

Tree RandomTree(Random& random, int depth) {
  Tree tree;
  const bool is_leaf = depth == 0 || random() % 8 == 0;
  if (is_leaf && random() % 3 == 0) {
    tree.constant = random() % 8 == 0 ? Uniform(random, -100, 100) : Uniform(random, -4, 8);
    return tree;
  }
  if (is_leaf) {
    tree.kind = TreeKind::kSymbol;
    tree.symbol = random() % kRandomSymbolCount;
    return tree;
  }
  tree.kind = static_cast<TreeKind>(2 + random() % 13);
  const size_t count = IsConditional(tree) ? 4 : 2;
  while (tree.operands.size() < count) tree.operands.push_back(RandomTree(random, depth - 1));
  // Divisions by constants have most of the rules.
  const bool is_division = tree.kind >= TreeKind::kFloorDiv && tree.kind <= TreeKind::kMod;
  if (is_division && random() % 4 != 0) {
    tree.operands[1] = Tree{TreeKind::kConstant, Uniform(random, -3, 9), 0, {}};
  }
  if (tree.kind == TreeKind::kPower) {
    tree.operands[0] = Tree{TreeKind::kConstant, Uniform(random, 2, 4), 0, {}};
  }
  return tree;
}

Tree WithLargeConstants(Random& random, Tree tree) {
  if (tree.kind == TreeKind::kConstant && random() % 2 == 0) {
    tree.constant = RandomLarge(random);
  }
  const bool keeps_first = tree.kind == TreeKind::kPower;
  for (size_t i = keeps_first ? 1 : 0; i < tree.operands.size(); ++i) {
    tree.operands[i] = WithLargeConstants(random, std::move(tree.operands[i]));
  }
  return tree;
}

std::vector<int64_t> WithLargeValues(Random& random, std::vector<int64_t> binding) {
  for (size_t i = 0; i < binding.size(); ++i) {
    const int64_t large = RandomLarge(random);
    const Interval& bounds = kRandomSymbols[i].bounds;
    if (random() % 2 == 0 && bounds.Contains(large)) binding[i] = large;
  }
  return binding;
}

std::vector<std::optional<int64_t>> AsBindings(const std::vector<int64_t>& binding) {
  return {binding.begin(), binding.end()};
}

}  // namespace shapewright::symbolic
