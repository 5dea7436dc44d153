// MergeShapes by its messages: types and policies, facts and symbols, axes, windows,
// mistakes. Expected values: the truth table in proto/shapewright/v1/shape.proto, S1,
// S7, S16 and S24, nGraph's windowed reductions, ONNX's formula for convolutions.
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "core/graph/read_error.h"
#include "core/query/merge/merge_shapes.h"
#include "core/shape/algebra/merge_types.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using v1Case = v1::MergeCase;

struct PolicyRow {
  std::string existing;
  std::string added;
  // STRICT, REFINE, OVERRIDE, SKIP.
  std::vector<std::string> expected;
};

TEST(Policies, TruthTable) {
  const std::string dim = "conflict DIM_MISMATCH 0";
  const std::string type = "conflict TYPE_MISMATCH";
  const std::string rank = "conflict RANK_MISMATCH";
  for (const PolicyRow& row : std::vector<PolicyRow>{
           {"?", "[8]", {"[8]", "[8]", "[8]", "[8]"}},
           {"[8]", "?", {"[8]", "[8]", "[8]", "[8]"}},
           {"[8]", "[8]", {"[8]", "[8]", "[8]", "[8]"}},
           {"[?]", "[8]", {"[8]", "[8]", "[8]", "[?]"}},
           {"[8]", "[?]", {"[8]", "[8]", "[?]", "[8]"}},
           {"[N]", "[8]", {"[8]", "[8]", "[8]", "[N]"}},
           {"[2..8]", "[4..]", {"[4..8]", "[4..8]", "[4..]", "[2..8]"}},
           {"[8]", "[9]", {dim, "[9], " + dim, "[9]", "[8]"}},
           {"[1, 2]", "[1, 2, 3]", {rank, "[1, 2, 3], " + rank, "[1, 2, 3]", "[1, 2]"}},
           {"float32[2]", "int64[2]", {type, "int64[2], " + type, "int64[2]", "float32[2]"}},
           {"undefined[2]", "int64[?]", {"int64[2]", "int64[2]", "int64[?]", "int64[2]"}},
       }) {
    for (int policy = 1; policy <= 4; ++policy) {
      v1Case message = MakeCase(v1Case::OPERATION_MERGE, {row.existing, row.added});
      message.set_policy(static_cast<v1::MergePolicy>(policy));
      EXPECT_EQ(Answer(message), row.expected[static_cast<size_t>(policy - 1)])
          << message.ShortDebugString();
    }
  }
}

// "The existing side binds no symbol of the new one."
TEST(Policies, RefineBindsNothingOfTheNewSide) {
  v1Case message = MakeCase(v1Case::OPERATION_MERGE, {"[8, N]", "[N, N]"});
  message.set_policy(v1::MERGE_POLICY_REFINE);
  const v1::MergeResult result = RunCase(message);
  EXPECT_EQ(Summary(result), "[8, N]");
  EXPECT_EQ(Substitutions(result), "");
}

TEST(Types, MergeAsWholes) {
  const auto merge = [](const std::string& a, const std::string& b) {
    return Answer(v1Case::OPERATION_MERGE, {a, b});
  };
  EXPECT_EQ(merge("seq(float32[2, ?])", "seq(float32[?, 3])"), "seq(float32[2, 3])");
  EXPECT_EQ(merge("seq(float32[2]; 3)", "seq(float32?)"), "seq(float32[2]; 3)");
  EXPECT_EQ(merge("seq(float32[2])", "seq(int8[2])"), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge("seq(float32[2])", "float32[2]"), "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge("optional(float32[?])", "optional(float32[5]; present)"),
            "optional(float32[5]; present)");
  EXPECT_EQ(merge("optional(float32[5]; absent)", "optional(float32[5]; present)"),
            "conflict TYPE_MISMATCH");
  EXPECT_EQ(merge("map(int64, float32[?])", "map(int64, float32[2])"), "map(int64, float32[2])");
  EXPECT_EQ(merge("f32[2,?]", "float32[?,3]"), "float32[2, 3]");
  EXPECT_EQ(merge("float32[2]", "[2]"), "float32[2]");
}

