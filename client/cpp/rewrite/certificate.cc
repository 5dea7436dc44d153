#include "client/cpp/rewrite/certificate.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cpp/rewrite/apply_edits.h"
#include "client/cpp/rewrite/compare_types.h"
#include "core/wire/model_id.h"
#include "shapewright/error.h"

namespace shapewright {
namespace {

constexpr char kFormat[] = "shapewright-rewrite-1";
constexpr char kDefaultSymbol[] = "N";
constexpr int kToldGaps = 10;

v1::FileHash HashOf(absl::string_view bytes) {
  v1::FileHash hash;
  hash.set_sha256(HexSha256(bytes));
  hash.set_bytes(bytes.size());
  return hash;
}

std::string SymbolOf(const v1::RewriteModelRequest& request) {
  const bool has_name = request.axes_size() > 0 && !request.axes(0).symbol().empty();
  return has_name ? request.axes(0).symbol() : kDefaultSymbol;
}

// The question about types that goes with a rewrite; the model's own declarations of inner values
// decide nothing.
v1::InferShapesRequest TypesOf(const v1::RewriteModelRequest& request) {
  v1::InferShapesRequest question;
  *question.mutable_model() = request.model();
  question.mutable_model()->mutable_options()->set_declared_types(v1::MERGE_POLICY_OVERRIDE);
  question.set_scope(v1::SCOPE_MAIN_GRAPH);
  return question;
}

// A model that was rewritten has lost symbols that are fixed: premises about them hold, and are
// left out.
absl::StatusOr<v1::InferShapesResponse> InferRewritten(absl::string_view model,
                                                       v1::InferShapesRequest question,
                                                       RewriteAsker& asker) {
  while (true) {
    absl::StatusOr<v1::InferShapesResponse> answer = asker.Infer(model, question);
    if (answer.ok() || ErrorReason(answer.status()) != "MALFORMED_PREMISE") return answer;
    const std::string field = ErrorField(answer.status());
    auto& premises = *question.mutable_model()->mutable_premises();
    int index = 0;
    const bool is_known = absl::SimpleAtoi(
        absl::StripSuffix(absl::StripPrefix(field, "model.premises["), "]"), &index);
    if (!is_known || index < 0 || index >= premises.size()) return answer;
    premises.DeleteSubrange(index, 1);
  }
}

// Infers both models, and says what was compared.
absl::Status CheckTypes(absl::string_view before, absl::string_view after, RewriteAsker& asker,
                        v1::RewriteCertificate* certificate) {
  const v1::RewriteModelRequest& request = certificate->request();
  v1::InferShapesRequest question = TypesOf(request);
  absl::StatusOr<v1::InferShapesResponse> old_types = asker.Infer(before, question);
  if (!old_types.ok()) return old_types.status();
  *certificate->mutable_symbols() = old_types->symbols();
  const bool is_batched = request.goal() == v1::RewriteModelRequest::GOAL_REBATCH;
  if (is_batched) {
    const absl::StatusOr<v1::InferShapesResponse> any = InferRewritten(after, question, asker);
    if (!any.ok()) return any.status();
    absl::Status status = CheckBatched(*any, certificate->answer(), SymbolOf(request));
    if (!status.ok()) return status;
    certificate->add_checks(absl::StrCat("at any ", SymbolOf(request), " the model is consistent, ",
                                         certificate->answer().batched_size(),
                                         " values have the batch where it is said"));
    question.mutable_model()->add_premises(
        absl::StrCat(SymbolOf(request), " = ", certificate->answer().batch_size()));
  }
  const absl::StatusOr<v1::InferShapesResponse> new_types = InferRewritten(after, question, asker);
  if (!new_types.ok()) return new_types.status();
  const absl::StatusOr<size_t> compared = CompareTypes(*old_types, *new_types);
  if (!compared.ok()) return compared.status();
  certificate->add_checks(absl::StrCat("inputs and outputs are the same, and the types of ",
                                       *compared, " values are equal in both models"));
  return absl::OkStatus();
}

// A certificate can hold what states facts about the model. What would replace a part of the model,
// as `constants` do, or say how it is asked about, proves nothing of the files beside it.
absl::Status CheckRequest(const v1::RewriteModelRequest& request) {
  v1::RewriteModelRequest rest = request;
  rest.clear_goal();
  rest.clear_axes();
  rest.mutable_model()->clear_premises();
  rest.mutable_model()->clear_input_types();
  rest.mutable_model()->clear_operator_rules();
  if (rest.model().ByteSizeLong() == 0) rest.clear_model();
  if (rest.ByteSizeLong() == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "a rewrite is about the model as it is: only premises, input_types, operator_rules, goal and "
      "axes may be asked");
}

absl::Status Mismatch(absl::string_view what) { return absl::FailedPreconditionError(what); }

}  // namespace

std::string GapLines(const v1::RewriteModelResponse& response, int most) {
  std::string text;
  for (int i = 0; i < std::min(most, response.gaps_size()); ++i) {
    const v1::RewriteGap& gap = response.gaps(i);
    const v1::Site& site = gap.site();
    absl::StrAppend(&text, "\n  ");
    if (site.has_node()) {
      absl::StrAppend(&text, "node ", site.node(), " ", site.op_type());
      if (!site.node_name().empty()) absl::StrAppend(&text, " (", site.node_name(), ")");
    } else {
      absl::StrAppend(&text, site.has_input() ? "input " : "output ", site.value());
    }
    if (site.graph() != 0) absl::StrAppend(&text, " of graph ", site.graph());
    if (site.has_axis()) absl::StrAppend(&text, " axis ", site.axis());
    absl::StrAppend(&text, ": ", gap.reason());
  }
  if (response.gaps_size() > most) {
    absl::StrAppend(&text, "\n  and ", response.gaps_size() - most, " more");
  }
  return text;
}

absl::StatusOr<Rewritten> RewriteModel(absl::string_view model,
                                       const v1::RewriteModelRequest& request,
                                       absl::string_view version, RewriteAsker& asker) {
  Rewritten out;
  v1::RewriteCertificate& certificate = out.certificate;
  certificate.set_format(kFormat);
  certificate.set_version(std::string(version));
  absl::Status allowed = CheckRequest(request);
  if (!allowed.ok()) return allowed;
  *certificate.mutable_request() = request;
  absl::StatusOr<v1::RewriteModelResponse> answer = asker.Rewrite(model, request);
  if (!answer.ok()) return answer.status();
  if (answer->refused()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the rewrite is refused:", GapLines(*answer, kToldGaps)));
  }
  *certificate.mutable_answer() = *std::move(answer);
  absl::StatusOr<std::string> after = ApplyEdits(model, certificate.answer().edits());
  if (!after.ok()) return after.status();
  *certificate.mutable_before() = HashOf(model);
  *certificate.mutable_after() = HashOf(*after);
  absl::Status status = CheckTypes(model, *after, asker, &certificate);
  if (!status.ok()) return status;
  certificate.set_digest(HexSha256(CertificateText(certificate)));
  out.model = *std::move(after);
  return out;
}

std::string CertificateText(const v1::RewriteCertificate& certificate) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string text;
  // Fails for text that is no UTF-8 only; the answer has none.
  return google::protobuf::util::MessageToJsonString(certificate, &text, options).ok() ? text : "";
}

