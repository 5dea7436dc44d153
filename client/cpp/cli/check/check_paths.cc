#include "client/cpp/cli/check/check_paths.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/check/format_table.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/file_error.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

// Names of configurations that are told where they cannot be read; other files may be anything.
constexpr absl::string_view kKnownNames[] = {"config.pbtxt", "genai_config.json",
                                             "model-settings.json"};

bool IsKnownName(const std::string& name) {
  return std::find(std::begin(kKnownNames), std::end(kKnownNames), name) != std::end(kKnownNames);
}

bool IsTree(absl::string_view path) {
  return absl::EndsWith(path, ".json") || absl::EndsWith(path, ".yaml") ||
         absl::EndsWith(path, ".yml");
}

// Whether a file below a folder may be a configuration.
bool IsCandidate(const fs::path& path) {
  const std::string name = path.filename();
  return name == "config.pbtxt" || IsTree(name) || absl::StrContains(name, "trtexec") ||
         absl::EndsWith(name, ".flags");
}

absl::StatusOr<std::vector<std::string>> FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (IsCandidate(at->path()) && at->is_regular_file(ignored)) files.push_back(at->path());
  }
  if (error) return CannotReadFile(folder, error.value());
  std::sort(files.begin(), files.end());
  return files;
}

// Whether a format takes it.
bool CheckFile(const ConfigFile& file, const CheckContext& context, Checked& out) {
  for (const CheckFormat& format : CheckFormats()) {
    if (!format.takes(file)) continue;
    Findings findings(file.path);
    format.check(file, context, findings);
    std::vector<CheckFinding> found = findings.Take();
    std::stable_sort(found.begin(), found.end(),
                     [](const CheckFinding& a, const CheckFinding& b) { return a.line < b.line; });
    // Several versions of a model may have the same fault.
    std::set<std::tuple<CheckCode, int, std::string>> told;
    for (CheckFinding& finding : found) {
      if (!told.emplace(finding.code, finding.line, finding.says).second) continue;
      out.findings.push_back(std::move(finding));
    }
    out.files.push_back(file.path);
    return true;
  }
  return false;
}

absl::Status ReadAndCheck(const std::string& path, bool is_named, const CheckContext& context,
                          Checked& out) {
  absl::StatusOr<std::string> text = context.models.source().ReadText(path);
  if (!text.ok()) return is_named ? text.status() : absl::OkStatus();
  ConfigFile file{path, *std::move(text), {}};
  if (IsTree(path)) file.tree = ParseTree(file.text);
  if (file.tree.error.has_value() && (is_named || IsKnownName(file.name()))) {
    Findings findings(path);
    findings.Add(CheckCode::kUnreadableConfig, ConfigPlace{file.tree.error->line, 0, 0},
                 file.tree.error->message);
    out.findings.push_back(findings.Take()[0]);
    out.files.push_back(path);
    return absl::OkStatus();
  }
  if (CheckFile(file, context, out) || !is_named) return absl::OkStatus();
  return absl::NotFoundError(
      absl::StrCat(path, ": it is no configuration that is known; see docs/check.md"));
}

}  // namespace

absl::StatusOr<Checked> CheckPaths(absl::Span<const std::string> paths,
                                   const CheckContext& context) {
  Checked out;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      absl::Status status = ReadAndCheck(path, true, context, out);
      if (!status.ok()) return status;
      continue;
    }
    const absl::StatusOr<std::vector<std::string>> files = FilesBelow(path);
    if (!files.ok()) return files.status();
    const size_t before = out.files.size();
    for (const std::string& file : *files) {
      absl::Status status = ReadAndCheck(file, false, context, out);
      if (!status.ok()) return status;
    }
    if (out.files.size() > before) continue;
    return absl::NotFoundError(
        absl::StrCat(path, ": no configuration that is known is below it; see docs/check.md"));
  }
  return out;
}

absl::Status StatusOf(const std::vector<CheckFinding>& findings) {
  const auto count = [&](LintLevel level) {
    return static_cast<uint64_t>(
        std::count_if(findings.begin(), findings.end(),
                      [level](const CheckFinding& each) { return each.level == level; }));
  };
  const uint64_t errors = count(LintLevel::kError);
  const uint64_t warnings = count(LintLevel::kWarning);
  if (errors + warnings == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(Plural(errors, "error"), ", ", Plural(warnings, "warning")));
}

}  // namespace shapewright::cli
