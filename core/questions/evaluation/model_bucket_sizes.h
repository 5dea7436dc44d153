#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_MODEL_BUCKET_SIZES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_MODEL_BUCKET_SIZES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/inference/engine/engine.h"
#include "core/inference/facts/fact_report.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/evaluation/bucket_advisor.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/symbolic/algebra/evaluate.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

// The sizes that premises and facts of a finished inference allow. Not thread-safe.
class ModelBucketSizes final : public BucketSizes {
 public:
  // All arguments outlive it.
  ModelBucketSizes(inference::Engine& engine, const inference::FactReport& report,
                   Evaluations& evaluations, const v1::ChooseBucketsRequest& request, Work& work);

  // INVALID_ARGUMENT, with the path of the field, for symbols that the model does not have, and for
  // one that is there twice.
  const absl::Status& status() const { return status_; }

  std::optional<int64_t> Next(size_t symbol, int64_t size) override;
  absl::Status Check(absl::Span<const int64_t> sizes) override;

 private:
  struct Symbol {
    symbolic::SymbolId id;
    inference::Given::Symbol allowed;
    // The sides of the facts about this symbol alone, and their relations.
    std::vector<symbolic::Relation> relations;
    std::optional<symbolic::Evaluator> sides;
  };

  absl::Status AddSymbol(const SymbolBinder& binder, const std::string& name);
  bool Holds(Symbol& symbol, int64_t size);

  inference::Engine& engine_;
  const inference::FactReport& report_;
  Work& work_;
  Evaluations& evaluations_;
  const v1::ChooseBucketsRequest& request_;
  absl::Status status_;
  std::vector<Symbol> symbols_;
  std::vector<std::optional<int64_t>> values_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_MODEL_BUCKET_SIZES_H_
