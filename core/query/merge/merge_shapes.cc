#include "core/query/merge/merge_shapes.h"

#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"
#include "core/query/merge/merge_operands.h"
#include "core/query/merge/merge_operations.h"
#include "core/query/merge/merge_result.h"
#include "core/query/request_budget.h"

namespace shapewright::query {
namespace {

constexpr uint64_t kCountPerCase = 64;

class Merger {
 public:
  Merger(const v1::MergeShapesRequest& request, const QueryOptions& options)
      : request_(request),
        options_(options),
        scope_(options),
        budget_(options, request.max_answer_bytes()) {}

  absl::Status Run(const MergeSink& sink);

 private:
  // What the request says of them, in a scope that knows nothing yet.
  absl::Status DeclareSymbols();
  absl::Status RunCase(const v1::MergeCase& message, v1::MergeResult* result);
  // Whether the case can stand; what it learned is taken back.
  absl::StatusOr<bool> Try(const v1::MergeCase& message, const MergeOperands& operands);
  absl::Status CheckExhausted();

  const v1::MergeShapesRequest& request_;
  const QueryOptions& options_;
  SymbolScope scope_;
  RequestBudget budget_;
  // What the request says of symbols, of which each case begins anew.
  std::vector<SymbolScope::Declaration> declared_;
};

absl::Status Merger::DeclareSymbols() {
  for (int i = 0; i < request_.symbols_size(); ++i) {
    absl::Status status;
    if (static_cast<size_t>(i) == declared_.size()) {
      absl::StatusOr<SymbolScope::Declaration> read = scope_.Read(request_.symbols(i));
      status = read.status();
      if (read.ok()) declared_.push_back(*std::move(read));
    }
    if (status.ok()) status = scope_.Declare(declared_[static_cast<size_t>(i)]);
    if (!status.ok()) return graph::Within(graph::Item("symbols", i), status);
  }
  scope_.PlaceNewSymbols({});
  return absl::OkStatus();
}

absl::StatusOr<bool> Merger::Try(const v1::MergeCase& message, const MergeOperands& operands) {
  shape::Algebra trial{scope_.exprs(), scope_.facts(), scope_.types()};
  MergeCase run{options_, scope_, message, operands, trial};
  const symbolic::QuestionScope scope(scope_.facts());
  const absl::StatusOr<MergeOutcome> outcome = RunOperation(run);
  if (outcome.ok()) CheckRestrictions(run);
  if (!outcome.ok()) return outcome.status();
  return trial.conflicts.empty();
}

absl::Status Merger::RunCase(const v1::MergeCase& message, v1::MergeResult* result) {
  for (int i = 0; i < message.symbols_size(); ++i) {
    const absl::Status declared = scope_.Declare(message.symbols(i));
    if (!declared.ok()) return graph::Within(graph::Item("symbols", i), declared);
  }
  scope_.PlaceNewSymbols({});
  const absl::StatusOr<MergeOperands> operands = ReadOperands(options_, scope_, message);
  if (!operands.ok()) return operands.status();
  bool stands = true;
  if (request_.share_symbols()) {
    const absl::StatusOr<bool> tried = Try(message, *operands);
    if (!tried.ok()) return tried.status();
    stands = *tried;
  }
  shape::Algebra algebra{scope_.exprs(), scope_.facts(), scope_.types()};
  MergeCase run{options_, scope_, message, *operands, algebra};
  const MergeBegin begin = request_.share_symbols() ? BeginOf(scope_) : MergeBegin();
  if (!stands) scope_.facts().PushScope({});
  const absl::StatusOr<MergeOutcome> outcome = RunOperation(run);
  if (!outcome.ok()) return outcome.status();
  CheckRestrictions(run);
  WriteResult(run, *outcome, begin, result);
  if (!stands) {
    scope_.facts().PopScope();
    scope_.facts().ForgetFactsAfter(begin.facts);
  }
  return CheckExhausted();
}

absl::Status Merger::CheckExhausted() {
  if (!scope_.exprs().exhausted()) return absl::OkStatus();
  absl::Status error = absl::ResourceExhaustedError(
      absl::StrCat("the cases need more than ", options_.max_expression_nodes, " expressions"));
  error.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
  return error;
}

absl::Status Merger::Run(const MergeSink& sink) {
  if (request_.cases_size() > options_.max_cases) {
    return LimitError("TOO_MANY_CASES", "cases", request_.cases_size(), options_.max_cases);
  }
  absl::Status status = DeclareSymbols();
  for (int i = 0; i < request_.cases_size() && status.ok(); ++i) {
    if (!options_.CountWork(kCountPerCase + request_.cases(i).ByteSizeLong())) {
      status = scope_.exprs().work_status();
    }
    if (status.ok() && i > 0 && !request_.share_symbols()) {
      scope_.Reset();
      status = DeclareSymbols();
    }
    if (!status.ok()) return status;
    v1::MergeResult result;
    status = RunCase(request_.cases(i), &result);
    // Whatever it has come to without.
    if (scope_.exprs().is_stopped()) status = scope_.exprs().work_status();
    if (status.ok()) status = budget_.TakeCase(BytesInList(result));
    if (!status.ok()) return WithinCase(i, std::move(status));
    sink(std::move(result));
  }
  return status;
}

}  // namespace

absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         const MergeSink& sink) {
  Work work(WorkLimit(options.max_work, request.work_limit(), request.ByteSizeLong()),
            options.check_interrupt, options.progress);
  work.set_phase("cases");
  QueryOptions counted = options;
  counted.work = &work;
  return Merger(request, counted).Run(sink);
}

absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         v1::MergeShapesResponse* response) {
  response->mutable_results()->Reserve(request.cases_size());
  return MergeShapes(request, options, [response](v1::MergeResult&& result) {
    *response->add_results() = std::move(result);
  });
}

}  // namespace shapewright::query
