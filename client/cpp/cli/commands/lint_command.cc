#include "client/cpp/cli/commands/lint_command.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/lint/lint.h"
#include "client/cpp/cli/lint/lint_report.h"
#include "client/cpp/cli/lint/mend_model.h"
#include "client/cpp/cli/run/model_file.h"
#include "client/cpp/cli/run/write_file.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

absl::StatusOr<v1::InferShapesResponse> AskLint(const Context& context, const std::string& model,
                                                const std::string& path) {
  absl::StatusOr<v1::ModelSpec> spec = SpecOf(model, path, context.arguments);
  if (!spec.ok()) return spec.status();
  v1::InferShapesRequest request;
  *request.mutable_model() = *std::move(spec);
  AskForLint(&request);
  return context.asker.Ask(request, [&](Client& client, const v1::InferShapesRequest& asked) {
    return client.StreamInferShapes(asked, context.asker.deadline());
  });
}

// Writes the mended model, and takes what is mended out of the findings. Returns how many these
// are.
absl::StatusOr<size_t> Fix(const Context& context, const std::string& path,
                           const std::string& model, const v1::InferShapesResponse& response,
                           std::vector<Finding>& findings) {
  const absl::StatusOr<std::string> mended = MendModel(model, response, findings);
  if (!mended.ok()) return mended.status();
  absl::Status written;
  if (!context.arguments.in_place) {
    written = WriteFile(context.arguments.onnx_out, *mended);
  } else if (path == kStdin) {
    written = absl::InvalidArgumentError("--in-place: stdin is not a file");
  } else if (*mended != model) {
    written = WriteFile(path, *mended);
  }
  if (!written.ok()) return written;
  return std::erase_if(findings, [](const Finding& each) { return !each.mends.empty(); });
}

}  // namespace

ModelAnswer Lint(const Context& context, const std::string& path) {
  const absl::StatusOr<std::string> model = ReadModel(path);
  if (!model.ok()) return {"", model.status()};
  if (context.arguments.fix) {
    if (absl::Status status = CheckOnnx(*model, path, "--fix"); !status.ok()) return {"", status};
  }
  const absl::StatusOr<v1::InferShapesResponse> response = AskLint(context, *model, path);
  if (!response.ok()) return {"", response.status()};
  absl::StatusOr<std::vector<Finding>> findings =
      LintModel(*model, *response, context.arguments.selection);
  if (!findings.ok()) return {"", findings.status()};
  std::optional<size_t> mended;
  if (context.arguments.fix) {
    const absl::StatusOr<size_t> count = Fix(context, path, *model, *response, *findings);
    if (!count.ok()) return {"", count.status()};
    mended = *count;
  }
  const std::string name = path == kStdin ? std::string(kStdinName) : path;
  if (context.arguments.json) {
    return {PrintableJson(LintJson(name, *findings, mended)), StatusOf(*findings)};
  }
  std::string text = LintReport(name, *response, *findings);
  if (mended.has_value()) {
    absl::StrAppend(&text, Printable(name), ": mended ", Plural(*mended, "finding"), "\n");
  }
  return {std::move(text), StatusOf(*findings)};
}

}  // namespace shapewright::cli
