#ifndef SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_SCORE_H_
#define SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_SCORE_H_

#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/corpus_truth.h"

namespace shapewright {

// How an answer compares with what really happened, by the rules of the
// project's score.py: only tensors count that a node of the main graph other
// than Constant produces and that every run has seen.
struct ModelScore {
  int exact = 0;    // every dim can be computed from the inputs, and is right
  int bounded = 0;  // the data may decide it; what was given is right
  int unknown = 0;  // some dim is missing, what was given is right
  int wrong = 0;    // a rank, dim or element type contradicts a run

  // One line each, for people.
  std::vector<std::string> wrongs;
  // Only where the node's inputs are known: where it begins.
  std::vector<std::string> first_unknowns;
  absl::btree_map<std::string, int> unknown_operators;
  // What score.py does not look at: intervals that a run leaves, one anonymous
  // symbol with two sizes in one run, violated facts that no circumstance
  // limits, errors reported about a model that runs.
  std::vector<std::string> defects;

  int total() const { return exact + bounded + unknown + wrong; }
};

ModelScore Score(const onnx::ModelProto& model, const v1::InferShapesResponse& answer,
                 const Truth& truth);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_CORE_CORPUS_CORPUS_SCORE_H_
