#include "client/cpp/cli/commands/check_command.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/check_paths.h"
#include "client/cpp/cli/check/check_report.h"
#include "client/cpp/cli/check/format_table.h"
#include "client/cpp/cli/run/asked_models.h"
#include "client/cpp/cli/run/write_file.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/printable.h"
#include "shapewright/version.h"

namespace shapewright::cli {
namespace {

// Writes a file with the edits of its findings, and takes these out. Returns how many there were.
absl::StatusOr<size_t> FixFile(ModelSource& source, const std::string& path, Checked& checked) {
  const absl::StatusOr<std::string> text = source.ReadText(path);
  if (!text.ok()) return text.status();
  std::vector<TextEdit> edits;
  for (const CheckFinding& finding : checked.findings) {
    if (finding.file != path) continue;
    edits.insert(edits.end(), finding.edits.begin(), finding.edits.end());
  }
  std::vector<bool> done;
  const std::string mended = WithEdits(*text, edits, &done);
  if (mended == *text) return size_t{0};
  absl::Status written = WriteFile(path, mended);
  if (!written.ok()) return written;
  size_t next = 0;
  return std::erase_if(checked.findings, [&](const CheckFinding& finding) {
    if (finding.file != path || finding.edits.empty()) return false;
    bool is_done = true;
    for (size_t i = 0; i < finding.edits.size(); ++i) is_done = done[next++] && is_done;
    return is_done;
  });
}

absl::StatusOr<size_t> Fix(ModelSource& source, Checked& checked) {
  size_t mended = 0;
  for (const std::string& path : checked.files) {
    const absl::StatusOr<size_t> count = FixFile(source, path, checked);
    if (!count.ok()) return count.status();
    mended += *count;
  }
  return mended;
}

ModelAnswer WriteConfig(const Context& context, Models& models) {
  const CheckQuestion& question = context.arguments.check;
  const absl::StatusOr<const CheckedModel*> model = models.Get(context.arguments.operands[0]);
  if (!model.ok()) return {"", model.status()};
  std::string text = FindWriter(question.write)->write(**model);
  if (question.out.empty()) return {std::move(text), absl::OkStatus()};
  return {"", WriteFile(question.out, text)};
}

}  // namespace

ModelAnswer Check(const Context& context) {
  const Arguments& arguments = context.arguments;
  AskedModels source(arguments, context.asker);
  Models models(source);
  if (!arguments.check.write.empty()) return WriteConfig(context, models);
  absl::StatusOr<Checked> checked =
      CheckPaths(arguments.operands, CheckContext{models, arguments.check.model});
  if (!checked.ok()) return {"", checked.status()};
  std::erase_if(checked->findings, [&](const CheckFinding& each) {
    return !arguments.selection.Holds(std::string(RowOf(each.code).name));
  });
  std::optional<size_t> mended;
  if (arguments.fix) {
    const absl::StatusOr<size_t> count = Fix(source, *checked);
    if (!count.ok()) return {"", count.status()};
    mended = *count;
  }
  absl::Status status = StatusOf(checked->findings);
  if (arguments.check.sarif) {
    return {PrintableJson(CheckSarif(*checked, Version())), std::move(status)};
  }
  if (arguments.json) return {PrintableJson(CheckJson(*checked, mended)), std::move(status)};
  std::string text = CheckReport(*checked);
  if (mended.has_value()) absl::StrAppend(&text, "mended ", Plural(*mended, "finding"), "\n");
  return {std::move(text), std::move(status)};
}

}  // namespace shapewright::cli