absl::Status VerifyRewrite(absl::string_view before, absl::string_view after,
                           absl::string_view text, absl::string_view version, RewriteAsker& asker) {
  v1::RewriteCertificate certificate;
  const auto read = google::protobuf::util::JsonStringToMessage(std::string(text), &certificate);
  if (!read.ok() || certificate.format() != kFormat) {
    return Mismatch("the certificate is none of a rewrite");
  }
  if (certificate.version() != version) {
    return Mismatch(absl::StrCat("the certificate is of version ", certificate.version(),
                                 ", which has to check it; this is version ", version));
  }
  v1::RewriteCertificate undigested = certificate;
  undigested.clear_digest();
  if (CertificateText(certificate) != text ||
      HexSha256(CertificateText(undigested)) != certificate.digest()) {
    return Mismatch("the certificate was changed: its digest is another");
  }
  if (HexSha256(before) != certificate.before().sha256()) {
    return Mismatch("the earlier model is not the one of the certificate");
  }
  if (HexSha256(after) != certificate.after().sha256()) {
    return Mismatch("the later model is not the one of the certificate");
  }
  const absl::StatusOr<Rewritten> again =
      RewriteModel(before, certificate.request(), version, asker);
  if (!again.ok()) {
    return absl::Status(again.status().code(),
                        absl::StrCat("the rewrite cannot be repeated: ", again.status().message()));
  }
  if (again->certificate.answer().SerializeAsString() != certificate.answer().SerializeAsString()) {
    return Mismatch("the edits do not follow from the earlier model");
  }
  if (again->model != after) {
    return Mismatch("the later model is not the earlier one with the edits");
  }
  if (CertificateText(again->certificate) != text) {
    return Mismatch("the certificate says more, or less, than was checked");
  }
  return absl::OkStatus();
}

}  // namespace shapewright
