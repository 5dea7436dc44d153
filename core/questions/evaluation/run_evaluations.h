#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_RUN_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_RUN_EVALUATIONS_H_

#include <utility>

#include "core/inference/engine/answer_numbering.h"
#include "core/inference/infer_run.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/evaluation/evaluations.h"
#include "core/questions/evaluation/infer_again.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::questions {

// The evaluations that a question makes of its run. The run and the ModelSpec outlive them.
struct RunEvaluations {
  RunEvaluations(inference::InferRun& run, const v1::ModelSpec& spec,
                 v1::EvaluateShapesRequest asked)
      : question(std::move(asked)),
        numbering(*run.model),
        unsettled(*run.engine),
        evaluations(*run.engine, *run.report, numbering, question, &unsettled) {
    evaluations.AnswerOwnCases(InferAgain(spec, *run.whole, run.options, question));
  }

  const v1::EvaluateShapesRequest question;
  const inference::AnswerNumbering numbering;
  const UnsettledValues unsettled;
  Evaluations evaluations;
};

// The sizes of the outputs, and memory where the request asks for it.
template <typename Request>
v1::EvaluateShapesRequest SizesWith(const Request& request) {
  v1::EvaluateShapesRequest question;
  if (request.has_memory()) *question.mutable_memory() = request.memory();
  return question;
}

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_RUN_EVALUATIONS_H_
