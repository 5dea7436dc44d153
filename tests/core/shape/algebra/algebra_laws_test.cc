// The laws of the algebra of shapes, on random shapes. What a shape stands for is
// decided by enumeration: every dim and rank is small here, so the sets of concrete
// shapes can be written down and compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "core/shape/algebra/arithmetic.h"
#include "core/shape/algebra/broadcast_merge.h"
#include "core/shape/algebra/merge.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/algebra/relax.h"
#include "core/shape/algebra/relaxes.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"

namespace shapewright::shape {
namespace {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Interval;
using Sizes = std::vector<int64_t>;

constexpr int kRounds = 10'000;
constexpr int64_t kLargest = 4;

// A world of its own for each round.
struct World {
  ExprArena exprs;
  symbolic::FactStore facts{exprs};
  TypeTable types;
  Algebra algebra{exprs, facts, types};
  std::vector<Expr> names;  // shared by all shapes

  TypeId Interned(const ShapeValue& shape) {
    return types.Tensor(ElementType::kUndefined, shape.view());
  }
};

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  int64_t Upto(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit)(engine_); }

  // Constants, ranges that end, and, with `symbols`, names.
  Dim NewDim(World& world, bool symbols) {
    if (symbols && Upto(2) == 0) return world.names[static_cast<size_t>(Upto(1))];
    if (Upto(1) == 0) return Upto(kLargest);
    const int64_t low = Upto(kLargest);
    const Interval bounds{low, low + Upto(kLargest - low)};
    if (bounds.is_point()) return bounds.min;
    return world.exprs.AddAnonymous(bounds, "", {});
  }
  std::vector<Dim> NewDims(World& world, size_t rank, bool symbols) {
    std::vector<Dim> dims;
    for (size_t i = 0; i < rank; ++i) dims.push_back(NewDim(world, symbols));
    return dims;
  }
  ShapeValue NewShape(World& world, bool symbols = false) {
    if (Upto(9) == 0) return UnknownRank({0, Upto(2)});
    return KnownRank(NewDims(world, static_cast<size_t>(Upto(2)), symbols));
  }

 private:
  std::mt19937_64 engine_;
};

World* NewWorld() {
  auto* world = new World;
  for (const char* name : {"N", "M"}) {
    symbolic::Symbol symbol;
    symbol.name = name;
    symbol.kind = symbolic::SymbolKind::kInputDim;
    symbol.bounds = {0, kLargest};
    world->names.push_back(world->exprs.AddSymbol(symbol));
  }
  return world;
}

// Every concrete shape that a shape without shared symbols stands for.
std::set<Sizes> Meaning(World& world, const Shape& shape, int64_t largest = kLargest) {
  std::set<Sizes> all;
  if (!shape.has_rank) {
    for (int64_t rank = shape.rank_bounds.min; rank <= std::min<int64_t>(shape.rank_bounds.max, 2);
         ++rank) {
      std::vector<Dim> dims;
      for (int64_t i = 0; i < rank; ++i)
        dims.push_back(world.exprs.AddAnonymous({0, largest}, "", {}));
      all.merge(Meaning(world, Shape::Of(dims), largest));
    }
    return all;
  }
  all.insert(Sizes());
  for (const Dim dim : shape.dims) {
    std::set<Sizes> longer;
    const Interval bounds = world.exprs.Bounds(world.facts.Finalize(dim));
    for (const Sizes& sizes : all) {
      for (int64_t size = bounds.min; size <= std::min(bounds.max, largest); ++size) {
        Sizes next = sizes;
        next.push_back(size);
        longer.insert(next);
      }
    }
    all = longer;
  }
  return all;
}

std::set<Sizes> Common(const std::set<Sizes>& a, const std::set<Sizes>& b) {
  std::set<Sizes> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(common, common.begin()));
  return common;
}

std::string RangesOf(World& world, const ShapeValue& shape) {
  std::string text;
  for (const Dim dim : shape.dims) {
    text += symbolic::ToString(world.exprs.Bounds(world.facts.Finalize(dim))) + ",";
  }
  return text;
}

class S16LawTest : public testing::Test {
 protected:
  // Runs `law` in a new world, again and again.
  template <typename Law>
  void ForAll(Law law) {
    for (int round = 0; round < kRounds && !HasFailure(); ++round) {
      const std::unique_ptr<World> world(NewWorld());
      Random random(static_cast<uint64_t>(round));
      law(*world, random);
      if (HasFailure()) std::printf("in round %d\n", round);
    }
  }
};

