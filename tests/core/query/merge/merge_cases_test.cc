// MergeShapes by its messages: types and policies, facts and symbols, axes, windows,
// mistakes. Expected values: the truth table in proto/shapewright/v1/shape.proto, S1,
// S7, S16 and S24, nGraph's windowed reductions, ONNX's formula for convolutions.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/query/merge/merge_shapes.h"
#include "core/shape/algebra/merge_types.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

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
      v1::MergeCase message = MakeCase("merge", {row.existing, row.added});
      message.mutable_merge()->set_policy(static_cast<v1::MergePolicy>(policy));
      EXPECT_EQ(Answer(message), row.expected[static_cast<size_t>(policy - 1)])
          << message.ShortDebugString();
    }
  }
}

// "The existing side binds no symbol of the new one."
TEST(Policies, RefineBindsNothingOfTheNewSide) {
  v1::MergeCase message = MakeCase("merge", {"[8, N]", "[N, N]"});
  message.mutable_merge()->set_policy(v1::MERGE_POLICY_REFINE);
  const v1::MergeResult result = RunCase(message);
  EXPECT_EQ(Summary(result), "[8, N]");
  EXPECT_EQ(Substitutions(result), "");
}

TEST(Types, MergeAsWholes) {
  const auto merge = [](const std::string& a, const std::string& b) {
    return Answer("merge", {a, b});
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
  const auto holds = [](const std::string& word, const std::string& a, const std::string& b) {
    return Answer(word, {a, b}) == "true";
  };
  EXPECT_TRUE(holds("relaxes", "seq(float32?)", "seq(float32[2])"));
  EXPECT_FALSE(holds("relaxes", "seq(float32[2])", "seq(float32?)"));
  EXPECT_TRUE(holds("relaxes", "[?]", "int8[4]"));
  EXPECT_FALSE(holds("relaxes", "int8[4]", "[4]"));
  EXPECT_TRUE(holds("compatible", "float32[N]", "[3]"));
  EXPECT_FALSE(holds("compatible", "float32[N]", "int8[3]"));
  EXPECT_TRUE(holds("equal", "optional(?; present)", "optional(?; present)"));
  EXPECT_FALSE(holds("equal", "optional(?; present)", "optional(?)"));
  EXPECT_TRUE(holds("same_scheme", "[2, N]", "[2, 3..8]"));
}

TEST(Symbols, AreOneThroughoutACase) {
  const auto merge = [](const std::string& a, const std::string& b) {
    return RunCase(MakeCase("merge", {a, b}));
  };
  EXPECT_EQ(Summary(merge("[N, N]", "[2, ?]")), "[2, 2]");
  EXPECT_EQ(Substitutions(merge("[N, N]", "[2, ?]")), "N := 2, ?1 := 2");
  const v1::MergeResult failed = merge("[N, N]", "[2, 3]");
  EXPECT_EQ(Summary(failed), "conflict DIM_MISMATCH 1");
  EXPECT_EQ(failed.conflicts(0).message(), "axis 1: N (2 by now) and 3 are never equal");
  EXPECT_EQ(Substitutions(failed), "");
  EXPECT_EQ(Substitutions(merge("[N]", "[M]")), "M := N");
  EXPECT_EQ(Summary(merge("[2*N]", "[3]")), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(Summary(merge("[2*N]", "[6]")), "[6]");
  EXPECT_EQ(Facts(merge("[N]", "[2..8]")), "2 <= N, N <= 8");
  EXPECT_EQ(Summary(merge("[..8]", "[8..]")), "[8]");
  EXPECT_EQ(Summary(merge("[?1, ?1]", "[?, 3]")), "[3, 3]");
}

TEST(Symbols, SharedByTheRequest) {
  v1::MergeShapesRequest request;
  request.set_share_symbols(true);
  for (const auto& texts : std::vector<std::vector<std::string>>{
           {"[N, N]", "[2, 3]"}, {"[N]", "[5]"}, {"[N + 1]"}, {"[N]", "[6]"}}) {
    *request.add_cases() = MakeCase("merge", texts);
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
    return RunCase(MakeCase("broadcast", {a, b}));
  };
  const v1::MergeResult result = broadcast("[2, ?]", "[?, 5]");
  EXPECT_EQ(Summary(result), "[2, 5]");
  EXPECT_EQ(Facts(result), "broadcastable(2, ?2), broadcastable(?1, 5)");
  EXPECT_EQ(Substitutions(result), "");
  EXPECT_EQ(Summary(broadcast("[1..4]", "[?]")), "[?]");
  EXPECT_EQ(Summary(broadcast("[..1]", "[4]")), "[4]");
  EXPECT_EQ(Summary(broadcast("[1..2]", "[6..8]")), "[6..8]");
  EXPECT_EQ(Summary(broadcast("[2..4]", "[6..8]")), "conflict NOT_BROADCASTABLE 0");
  EXPECT_EQ(Summary(broadcast("[0]", "[1]")), "[0]");
  EXPECT_EQ(Summary(broadcast("[0]", "[3]")), "conflict NOT_BROADCASTABLE 0");
  EXPECT_EQ(Summary(broadcast("[2, 3]", "?")), "?");
  EXPECT_EQ(Summary(broadcast("[2, 3]", "rank ..4")), "rank 2..4");
  EXPECT_EQ(Summary(broadcast("rank 2..4", "[5, 5, 2, 3]")), "[5, 5, 2, 3]");
  EXPECT_EQ(Summary(broadcast("[5, 1, 2.., 3]", "rank ..4")), "[5, ?, 2.., 3]");
  EXPECT_EQ(Summary(broadcast("[N, 1]", "[M]")), "[N, M]");
  EXPECT_EQ(Summary(broadcast("[N]", "[M]")), "[broadcast(N, M)]");
  EXPECT_EQ(Summary(broadcast("[]", "[N]")), "[N]");
}

// OpenVINO's description of PDPD broadcasting.
TEST(Broadcast, Paddle) {
  const auto broadcast = [](const std::string& a, const std::string& b,
                            const std::vector<int64_t>& axis) {
    return Answer("paddle", {a, b}, v1::NOTATION_SHAPEWRIGHT, axis);
  };
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3, 4]", {1}), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3, 1]", {1}), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[]", {}), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[4, 5]", {}), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[2]", {0}), "[2, 3, 4, 5]");
  EXPECT_EQ(broadcast("[2, 3, 4, 5]", "[3]", {0}), "conflict DIM_MISMATCH 0");
  EXPECT_EQ(broadcast("[2, 3]", "[2, 3, 4]", {}), "conflict RANK_MISMATCH");
  for (const int64_t far : {INT64_MAX, INT64_MAX - 1, int64_t{1} << 32, int64_t{2}}) {
    EXPECT_EQ(broadcast("[2, 3]", "[3, 4]", {far}), "conflict RANK_MISMATCH") << far;
  }
  EXPECT_EQ(broadcast("[?, 3]", "[5]", {0}), "[5, 3]");
  EXPECT_EQ(broadcast("[1, 3]", "[5]", {0}), "conflict DIM_MISMATCH 0");
}

