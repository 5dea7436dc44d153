#include "tests/core/corpus/corpus_score.h"

#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/core/corpus/corpus_answer.h"

namespace shapewright {
namespace {

using Result = AnswerEvaluator::Result;
using Status = AnswerEvaluator::Status;

enum class Verdict : uint8_t { kExact, kBounded, kUnknown, kWrong };

bool IsOutside(const v1::Interval& bounds, int64_t size) {
  return (bounds.has_min() && size < bounds.min()) || (bounds.has_max() && size > bounds.max());
}

class Scorer {
 public:
  Scorer(const onnx::ModelProto& model, const v1::InferShapesResponse& answer, const Truth& truth)
      : model_(model), answer_(answer), truth_(truth), anonymous_(truth.runs.size()) {
    for (const ObservedRun& run : truth.runs) {
      evaluators_.push_back(std::make_unique<AnswerEvaluator>(answer, run));
    }
  }

  ModelScore Run() {
    for (const v1::ValueInfo& value : answer_.graphs(0).values()) {
      CheckValue(value);
    }
    for (const v1::Symbol& symbol : answer_.symbols()) CheckSymbol(symbol);
    for (const v1::Fact& fact : answer_.facts()) CheckFact(fact);
    for (const v1::Diagnostic& diagnostic : answer_.diagnostics()) {
      if (diagnostic.severity() != v1::Diagnostic::SEVERITY_ERROR) continue;
      score_.defects.push_back(absl::StrCat("error ", diagnostic.code(), " at ",
                                            SiteText(diagnostic.site()), ": ",
                                            diagnostic.message()));
    }
    return score_;
  }

 private:
  void CheckValue(const v1::ValueInfo& value) {
    if (!value.has_node() || value.name().empty()) return;
    const int node = static_cast<int>(value.node());
    const std::string& op = answer_.graphs(0).nodes(node).op_type();
    if (op == "Constant") return;
    std::vector<const ObservedValue*> seen;
    for (const ObservedRun& run : truth_.runs) {
      const auto found = run.values.find(value.name());
      if (found == run.values.end() || !found->second.shape.has_value()) {
        return;
      }
      seen.push_back(&found->second);
    }
    const v1::Type& type = value.type();
    const Verdict verdict = Classify(value.name(), type.tensor(), seen);
    if (verdict == Verdict::kExact) ++score_.exact;
    if (verdict == Verdict::kBounded) ++score_.bounded;
    if (verdict == Verdict::kUnknown) {
      ++score_.unknown;
      ++score_.unknown_operators[op];
      unknown_names_.insert(value.name());
      const auto& inputs = model_.graph().node(node).input();
      const bool is_first = std::none_of(inputs.begin(), inputs.end(), [&](const auto& input) {
        return unknown_names_.contains(input);
      });
      if (is_first) {
        score_.first_unknowns.push_back(Describe(value, type.tensor(), seen));
      }
    }
    if (verdict == Verdict::kWrong) {
      ++score_.wrong;
      score_.wrongs.push_back(Describe(value, type.tensor(), seen));
    }
  }

  Verdict Classify(const std::string& name, const v1::TensorType& type,
                   const std::vector<const ObservedValue*>& seen) {
    if (type.element_type() != v1::ELEMENT_TYPE_UNSPECIFIED && seen[0]->dtype != "object" &&
        seen[0]->dtype != NumpyName(type.element_type())) {
      return Verdict::kWrong;
    }
    if (!type.has_shape()) return Verdict::kUnknown;
    bool is_complete = true;
    for (size_t run = 0; run < seen.size(); ++run) {
      const std::vector<int64_t>& sizes = *seen[run]->shape;
      if (static_cast<int>(sizes.size()) != type.shape().dims_size()) {
        return Verdict::kWrong;
      }
      for (size_t axis = 0; axis < sizes.size(); ++axis) {
        const v1::Dim& dim = type.shape().dims(static_cast<int>(axis));
        const Result result = evaluators_[run]->Evaluate(dim);
        if (result.status == Status::kFailed) return Verdict::kWrong;
        CheckDim(name, dim, run, sizes[axis]);
        is_complete &= result.status == Status::kOk;
        if (result.status == Status::kOk && result.value != sizes[axis]) {
          return Verdict::kWrong;
        }
      }
    }
    if (is_complete) return Verdict::kExact;
    return truth_.data_dependent.contains(name) ? Verdict::kBounded : Verdict::kUnknown;
  }

  void CheckDim(const std::string& name, const v1::Dim& dim, size_t run, int64_t size) {
    if (IsOutside(dim.range(), size)) {
      score_.defects.push_back(absl::StrCat("the interval of a dim of ", name,
                                            " does not hold the size ", size, ": ",
                                            dim.ShortDebugString()));
    }
    if (dim.expr().empty() || dim.expr()[0] != '?') return;
    if (dim.expr().find_first_not_of("0123456789", 1) != std::string::npos) {
      return;
    }
    const auto [known, is_new] = anonymous_[run].try_emplace(dim.expr(), size, name);
    if (is_new || known->second.first == size) return;
    score_.defects.push_back(absl::StrCat(dim.expr(), " is ", known->second.first, " in ",
                                          known->second.second, " but ", size, " in ", name,
                                          " of the same run"));
  }

  void CheckSymbol(const v1::Symbol& symbol) {
    for (const ObservedRun& run : truth_.runs) {
      const auto bound = run.bind.find(symbol.name());
      if (bound == run.bind.end()) continue;
      if (!IsOutside(symbol.range(), bound->second)) continue;
      score_.defects.push_back(absl::StrCat("the symbol ", symbol.name(), " was ", bound->second,
                                            ": ", symbol.ShortDebugString()));
    }
  }

  void CheckFact(const v1::Fact& fact) {
    if (fact.circumstances_size() > 0) return;
    for (size_t run = 0; run < evaluators_.size(); ++run) {
      if (evaluators_[run]->Holds(fact).value_or(true)) continue;
      score_.defects.push_back(absl::StrCat(
          "run ", run, " violates ", fact.text(), " (", v1::Fact::Basis_Name(fact.basis()), ": ",
          fact.reason(), ") at ",
          absl::StrJoin(fact.sites(), " and ", [&](std::string* out, const v1::Site& site) {
            absl::StrAppend(out, SiteText(site));
          })));
    }
  }

  std::string Describe(const v1::ValueInfo& value, const v1::TensorType& type,
                       const std::vector<const ObservedValue*>& seen) const {
    std::string text = absl::StrCat("node ", value.node(), " ", value.name(), ": inferred ",
                                    NumpyName(type.element_type()),
                                    type.has_shape() ? ShapeText(type.shape()) : "?", ", was");
    for (const ObservedValue* run : seen) {
      absl::StrAppend(&text, " ", run->dtype, "[", absl::StrJoin(*run->shape, ", "), "]");
    }
    return text;
  }

  const onnx::ModelProto& model_;
  const v1::InferShapesResponse& answer_;
  const Truth& truth_;
  std::vector<std::unique_ptr<AnswerEvaluator>> evaluators_;
  // The size of each anonymous symbol in each run, and where it was seen.
  std::vector<absl::flat_hash_map<std::string, std::pair<int64_t, std::string>>> anonymous_;
  absl::flat_hash_set<std::string> unknown_names_;
  ModelScore score_;
};

}  // namespace

ModelScore Score(const onnx::ModelProto& model, const v1::InferShapesResponse& answer,
                 const Truth& truth) {
  return Scorer(model, answer, truth).Run();
}

}  // namespace shapewright
