#include "core/query/layout/compute_layout.h"

#include <google/protobuf/arena.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/entry_error.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/append_result.h"
#include "core/query/case_error.h"
#include "core/query/layout/layout_case.h"
#include "core/query/layout/layout_context.h"

namespace shapewright::query {
namespace {

// Most results fit into it, and cost no memory of their own.
constexpr size_t kResultBytes = 8192;

absl::Status TooManyExpressions(const QueryOptions& options) {
  absl::Status error = absl::ResourceExhaustedError(
      absl::StrCat("the case needs more than ", options.max_expression_nodes, " expressions"));
  error.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
  return error;
}

// One that makes no sense is answered too, by an error of its own.
absl::Status AnswerCase(const LayoutContext& context, const v1::LayoutCase& message,
                        v1::LayoutResult* result) {
  absl::Status status = AnswerLayoutCase(context, message, result);
  // Whatever it has come to without.
  if (context.scope.exprs().is_stopped()) return context.scope.exprs().work_status();
  if (context.scope.exprs().exhausted()) return TooManyExpressions(context.options);
  if (!absl::IsInvalidArgument(status) || context.budget.is_spent()) return status;
  result->Clear();
  if (!message.label().empty()) result->set_label(message.label());
  graph::WriteEntryError(status, result->mutable_error());
  return absl::OkStatus();
}

}  // namespace

absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           std::string* response) {
  if (request.cases_size() > options.max_cases) {
    return LimitError("TOO_MANY_CASES", "cases", request.cases_size(), options.max_cases);
  }
  Work work(WorkLimit(options.max_work, request.limits().work(), request.ByteSizeLong()),
            options.check_interrupt, options.progress);
  work.set_phase("cases");
  QueryOptions counted = options;
  counted.work = &work;
  SymbolScope scope(counted);
  RequestBudget budget(counted, request.limits().answer_bytes());
  const LayoutContext context{counted, scope, budget, request.details()};
  alignas(std::max_align_t) std::array<char, kResultBytes> first_block;
  google::protobuf::ArenaOptions memory;
  memory.initial_block = first_block.data();
  memory.initial_block_size = first_block.size();
  google::protobuf::Arena arena(memory);
  for (int i = 0; i < request.cases_size(); ++i) {
    if (i > 0) scope.Reset();
    arena.Reset();
    auto* const result = google::protobuf::Arena::CreateMessage<v1::LayoutResult>(&arena);
    absl::Status status = AnswerCase(context, request.cases(i), result);
    if (work.is_stopped()) {
      work.SetSite(graph::Item("cases", i));
      return work.status();
    }
    if (status.ok()) status = budget.TakeCase(BytesInList(*result));
    if (!status.ok()) return WithinCase(i, std::move(status));
    AppendResult(*result, response);
  }
  return absl::OkStatus();
}

absl::Status ComputeLayout(const v1::ComputeLayoutRequest& request, const QueryOptions& options,
                           v1::ComputeLayoutResponse* response) {
  std::string bytes;
  absl::Status status = ComputeLayout(request, options, &bytes);
  return status.ok() ? ReadResponse(bytes, response) : status;
}

}  // namespace shapewright::query