// merge(a, b) is the intersection; it fails exactly where that is empty.
TEST_F(S16LawTest, MergeIsTheIntersection) {
  ForAll([](World& world, Random& random) {
    const ShapeValue a = random.NewShape(world);
    const ShapeValue b = random.NewShape(world);
    const std::set<Sizes> common = Common(Meaning(world, a.view()), Meaning(world, b.view()));
    const ShapeValue merged = MergeShapes(world.algebra, {{a.view(), 0}, {b.view(), 1}});
    EXPECT_EQ(world.algebra.conflicts.empty(), !common.empty());
    if (common.empty()) return;
    EXPECT_EQ(Meaning(world, merged.view()), common);
  });
}

// Three at once are the same in every order and grouping.
TEST_F(S16LawTest, MergeIsCommutativeAndAssociative) {
  ForAll([](World& world, Random& random) {
    std::vector<ShapeValue> shapes;
    for (int i = 0; i < 3; ++i) shapes.push_back(random.NewShape(world, true));
    std::vector<size_t> order = {0, 1, 2};
    std::map<bool, std::set<std::string>> outcomes;
    do {
      world.facts.PushScope({});
      Algebra trial{world.exprs, world.facts, world.types};
      std::vector<Operand> operands;
      for (const size_t i : order) operands.push_back({shapes[i].view(), static_cast<uint32_t>(i)});
      const ShapeValue merged = MergeShapes(trial, operands);
      // Which unknown stands for which is a matter of names; the ranges are not.
      std::string text = RangesOf(world, merged);
      for (const Expr name : world.names) {
        text += " " + symbolic::ToString(world.exprs.Bounds(world.facts.Finalize(name)));
      }
      const bool is_good = trial.conflicts.empty();
      outcomes[is_good].insert(is_good ? text : "");
      world.facts.PopScope();
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(outcomes.begin()->second.size(), 1u);
  });
}

TEST_F(S16LawTest, MergeIsIdempotentAndRefinesBoth) {
  ForAll([](World& world, Random& random) {
    const ShapeValue a = random.NewShape(world);
    const ShapeValue b = random.NewShape(world);
    const ShapeValue same = MergeShapes(world.algebra, {{a.view(), 0}, {a.view(), 1}});
    EXPECT_EQ(same.dims, a.dims);
    const TypeId before_a = world.Interned(a);
    // The facts narrow the operands too, so they are compared as they were.
    const std::set<Sizes> of_a = Meaning(world, a.view());
    const std::set<Sizes> of_b = Meaning(world, b.view());
    const ShapeValue merged = MergeShapes(world.algebra, {{a.view(), 0}, {b.view(), 1}});
    if (!world.algebra.conflicts.empty()) return;
    const std::set<Sizes> of_merged = Meaning(world, merged.view());
    EXPECT_TRUE(std::includes(of_a.begin(), of_a.end(), of_merged.begin(), of_merged.end()));
    EXPECT_TRUE(std::includes(of_b.begin(), of_b.end(), of_merged.begin(), of_merged.end()));
    EXPECT_TRUE(Relaxes(world.algebra, before_a, world.Interned(merged)));
  });
}

// relaxes is containment of the sets; refines is its converse; both ways is equality.
TEST_F(S16LawTest, RelaxesIsContainment) {
  ForAll([](World& world, Random& random) {
    const ShapeValue a = random.NewShape(world);
    const ShapeValue b = random.NewShape(world);
    const std::set<Sizes> of_a = Meaning(world, a.view(), 5);
    const std::set<Sizes> of_b = Meaning(world, b.view(), 5);
    const TypeId one = world.Interned(a);
    const TypeId other = world.Interned(b);
    const bool contains = std::includes(of_a.begin(), of_a.end(), of_b.begin(), of_b.end());
    // What is bounded never contains what is not.
    const bool is_comparable = b.has_rank || !a.has_rank;
    EXPECT_EQ(is_comparable ? Relaxes(world.algebra, one, other) : contains, contains);
    EXPECT_EQ(Relaxes(world.algebra, one, other), Refines(world.algebra, other, one));
    EXPECT_TRUE(Relaxes(world.algebra, one, one));
    EXPECT_TRUE(AreEqual(world.algebra, one, one));
    const bool both = Relaxes(world.algebra, one, other) && Relaxes(world.algebra, other, one);
    EXPECT_EQ(both, AreEqual(world.algebra, one, other));
  });
}

// With symbols: a value for each symbol of the contained side has one on the other.
TEST_F(S16LawTest, RelaxesWithSymbolsIsContainment) {
  ForAll([](World& world, Random& random) {
    const std::vector<Dim> a = random.NewDims(world, 2, true);
    const std::vector<Dim> b = random.NewDims(world, 2, true);
    const auto meaning = [&](const std::vector<Dim>& dims) {
      std::set<Sizes> all;
      Sizes values(world.exprs.symbols().size());
      std::vector<std::optional<int64_t>> bindings(values.size());
      const auto visit = [&](auto&& self, size_t symbol) -> void {
        if (symbol == values.size()) {
          const auto sizes = symbolic::Evaluate(world.exprs, dims, bindings);
          all.insert({sizes[0].value, sizes[1].value});
          return;
        }
        const Interval bounds = world.exprs.SymbolBounds(static_cast<symbolic::SymbolId>(symbol));
        for (int64_t value = bounds.min; value <= bounds.max; ++value) {
          bindings[symbol] = value;
          self(self, symbol + 1);
        }
      };
      visit(visit, 0);
      return all;
    };
    const std::set<Sizes> of_a = meaning(a);
    const std::set<Sizes> of_b = meaning(b);
    EXPECT_EQ(Relaxes(world.algebra, world.Interned(KnownRank(a)), world.Interned(KnownRank(b))),
              std::includes(of_a.begin(), of_a.end(), of_b.begin(), of_b.end()));
  });
}

// relax(a, b) contains both, and is the least box that does.
TEST_F(S16LawTest, RelaxIsTheLeastBoxAroundBoth) {
  ForAll([](World& world, Random& random) {
    const auto rank = static_cast<size_t>(random.Upto(2));
    const std::vector<Dim> a = random.NewDims(world, rank, false);
    const std::vector<Dim> b = random.NewDims(world, rank, false);
    const TypeId of_a = world.Interned(KnownRank(a));
    const TypeId of_b = world.Interned(KnownRank(b));
    const TypeId type = RelaxTypes(world.algebra, {of_a, of_b});
    const Shape& relaxed = world.types.at(type).shape;
    ASSERT_TRUE(relaxed.has_rank);
    for (size_t axis = 0; axis < rank; ++axis) {
      const Interval hull = Hull(world.exprs.Bounds(a[axis]), world.exprs.Bounds(b[axis]));
      EXPECT_EQ(world.exprs.Bounds(relaxed.dims[axis]), hull);
    }
    EXPECT_TRUE(Relaxes(world.algebra, type, of_a));
    EXPECT_TRUE(Relaxes(world.algebra, type, of_b));
  });
}

// Numpy's rule on concrete sizes; nothing where they do not fit.
std::optional<Sizes> ConcreteBroadcast(const Sizes& a, const Sizes& b) {
  Sizes result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) {
    const int64_t one = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t other = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (one != other && one != 1 && other != 1) return std::nullopt;
    result[result.size() - 1 - i] = one == 1 ? other : one;
  }
  return result;
}

