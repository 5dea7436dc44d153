#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_QUESTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::cli {

// What `chain` asks for.
struct ChainQuestion {
  // What the flags say: `encoder.hidden=decoder.hidden`, `decoder.present=past`, `decoder.scores`.
  std::vector<std::string> links;
  std::vector<std::string> states;
  // AXIS=SIZE of the buffers of all states.
  std::vector<std::string> capacities;
  std::vector<std::string> outputs;
  // The numbers of steps that sizes of states are told for.
  std::vector<int64_t> steps;

  // Without the models.
  v1::InferChainRequest request;
  // By stage: where its model is.
  std::vector<std::string> paths;
};

// Makes the request of operands, `encoder=encoder.onnx`, and of the flags; `said` is what flags say
// of models, with inputs named `STAGE.INPUT`. INVALID_ARGUMENT tells which text is wrong.
absl::Status MakeRequest(absl::Span<const std::string> operands, const v1::ModelSpec& said,
                         ChainQuestion* question);

// Replaces links and states with a `*`, which stands for any text, the same one in both names, by
// those of the outputs and inputs of the stages, whose models are there. INVALID_ARGUMENT if there
// are none.
absl::Status ExpandPatterns(v1::Chain* chain);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHAIN_CHAIN_QUESTION_H_
