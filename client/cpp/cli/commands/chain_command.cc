#include "client/cpp/cli/commands/chain_command.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/chain/chain_question.h"
#include "client/cpp/cli/chain/chain_report.h"
#include "client/cpp/cli/run/model_file.h"
#include "core/base/error_payload.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// Reads the models of the stages.
absl::Status AddModels(const ChainQuestion& question, v1::Chain* chain) {
  for (int i = 0; i < chain->stages_size(); ++i) {
    v1::ChainStage& stage = *chain->mutable_stages(i);
    Arguments own;
    *own.request.mutable_model() = stage.model();
    absl::StatusOr<v1::ModelSpec> spec = ReadSpec(question.paths[static_cast<size_t>(i)], own);
    if (!spec.ok()) {
      return WithMessage(spec.status(), absl::StrCat("stage ", Printable(stage.name()), ": ",
                                                     spec.status().message()));
    }
    *stage.mutable_model() = *std::move(spec);
  }
  return ExpandPatterns(chain);
}

}  // namespace

ModelAnswer Chain(const Context& context) {
  const Arguments& arguments = context.arguments;
  v1::InferChainRequest request = arguments.chain.request;
  request.set_scope(v1::SCOPE_OUTPUTS);
  *request.mutable_bindings() = arguments.evaluate.bindings();
  if (arguments.memory) {
    request.mutable_memory();
    if (request.bindings().empty()) request.add_bindings();
  }
  absl::Status status = AddModels(arguments.chain, request.mutable_chain());
  if (!status.ok()) return {"", status};
  const absl::StatusOr<v1::InferChainResponse> response =
      context.asker.Ask(request, [&](Client& client, const v1::InferChainRequest& asked) {
        return client.InferChain(asked, context.asker.deadline());
      });
  if (!response.ok()) return {"", response.status()};
  return AnswerWith(context, *response, [&](const ReportOptions& options) {
    return ReportChain(*response, arguments.chain.steps, options);
  });
}

}  // namespace shapewright::cli