// Sound: whatever concrete operands broadcast to is in the result. Sharp: each end
// of the result's ranges is reached. It fails only where no operands fit.
TEST_F(S16LawTest, BroadcastIsSoundAndFailsOnlyWhereNothingFits) {
  ForAll([](World& world, Random& random) {
    const auto rank = [&] { return static_cast<size_t>(random.Upto(2)); };
    const std::vector<Dim> a = random.NewDims(world, rank(), false);
    const std::vector<Dim> b = random.NewDims(world, rank(), false);
    const std::set<Sizes> of_a = Meaning(world, Shape::Of(a));
    const std::set<Sizes> of_b = Meaning(world, Shape::Of(b));
    const ShapeValue result = BroadcastNumpy(world.algebra, {{Shape::Of(a), 0}, {Shape::Of(b), 1}});
    const bool failed = !world.algebra.conflicts.empty();
    bool fits = false;
    for (const Sizes& one : of_a) {
      for (const Sizes& other : of_b) {
        const auto sizes = ConcreteBroadcast(one, other);
        if (!sizes) continue;
        fits = true;
        ASSERT_FALSE(failed);
        for (size_t i = 0; i < sizes->size(); ++i) {
          EXPECT_TRUE(world.exprs.Bounds(result.dims[i]).Contains((*sizes)[i]));
        }
      }
    }
    EXPECT_TRUE(fits || failed);
  });
}

