#include "client/cpp/cli/requests/request_study.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

using google::protobuf::ListValue;
using google::protobuf::Struct;

// More are in the JSON.
constexpr size_t kShownShapes = 10;
constexpr char kFail[] = "fail";

struct CacheMemory {
  int64_t sum = 0;
  int64_t largest = 0;
  size_t known = 0;
};

CacheMemory MemoryOf(const RequestStudy& study) {
  CacheMemory memory;
  for (const RequestStudy::Shape& shape : study.shapes) {
    int64_t sum = 0;
    if (!shape.bytes.has_value() || __builtin_add_overflow(memory.sum, *shape.bytes, &sum)) {
      continue;
    }
    memory.sum = sum;
    memory.largest = std::max(memory.largest, *shape.bytes);
    ++memory.known;
  }
  return memory;
}

std::string PercentText(double share) { return absl::StrFormat("%.1f %%", 100 * share); }

StudyTable ProblemsOf(const RequestStudy& study) {
  StudyTable table = {.title = "Requests that do not pass",
                      .columns = {"requests", "verdict", "first in line", "why"}};
  for (const RequestStudy::Problem& problem : study.problems) {
    table.rows.push_back({absl::StrCat(problem.requests), problem.is_failure ? kFail : "undecided",
                          absl::StrCat(problem.line), Printable(problem.text)});
  }
  return table;
}

StudyTable ShapesOf(const RequestStudy& study, size_t most) {
  StudyTable table = {.title = "Shapes, the most common first",
                      .columns = {"requests", "share", "memory", "shapes of the inputs"}};
  const size_t shown = std::min(most, study.shapes.size());
  for (size_t i = 0; i < shown; ++i) {
    const RequestStudy::Shape& shape = study.shapes[i];
    const double share = static_cast<double>(shape.requests) /
                         static_cast<double>(std::max<uint64_t>(1, study.requests));
    table.rows.push_back({absl::StrCat(shape.requests), PercentText(share),
                          shape.bytes.has_value() ? BytesText(*shape.bytes) : "?",
                          Printable(shape.text)});
  }
  table.left_out = study.shapes.size() - shown;
  return table;
}

StudyTable ChoicesOf(const RequestStudy& study) {
  StudyTable table = {
      .title = absl::StrCat("Sizes of ", Printable(absl::StrJoin(study.symbols, ", "))),
      .columns = {"", "padding", ""}};
  for (const RequestStudy::Choice& choice : study.buckets) {
    table.rows.push_back(
        {Plural(static_cast<uint64_t>(choice.count), "bucket"), PercentText(choice.padding), ""});
  }
  for (const RequestStudy::Choice& choice : study.profiles) {
    table.rows.push_back(
        {Plural(static_cast<uint64_t>(choice.count), "profile"), PercentText(choice.padding),
         choice.is_proved ? "all sizes of them are valid" : "not proved for all sizes of them"});
  }
  return table;
}

std::string TableText(const StudyTable& table, size_t width) {
  std::string text = absl::StrCat(Styled(Style::kHeading, table.title), "\n");
  Table printed({table.columns.begin(), table.columns.end()});
  for (const std::vector<std::string>& row : table.rows) {
    std::vector<Cell> cells(row.begin(), row.end());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (table.columns[i] != "verdict") continue;
      cells[i].style = cells[i].text == kFail ? Style::kError : Style::kWarning;
    }
    printed.AddRow(std::move(cells));
  }
  absl::StrAppend(&text, printed.Print(width));
  if (table.left_out > 0) {
    absl::StrAppend(&text, "  and ", Plural(table.left_out, "other"), "\n");
  }
  return text;
}

Struct ChoiceJson(const RequestStudy::Choice& choice, bool is_profile) {
  Struct json;
  auto& fields = *json.mutable_fields();
  fields["count"].set_number_value(choice.count);
  fields["padding"].set_number_value(choice.padding);
  if (is_profile) fields["proved"].set_bool_value(choice.is_proved);
  return json;
}

template <typename Items, typename ToJson>
void AddList(const Items& items, const ToJson& to_json, google::protobuf::Value* out) {
  ListValue& list = *out->mutable_list_value();
  for (const auto& item : items) *list.add_values()->mutable_struct_value() = to_json(item);
}