TEST(Relax, IsTheTightest) {
  const auto relax = [](const std::vector<std::string>& texts) { return Answer("relax", texts); };
  EXPECT_EQ(relax({"[2, 3]", "[2, 5]"}), "[2, 3..5]");
  EXPECT_EQ(relax({"[2, 2]", "[5, 5]"}), "[?1, ?1]");
  EXPECT_EQ(relax({"[2]", "[2, 3]"}), "rank 1..2");
  EXPECT_EQ(relax({"[N]", "[N]"}), "[N]");
  EXPECT_EQ(relax({"[N]", "[3]"}), "[?]");
  EXPECT_EQ(relax({"float32[2]", "int8[2]"}), "[2]");
  EXPECT_EQ(relax({"[2..3]", "[7]"}), "[2..7]");
}

TEST(Arithmetic, ClipsAndSaysSo) {
  const v1::MergeResult clipped = RunCase(MakeCase("subtract", {"[2..8]", "[5]"}));
  EXPECT_EQ(Summary(clipped), "[..3]");
  ASSERT_EQ(clipped.notes_size(), 1);
  EXPECT_EQ(clipped.notes(0).code(), "CLIPPED");
  const v1::MergeResult too_large = RunCase(MakeCase("multiply", {"[4611686018427387904]", "[4]"}));
  EXPECT_EQ(Summary(too_large), "[?]");
  ASSERT_EQ(too_large.notes_size(), 1);
  EXPECT_EQ(too_large.notes(0).code(), "OVERFLOW");
  EXPECT_EQ(Answer("add", {"[2..8]", "[1..3]"}), "[3..11]");
  EXPECT_EQ(Answer("add", {"[?1]", "[?1]"}), "[2*?1]");
  EXPECT_EQ(Answer("add", {"[N]", "[5]", "[M]"}), "[N + M + 5]");
  EXPECT_EQ(Answer("subtract", {"[3]", "[5]"}), "[(-2)]");
  EXPECT_EQ(Answer("divide", {"[23]", "[3]"}), "conflict NOT_DIVISIBLE 0");
  EXPECT_EQ(Answer("divide", {"[2..8]", "[3]"}), "[1..2]");
  EXPECT_EQ(Answer("divide", {"[4..5]", "[3]"}), "conflict NOT_DIVISIBLE 0");
  EXPECT_EQ(Answer("divide", {"[4*N]", "[2]"}), "[2*N]");
  EXPECT_EQ(Answer("divide", {"[5]", "[0]"}), "conflict DIVISION_BY_ZERO 0");
  // An element may be negative, and so may be a divisor that is at most 0.
  v1::MergeCase by_element = MakeCase("divide", {"[2..8]", "[x[0]]"});
  by_element.add_premises("x[0] <= 0");
  EXPECT_EQ(Answer(by_element), "[?]");
  EXPECT_EQ(Answer("divide", {"[2..8]", "[..0]"}), "conflict DIVISION_BY_ZERO 0");
  EXPECT_EQ(Answer("min", {"[2..8]", "[4..6]"}), "[2..6]");
  EXPECT_EQ(Answer("max", {"[N]", "[0]"}), "[N]");
  EXPECT_EQ(Answer("add", {"[N, 2]", "[1, 3]"}), "[N + 1, 5]");
}

