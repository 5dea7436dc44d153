// S58, S61: a guard says of requests what EvaluateShapes answers for them: PASS is VALID (or OPEN,
// where data decide and the guard says that it does not cover that), FAIL is INVALID. The oracle is
// the evaluation, on every model of the corpus at random sizes.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/guard/request_check.h"
#include "shapewright/v1/guard.pb.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"
#include "tests/core/symbolic/text_evaluator.h"

namespace shapewright::questions {
namespace {

constexpr int kGuardedBindings = 60;
constexpr const char* kNames[] = {"", "pass", "fail", "undecided"};
constexpr int64_t kMaxElements = 1024;

// Draws the inputs of a request: mostly sizes that share symbols as declared, near those of real
// runs.
class RequestMaker {
 public:
  RequestMaker(const std::string& model, const v1::InferShapesResponse& answer,
               const v1::GuardProgram& program)
      : truth_(ReadTruth(model)), answer_(answer) {
    for (const v1::GuardSlot& slot : program.slots()) {
      if (slot.has_element()) with_elements_.insert(slot.input());
    }
  }

  v1::Binding Draw() {
    std::map<std::string, int64_t> symbols;
    const ObservedRun& run = truth_.runs[random_() % truth_.runs.size()];
    for (const auto& [symbol, size] : run.bind) symbols[symbol] = Near(size);
    v1::Binding binding;
    for (int i = 0; i < answer_.inputs_size(); ++i) {
      const v1::ValueInfo& input = answer_.inputs(i);
      v1::InputSizes* const given = binding.add_inputs();
      given->set_name(input.name());
      const v1::Shape& shape = input.type().tensor().shape();
      for (const v1::Dim& dim : shape.dims()) given->add_sizes(SizeOf(dim, symbols));
      given->set_scalar(shape.dims().empty());
      if (with_elements_.count(static_cast<uint32_t>(i)) > 0) AddElements(given);
    }
    return binding;
  }

 private:
  int64_t Near(int64_t size) {
    switch (random_() % 4) {
      case 0:
        return size;
      case 1:
        return static_cast<int64_t>(random_() % static_cast<uint64_t>(size + 4));
      case 2:
        return static_cast<int64_t>(random_() % 3);
      default:
        return size + static_cast<int64_t>(random_() % 5);
    }
  }

  int64_t SizeOf(const v1::Dim& dim, std::map<std::string, int64_t>& symbols) {
    int64_t size = dim.size();
    if (!dim.has_size()) {
      const auto value = symbolic::EvaluateText(dim.expr(), symbols);
      size = value && *value >= 0 ? *value : (symbols[dim.expr()] = Near(8));
    }
    return random_() % 40 == 0 ? size + 1 : size;
  }

  void AddElements(v1::InputSizes* given) {
    int64_t count = 1;
    for (const int64_t size : given->sizes()) count *= size;
    for (int64_t i = 0; i < count && count <= kMaxElements; ++i) {
      given->add_values(static_cast<int64_t>(random_() % 7) - 1);
    }
  }

  const Truth truth_;
  const v1::InferShapesResponse& answer_;
  std::set<uint32_t> with_elements_;
  std::mt19937 random_{58};
};

guard::Verdict Check(guard::RequestCheck& check, const v1::Binding& binding) {
  std::vector<guard::RequestTensor> request;
  for (const v1::InputSizes& input : binding.inputs()) {
    request.push_back({input.name(), v1::ELEMENT_TYPE_UNSPECIFIED, input.sizes(), input.values()});
  }
  return check.Check(request);
}

std::string Problems(const guard::RequestCheck& check) {
  return absl::StrJoin(check.problems(), "\n  ", [&](std::string* out, const auto& problem) {
    out->append(check.Describe(problem));
  });
}

std::string Violations(const v1::Evaluation& evaluation) {
  return absl::StrJoin(
      evaluation.violations(), "\n  ",
      [](std::string* out, const auto& violation) { out->append(violation.message()); });
}

class CorpusGuard : public testing::TestWithParam<std::string> {};

TEST_P(CorpusGuard, AgreesWithEvaluationsS58) {
  v1::InferShapesRequest asked;
  asked.mutable_model()->set_onnx(ReadCorpusModel(GetParam()));
  v1::CompileGuardRequest compile;
  *compile.mutable_model() = asked.model();
  compile.mutable_memory();
  const v1::InferShapesResponse answer = Answer(asked);
  const auto compiled = AnswerOf<v1::CompileGuardResponse>(compile);
  const v1::GuardProgram& program = compiled.program();
  const auto loaded = guard::LoadedGuard::Load(program);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = asked.model();
  request.mutable_memory();
  RequestMaker maker(GetParam(), answer, program);
  for (int i = 0; i < kGuardedBindings; ++i) *request.add_bindings() = maker.Draw();
  const v1::EvaluateShapesResponse evaluated = Answer(request);
  guard::RequestCheck check(*loaded);
  std::map<std::string, int> counts;
  for (int i = 0; i < kGuardedBindings; ++i) {
    const v1::Evaluation& evaluation = evaluated.evaluations(i);
    const guard::Verdict verdict = Check(check, request.bindings(i));
    const std::string what = absl::StrCat(
        request.bindings(i).ShortDebugString(), "\nguard: ", static_cast<int>(verdict), "\n  ",
        Problems(check), "\nevaluation: ", evaluation.verdict(), "\n  ", Violations(evaluation));
    ++counts[absl::StrCat(kNames[static_cast<size_t>(verdict)], "/",
                          v1::Evaluation::Verdict_Name(evaluation.verdict()))];
    if (verdict == guard::Verdict::kFail) {
      EXPECT_TRUE(evaluation.has_error() || evaluation.verdict() == v1::Evaluation::VERDICT_INVALID)
          << what;
    }
    if (verdict != guard::Verdict::kPass) continue;
    const bool is_open =
        evaluation.verdict() == v1::Evaluation::VERDICT_OPEN && program.not_covered_size() > 0;
    EXPECT_TRUE(is_open || evaluation.verdict() == v1::Evaluation::VERDICT_VALID) << what;
    for (int k = 0; k < evaluation.outputs_size(); ++k) {
      const v1::ValueSize& expected = evaluation.outputs(k);
      const v1::GuardType* const type = check.TypeOf(program.outputs(k));
      ASSERT_NE(type, nullptr) << what;
      ASSERT_EQ(type->unsized(), expected.unsized()) << what;
      for (int axis = 0; axis < type->sizes_size(); ++axis) {
        EXPECT_EQ(check.SizeAt(type->sizes(axis)).value_or(-1), expected.sizes(axis)) << what;
      }
      if (!type->has_bytes()) continue;
      EXPECT_EQ(check.SizeAt(type->bytes()), expected.bytes()) << what;
    }
    if (!program.has_memory_bytes() || !evaluation.memory().has_lower_bound_bytes()) continue;
    if (evaluation.memory().upper_bound()) continue;
    EXPECT_EQ(check.MemoryBytes(),
              evaluation.memory().weights_bytes() + evaluation.memory().inputs_bytes() +
                  evaluation.memory().outputs_bytes() + evaluation.memory().lower_bound_bytes())
        << what;
    ++counts["memory"];
  }
  std::string text;
  for (const auto& [name, count] : counts) absl::StrAppend(&text, " ", name, " ", count);
  std::printf("%s:%s; %d instructions, %d checks, %d gaps\n", GetParam().c_str(), text.c_str(),
              program.instructions_size(), program.checks_size(), program.not_covered_size());
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusGuard, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
