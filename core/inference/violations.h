#ifndef SHAPEWRIGHT_CORE_INFERENCE_VIOLATIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_VIOLATIONS_H_

#include <string>
#include <vector>

#include "core/inference/engine.h"
#include "core/inference/symbol_binder.h"
#include "core/symbolic/evaluate.h"
#include "shapewright/v1/evaluation.pb.h"

namespace shapewright::inference {

// Checks the facts of a finished inference against values of its symbols. Not
// thread-safe.
class ViolationFinder {
 public:
  // The engine outlives it.
  explicit ViolationFinder(Engine& engine);

  // The facts that fail, and where the binding contradicts itself or what an
  // input declares. A fact whose sides have no value fails nothing.
  void Find(const BoundSymbols& bound, v1::Evaluation* evaluation);

 private:
  void AddFailed(size_t index, int64_t left, int64_t right, v1::Evaluation* evaluation) const;
  void AddContradiction(const Contradiction& found, v1::Evaluation* evaluation) const;
  std::string DescribeSite(const symbolic::Site& site) const;

  Engine& engine_;
  const std::vector<symbolic::Fact>& facts_;
  symbolic::Evaluator evaluator_;  // left and right of each fact in turn
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_VIOLATIONS_H_
