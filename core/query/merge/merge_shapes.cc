#include "core/query/merge/merge_shapes.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/append_result.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/merge/merge_operands.h"
#include "core/query/merge/merge_operations.h"
#include "core/query/merge/merge_result.h"
#include "core/query/read_premises.h"
#include "core/query/request_budget.h"
#include "core/wire/wire_writer.h"

namespace shapewright::query {
namespace {

constexpr uint64_t kCountPerMerge = 64;

std::string PayloadOf(const absl::Status& status, absl::string_view name) {
  return std::string(status.GetPayload(name).value_or(absl::Cord()));
}

class Merger {
 public:
  Merger(const v1::MergeShapesRequest& request, const QueryOptions& options)
      : request_(request),
        options_(options),
        scope_(options),
        notation_(request.notation() == v1::NOTATION_UNSPECIFIED
                      ? shape::Notation::kShapewright
                      : static_cast<shape::Notation>(request.notation())),
        budget_(options, request.limits().answer_bytes()) {}

  absl::Status Run(std::string* response);

 private:
  // One that makes no sense is answered too, by an error of its own.
  absl::Status AnswerCase(const v1::MergeCase& message);
  absl::Status RunCase(const v1::MergeCase& message);
  // Of cases that share symbols: whether the case can stand; what it learned is taken back.
  absl::StatusOr<bool> Try(const v1::MergeCase& message);
  // What Try() does within a scope of facts.
  absl::StatusOr<bool> TryInScope(const v1::MergeCase& message);
  // The operands that Try() has read, or read again where that says something of symbols: it was
  // taken back.
  absl::StatusOr<MergeOperands> OperandsOf(const v1::MergeCase& message);
  absl::Status CheckExhausted();