TEST(Types, Relations) {
  const auto holds = [](v1Case::Operation operation, const std::string& a, const std::string& b) {
    return Answer(operation, {a, b}) == "true";
  };
  EXPECT_TRUE(holds(v1Case::OPERATION_RELAXES, "seq(float32?)", "seq(float32[2])"));
  EXPECT_FALSE(holds(v1Case::OPERATION_RELAXES, "seq(float32[2])", "seq(float32?)"));
  EXPECT_TRUE(holds(v1Case::OPERATION_RELAXES, "[?]", "int8[4]"));
  EXPECT_FALSE(holds(v1Case::OPERATION_RELAXES, "int8[4]", "[4]"));
  EXPECT_TRUE(holds(v1Case::OPERATION_COMPATIBLE, "float32[N]", "[3]"));
  EXPECT_FALSE(holds(v1Case::OPERATION_COMPATIBLE, "float32[N]", "int8[3]"));
  EXPECT_TRUE(holds(v1Case::OPERATION_EQUAL, "optional(?; present)", "optional(?; present)"));
  EXPECT_FALSE(holds(v1Case::OPERATION_EQUAL, "optional(?; present)", "optional(?)"));
  EXPECT_TRUE(holds(v1Case::OPERATION_SAME_SCHEME, "[2, N]", "[2, 3..8]"));
}