TEST(Axes, Operations) {
  const auto ask = [](const std::string& word, const std::string& text,
                      const std::vector<int64_t>& axes, const std::vector<std::string>& sizes) {
    const v1::MergeCase message = MakeCase(word, {text}, axes, sizes);
    const std::string field = FieldOfError(message);
    return field.empty() ? Answer(message) : field;
  };
  EXPECT_EQ(ask("keep", "[1, 2, N]", {0, -1}, {}), "[1, N]");
  EXPECT_EQ(ask("keep", "[2, N]", {-1}, {}), "[N]");
  EXPECT_EQ(ask("keep", "?", {0, 2}, {}), "[?, ?]");
  EXPECT_EQ(ask("keep", "[1]", {1}, {}), "select_axes.axes");
  EXPECT_EQ(ask("drop", "[1, 2, N]", {0, -1}, {}), "[2]");
  EXPECT_EQ(ask("drop", "rank 3..5", {0}, {}), "rank 2..4");
  EXPECT_EQ(ask("drop", "[1]", {0, 0}, {}), "select_axes.axes");
  EXPECT_EQ(ask("permute", "[1, 2, N]", {-1, 0, 1}, {}), "[N, 1, 2]");
  EXPECT_EQ(ask("permute", "?", {1, 0}, {}), "[?, ?]");
  EXPECT_EQ(ask("permute", "[1, 2, N]", {2, 0}, {}), "[N, 1]");
  EXPECT_EQ(ask("permute", "[1]", {0, 0}, {}), "select_axes.axes");
  EXPECT_EQ(ask("put", "[2, 3]", {0, 3}, {"7", "N"}), "[7, 2, 3, N]");
  EXPECT_EQ(ask("put", "[1]", {0}, {}), "put_axes.sizes");
  EXPECT_EQ(ask("put", "[1]", {5}, {"2"}), "put_axes.axes");
  EXPECT_EQ(ask("put", "[1]", {0}, {"-"}), "put_axes.sizes[0].expr");
  EXPECT_EQ(ask("replace", "[2, 3]", {1}, {"?"}), "[2, ?]");
  EXPECT_EQ(ask("replace", "[2, 3, 4]", {-1, 0}, {"N", "5"}), "[5, 3, N]");
  EXPECT_EQ(ask("replace", "[2, 3]", {1, -1}, {"4", "5"}), "put_axes.axes");
  EXPECT_EQ(ask("replace", "?", {1}, {"4"}), "?");
  EXPECT_EQ(Answer("append", {"[1, N]", "[3]", "[]"}), "[1, N, 3]");
}

