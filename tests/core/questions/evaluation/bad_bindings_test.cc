// Bindings that do not fit their model, and lists of them that are too much.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using inference::InferOptions;
using shapewright::BytesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A wrong binding fails alone, with the field that is wrong; all others are answered.
TEST(BadBindings, FailAlone) {
  const std::pair<std::string, std::string> rows[] = {
      {"symbols { symbol: 'Q' size: 1 }", "symbols[0].symbol"},
      {"symbols { symbol: 'N' size: 1 } symbols { symbol: 'N' size: -1 }", "symbols[1].size"},
      {"symbols { symbol: 'N' size: -9223372036854775808 }", "symbols[0].size"},
      {"inputs { name: 'q' }", "inputs[0].name"},
      {"inputs { name: 'a' sizes: [1, 4] }", "inputs[0].name"},
      {"inputs { name: 'x' sizes: [1] }", "inputs[0].sizes"},
      {"inputs { name: 'x' sizes: [1, -2] }", "inputs[0].sizes"},
      {"inputs { name: 'y' } inputs { name: 'x' sizes: [1, 4] values: 1 }", "inputs[1].values"},
  };
  std::string bindings = "bindings { symbols { symbol: 'N' size: 1 } }";
  for (const auto& [binding, field] : rows) {
    absl::StrAppend(&bindings, "bindings { label: 'bad' ", binding, " }");
  }
  const auto answer =
      Evaluated(kConcatAndRelu, bindings + "bindings { symbols { symbol: 'N' size: 2 } }");
  ASSERT_EQ(answer.evaluations_size(), static_cast<int>(std::size(rows)) + 2);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(6, 4));
  EXPECT_THAT(SizesOf(answer.evaluations(static_cast<int>(std::size(rows)) + 1)),
              ElementsAre(7, 4));
  for (size_t i = 0; i < std::size(rows); ++i) {
    const v1::Evaluation& bad = answer.evaluations(static_cast<int>(i) + 1);
    EXPECT_EQ(bad.label(), "bad");
    EXPECT_EQ(bad.verdict(), v1::Evaluation::VERDICT_UNSPECIFIED);
    EXPECT_EQ(bad.outputs_size(), 0);
    EXPECT_EQ(bad.error().reason(), "MALFORMED_BINDING");
    EXPECT_EQ(bad.error().field(), rows[i].second);
    EXPECT_NE(bad.error().message(), "");
  }
}

TEST(BadBindings, ElementsAreAsManyAsTheSizesSay) {
  constexpr char kElements[] = R"(
    input n: int64[]
    input m: int64[2, 2]
    input k: int64[K]
    input o: int64[2]
    r = ConstantOfShape(k)
    output r
  )";
  const auto field = [&](const std::string& input) {
    const auto answer = Evaluated(kElements, "bindings { inputs { " + input + " } }");
    return answer.evaluations(0).error().field();
  };
  EXPECT_EQ(field("name: 'n' values: [1, 2]"), "inputs[0].values");
  EXPECT_EQ(field("name: 'n' values: 1"), "");
  EXPECT_EQ(field("name: 'm' values: [1, 2, 3, 4]"), "inputs[0].values");
  EXPECT_EQ(field("name: 'm' sizes: [2, 2] values: [1, 2, 3]"), "inputs[0].values");
  EXPECT_EQ(field("name: 'm' sizes: [2, 2] values: [1, 2, 3, 4]"), "");
  EXPECT_EQ(field("name: 'm' sizes: [2, -1] values: [1, 2, 3, 4]"), "inputs[0].values");
  EXPECT_EQ(field("name: 'm' sizes: [2, 2] } inputs { name: 'm' sizes: [2, 2]"), "inputs[1].name");
  EXPECT_EQ(field("name: 'k' sizes: 3 values: [1, 2]"), "inputs[0].values");
  EXPECT_EQ(field("name: 'k' sizes: -1 values: [1, 2]"), "");
  EXPECT_EQ(field("name: 'o' values: [1, 2]"), "");
  EXPECT_EQ(field("name: 'o' values: [1, 2, 3]"), "");  // a violation
}

TEST(BadBindings, TheSameTwiceIsNoContradiction) {
  const auto answer = Evaluated(kConcatAndRelu, R"pb(
    bindings {
      inputs {
        name: "x"
        sizes: [ 2, 4 ]
      }
      symbols { symbol: "N" size: 2 }
      symbols { symbol: "N" size: 2 }
    }
    bindings {
      symbols { symbol: "N" size: 2 }
      symbols { symbol: "N" size: 3 }
    })pb");
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(7, 4));
  ASSERT_EQ(answer.evaluations(1).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(1).violations(0).kind(), v1::Violation::KIND_BINDING);
}

TEST(BadBindings, WhatDoesNotSuitTheModelIsRefused) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(EvaluateRequestOf(kConcatAndRelu, rest));
  };
  EXPECT_EQ(field("bindings {} memory { alignment_bytes: 48 }"), "memory.alignment_bytes");
  EXPECT_EQ(field("bindings {} memory { alignment_bytes: -64 }"), "memory.alignment_bytes");
  EXPECT_EQ(field("values: 'q'"), "values[0]");
  EXPECT_EQ(field("values: 'a' packed {}"), "values");
  EXPECT_EQ(field("model { input_types { name: 'q' type { text: '[1]' } } }"),
            "model.input_types[0].name");
}