TEST(Symbols, AreOneThroughoutACase) {
  const auto merge = [](const std::string& a, const std::string& b) {
    return RunCase(MakeCase(v1Case::OPERATION_MERGE, {a, b}));
  };
  EXPECT_EQ(Summary(merge("[N, N]", "[2, ?]")), "[2, 2]");
  EXPECT_EQ(Substitutions(merge("[N, N]", "[2, ?]")), "N := 2, ?1 := 2");
  const v1::MergeResult failed = merge("[N, N]", "[2, 3]");
  EXPECT_EQ(Summary(failed), "conflict DIM_MISMATCH 1");
  EXPECT_EQ(failed.conflicts(0).reason(), "axis 1: N (2 by now) and 3 are never equal");
  EXPECT_EQ(Substitutions(failed), "");
  EXPECT_EQ(Substitutions(merge("[N]", "[M]")), "M := N");
  EXPECT_EQ(Summary(merge("[2*N]", "[3]")), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(Summary(merge("[2*N]", "[6]")), "[6]");
  EXPECT_EQ(Constraints(merge("[N]", "[2..8]")), "2 <= N, N <= 8");
  EXPECT_EQ(Summary(merge("[..8]", "[8..]")), "[8]");
  EXPECT_EQ(Summary(merge("[?1, ?1]", "[?, 3]")), "[3, 3]");
}

TEST(Symbols, DeclaredFactsCount) {
  const auto ask = [](const std::string& other, const std::function<void(v1::SymbolFact*)>& set) {
    v1Case message = MakeCase(v1Case::OPERATION_MERGE, {"[N]", other});
    message.add_symbols()->set_symbol("N");
    set(message.mutable_symbols(0));
    return Answer(message);
  };
  const auto multiple = [](v1::SymbolFact* fact) { fact->set_divisor(8); };
  EXPECT_EQ(ask("[16]", multiple), "[16]");
  EXPECT_EQ(ask("[12]", multiple), "conflict NOT_ALLOWED");
  const auto bounds = [](v1::SymbolFact* fact) { fact->mutable_bounds()->set_max(10); };
  EXPECT_EQ(ask("[10]", bounds), "[10]");
  EXPECT_EQ(ask("[11]", bounds), "conflict DIM_MISMATCH 0");
  const auto listed = [](v1::SymbolFact* fact) {
    for (const int64_t size : {1, 4, 16}) fact->add_allowed(size);
  };
  EXPECT_EQ(ask("[4]", listed), "[4]");
  EXPECT_EQ(ask("[5]", listed), "conflict NOT_ALLOWED");
}

// The next multiples lie beyond 64 bits.
TEST(Symbols, RangesWithoutMultiplesAreErrors) {
  const auto ask = [](const std::string& symbol, int64_t divisor, int64_t min, int64_t max) {
    v1::MergeShapesRequest request;
    *request.add_cases() = MakeCase(v1Case::OPERATION_MERGE, {"[N]", "[N]"});
    v1::SymbolFact& fact = *request.mutable_cases(0)->add_symbols();
    fact.set_symbol(symbol);
    fact.set_divisor(divisor);
    fact.mutable_bounds()->set_min(min);
    fact.mutable_bounds()->set_max(max);
    v1::MergeShapesResponse response;
    return MergeShapes(request, QueryOptions(), &response);
  };
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  EXPECT_TRUE(absl::IsInvalidArgument(ask("x[0]", 3, kLeast + 1, kLeast + 1)));
  EXPECT_TRUE(absl::IsInvalidArgument(ask("x[0]", 4, kMost - 1, kMost - 1)));
  EXPECT_TRUE(absl::IsInvalidArgument(ask("N", 3, kLeast + 1, kLeast + 1)));
  EXPECT_TRUE(ask("x[0]", 3, kLeast + 1, kMost - 1).ok());
}

TEST(Symbols, SharedByTheRequest) {
  v1::MergeShapesRequest request;
  request.set_share_symbols(true);
  for (const auto& texts : std::vector<std::vector<std::string>>{
           {"[N, N]", "[2, 3]"}, {"[N]", "[5]"}, {"[N + 1]"}, {"[N]", "[6]"}}) {
    *request.add_cases() = MakeCase(v1Case::OPERATION_MERGE, texts);
  }
  v1::MergeShapesResponse response;
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  // A case that fails changes nothing for the later ones.
  EXPECT_EQ(Summary(response.results(0)), "conflict DIM_MISMATCH 1");
  EXPECT_EQ(Summary(response.results(1)), "[5]");
  EXPECT_EQ(Substitutions(response.results(1)), "N := 5");
  EXPECT_EQ(Summary(response.results(2)), "[6]");
  EXPECT_EQ(Substitutions(response.results(2)), "");
  EXPECT_EQ(Summary(response.results(3)), "conflict DIM_MISMATCH 0");
  request.set_share_symbols(false);
  response.Clear();
  ASSERT_TRUE(MergeShapes(request, QueryOptions(), &response).ok());
  EXPECT_EQ(Summary(response.results(3)), "[6]");
}

// S1, and the table in docs/algebra.md.
TEST(Broadcast, IsSound) {
  const auto broadcast = [](const std::string& a, const std::string& b) {
    return RunCase(MakeCase(v1Case::OPERATION_BROADCAST_MERGE, {a, b}));
  };
  const v1::MergeResult result = broadcast("[2, ?]", "[?, 5]");
  EXPECT_EQ(Summary(result), "[2, 5]");
  EXPECT_EQ(Constraints(result), "2 broadcasts with ?2, ?1 broadcasts with 5");
  EXPECT_EQ(Substitutions(result), "");
  EXPECT_EQ(Summary(broadcast("[1..4]", "[?]")), "[?]");
  EXPECT_EQ(Summary(broadcast("[..1]", "[4]")), "[4]");
  EXPECT_EQ(Summary(broadcast("[1..2]", "[6..8]")), "[6..8]");
  EXPECT_EQ(Summary(broadcast("[2..4]", "[6..8]")), "conflict NOT_BROADCASTABLE 0");
  EXPECT_EQ(Summary(broadcast("[0]", "[1]")), "[0]");
  EXPECT_EQ(Summary(broadcast("[0]", "[3]")), "conflict NOT_BROADCASTABLE 0");
  EXPECT_EQ(Summary(broadcast("[2, 3]", "?")), "?");
  EXPECT_EQ(Summary(broadcast("[2, 3]", "rank ..4")), "rank 2..4");
  EXPECT_EQ(Summary(broadcast("[N, 1]", "[M]")), "[N, M]");
  EXPECT_EQ(Summary(broadcast("[N]", "[M]")), "[broadcast(N, M)]");
  EXPECT_EQ(Summary(broadcast("[]", "[N]")), "[N]");
}

// OpenVINO's description of PDPD broadcasting.
TEST(Broadcast, Paddle) {
  const auto broadcast = [](const std::string& a, const std::string& b, int64_t axis) {
    v1Case message = MakeCase(v1Case::OPERATION_BROADCAST_MERGE, {a, b});
    message.set_broadcast(v1Case::BROADCAST_PADDLE);
    message.set_axis(axis);
    return Answer(message);
  };
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3, 4]", 1), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3, 1]", 1), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[]", -1), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[4, 5]", -1), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[2]", 0), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3]", 0), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(broadcast("[2, 3]", "[2, 3, 4]", -1), "conflict RANK_MISMATCH");
  for (const int64_t far : {INT64_MAX, INT64_MAX - 1, int64_t{1} << 32, int64_t{2}}) {
    EXPECT_EQ(broadcast("[2, 3]", "[3, 4]", far), "conflict RANK_MISMATCH") << far;
  }
  EXPECT_EQ(broadcast("[?, 3]", "[5]", 0), "[5, 3]");
  EXPECT_EQ(broadcast("[1, 3]", "[5]", 0), "conflict DIM_MISMATCH 0");
}

