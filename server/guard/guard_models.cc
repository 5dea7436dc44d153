#include "server/guard/guard_models.h"

#include <chrono>
#include <fstream>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxTableBytes = 1 << 20;
// Each has series of metrics.
constexpr size_t kMaxGuardedModels = 1000;
constexpr std::chrono::seconds kLookAgain{2};
constexpr absl::string_view kOthers = "*";

absl::StatusOr<std::string> ReadTable(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxTableBytes + 1, 0);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  if (stream.bad() || !stream.eof()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--guard-models: ", file, " cannot be read, or has more than ", kMaxTableBytes, " bytes"));
  }
  return text;
}

std::optional<GuardMode> ModeNamed(absl::string_view name) {
  for (const GuardMode mode : {GuardMode::kEnforce, GuardMode::kShadow}) {
    if (GuardModeName(mode) == name) return mode;
  }
  return std::nullopt;
}

absl::Status AddLine(const std::vector<std::string>& words, GuardTable* table) {
  const bool is_others = words[0] == kOthers;
  if (words.size() < 2 || words.size() > (is_others ? 2 : 3)) {
    return absl::InvalidArgumentError("a line is NAME enforce|shadow [PATH], or * enforce|shadow");
  }
  const std::optional<GuardMode> mode = ModeNamed(words[1]);
  if (!mode) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", words[1], "\" is neither enforce nor shadow"));
  }
  if (is_others) {
    table->others = *mode;
    return absl::OkStatus();
  }
  if (table->models.size() == kMaxGuardedModels) {
    return absl::InvalidArgumentError(absl::StrCat("more than ", kMaxGuardedModels, " models"));
  }
  const std::string& source = words.size() == 2 ? words[0] : words[2];
  if (!table->models.emplace(words[0], GuardedModel{source, *mode}).second) {
    return absl::InvalidArgumentError(absl::StrCat("model ", words[0], " stands there twice"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::string_view GuardModeName(GuardMode mode) {
  return mode == GuardMode::kShadow ? "shadow" : "enforce";
}

absl::StatusOr<GuardTable> ParseGuardTable(absl::string_view text) {
  GuardTable table;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty() || absl::StartsWith(words[0], "#")) continue;
    const absl::Status good = AddLine(words, &table);
    if (!good.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", good.message()));
    }
  }
  return table;
}

absl::StatusOr<std::unique_ptr<GuardModels>> GuardModels::Read(const std::string& file, Log& log) {
  absl::StatusOr<std::string> text = file.empty() ? std::string() : ReadTable(file);
  if (!text.ok()) return text.status();
  absl::StatusOr<GuardTable> table = ParseGuardTable(*text);
  if (!table.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--guard-models: ", file, ": ", table.status().message()));
  }
  return std::unique_ptr<GuardModels>(
      new GuardModels(file, *std::move(text), *std::move(table), log));
}

GuardModels::GuardModels(std::string file, std::string text, GuardTable table, Log& log)
    : file_(std::move(file)),
      log_(log),
      text_(std::move(text)),
      table_(std::make_shared<const GuardTable>(std::move(table))) {
  if (!file_.empty()) {
    thread_ = std::make_unique<PeriodicThread>(kLookAgain, [this] { Look(); });
  }
}

std::shared_ptr<const GuardTable> GuardModels::table() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return table_;
}

std::optional<GuardedModel> GuardModels::Find(const std::string& name) const {
  const std::shared_ptr<const GuardTable> table = this->table();
  const auto found = table->models.find(name);
  return found == table->models.end() ? std::nullopt : std::optional<GuardedModel>(found->second);
}

GuardMode GuardModels::others() const { return table()->others; }

void GuardModels::Look() {
  absl::StatusOr<std::string> text = ReadTable(file_);
  // What cannot be read is told once, as an empty file.
  const std::string seen = text.ok() ? *text : std::string();
  if (seen == text_) return;
  text_ = seen;
  absl::StatusOr<GuardTable> table = text.ok() ? ParseGuardTable(*text) : text.status();
  if (!table.ok()) {
    log_.Write(LogLevel::kError, "guard_models_wrong",
               {{"file", absl::string_view(file_)}, {"message", table.status().message()}});
    return;
  }
  int64_t enforced = 0;
  for (const auto& [name, model] : table->models) enforced += model.mode == GuardMode::kEnforce;
  log_.Write(LogLevel::kInfo, "guard_models_read",
             {{"models", static_cast<int64_t>(table->models.size())}, {"enforced", enforced}});
  const std::lock_guard<std::mutex> lock(mutex_);
  table_ = std::make_shared<const GuardTable>(*std::move(table));
}

}  // namespace shapewright::server
