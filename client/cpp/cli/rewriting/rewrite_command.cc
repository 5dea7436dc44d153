#include "client/cpp/cli/rewriting/rewrite_command.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/write_file.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/error_text.h"
#include "client/cpp/rewrite/certificate.h"
#include "core/wire/external_data.h"
#include "core/wire/printable.h"
#include "core/wire/strip.h"
#include "google/protobuf/util/json_util.h"
#include "shapewright/version.h"

namespace shapewright::cli {
namespace {

constexpr int kToldGaps = 20;

std::string ProgramVersion() { return absl::StrCat(Version(), " ", AnswersId()); }

// Asks about models without their weights; small tensors in files lie beside the model of the path.
class FileAsker : public RewriteAsker {
 public:
  FileAsker(const Asker& asker, const std::string& path) : asker_(asker), path_(path) {}

  absl::StatusOr<v1::RewriteModelResponse> Rewrite(
      absl::string_view model, const v1::RewriteModelRequest& request) override {
    return Ask(model, request, [&](Client& client, const v1::RewriteModelRequest& asked) {
      return client.RewriteModel(asked, asker_.deadline());
    });
  }

  absl::StatusOr<v1::InferShapesResponse> Infer(absl::string_view model,
                                                const v1::InferShapesRequest& request) override {
    return Ask(model, request, [&](Client& client, const v1::InferShapesRequest& asked) {
      return client.StreamInferShapes(asked, asker_.deadline());
    });
  }

 private:
  template <typename Request, typename Call>
  auto Ask(absl::string_view model, Request request, const Call& call)
      -> decltype(call(std::declval<Client&>(), request)) {
    absl::StatusOr<std::string> stripped =
        path_ == kStdin ? StripWeights(model) : StripModelFile(model, path_);
    if (!stripped.ok()) return stripped.status();
    request.mutable_model()->set_onnx(*std::move(stripped));
    return asker_.Ask(request, call);
  }

  const Asker& asker_;
  const std::string path_;
};

// FAILED_PRECONDITION names the symbols that have to be bound for what --make says.
absl::Status CheckMade(const Arguments& arguments, const Asker& asker, absl::string_view model,
                       const std::string& path) {
  if (arguments.rewrite.made == v1::FindSymbolsToBindRequest::GOAL_UNSPECIFIED) {
    return absl::OkStatus();
  }
  v1::FindSymbolsToBindRequest request;
  request.set_goal(arguments.rewrite.made);
  absl::StatusOr<v1::ModelSpec> spec = SpecOf(model, path, arguments);
  if (!spec.ok()) return spec.status();
  *request.mutable_model() = *std::move(spec);
  const absl::StatusOr<v1::FindSymbolsToBindResponse> response =
      asker.Ask(request, [&](Client& client, const v1::FindSymbolsToBindRequest& asked) {
        return client.FindSymbolsToBind(asked, asker.deadline());
      });
  if (!response.ok()) return response.status();
  std::string open;
  for (const v1::SymbolToBind& symbol : response->symbols()) {
    absl::StrAppend(&open, open.empty() ? "" : ", ", symbol.symbol());
  }
  if (!open.empty()) {
    return absl::FailedPreconditionError(absl::StrCat("bind ", open, " too (--bind)"));
  }
  if (response->unreached().empty()) return absl::OkStatus();
  const v1::UnreachedValue& value = response->unreached(0);
  return absl::FailedPreconditionError(
      absl::StrCat("no binding does that for ", response->unreached_size(),
                   " values: ", value.value().name(), " ", value.reason()));
}

std::string ChangeName(const v1::ModelEdit& edit) {
  switch (edit.change_case()) {
    case v1::ModelEdit::kRemovedNode:
      return "node removed";
    case v1::ModelEdit::kInsertedNode:
      return "node added";
    case v1::ModelEdit::kOperand:
      return "operand changed";
    case v1::ModelEdit::kAttribute:
      return "attribute changed";
    case v1::ModelEdit::kAddedInitializer:
      return "initializer added";
    case v1::ModelEdit::kRemovedInitializer:
      return "initializer removed";
    case v1::ModelEdit::kShape:
      return "declared shape changed";
    case v1::ModelEdit::kRemovedValueInfo:
      return "declared type removed";
    case v1::ModelEdit::kInlinedBranch:
      return "branch inlined";
    case v1::ModelEdit::CHANGE_NOT_SET:
      break;
  }
  return "nothing";
}

std::string RewriteReport(const Arguments& arguments, const v1::RewriteCertificate& certificate) {
  std::map<std::string, int> counts;
  for (const v1::ModelEdit& edit : certificate.answer().edits()) ++counts[ChangeName(edit)];
  std::string text =
      absl::StrCat(Printable(arguments.rewrite.out), ": ",
                   Plural(static_cast<size_t>(certificate.answer().edits_size()), "edit"), "\n");
  for (const auto& [name, count] : counts) absl::StrAppend(&text, "  ", name, ": ", count, "\n");
  for (const std::string& check : certificate.checks()) {
    absl::StrAppend(&text, "checked: ", Printable(check), "\n");
  }
  if (certificate.answer().gaps_size() > 0) {
    absl::StrAppend(&text, "left open:", PrintableLines(GapLines(certificate.answer(), kToldGaps)),
                    "\n");
  }
  absl::StrAppend(&text, "certificate: ", Printable(CertificatePath(arguments.rewrite)), "\n");
  return text;
}

}  // namespace

ModelAnswer WriteRewritten(const Arguments& arguments, const Asker& asker,
                           const std::string& path) {
  const absl::StatusOr<std::string> model = ReadModel(path);
  if (!model.ok()) return {"", model.status()};
  absl::Status status = CheckOnnx(*model, path, "rewriting");
  if (status.ok()) status = CheckMade(arguments, asker, *model, path);
  if (!status.ok()) return {"", status};
  v1::RewriteModelRequest request = arguments.rewrite.request;
  *request.mutable_model() = arguments.request.model();
  FileAsker files(asker, path);
  const absl::StatusOr<Rewritten> rewritten =
      RewriteModel(*model, request, ProgramVersion(), files);
  if (!rewritten.ok()) return {"", rewritten.status()};
  const std::string certificate = CertificateText(rewritten->certificate);
  status = WriteFile(arguments.rewrite.out, rewritten->model);
  if (status.ok()) status = WriteFile(CertificatePath(arguments.rewrite), certificate);
  if (!status.ok()) return {"", status};
  if (arguments.json) return {PrintableJson(certificate), absl::OkStatus()};
  return {RewriteReport(arguments, rewritten->certificate), absl::OkStatus()};
}

ModelAnswer VerifyRewritten(const Arguments& arguments, const Asker& asker) {
  std::string files[3];
  for (int i = 0; i < 3; ++i) {
    absl::StatusOr<std::string> bytes = ReadModel(arguments.operands[static_cast<size_t>(i)]);
    if (!bytes.ok()) return {"", bytes.status()};
    files[i] = *std::move(bytes);
  }
  FileAsker asked(asker, arguments.operands[0]);
  absl::Status status = VerifyRewrite(files[0], files[1], files[2], ProgramVersion(), asked);
  if (!status.ok()) return {"", status};
  const std::string name = Printable(arguments.operands[1]);
  if (arguments.json) return {"{\"verified\": true}\n", absl::OkStatus()};
  return {absl::StrCat(name, ": verified\n"), absl::OkStatus()};
}

}  // namespace shapewright::cli