TEST(Relax, IsTheTightest) {
  const auto relax = [](const std::vector<std::string>& texts) {
    return Answer(v1Case::OPERATION_RELAX, texts);
  };
  EXPECT_EQ(relax({"[2, 3]", "[2, 5]"}), "[2, 3..5]");
  EXPECT_EQ(relax({"[2, 2]", "[5, 5]"}), "[?1, ?1]");
  EXPECT_EQ(relax({"[2]", "[2, 3]"}), "rank 1..2");
  EXPECT_EQ(relax({"[N]", "[N]"}), "[N]");
  EXPECT_EQ(relax({"[N]", "[3]"}), "[?]");
  EXPECT_EQ(relax({"float32[2]", "int8[2]"}), "[2]");
  EXPECT_EQ(relax({"2..3", "7"}), "2..7");
}

TEST(Arithmetic, ClipsAndSaysSo) {
  const v1::MergeResult clipped = RunCase(MakeCase(v1Case::OPERATION_SUBTRACT, {"2..8", "5"}));
  EXPECT_EQ(Summary(clipped), "..3");
  ASSERT_EQ(clipped.diagnostics_size(), 1);
  EXPECT_EQ(clipped.diagnostics(0).code(), "CLIPPED");
  const v1::MergeResult too_large =
      RunCase(MakeCase(v1Case::OPERATION_MULTIPLY, {"4611686018427387904", "4"}));
  EXPECT_EQ(Summary(too_large), "?");
  ASSERT_EQ(too_large.diagnostics_size(), 1);
  EXPECT_EQ(too_large.diagnostics(0).code(), "OVERFLOW");
  const auto answer = [](v1Case::Operation operation, const std::vector<std::string>& texts) {
    return Answer(operation, texts);
  };
  EXPECT_EQ(answer(v1Case::OPERATION_ADD, {"2..8", "1..3"}), "3..11");
  EXPECT_EQ(answer(v1Case::OPERATION_ADD, {"?1", "?1"}), "2*?1");
  EXPECT_EQ(answer(v1Case::OPERATION_ADD, {"N", "5", "M"}), "N + M + 5");
  EXPECT_EQ(answer(v1Case::OPERATION_SUBTRACT, {"3", "5"}), "(-2)");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"23", "3"}), "conflict NOT_DIVISIBLE 0");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"2..8", "3"}), "1..2");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"4..5", "3"}), "conflict NOT_DIVISIBLE 0");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"4*N", "2"}), "2*N");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"5", "0"}), "conflict DIVISION_BY_ZERO 0");
  // An element may be negative, and so may be a divisor that is at most 0.
  v1Case by_element = MakeCase(v1Case::OPERATION_DIVIDE, {});
  by_element.add_dims()->set_expr("2..8");
  by_element.add_dims()->set_expr("x[0]");
  by_element.mutable_dims(1)->mutable_bounds()->set_max(0);
  EXPECT_EQ(Answer(by_element), "?");
  EXPECT_EQ(answer(v1Case::OPERATION_DIVIDE, {"2..8", "..0"}), "conflict DIVISION_BY_ZERO 0");
  EXPECT_EQ(answer(v1Case::OPERATION_MIN, {"2..8", "4..6"}), "2..6");
  EXPECT_EQ(answer(v1Case::OPERATION_MAX, {"N", "0"}), "N");
  EXPECT_EQ(answer(v1Case::OPERATION_ADD, {"[N, 2]", "[1, 3]"}), "[N + 1, 5]");
}