void AddTexts(const std::vector<std::string>& texts, google::protobuf::Value* out) {
  ListValue& list = *out->mutable_list_value();
  for (const std::string& text : texts) list.add_values()->set_string_value(text);
}

}  // namespace

std::string StudySummary(const RequestStudy& study) {
  return absl::StrCat(Plural(study.requests, "request"), " in ",
                      Plural(study.shapes.size(), "shape"), "; the guard: ", study.passed,
                      " pass, ", study.failed, " fail, ", study.undecided, " undecided",
                      study.is_complete ? "" : " (it does not cover all that may fail)");
}

std::vector<StudyTable> StudyTables(const RequestStudy& study, size_t most_shapes) {
  std::vector<StudyTable> tables = {ProblemsOf(study), ShapesOf(study, most_shapes),
                                    ChoicesOf(study)};
  std::erase_if(tables, [](const StudyTable& table) { return table.rows.empty(); });
  return tables;
}

std::string StudyMemory(const RequestStudy& study) {
  const CacheMemory memory = MemoryOf(study);
  if (memory.known == 0) return "";
  const std::string kept = memory.known == study.shapes.size()
                               ? std::string("every shape")
                               : absl::StrCat(memory.known, " of these shapes");
  return absl::StrCat("A cache that keeps the memory of ", kept, " takes ", BytesText(memory.sum),
                      " beside the weights; the largest ", BytesText(memory.largest), ".");
}

std::string ReportRequestStudy(const RequestStudy& study, size_t width) {
  std::string text = absl::StrCat(StudySummary(study), "\n");
  for (const StudyTable& table : StudyTables(study, kShownShapes)) {
    absl::StrAppend(&text, TableText(table, width));
  }
  std::vector<std::string> sentences = study.notes;
  if (std::string memory = StudyMemory(study); !memory.empty()) {
    sentences.insert(sentences.begin(), std::move(memory));
  }
  for (const std::string& sentence : sentences) {
    absl::StrAppend(&text, Wrap(Printable(sentence), width, 0), "\n");
  }
  return text;
}

Struct RequestStudyJson(const RequestStudy& study) {
  Struct json;
  auto& fields = *json.mutable_fields();
  fields["requests"].set_number_value(static_cast<double>(study.requests));
  fields["passed"].set_number_value(static_cast<double>(study.passed));
  fields["failed"].set_number_value(static_cast<double>(study.failed));
  fields["undecided"].set_number_value(static_cast<double>(study.undecided));
  fields["coverageComplete"].set_bool_value(study.is_complete);
  AddList(
      study.problems,
      [](const RequestStudy::Problem& problem) {
        Struct one;
        (*one.mutable_fields())["text"].set_string_value(problem.text);
        (*one.mutable_fields())["fails"].set_bool_value(problem.is_failure);
        (*one.mutable_fields())["requests"].set_number_value(static_cast<double>(problem.requests));
        (*one.mutable_fields())["line"].set_number_value(static_cast<double>(problem.line));
        return one;
      },
      &fields["problems"]);
  AddList(
      study.shapes,
      [](const RequestStudy::Shape& shape) {
        Struct one;
        (*one.mutable_fields())["inputs"].set_string_value(shape.text);
        (*one.mutable_fields())["requests"].set_number_value(static_cast<double>(shape.requests));
        if (shape.bytes.has_value()) {
          (*one.mutable_fields())["bytes"].set_number_value(static_cast<double>(*shape.bytes));
        }
        return one;
      },
      &fields["shapes"]);
  const CacheMemory memory = MemoryOf(study);
  fields["cacheBytes"].set_number_value(static_cast<double>(memory.sum));
  fields["largestBytes"].set_number_value(static_cast<double>(memory.largest));
  AddTexts(study.symbols, &fields["symbols"]);
  AddList(
      study.buckets, [](const auto& choice) { return ChoiceJson(choice, false); },
      &fields["buckets"]);
  AddList(
      study.profiles, [](const auto& choice) { return ChoiceJson(choice, true); },
      &fields["profiles"]);
  AddTexts(study.notes, &fields["notes"]);
  return json;
}

}  // namespace shapewright::cli