  const v1::MergeShapesRequest& request_;
  const QueryOptions& options_;
  SymbolScope scope_;
  const shape::Notation notation_;
  RequestBudget budget_;
  // The result of a case.
  WireWriter result_;
  // Of the request; every case begins with them.
  Premises premises_;
  // Of the case that was tried.
  std::unique_ptr<const MergeOperands> operands_;
};

absl::StatusOr<bool> Merger::TryInScope(const v1::MergeCase& message) {
  const absl::StatusOr<Premises> premises = ReadPremises(scope_, message.premises());
  if (!premises.ok()) return premises.status();
  const size_t facts = scope_.facts().facts().size();
  const size_t narrowings = scope_.narrowings();
  const absl::StatusOr<MergeOperands> operands = ReadOperands(options_, scope_, notation_, message);
  if (!operands.ok()) return operands.status();
  const bool are_told = scope_.facts().facts().size() > facts || scope_.narrowings() > narrowings;
  if (!are_told) operands_ = std::make_unique<MergeOperands>(*operands);
  shape::Algebra trial{scope_.exprs(), scope_.facts(), scope_.types()};
  MergeCase run{options_, scope_, message, *operands, notation_, trial};
  const absl::StatusOr<MergeOutcome> outcome = RunQuestion(run);
  if (!outcome.ok()) return outcome.status();
  CheckPremises(run);
  return trial.conflicts.empty();
}

absl::StatusOr<bool> Merger::Try(const v1::MergeCase& message) {
  operands_.reset();
  const SymbolScope::PremiseMark premises = scope_.MarkPremises();
  const symbolic::QuestionScope question(scope_.facts());
  absl::StatusOr<bool> stands = TryInScope(message);
  scope_.ForgetPremisesAfter(premises);
  return stands;
}

absl::StatusOr<MergeOperands> Merger::OperandsOf(const v1::MergeCase& message) {
  if (operands_ != nullptr) return *operands_;
  return ReadOperands(options_, scope_, notation_, message);
}

absl::Status Merger::RunCase(const v1::MergeCase& message) {
  bool stands = true;
  operands_.reset();
  if (request_.share_symbols()) {
    const absl::StatusOr<bool> tried = Try(message);
    if (!tried.ok()) return tried.status();
    stands = *tried;
  }
  const SymbolScope::PremiseMark mark = scope_.MarkPremises();
  if (!stands) scope_.facts().PushScope({});
  const size_t facts = scope_.facts().facts().size();
  // `?2` in a premise is the second unknown of the operands.
  if (!request_.share_symbols() && NameUnknowns(message.premises())) {
    absl::StatusOr<MergeOperands> first = ReadOperands(options_, scope_, notation_, message);
    if (!first.ok()) return first.status();
    operands_ = std::make_unique<MergeOperands>(*std::move(first));
  }
  const absl::StatusOr<Premises> premises = ReadPremises(scope_, message.premises());
  if (!premises.ok()) return premises.status();
  const bool is_alone =
      !request_.share_symbols() && request_.premises().empty() && message.premises().empty();
  const MergeBegin begin = is_alone ? MergeBegin() : BeginOf(scope_);
  const absl::StatusOr<MergeOperands> operands = OperandsOf(message);
  if (!operands.ok()) return operands.status();
  shape::Algebra algebra{scope_.exprs(), scope_.facts(), scope_.types()};
  MergeCase run{options_, scope_, message, *operands, notation_, algebra};
  const absl::StatusOr<MergeOutcome> outcome = RunQuestion(run);
  if (!outcome.ok()) return outcome.status();
  if (!premises->empty() && !request_.share_symbols()) {
    absl::Status named = premises->CheckNames(scope_, premises_);
    if (!named.ok()) return named;
  }
  CheckPremises(run);
  WriteResult(run, *outcome, begin, result_);
  if (!stands) {
    scope_.facts().PopScope();
    scope_.facts().ForgetFactsAfter(facts);
    scope_.ForgetPremisesAfter(mark);
  }
  return CheckExhausted();
}

absl::Status Merger::AnswerCase(const v1::MergeCase& message) {
  result_.Clear();
  absl::Status status = RunCase(message);
  // Whatever it has come to without.
  if (scope_.exprs().is_stopped()) return scope_.exprs().work_status();
  if (!absl::IsInvalidArgument(status)) return status;
  result_.Clear();
  result_.NonEmpty(v1::MergeResult::kLabelFieldNumber, message.label());
  const size_t begin = result_.Begin(v1::MergeResult::kErrorFieldNumber);
  result_.NonEmpty(v1::EntryError::kReasonFieldNumber, PayloadOf(status, graph::kReasonPayload));
  result_.NonEmpty(v1::EntryError::kFieldFieldNumber, graph::FieldOf(status));
  result_.Prose(v1::EntryError::kMessageFieldNumber, status.message());
  result_.Prose(v1::EntryError::kSuggestionFieldNumber, SuggestionOf(status));
  result_.End(begin);
  return absl::OkStatus();
}

absl::Status Merger::CheckExhausted() {
  if (!scope_.exprs().exhausted()) return absl::OkStatus();
  absl::Status error = absl::ResourceExhaustedError(
      absl::StrCat("the cases need more than ", options_.max_expression_nodes, " expressions"));
  error.SetPayload(graph::kReasonPayload, absl::Cord("TOO_MANY_EXPRESSIONS"));
  return error;
}

absl::Status Merger::Run(std::string* response) {
  if (request_.cases_size() > options_.max_cases) {
    return LimitError("TOO_MANY_CASES", "cases", request_.cases_size(), options_.max_cases);
  }
  absl::Status status = CheckKnown("notation", request_.notation(), v1::Notation_IsValid);
  if (!status.ok()) return status;
  absl::StatusOr<Premises> premises = Premises::Read(scope_.exprs(), request_.premises());
  if (!premises.ok()) return premises.status();
  premises_ = *std::move(premises);
  status = premises_.Take(scope_);
  for (int i = 0; i < request_.cases_size() && status.ok(); ++i) {
    // Computed with the size of the request.
    const auto bytes = static_cast<uint64_t>(request_.cases(i).GetCachedSize());
    if (!options_.CountWork(kCountPerMerge + bytes)) {
      status = scope_.exprs().work_status();
    }
    if (status.ok() && i > 0 && !request_.share_symbols()) {
      scope_.Reset();
      status = premises_.Take(scope_);
    }
    if (!status.ok()) return status;
    status = AnswerCase(request_.cases(i));
    if (status.ok()) status = budget_.TakeCase(BytesInList(result_.size()));
    if (!status.ok()) return WithinCase(i, std::move(status));
    AppendResult(result_.view(), response);
  }
  return status;
}

}  // namespace

absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         std::string* response) {
  Work work(WorkLimit(options.max_work, request.limits().work(), request.ByteSizeLong()),
            options.check_interrupt, options.progress);
  work.set_phase("cases");
  QueryOptions counted = options;
  counted.work = &work;
  return Merger(request, counted).Run(response);
}

absl::Status MergeShapes(const v1::MergeShapesRequest& request, const QueryOptions& options,
                         v1::MergeShapesResponse* response) {
  std::string bytes;
  absl::Status status = MergeShapes(request, options, &bytes);
  return status.ok() ? ReadResponse(bytes, response) : status;
}

}  // namespace shapewright::query