TEST(Axes, Operations) {
  const auto ask = [](v1Case::Operation operation, const std::string& text,
                      const std::vector<int64_t>& axes, const std::vector<std::string>& values) {
    v1Case message = MakeCase(operation, {text});
    for (const int64_t axis : axes) message.add_axes(axis);
    for (const std::string& value : values) message.add_values()->set_expr(value);
    if (!axes.empty()) message.set_axis(axes[0]);
    const std::string error = ErrorOf(message);
    return error.empty() ? Answer(message) : error;
  };
  EXPECT_EQ(ask(v1Case::OPERATION_PROJECT, "[1, 2, N]", {0, -1}, {}), "[1, N]");
  EXPECT_EQ(ask(v1Case::OPERATION_REDUCE, "[1, 2, N]", {0, -1}, {}), "[2]");
  EXPECT_EQ(ask(v1Case::OPERATION_PERMUTE, "[1, 2, N]", {-1, 0, 1}, {}), "[N, 1, 2]");
  EXPECT_EQ(ask(v1Case::OPERATION_PERMUTE, "?", {1, 0}, {}), "[?, ?]");
  EXPECT_EQ(ask(v1Case::OPERATION_PERMUTE, "[1, 2, N]", {2, 0}, {}), "[N, 1]");
  EXPECT_TRUE(
      absl::StartsWith(ask(v1Case::OPERATION_PERMUTE, "[1]", {0, 0}, {}), "cases[0].axes:"));
  EXPECT_EQ(ask(v1Case::OPERATION_INJECT, "[2, 3]", {0, 3}, {"7", "N"}), "[7, 2, 3, N]");
  EXPECT_EQ(ask(v1Case::OPERATION_INDEX, "[2, N]", {-1}, {}), "N");
  EXPECT_EQ(ask(v1Case::OPERATION_SET, "[2, 3]", {1}, {"?"}), "[2, ?]");
  EXPECT_EQ(ask(v1Case::OPERATION_PROJECT, "?", {0, 2}, {}), "[?, ?]");
  EXPECT_EQ(ask(v1Case::OPERATION_REDUCE, "rank 3..5", {0}, {}), "rank 2..4");
  EXPECT_EQ(Answer(v1Case::OPERATION_APPEND, {"[1, N]", "[3]", "[]"}), "[1, N, 3]");
  EXPECT_TRUE(absl::StartsWith(ask(v1Case::OPERATION_PROJECT, "[1]", {1}, {}), "cases[0].axes:"));
  EXPECT_TRUE(absl::StartsWith(ask(v1Case::OPERATION_REDUCE, "[1]", {0, 0}, {}), "cases[0].axes:"));
  EXPECT_TRUE(absl::StartsWith(ask(v1Case::OPERATION_INDEX, "[1]", {1}, {}), "cases[0].axis:"));
  EXPECT_TRUE(absl::StartsWith(ask(v1Case::OPERATION_INJECT, "[1]", {0}, {}), "cases[0].values:"));
}

