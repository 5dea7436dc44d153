#include "client/cpp/cli/report/verdict.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/base/error_payload.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

absl::Status Wrong(absl::string_view message) { return absl::FailedPreconditionError(message); }

// A question that was not answered.
absl::Status Unanswered(absl::string_view label, const v1::EntryError& error) {
  const std::string name = label.empty() ? "" : absl::StrCat(Printable(label), ": ");
  absl::Status status = absl::InvalidArgumentError(absl::StrCat(name, EntryErrorText(error)));
  if (!error.reason().empty()) status.SetPayload(kReasonPayload, absl::Cord(error.reason()));
  return status;
}

absl::Status InvalidBindings(int64_t invalid, int all) {
  if (invalid == 0) return absl::OkStatus();
  return Wrong(absl::StrCat("invalid bindings: ", invalid, " of ", all));
}

bool IsInvalid(const v1::Evaluation& evaluation) {
  return evaluation.verdict() == v1::Evaluation::VERDICT_INVALID;
}

absl::Status ModelVerdict(const v1::InferShapesResponse& answer, absl::string_view subject) {
  const uint32_t errors = answer.statistics().errors();
  if (errors == 0) return absl::OkStatus();
  absl::Status status = Wrong(absl::StrCat(subject, " has ", Plural(errors, "error")));
  status.SetPayload(kReasonPayload, absl::Cord("MODEL_HAS_ERRORS"));
  return status;
}

// That of the case, or of the first question that has one; null if there is none.
const v1::EntryError* FirstError(const v1::LayoutResult& result) {
  if (result.has_error()) return &result.error();
  for (const v1::LayoutAnswer& answer : result.answers()) {
    if (answer.has_error()) return &answer.error();
  }
  for (const v1::LayoutResult& element : result.tuple_elements()) {
    const v1::EntryError* error = FirstError(element);
    if (error != nullptr) return error;
  }
  return nullptr;
}

}  // namespace

absl::Status VerdictOf(const v1::InferShapesResponse& response) {
  if (absl::Status status = ModelVerdict(response, "the model"); !status.ok()) return status;
  for (const v1::ScenarioAnswer& scenario : response.scenarios()) {
    const std::string name = absl::StrCat("scenario ", Printable(scenario.name()));
    if (scenario.has_error()) return Unanswered(name, scenario.error());
    absl::Status status = ModelVerdict(scenario.answer(), absl::StrCat(name, ": the model"));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status VerdictOf(const v1::EvaluateShapesResponse& response) {
  for (const v1::Evaluation& evaluation : response.evaluations()) {
    if (evaluation.has_error()) return Unanswered(evaluation.label(), evaluation.error());
  }
  const auto& all = response.evaluations();
  return InvalidBindings(std::count_if(all.begin(), all.end(), IsInvalid), all.size());
}

absl::Status VerdictOf(const v1::ExplainShapesResponse& response) {
  for (const v1::Explanation& explanation : response.explanations()) {
    if (explanation.has_error()) return Unanswered("", explanation.error());
  }
  return absl::OkStatus();
}

absl::Status VerdictOf(const v1::EstimateCostResponse& response) {
  int invalid = 0;
  for (const v1::CostEvaluation& evaluation : response.evaluations()) {
    if (evaluation.has_error()) return Unanswered(evaluation.label(), evaluation.error());
    if (!evaluation.violations().empty()) ++invalid;
  }
  return InvalidBindings(invalid, response.evaluations_size());
}

absl::Status VerdictOf(const v1::InferChainResponse& response) {
  int invalid = 0;
  for (const v1::ChainEvaluation& each : response.evaluations()) {
    const v1::Evaluation& evaluation = each.evaluation();
    if (evaluation.has_error()) return Unanswered(evaluation.label(), evaluation.error());
    if (IsInvalid(evaluation)) ++invalid;
  }
  if (!response.fits()) return Wrong("the stages do not fit together");
  absl::Status status = ModelVerdict(response.whole(), "the chain");
  return status.ok() ? InvalidBindings(invalid, response.evaluations_size()) : status;
}

absl::Status VerdictOf(const v1::CompileGuardResponse& response) {
  const v1::GuardProgram& program = response.program();
  for (const v1::GuardCheck& check : program.checks()) {
    if (check.result() >= static_cast<uint32_t>(program.instructions_size())) continue;
    const v1::GuardInstruction& result = program.instructions(static_cast<int>(check.result()));
    const bool is_never =
        result.op() == v1::GuardInstruction::OP_CONSTANT && result.constant() == 0;
    if (is_never && !check.undecided_if_zero()) {
      return Wrong(absl::StrCat("no request passes: ", Printable(check.message())));
    }
  }
  return absl::OkStatus();
}

// A conflict is told like an outcome, but it is something wrong.
absl::Status VerdictOf(const v1::MergeResult& result) {
  if (result.has_error()) return Unanswered("", result.error());
  return result.conflicts().empty() ? absl::OkStatus() : Wrong("the operands conflict");
}

absl::Status VerdictOf(const v1::LayoutResult& result) {
  const v1::EntryError* const error = FirstError(result);
  return error == nullptr ? absl::OkStatus() : Unanswered("", *error);
}

absl::Status VerdictOf(const v1::PlanProfilesResponse& response) {
  int invalid = 0;
  for (const v1::Profile& profile : response.profiles()) {
    const bool fails =
        profile.proof() == v1::Profile::PROOF_WITNESS || IsInvalid(profile.opt().evaluation()) ||
        IsInvalid(profile.min().evaluation()) || IsInvalid(profile.max().evaluation());
    if (fails) ++invalid;
  }
  if (invalid == 0) return absl::OkStatus();
  return Wrong(absl::StrCat("profiles with sizes at which something fails: ", invalid, " of ",
                            response.profiles_size()));
}

absl::Status VerdictOf(const v1::PlanBucketsResponse& response) {
  int invalid = 0;
  for (const v1::BucketPlacement& placement : response.placements()) {
    if (placement.has_error()) return Unanswered(placement.label(), placement.error());
    if (placement.verdict() == v1::Evaluation::VERDICT_INVALID) ++invalid;
  }
  const auto failing =
      std::count_if(response.buckets().begin(), response.buckets().end(),
                    [](const v1::PlanPoint& bucket) { return IsInvalid(bucket.evaluation()); });
  if (failing > 0) {
    return Wrong(absl::StrCat("buckets at which something fails: ", failing, " of ",
                              response.buckets_size()));
  }
  return InvalidBindings(invalid, response.placements_size());
}

absl::Status VerdictOf(const v1::ChooseBucketsResponse&) { return absl::OkStatus(); }

absl::Status VerdictOf(const v1::FindLargestSizesResponse& response) {
  const bool is_exact = response.certificate() == v1::FindLargestSizesResponse::CERTIFICATE_EXACT;
  const bool has_sizes = response.has_largest() || !response.frontier().empty();
  return is_exact && !has_sizes ? Wrong("no valid size fits") : absl::OkStatus();
}

absl::Status VerdictOf(const v1::FindSymbolsToBindResponse& response) {
  const int count = response.unreached_size();
  if (count == 0) return absl::OkStatus();
  return Wrong(absl::StrCat("values for which no binding will do: ", count));
}

std::string EntryErrorText(const v1::EntryError& error) {
  const std::string field = error.field().empty() ? "" : absl::StrCat(error.field(), ": ");
  const std::string suggestion =
      error.suggestion().empty() ? "" : absl::StrCat("; ", error.suggestion());
  return Printable(absl::StrCat(field, error.message(), suggestion));
}

}  // namespace shapewright::cli
