#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_READ_CHAIN_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_READ_CHAIN_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/work.h"
#include "core/graph/chain/chain.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/inference/given/given.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::questions {

// The model of a stage, in the order of the message.
struct StageModel {
  const graph::Model* model = nullptr;
  // Empty: it has none.
  std::string id = {};
};

// What becomes of a stage's output and input in its next step.
struct StateIds {
  graph::StageValueId output;
  graph::StageValueId input;
};

// A chain that is read. Views the message and the models.
struct ChainPlan {
  graph::Chain chain;
  // By stage of the chain: its place in the message.
  std::vector<size_t> places;
  // Those of the message, then those by equal names, as the links of the chain.
  std::vector<v1::ChainLink> links;
  std::vector<StateIds> states;
  // What the stages' specs say, which the chain views.
  std::vector<std::unique_ptr<inference::Given>> given;
};

// Finds what the message names in its models, which stand in its order. INVALID_ARGUMENT with the
// path of the field for names that are not there, inputs with two links, stages that wait for each
// other, and what only the whole may say.
absl::Status ReadChain(const v1::Chain& message, absl::Span<const StageModel> models,
                       const inference::InferOptions& options, Work& work, ChainPlan* plan);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_READ_CHAIN_H_
