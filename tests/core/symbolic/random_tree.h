#ifndef SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_RANDOM_TREE_H_
#define SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_RANDOM_TREE_H_

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/symbolic/expr_arena.h"

namespace shapewright::symbolic {

// A plain expression tree with an evaluator of its own: what the arena's normal
// form is compared with. Shares no code with core/symbolic.
struct Tree {
  // Symbols are 'a', 'b' ...; operations as their functions are called.
  enum class Kind {
    kConstant,
    kSymbol,
    kAdd,
    kSubtract,
    kMultiply,
    kFloorDiv,
    kCeilDiv,
    kTruncDiv,
    kMod,
    kMin,
    kMax,
    kBroadcast,
    kPower,  // of a constant base
    // Of four: the third where the first two are equal, or the first is at most the second, else
    // the fourth.
    kIfEqual,
    kIfAtMost,
  };
  Kind kind = Kind::kConstant;
  int64_t constant = 0;
  size_t symbol = 0;
  std::vector<Tree> operands;
};

// Nothing where the tree has no value: a division by zero, sizes that do not
// broadcast, or more than 128 bits.
std::optional<__int128> ValueOf(const Tree& tree, const std::vector<int64_t>& binding);

// The same as an expression; unknown where the arena says so.
Expr Build(ExprArena& arena, const Tree& tree);

// For messages.
std::string Show(const Tree& tree);

using Random = std::mt19937_64;

inline int64_t Uniform(Random& random, int64_t low, int64_t high) {
  // Not std::uniform_int_distribution: it differs between libraries.
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  const uint64_t offset = span == UINT64_MAX ? random() : random() % (span + 1);
  return static_cast<int64_t>(static_cast<uint64_t>(low) + offset);
}

// The symbols that random trees use, with intervals of every kind.
struct RandomSymbol {
  const char* name;
  Interval bounds;
};
inline constexpr RandomSymbol kRandomSymbols[] = {
    {"n", {0, Interval::kInfinity}},
    {"m", {1, Interval::kInfinity}},
    {"k", {}},
    {"b", {2, 8}},
    {"z", {-5, -1}},
    {"u", {0, 1}},
};
inline constexpr size_t kRandomSymbolCount = 6;

void DeclareRandomSymbols(ExprArena& arena);
// Values within the intervals, mostly small.
std::vector<int64_t> RandomBinding(Random& random);
Tree RandomTree(Random& random, int depth);
// The same tree with some constants near the ends of 64 bits.
Tree WithLargeConstants(Random& random, Tree tree);
// The same binding with some values near the ends of 64 bits.
std::vector<int64_t> WithLargeValues(Random& random, std::vector<int64_t> binding);

// The binding as evaluation takes it.
std::vector<std::optional<int64_t>> AsBindings(const std::vector<int64_t>& binding);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_TESTS_CORE_SYMBOLIC_RANDOM_TREE_H_
