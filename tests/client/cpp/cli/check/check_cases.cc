#include "tests/client/cpp/cli/check/check_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/run/asked_models.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

namespace fs = std::filesystem;

std::string WholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

class CaseReader {
 public:
  explicit CaseReader(const std::string& path) : path_(path) {
    lines_ = absl::StrSplit(WholeFile(path), '\n');
  }

  std::vector<CheckCase> Read() {
    for (; at_ < lines_.size(); ++at_) {
      absl::string_view line = lines_[at_];
      if (line.empty() || line[0] == '#') continue;
      const std::pair<std::string, std::string> words =
          absl::StrSplit(line, absl::MaxSplits(' ', 1));
      ReadLine(words.first, words.second);
    }
    FinishCase();
    return std::move(cases_);
  }

 private:
  void ReadLine(const std::string& word, const std::string& rest) {
    if (word == "base") {
      FinishCase();
      base_ = CheckCase();
      base_.name = rest;
      is_case_ = false;
    } else if (word == "good" || word == "error") {
      FinishCase();
      case_ = base_;
      case_.name = absl::StrCat(base_.name, ": ", rest);
      is_case_ = true;
      is_error_ = word == "error";
    } else if (word == "model") {
      const std::pair<std::string, std::string> parts = absl::StrSplit(rest, ' ');
      files()[parts.first] =
          WholeFile(DataPath(absl::StrCat("check/models/", parts.second, ".onnx")));
    } else if (word == "file") {
      std::string text;
      while (lines_[++at_] != "end") absl::StrAppend(&text, lines_[at_], "\n");
      files()[rest] = text;
    } else if (word == "mkdir") {
      files()[rest + "/"] = "";
    } else if (word == "write") {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(rest, absl::MaxSplits(' ', 1));
      files()[parts.first] = parts.second;
    } else if (word == "drop") {
      files().erase(rest);
    } else if (word == "edit") {
      ReadEdits(files()[rest]);
    } else if (word == "expect" || word == "also") {
      expected_.push_back(rest);
    } else if (word == "link") {
      case_.link = rest;
    } else if (word == "fixed") {
      case_.is_fixed = true;
    } else {
      ADD_FAILURE() << path_ << ":" << at_ + 1 << ": " << word;
    }
  }

  // A text and the lines below it that go on with it.
  std::string Block(absl::string_view sign) {
    std::string text(absl::StripPrefix(absl::StripPrefix(lines_[++at_], sign), " "));
    static const std::set<std::string> kWords = {"base", "good",  "error", "edit",
                                                 "drop", "mkdir", "write", "expect",
                                                 "also", "link",  "fixed"};
    while (at_ + 1 < lines_.size()) {
      const std::string& next = lines_[at_ + 1];
      const std::string word(next.substr(0, next.find(' ')));
      if (next.empty() || word == "-" || word == "+" || word == "#" || kWords.contains(word)) break;
      absl::StrAppend(&text, "\n", lines_[++at_]);
    }
    return text;
  }

  void ReadEdits(std::string& text) {
    while (at_ + 1 < lines_.size() && absl::StartsWith(lines_[at_ + 1], "- ")) {
      const std::string before = Block("-");
      const std::string after = Block("+");
      if (before == "*") {
        text = after + "\n";
        continue;
      }
      const size_t found = text.find(before);
      ASSERT_NE(found, std::string::npos) << path_ << ":" << at_ << ": there is no " << before;
      text.replace(found, before.size(), after);
    }
  }

  ExpectedFinding Expected(const std::string& text) {
    const std::vector<std::string> parts = absl::StrSplit(text, '|');
    EXPECT_EQ(parts.size(), 3U) << case_.name << ": " << text;
    if (parts.size() != 3) return {};
    const auto part = [&](size_t i) { return std::string(absl::StripAsciiWhitespace(parts[i])); };
    ExpectedFinding expected{part(0), 0, part(2)};
    const std::string mark = part(1);
    if (mark.empty()) return expected;
    if (mark[0] == '@') {
      EXPECT_TRUE(absl::SimpleAtoi(mark.substr(1), &expected.line)) << mark;
      return expected;
    }
    const std::string& file = case_.files[expected.file];
    const size_t found = file.find(mark);
    EXPECT_NE(found, std::string::npos) << case_.name << ": there is no " << mark;
    if (found == std::string::npos) return expected;
    expected.line = 1 + static_cast<int>(std::count(
                            file.begin(), file.begin() + static_cast<std::ptrdiff_t>(found), '\n'));
    return expected;
  }

  void FinishCase() {
    if (is_case_) {
      for (const std::string& text : expected_) case_.expected.push_back(Expected(text));
      std::sort(case_.expected.begin(), case_.expected.end());
      EXPECT_EQ(case_.expected.empty(), !is_error_) << case_.name;
      cases_.push_back(std::move(case_));
    }
    is_case_ = false;
    expected_.clear();
  }

  std::map<std::string, std::string>& files() { return is_case_ ? case_.files : base_.files; }

  const std::string path_;
  std::vector<std::string> lines_;
  size_t at_ = 0;
  CheckCase base_;
  CheckCase case_;
  bool is_case_ = false;
  bool is_error_ = false;
  std::vector<std::string> expected_;
  std::vector<CheckCase> cases_;
};

}  // namespace

std::vector<CheckCase> ReadCheckCases(const std::string& path) { return CaseReader(path).Read(); }

void WriteCase(const CheckCase& check, const std::string& folder) {
  for (const auto& [name, text] : check.files) {
    const fs::path path = fs::path(folder) / name;
    if (absl::EndsWith(name, "/")) {
      fs::create_directories(path);
      continue;
    }
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
}

absl::StatusOr<Checked> CheckFolder(const std::string& folder) {
  Arguments arguments;
  arguments.command = Command::kCheck;
  arguments.embedded = true;
  const absl::StatusOr<Asker> asker = Asker::Make(arguments);
  if (!asker.ok()) return asker.status();
  AskedModels source(arguments, *asker);
  Models models(source);
  return CheckPaths({folder}, CheckContext{models, ""});
}

std::vector<ExpectedFinding> FoundIn(const Checked& checked, absl::string_view folder) {
  std::set<ExpectedFinding> found;
  for (const CheckFinding& finding : checked.findings) {
    const std::string file(absl::StripPrefix(absl::StripPrefix(finding.file, folder), "/"));
    found.insert({file, finding.line, std::string(RowOf(finding.code).name)});
  }
  return {found.begin(), found.end()};
}

}  // namespace shapewright::cli
