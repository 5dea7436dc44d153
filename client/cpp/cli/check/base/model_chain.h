#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_MODEL_CHAIN_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_MODEL_CHAIN_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/checked_model.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::cli {

// Models that a configuration runs one after another, inferred as one: whether what one of them
// gives fits where it goes.
class ModelChain {
 public:
  // The number of the stage, from 0. The model outlives this.
  int AddStage(const CheckedModel& model);
  // That an output of one stage is an input of another; `place` says so.
  void Link(int from, absl::string_view output, int to, absl::string_view input,
            const ConfigPlace& place);
  // Tells each link whose ends do not fit. Tells nothing of chains that are too large to infer.
  void Check(ModelSource& source, Findings& findings);

 private:
  std::vector<const CheckedModel*> stages_;
  v1::InferChainRequest request_;
  // By link.
  std::vector<ConfigPlace> places_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_MODEL_CHAIN_H_
