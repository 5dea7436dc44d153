#include "client/cpp/cli/check/base/check_context.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

void TellModelErrors(const CheckedModel& model, const ConfigPlace& place, Findings& findings) {
  for (const v1::Diagnostic& diagnostic : model.answer().diagnostics()) {
    if (diagnostic.severity() != v1::Diagnostic::SEVERITY_ERROR) continue;
    findings.Add(CheckCode::kModelError, place, absl::StrCat("the model is ", model.path()),
                 absl::StrCat(SiteText(model.answer()).Place(diagnostic.site()), ": ",
                              Printable(diagnostic.message())),
                 "`shapewright lint` tells more");
    return;
  }
}

}  // namespace

const CheckedModel* GetModel(const CheckContext& context, const std::string& path,
                             const ConfigPlace& place, Findings& findings) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    findings.Add(CheckCode::kNoModel, place, absl::StrCat("the model is ", path),
                 "there is no such file");
    return nullptr;
  }
  const absl::StatusOr<const CheckedModel*> model = context.models.Get(path);
  if (!model.ok()) {
    const absl::string_view message = model.status().message();
    findings.Add(CheckCode::kUnreadableModel, place, absl::StrCat("the model is ", path),
                 message.substr(0, message.find('\n')));
    return nullptr;
  }
  TellModelErrors(**model, place, findings);
  return *model;
}

const CheckedModel* GetModelBeside(const CheckContext& context, const ConfigFile& file,
                                   Findings& findings) {
  if (!context.model.empty()) return GetModel(context, context.model, ConfigPlace(), findings);
  std::vector<std::string> found;
  std::error_code error;
  const std::string folder = file.folder().empty() ? "." : file.folder();
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().extension() == ".onnx") found.push_back(at->path().lexically_normal());
  }
  if (found.size() == 1) return GetModel(context, found[0], ConfigPlace(), findings);
  findings.Add(CheckCode::kNoModel, ConfigPlace(), "no model is named",
               absl::StrCat("there are ", found.size(), " *.onnx in its folder"),
               "name one by --model");
  return nullptr;
}

}  // namespace shapewright::cli
