#include "client/cpp/cli/check/check_report.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/screen/counts.h"
#include "core/wire/printable.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

// `says; model; mend`, those that there are.
std::string MessageOf(const CheckFinding& finding) {
  std::string text = finding.says;
  for (const std::string* part : {&finding.model, &finding.mend}) {
    if (!part->empty()) absl::StrAppend(&text, "; ", *part);
  }
  return text;
}

template <typename Range, typename Write>
std::string JsonList(const Range& range, const Write& write) {
  return absl::StrCat("[", absl::StrJoin(range, ", ", write), "]");
}

// A path as the reference of a URI.
std::string UriOf(absl::string_view path) {
  absl::ConsumePrefix(&path, "./");
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) ||
        absl::string_view("-._~/").find(c) != absl::string_view::npos) {
      uri.push_back(c);
    } else {
      absl::StrAppendFormat(&uri, "%%%02X", byte);
    }
  }
  return uri;
}

std::string TextObject(absl::string_view text) { return JsonObject().Text("text", text).Take(); }

std::string Artifact(const std::string& path) {
  return JsonObject().Text("uri", UriOf(path)).Take();
}

absl::string_view SarifLevel(LintLevel level) {
  return level == LintLevel::kInfo ? "note" : LevelText(level);
}

std::string SarifFix(const CheckFinding& finding) {
  const auto write = [](std::string* out, const TextEdit& edit) {
    JsonObject region;
    region.Json("byteOffset", absl::StrCat(edit.offset));
    region.Json("byteLength", absl::StrCat(edit.length));
    out->append(JsonObject()
                    .Json("deletedRegion", region.Take())
                    .Json("insertedContent", TextObject(edit.text))
                    .Take());
  };
  JsonObject change;
  change.Json("artifactLocation", Artifact(finding.file));
  change.Json("replacements", JsonList(finding.edits, write));
  return JsonObject()
      .Json("description", TextObject(finding.mend))
      .Json("artifactChanges", absl::StrCat("[", change.Take(), "]"))
      .Take();
}

std::string SarifResult(const CheckFinding& finding) {
  JsonObject place;
  place.Json("artifactLocation", Artifact(finding.file));
  if (finding.line > 0) {
    place.Json("region", JsonObject().Json("startLine", absl::StrCat(finding.line)).Take());
  }
  JsonObject result;
  result.Text("ruleId", RowOf(finding.code).name);
  result.Json("ruleIndex", absl::StrCat(static_cast<int>(finding.code)));
  result.Text("level", SarifLevel(finding.level));
  result.Json("message", TextObject(MessageOf(finding)));
  const std::string location = JsonObject().Json("physicalLocation", place.Take()).Take();
  result.Json("locations", absl::StrCat("[", location, "]"));
  if (!finding.edits.empty()) result.Json("fixes", absl::StrCat("[", SarifFix(finding), "]"));
  return result.Take();
}

std::string SarifRule(const CheckCodeRow& row) {
  return JsonObject()
      .Text("id", row.name)
      .Json("shortDescription", TextObject(row.about))
      .Json("defaultConfiguration", JsonObject().Text("level", SarifLevel(row.level)).Take())
      .Take();
}

}  // namespace

std::string CheckReport(const Checked& checked) {
  std::string text;
  for (const CheckFinding& finding : checked.findings) {
    absl::StrAppend(&text, Printable(finding.file));
    if (finding.line > 0) absl::StrAppend(&text, ":", finding.line);
    absl::StrAppend(&text, ": ", LevelText(finding.level), " ", RowOf(finding.code).name, ": ",
                    MessageOf(finding), "\n");
  }
  absl::StrAppend(&text, Plural(checked.files.size(), "configuration"), ", ",
                  Plural(checked.findings.size(), "finding"), "\n");
  return text;
}

std::string CheckJson(const Checked& checked, std::optional<size_t> mended) {
  const auto write_file = [](std::string* out, const std::string& file) {
    out->append(JsonString(file));
  };
  const auto write = [](std::string* out, const CheckFinding& finding) {
    JsonObject object;
    object.Text("code", RowOf(finding.code).name).Text("level", LevelText(finding.level));
    object.Text("file", finding.file);
    if (finding.line > 0) object.Json("line", absl::StrCat(finding.line));
    object.Text("says", finding.says).NonEmpty("model", finding.model);
    object.NonEmpty("mend", finding.mend);
    object.Json("mendable", finding.edits.empty() ? "false" : "true");
    out->append(object.Take());
  };
  JsonObject object;
  object.Json("files", JsonList(checked.files, write_file));
  object.Json("findings", JsonList(checked.findings, write));
  if (mended.has_value()) object.Json("mended", absl::StrCat(*mended));
  return object.Take() + "\n";
}

std::string CheckSarif(const Checked& checked, absl::string_view version) {
  JsonObject driver;
  driver.Text("name", "shapewright").Text("version", version);
  driver.Json("rules", JsonList(CheckCodes(), [](std::string* out, const CheckCodeRow& row) {
                out->append(SarifRule(row));
              }));
  JsonObject run;
  run.Json("tool", JsonObject().Json("driver", driver.Take()).Take());
  run.Json("results", JsonList(checked.findings, [](std::string* out, const CheckFinding& finding) {
             out->append(SarifResult(finding));
           }));
  return JsonObject()
             .Text("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
             .Text("version", "2.1.0")
             .Json("runs", absl::StrCat("[", run.Take(), "]"))
             .Take() +
         "\n";
}

}  // namespace shapewright::cli
