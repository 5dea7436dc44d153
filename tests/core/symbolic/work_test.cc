// What expressions and facts cost, by the count of work (S65).
#include "core/base/work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/facts/facts.h"

namespace shapewright::symbolic {
namespace {

class SymbolicWork : public testing::Test {
 protected:
  std::vector<Expr> Symbols(int count) {
    std::vector<Expr> symbols;
    for (int i = 0; i < count; ++i) {
      Symbol symbol;
      symbol.name = absl::StrCat("n", i);
      symbol.bounds = Interval::Size();
      symbols.push_back(arena_.AddSymbol(symbol));
    }
    return symbols;
  }

  // What it takes.
  template <typename Function>
  uint64_t Count(Function function) {
    const uint64_t before = work_.count();
    function();
    return work_.count() - before;
  }

  Work work_;
  ExprArena arena_{ExprLimits(), &work_};
  FactStore facts_{arena_};
};

// A request may take so many operations for each of its bytes: what is kept must take some too.
// Oracle: the sizes of what a node is made of.
TEST_F(SymbolicWork, WhatANodeKeepsIsCounted) {
  const std::vector<Expr> symbols = Symbols(60);
  std::vector<Term> terms;
  for (const Expr symbol : symbols) terms.push_back({2, symbol.node()});
  const uint64_t bytes = sizeof(ExprNode) + terms.size() * sizeof(Term);
  EXPECT_GE(Count([&] { arena_.InternSum(terms); }), bytes / 4);
  EXPECT_LE(Count([&] { arena_.InternSum(terms); }), 2 * terms.size()) << "it is there already";
}

// The oldest of two equal symbols stays: the last fact is about the first one of a long chain.
TEST_F(SymbolicWork, ChainOfEqualitiesIsWalkedOnce) {
  constexpr int kLength = 2000;
  const std::vector<Expr> symbols = Symbols(kLength + 1);
  for (int i = kLength; i > 0; --i) facts_.RequireEqual(symbols[i], symbols[i - 1], {});
  EXPECT_LE(Count([&] { EXPECT_EQ(facts_.Resolve(symbols[kLength]), symbols[0]); }), 8 * kLength);
  EXPECT_LE(Count([&] { EXPECT_EQ(facts_.Resolve(symbols[kLength]), symbols[0]); }), 8);
  EXPECT_LE(Count([&] {
              for (const Expr symbol : symbols) EXPECT_EQ(facts_.Resolve(symbol), symbols[0]);
            }),
            8 * kLength);
}

// Somebody asks for the end of the chain after each fact.
TEST_F(SymbolicWork, ChainThatGrowsIsNotWalkedAnew) {
  constexpr int kLength = 2000;
  const std::vector<Expr> symbols = Symbols(kLength + 1);
  EXPECT_LE(Count([&] {
              for (int i = kLength; i > 0; --i) {
                facts_.RequireEqual(symbols[i], symbols[i - 1], {});
                EXPECT_EQ(facts_.Resolve(symbols[kLength]), symbols[i - 1]);
              }
            }),
            300 * kLength);
}

TEST_F(SymbolicWork, ChainOfSumsIsWalkedOnce) {
  constexpr int kLength = 2000;
  const std::vector<Expr> symbols = Symbols(kLength + 1);
  uint64_t work = Count([&] {
    for (int i = kLength; i > 0; --i) {
      facts_.RequireEqual(symbols[i], Add(arena_, symbols[i - 1], 1), {});
      EXPECT_EQ(facts_.Resolve(symbols[kLength]), Add(arena_, symbols[i - 1], kLength - i + 1));
    }
  });
  EXPECT_LE(work, 600 * kLength);
  work = Count([&] {
    for (int i = 0; i <= kLength; ++i) {
      EXPECT_EQ(facts_.Resolve(symbols[i]), i == 0 ? symbols[0] : Add(arena_, symbols[0], i));
    }
  });
  EXPECT_LE(work, 300 * kLength);
}

// A shortcut that a scope has found is gone with the facts that it comes from.
TEST_F(SymbolicWork, ShortcutsOfAScopeEndWithIt) {
  const std::vector<Expr> n = Symbols(5);
  facts_.RequireEqual(n[4], n[3], {});
  facts_.RequireEqual(n[3], Add(arena_, n[2], 1), {});
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(facts_.Resolve(n[4]), Add(arena_, n[2], 1));
    facts_.PushScope({});
    facts_.RequireEqual(n[2], n[1], {});
    EXPECT_EQ(facts_.Resolve(n[4]), Add(arena_, n[1], 1));
    facts_.PushScope({});
    facts_.RequireEqual(n[1], round == 0 ? n[0] : Expr(7), {});
    EXPECT_EQ(facts_.Resolve(n[4]), round == 0 ? Add(arena_, n[0], 1) : Expr(8));
    facts_.PopScope();
    EXPECT_EQ(facts_.Resolve(n[4]), Add(arena_, n[1], 1));
    facts_.PopScope();
  }
  EXPECT_EQ(facts_.Resolve(n[4]), Add(arena_, n[2], 1));
  EXPECT_EQ(facts_.Resolve(n[2]), n[2]);
}

// Once each, in order, and not those of a scope that was left.
TEST_F(SymbolicWork, SettledSymbolsAreListed) {
  const std::vector<Expr> n = Symbols(4);
  const auto id = [&](int i) { return arena_.node(n[i].node()).symbol; };
  facts_.RequireAtMost(n[2], 0, {});
  facts_.RequireEqual(n[1], n[0], {});
  facts_.PushScope({});
  facts_.RequireEqual(n[3], 5, {});
  EXPECT_EQ(facts_.settled(), (std::vector<SymbolId>{id(2), id(1), id(3)}));
  facts_.PopScope();
  facts_.RequireEqual(n[2], n[0], {});
  const std::vector<SymbolId>& settled = facts_.settled();
  EXPECT_EQ(std::count(settled.begin(), settled.end(), id(2)), 1);
  EXPECT_EQ(std::count(settled.begin(), settled.end(), id(3)), 0);
}

TEST_F(SymbolicWork, OneMoreOperandIsComparedWithTheOthers) {
  const std::vector<Expr> symbols = Symbols(1000);
  Expr least = symbols[0];
  EXPECT_LE(Count([&] {
              for (const Expr symbol : symbols) least = Min(arena_, least, symbol);
            }),
            1000 * 600);
  Expr greatest = symbols[0];
  EXPECT_LE(Count([&] { greatest = MaxOf(arena_, symbols); }), 1000 * 600);
}

TEST_F(SymbolicWork, BroadcastsOfManySidesAreFewNodes) {
  const std::vector<Expr> symbols = Symbols(1000);
  Expr all = symbols[0];
  const size_t before = arena_.node_count();
  for (const Expr symbol : symbols) all = Broadcast(arena_, all, symbol);
  EXPECT_LE(arena_.node_count() - before, 4 * symbols.size());
  EXPECT_EQ(Broadcast(arena_, all, symbols.back()), all);
}

}  // namespace
}  // namespace shapewright::symbolic