TEST(Intervals, AsSets) {
  const auto contains = [](const std::string& text, int64_t number) {
    v1::MergeCase message = MakeCase("intersect", {text});
    message.mutable_intersect_dims()->set_number(number);
    const v1::DimRange range = RunCase(message).range();
    EXPECT_TRUE(range.has_contains_number());
    return range.contains_number();
  };
  EXPECT_TRUE(contains("3..10", 3));
  EXPECT_FALSE(contains("3..10", 11));
  EXPECT_TRUE(contains("{2,-1}", 100));
  EXPECT_FALSE(contains("5..4", 5));
  EXPECT_FALSE(RunCase(MakeCase("count", {"3..10"})).range().has_contains_number());
  EXPECT_EQ(Answer("count", {"3..10"}), "8");
  EXPECT_EQ(Answer("count", {"3.."}), "endless");
  EXPECT_EQ(Answer("count", {"5..4"}), "0");
  EXPECT_EQ(Answer("count", {"?"}), "endless");
  EXPECT_EQ(Answer("count", {"{2, 8}"}), "7");
  EXPECT_EQ(Answer("count", {"{3,2}"}), "0");
  EXPECT_EQ(Answer("intersect", {"4"}), "4");
  EXPECT_EQ(Answer("intersect", {"1..5", "3..7"}), "3..5");
  EXPECT_EQ(Answer("intersect", {"1..5", "7..12"}), "empty");
  EXPECT_EQ(Answer("intersect", {"5..4", "3"}), "empty");
}

// A dim that holds nothing.
TEST(Intervals, WithoutNumbers) {
  EXPECT_EQ(Answer("equal", {"[5..4]", "[9..1]"}), "true");
  EXPECT_EQ(Answer("equal", {"[5..4]", "[9]"}), "false");
  EXPECT_EQ(Answer("compatible", {"[5..4]", "[?]"}), "false");
  EXPECT_EQ(Answer("relaxes", {"[?]", "[5..4]"}), "true");
  EXPECT_EQ(Answer("refines", {"[5..4]", "[?]"}), "true");
  EXPECT_EQ(Answer("add", {"[5..4]", "[1]"}), "empty");
  EXPECT_EQ(FieldOfError(MakeCase("add", {"[5..4]", "[1, 2]"})), "compute.operands[1]");
  EXPECT_EQ(FieldOfError(MakeCase("merge", {"[5..4]", "[1]"})), "merge.operands[0].text");
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
    v1::MergeCase message = MakeCase("window", {row.data});
    v1::Window* const window = MutableWindow(message);
    for (const std::string& size : row.sizes) window->add_sizes()->set_expr(size);
    row.set(window);
    EXPECT_EQ(Answer(message), row.expected) << message.ShortDebugString();
  }
}

TEST(Windows, ConvolutionsAndPoolings) {
  v1::MergeCase message = MakeCase("convolve", {"[N, 3, 224, 224]", "[64, 3, 7, 7]"});
  for (int i = 0; i < 2; ++i) {
    MutableWindow(message)->add_strides(2);
    MutableWindow(message)->add_pads_begin(3);
    MutableWindow(message)->add_pads_end(3);
  }
  EXPECT_EQ(Answer(message), "[N, 64, 112, 112]");
  message.mutable_convolve()->mutable_data()->set_text("?");
  EXPECT_EQ(Answer(message), "[?, 64, 1.., 1..]");
  message.mutable_convolve()->mutable_data()->set_text("[N, 4, 224, 224]");
  EXPECT_EQ(Answer(message), "conflict DIM_MISMATCH 1");
  message.mutable_convolve()->mutable_data()->set_text("[N, 6, 224, 224]");
  message.mutable_convolve()->set_groups(2);
  EXPECT_EQ(Answer(message), "[N, 64, 112, 112]");
  message.mutable_convolve()->set_groups(-1);
  EXPECT_EQ(FieldOfError(message), "convolve.groups");
  message = MakeCase("pooling", {"[N, C, 10, 10]"});
  for (int i = 0; i < 2; ++i) MutableWindow(message)->add_sizes()->set_size(2);
  EXPECT_EQ(Answer(message), "[N, C, 9, 9]");
}