TEST_F(S16LawTest, BroadcastIsCommutative) {
  ForAll([](World& world, Random& random) {
    const std::vector<Dim> a = random.NewDims(world, 2, true);
    const std::vector<Dim> b = random.NewDims(world, 2, true);
    Algebra first{world.exprs, world.facts, world.types};
    Algebra second{world.exprs, world.facts, world.types};
    const ShapeValue one = BroadcastNumpy(first, {{Shape::Of(a), 0}, {Shape::Of(b), 1}});
    const ShapeValue other = BroadcastNumpy(second, {{Shape::Of(b), 0}, {Shape::Of(a), 1}});
    EXPECT_EQ(first.conflicts.empty(), second.conflicts.empty());
    if (first.conflicts.empty()) {
      for (size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(world.facts.Finalize(one.dims[i]), world.facts.Finalize(other.dims[i]));
      }
    }
  });
}

// All at once, or two first: the same ranges, or a conflict.
TEST_F(S16LawTest, BroadcastIsAssociative) {
  ForAll([](World& world, Random& random) {
    std::vector<ShapeValue> shapes;
    for (int i = 0; i < 3; ++i) {
      shapes.push_back(
          KnownRank(random.NewDims(world, static_cast<size_t>(random.Upto(2)), false)));
    }
    const auto broadcast = [&](absl::Span<const ShapeValue> operands, Algebra& trial) {
      std::vector<Operand> numbered;
      for (const ShapeValue& operand : operands) {
        numbered.push_back({operand.view(), static_cast<uint32_t>(numbered.size())});
      }
      return BroadcastNumpy(trial, numbered);
    };
    std::set<std::string> outcomes;
    for (const size_t first : {0U, 1U, 2U}) {
      Algebra trial{world.exprs, world.facts, world.types};
      world.facts.PushScope({});
      const ShapeValue two = broadcast({shapes[first], shapes[(first + 1) % 3]}, trial);
      const ShapeValue all =
          first == 2 ? broadcast(shapes, trial) : broadcast({two, shapes[(first + 2) % 3]}, trial);
      outcomes.insert(trial.conflicts.empty() ? RangesOf(world, all) : "conflict");
      world.facts.PopScope();
    }
    EXPECT_EQ(outcomes.size(), 1U) << *outcomes.begin();
  });
}

TEST_F(S16LawTest, BroadcastIsIdempotent) {
  ForAll([](World& world, Random& random) {
    const std::vector<Dim> dims = random.NewDims(world, 2, true);
    const ShapeValue same =
        BroadcastNumpy(world.algebra, {{Shape::Of(dims), 0}, {Shape::Of(dims), 1}});
    EXPECT_TRUE(world.algebra.conflicts.empty());
    EXPECT_EQ(same.dims, dims);
  });
}

// The range of a result holds the result of every pair of sizes, cut at 0, and its
// ends are reached.
TEST_F(S16LawTest, ArithmeticIsSoundAndSharp) {
  ForAll([](World& world, Random& random) {
    const Dim a = random.NewDim(world, false);
    const Dim b = random.NewDim(world, false);
    const auto operation = static_cast<Arithmetic>(random.Upto(5));
    const Interval of_a = world.exprs.Bounds(a);
    const Interval of_b = world.exprs.Bounds(b);
    const bool is_constant = a.is_constant() && b.is_constant();
    std::set<int64_t> results;
    for (int64_t x = of_a.min; x <= of_a.max; ++x) {
      for (int64_t y = of_b.min; y <= of_b.max; ++y) {
        if (operation == Arithmetic::kAdd) results.insert(x + y);
        if (operation == Arithmetic::kSubtract) {
          results.insert(is_constant ? x - y : std::max<int64_t>(x - y, 0));
        }
        if (operation == Arithmetic::kMultiply) results.insert(x * y);
        if (operation == Arithmetic::kMin) results.insert(std::min(x, y));
        if (operation == Arithmetic::kMax) results.insert(std::max(x, y));
        if (operation == Arithmetic::kDivide && y != 0 && x % y == 0) results.insert(x / y);
      }
    }
    const ShapeValue result =
        Combine(world.algebra, operation, {{Shape::Of({&a, 1}), 0}, {Shape::Of({&b, 1}), 1}});
    if (!world.algebra.conflicts.empty()) {
      EXPECT_EQ(operation, Arithmetic::kDivide);
      EXPECT_TRUE(results.empty());
      return;
    }
    const Interval range = world.exprs.Bounds(world.facts.Finalize(result.dims[0]));
    for (const int64_t value : results) EXPECT_TRUE(range.Contains(value)) << value;
    // Of a division only the ceiling and the floor of the ends are promised.
    if (operation == Arithmetic::kDivide || results.empty()) return;
    EXPECT_EQ(range, (Interval{*results.begin(), *results.rbegin()}));
  });
}

}  // namespace
}  // namespace shapewright::shape