// Work is counted by the number of bindings and by the length of their names (S65).
TEST(S65Limits, ManyBindingsAndLongNamesEndAtTheLimits) {
  auto request = EvaluateRequestOf(kConcatAndRelu, "");
  const std::string name(100'000, 'n');
  for (int i = 0; i < 2000; ++i) {
    v1::Binding& binding = *request.add_bindings();
    binding.set_label(name);
    binding.add_symbols()->set_symbol(name);
  }
  InferOptions options;
  options.max_answer_bytes = size_t{16} << 20;
  const absl::Status bytes = EvaluateRequest(request, options).status();
  EXPECT_EQ(bytes.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(bytes.GetPayload(graph::kReasonPayload), "ANSWER_TOO_LARGE");
  request.clear_bindings();
  for (int i = 0; i < 100'000; ++i) request.add_bindings();
  request.mutable_limits()->set_work(1'000'000);
  const absl::Status work = EvaluateRequest(request).status();
  EXPECT_EQ(work.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(work.GetPayload(graph::kReasonPayload), "WORK_LIMIT");
  request.clear_limits();
  EXPECT_EQ(Answer(request).evaluations_size(), 100'000);
}

TEST(BadBindings, EndWhenNobodyWaits) {
  auto request = EvaluateRequestOf(kConcatAndRelu, "");
  for (int i = 0; i < 100'000; ++i) request.add_bindings();
  int questions = 0;
  InferOptions options;
  options.reader.check_interrupt = [&] {
    return ++questions < 20 ? absl::OkStatus() : absl::CancelledError("gone");
  };
  EXPECT_EQ(EvaluateRequest(request, options).status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(questions, 20);
}

TEST(BadBindings, WhatIsNoSizeIsRefused) {
  const auto answer = Evaluated(kConcatAndRelu, R"pb(
    bindings { symbols { symbol: "N" } }
    bindings { symbols { symbol: "N" size: 9223372036854775807 } }
    bindings { symbols { symbol: "N" size: -1 } }
    bindings {
      inputs {
        name: "x"
        sizes: [ 9223372036854775807, 4 ]
      }
    }
    bindings { inputs { name: "x" scalar: true } }
    bindings { inputs { name: "x" scalar: true sizes: 1 } }
    bindings { symbols { symbol: "n" size: 1 } }
    bindings {
      inputs {
        name: "X"
        sizes: [ 1, 4 ]
      }
    }
    bindings { symbols { symbol: "N" size: 9223372036854775806 } }
  )pb");
  const absl::string_view fields[] = {"symbols[0].size",   "symbols[0].size",  "symbols[0].size",
                                      "inputs[0].sizes",   "inputs[0].scalar", "inputs[0].scalar",
                                      "symbols[0].symbol", "inputs[0].name",   ""};
  for (int i = 0; i < answer.evaluations_size(); ++i) {
    EXPECT_EQ(answer.evaluations(i).error().field(), fields[i]) << i;
    EXPECT_EQ(answer.evaluations(i).has_error(), !fields[i].empty()) << i;
  }
  EXPECT_THAT(answer.evaluations(6).error().message(), HasSubstr("did you mean `N`?"));
  EXPECT_THAT(answer.evaluations(7).error().message(), HasSubstr("did you mean `x`?"));
}

// N = 0 breaks an assumption too (that the second Reshape copies no dim), for which the model is
// inferred anew. onnxruntime 1.32 fails in the last Reshape.
TEST(BadBindings, WhatFailsBesideABrokenAssumptionIsTheKnownFact) {
  constexpr char kReshapes[] = R"(
    input x: float32[N, M]
    input w: float32[N, M]
    const rest: int64[1] = -1
    whole = Shape(x)
    flat = Reshape(x, rest)
    y = Reshape(flat, whole)
    n = Shape(x) start=0 end=1
    rows = Concat(n, rest) axis=0
    z = Reshape(w, rows)
    output y
    output z
  )";
  const auto answer = Evaluated(kReshapes, "bindings { inputs { name: 'x' sizes: [0, 3] } }");
  const v1::Evaluation& evaluation = answer.evaluations(0);
  EXPECT_EQ(evaluation.verdict(), v1::Evaluation::VERDICT_INVALID);
  ASSERT_EQ(evaluation.violations_size(), 1) << evaluation.ShortDebugString();
  EXPECT_EQ(evaluation.violations(0).kind(), v1::Violation::KIND_FACT);
  EXPECT_EQ(evaluation.violations(0).suggestion(), "N >= 1");
}

TEST(BadBindings, AScalarIsSaid) {
  constexpr char kAnyRank[] = "input x: float32\n y = Relu(x)\n output y";
  const auto answer = Evaluated(kAnyRank, "bindings { inputs { name: 'x' scalar: true } }");
  EXPECT_THAT(RanksOf(answer.evaluations(0)), ElementsAre(0));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(4));
}

}  // namespace
}  // namespace shapewright::questions
