#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_INFER_CHAIN_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_INFER_CHAIN_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/inference/engine/options.h"
#include "core/questions/chain/read_chain.h"
#include "core/questions/rows/row.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::questions {

// Infers the stages of a chain as one model (S80): a serialized InferChainResponse. `models` are
// those of the request's stages in its order, already read, so that the sources in the stages are
// ignored. The errors are those of InferRequest(), and INVALID_ARGUMENT with the path of the field
// for a chain that makes no sense.
absl::StatusOr<std::string> InferChain(const v1::InferChainRequest& request,
                                       absl::Span<const StageModel> models,
                                       const inference::InferOptions& options = {});

// The same; reads the models, which the request must bring as `onnx` or `graph`.
absl::StatusOr<std::string> InferChain(const v1::InferChainRequest& request,
                                       const inference::InferOptions& options = {});

// The lists of a request, and of its Chain, whose lengths a server limits.
absl::Span<const ListLimit> InferChainLists();
absl::Span<const ListLimit> ChainLists();

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_INFER_CHAIN_H_