TEST(Intervals, AsSets) {
  const auto ask = [](v1Case::Operation operation, const std::vector<std::string>& texts,
                      int64_t number = 0) {
    v1Case message = MakeCase(operation, texts);
    message.set_number(number);
    return Answer(message);
  };
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_CONTAINS, {"3..10"}, 3), "true");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_CONTAINS, {"3..10"}, 11), "false");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE, {"3..10"}), "8");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE,
                {
                    "3..",
                }),
            "9223372036854775807");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE, {"5..4"}), "0");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_EMPTY, {"5..4"}), "true");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_EMPTY, {"4"}), "false");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERSECT, {"1..5", "3..7"}), "3..5");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERSECT, {"1..5", "7..12"}), "empty");
  EXPECT_EQ(ask(v1Case::OPERATION_EQUAL, {"5..4", "9..1"}), "true");
  // Where only a dim can stand.
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE, {"?"}), "9223372036854775807");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE, {"{2, 8}"}), "7");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_SIZE, {"{3,2}"}), "0");
  EXPECT_EQ(ask(v1Case::OPERATION_INTERVAL_CONTAINS, {"{2,-1}"}, 100), "true");
  EXPECT_EQ(ask(v1Case::OPERATION_ADD, {"5..4", "1"}), "empty");
  EXPECT_TRUE(absl::StartsWith(ErrorOf(MakeCase(v1Case::OPERATION_MERGE, {"5..4", "1"})),
                               "cases[0].texts[0]:"));
}

struct WindowRow {
  std::string data;
  std::vector<std::string> sizes;
  std::function<void(v1::Window*)> set;
  std::string expected;
};

TEST(Windows, Slide) {
  const auto strides = [](int64_t stride) {
    return [stride](v1::Window* window) { window->add_strides(stride); };
  };
  const auto pads = [](int64_t begin, int64_t end) {
    return [begin, end](v1::Window* window) {
      window->add_pads_begin(begin);
      window->add_pads_end(end);
    };
  };
  for (const WindowRow& row : std::vector<WindowRow>{
           {"[10]", {"3"}, strides(1), "[8]"},
           {"[10]", {"3"}, strides(2), "[4]"},
           {"[10]", {"3"}, pads(1, 1), "[10]"},
           {"[10]", {"3"}, pads(-1, -1), "[6]"},
           {"[10]", {"3"}, [](v1::Window* w) { w->add_dilations(2); }, "[6]"},
           {"[10]", {"3"}, [](v1::Window* w) { w->add_data_dilations(2); }, "[17]"},
           {"[N]", {"3"}, strides(1), "[N - 2]"},
           {"?", {"3", "3"}, strides(1), "[1.., 1..]"},
           {"[10]", {"11"}, strides(1), "conflict WINDOW_TOO_LARGE 0"},
           {"[2]", {}, pads(-1, -1), "conflict WINDOW_TOO_LARGE 0"},
           {"[4]", {}, pads(-1, -2), "[1..]"},
           {"?", {}, strides(1), "[1..]"},
           {"[10]", {"0"}, strides(1), "conflict WINDOW_EMPTY 0"},
           {"[10]", {"3"}, pads(3, 0), "conflict WINDOW_IN_PADDING 0"},
           {"[10, 10]", {"3"}, strides(1), "conflict RANK_MISMATCH"},
           {"[11]",
            {"2"},
            [](v1::Window* w) {
              w->add_strides(2);
              w->set_ceil_mode(true);
            },
            "[6]"},
           {"[11]",
            {"3"},
            [](v1::Window* w) {
              w->add_strides(2);
              w->set_auto_pad(v1::Window::AUTO_PAD_SAME_UPPER);
            },
            "[6]"}}) {
    v1Case message = MakeCase(v1Case::OPERATION_WINDOW, {row.data});
    for (const std::string& size : row.sizes) message.mutable_window()->add_sizes()->set_expr(size);
    row.set(message.mutable_window());
    EXPECT_EQ(Answer(message), row.expected) << message.ShortDebugString();
  }
}