TEST(Inspect, AnswersAllAtOnce) {
  const v1::TypeSummary summary = RunCase(MakeCase("inspect", {"f32[2, N, 3..5, 2*N]"})).summary();
  EXPECT_EQ(summary.type().text(), "float32[2, N, 3..5, 2*N]");
  EXPECT_EQ(summary.type().tensor().element_type(), v1::ELEMENT_TYPE_FLOAT);
  EXPECT_FALSE(summary.is_static());
  EXPECT_FALSE(summary.has_negative_size());
  EXPECT_EQ(summary.rank().min(), 4);
  EXPECT_EQ(summary.rank().max(), 4);
  EXPECT_EQ(Answer("least", {"f32[2, N, 3..5]"}), "[2, 0, 3]");
  EXPECT_EQ(Answer("greatest", {"f32[2, N, 3..5]"}), "[2, ?, 5]");
  EXPECT_EQ(Answer("elements", {"f32[2, N, 3]"}), "6*N");
  EXPECT_EQ(Answer("elements", {"[2, 3, 4]"}), "24");
  EXPECT_EQ(Answer("elements", {"[]"}), "1");
  EXPECT_EQ(Answer("elements", {"[4611686018427387904, 4]"}), "");
  EXPECT_EQ(Answer("elements", {"[-2, 3]"}), "");
  EXPECT_EQ(Answer("has_negative_size", {"[-2, 3]"}), "true");
  EXPECT_EQ(Answer("rank", {"rank 2..4"}), "2..4");
  const v1::TypeSummary unknown = RunCase(MakeCase("inspect", {"rank 2..4"})).summary();
  EXPECT_FALSE(unknown.has_least() || unknown.has_greatest() || unknown.has_elements());
  const v1::TypeSummary sequence = RunCase(MakeCase("inspect", {"seq(float32[2]; 3)"})).summary();
  EXPECT_EQ(sequence.type().text(), "seq(float32[2]; 3)");
  EXPECT_TRUE(sequence.is_static());
  EXPECT_FALSE(sequence.has_rank() || sequence.has_elements());
  v1::MergeCase message = MakeCase("inspect", {"[N]"});
  message.add_premises("3 <= N <= 7");
  const v1::TypeSummary bounded = RunCase(message).summary();
  EXPECT_EQ(bounded.least().dims(0).size(), 3);
  EXPECT_EQ(bounded.greatest().dims(0).size(), 7);
  EXPECT_EQ(bounded.elements().range().max(), 7);
}

TEST(Compare, AnswersAllAtOnce) {
  const v1::TypeComparison answer =
      RunCase(MakeCase("equal", {"[?, 3]", "f32[2, 3]"})).comparison();
  EXPECT_TRUE(answer.compatible());
  EXPECT_FALSE(answer.equal());
  EXPECT_TRUE(answer.relaxes());
  EXPECT_FALSE(answer.refines());
  EXPECT_FALSE(answer.same_scheme());
  EXPECT_TRUE(answer.same_layout());
}

TEST(Answers, CanBeSentBack) {
  for (const char* text : {"float32[2, N, 3..5]", "seq(float32[N]; 3)", "rank 2..4", "[N + 5]"}) {
    const v1::MergeResult first = RunCase(MakeCase("merge", {text}));
    EXPECT_EQ(first.type().text(), text);
    v1::MergeCase again;
    *again.mutable_merge()->add_operands() = first.type();
    EXPECT_EQ(Answer(again), text);
  }
}

TEST(Mistakes, HaveTheirPath) {
  const auto error = [](const std::string& word, const std::vector<std::string>& texts) {
    return FieldOfError(MakeCase(word, texts));
  };
  EXPECT_EQ(FieldOfError(v1::MergeCase()), "question");
  EXPECT_EQ(error("merge", {}), "merge.operands");
  EXPECT_EQ(error("merge", {"[1]", "[2"}), "merge.operands[1].text");
  EXPECT_EQ(error("merge", {"[1]", "3"}), "merge.operands[1].text");
  EXPECT_EQ(error("merge", {"flaot32[1]"}), "merge.operands[0].text");
  EXPECT_EQ(error("add", {"[1]"}), "compute.operands");
  EXPECT_EQ(error("rank", {"3"}), "inspect.operand.text");
  EXPECT_EQ(error("intersect", {}), "intersect_dims.dims");
  EXPECT_EQ(error("intersect", {"[1]"}), "intersect_dims.dims[0].expr");
  EXPECT_EQ(error("add", {"seq(?)", "[1]"}), "compute.operands[0]");
  EXPECT_EQ(error("equal", {"[1]", "[2"}), "compare.right.text");
  v1::MergeCase message;
  v1::Shape* shape = message.mutable_merge()->add_operands()->mutable_tensor()->mutable_shape();
  shape->add_dims()->set_size(INT64_MAX);
  EXPECT_EQ(FieldOfError(message), "merge.operands[0].tensor.shape.dims[0].size");
  message = MakeCase("window", {"[1]"});
  MutableWindow(message)->add_strides(0);
  EXPECT_EQ(FieldOfError(message), "slide_window.window.strides[0]");
  message = MakeCase("broadcast", {"[1]", "[1]"});
  message.mutable_broadcast()->set_axis(0);
  EXPECT_EQ(FieldOfError(message), "broadcast.axis");
}

}  // namespace
}  // namespace shapewright::query