TEST(Windows, ConvolutionsAndPoolings) {
  v1Case message = MakeCase(v1Case::OPERATION_CONVOLUTION, {"[N, 3, 224, 224]", "[64, 3, 7, 7]"});
  for (int i = 0; i < 2; ++i) {
    message.mutable_window()->add_strides(2);
    message.mutable_window()->add_pads_begin(3);
    message.mutable_window()->add_pads_end(3);
  }
  EXPECT_EQ(Answer(message), "[N, 64, 112, 112]");
  message.set_texts(0, "?");
  EXPECT_EQ(Answer(message), "[?, 64, 1.., 1..]");
  message.set_texts(0, "[N, 4, 224, 224]");
  EXPECT_EQ(Answer(message), "conflict DIM_MISMATCH 1");
  message.set_texts(0, "[N, 6, 224, 224]");
  message.set_axis(2);
  EXPECT_EQ(Answer(message), "[N, 64, 112, 112]");
  message = MakeCase(v1Case::OPERATION_POOLING, {"[N, C, 10, 10]"});
  for (int i = 0; i < 2; ++i) message.mutable_window()->add_sizes()->set_size(2);
  EXPECT_EQ(Answer(message), "[N, C, 9, 9]");
}

TEST(Mistakes, HaveTheirPath) {
  const auto error = [](v1Case::Operation operation, const std::vector<std::string>& texts) {
    const std::string text = ErrorOf(MakeCase(operation, texts));
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(error(v1Case::OPERATION_UNSPECIFIED, {"[1]"}), "cases[0].operation");
  EXPECT_EQ(error(v1Case::OPERATION_MERGE, {}), "cases[0].operands");
  EXPECT_EQ(error(v1Case::OPERATION_MERGE, {"[1]", "[2"}), "cases[0].texts[1]");
  EXPECT_EQ(error(v1Case::OPERATION_MERGE, {"[1]", "3"}), "cases[0].texts");
  EXPECT_EQ(error(v1Case::OPERATION_ADD, {"[1]"}), "cases[0].texts");
  EXPECT_EQ(error(v1Case::OPERATION_RANK, {"3"}), "cases[0].texts");
  EXPECT_EQ(error(v1Case::OPERATION_INTERSECT, {"[1]"}), "cases[0].texts");
  EXPECT_EQ(error(v1Case::OPERATION_ADD, {"seq(?)", "[1]"}), "cases[0].texts[0]");
  EXPECT_EQ(error(v1Case::OPERATION_MERGE_RANK, {"[1]"}), "cases[0].rank");
  v1Case message;
  message.set_operation(v1Case::OPERATION_MERGE);
  message.add_dims()->set_size(INT64_MAX);
  EXPECT_TRUE(absl::StartsWith(ErrorOf(message), "cases[0].dims[0].size:"));
  message.add_texts("3");
  EXPECT_TRUE(absl::StartsWith(ErrorOf(message), "cases[0].operands:"));
  message = MakeCase(v1Case::OPERATION_WINDOW, {"[1]"});
  message.mutable_window()->add_strides(0);
  EXPECT_TRUE(absl::StartsWith(ErrorOf(message), "cases[0].window.strides[0]:"));
}

}  // namespace
}  // namespace shapewright::query
