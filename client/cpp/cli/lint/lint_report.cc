#include "client/cpp/cli/lint/lint_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

// `y axis 0`, `node Reshape_3`, `then_branch of If_2: y`; `model` where it is about no part.
std::string PlaceText(const SiteText& sites, const Finding& finding) {
  std::string place;
  if (!finding.value.empty()) {
    place = finding.value;
  } else if (!finding.node.empty()) {
    place = absl::StrCat("node ", finding.node);
  }
  if (finding.axis.has_value()) {
    absl::StrAppend(&place, place.empty() ? "" : " ", "axis ", *finding.axis);
  }
  if (finding.graph != 0) {
    const std::string graph = sites.Graph(static_cast<uint32_t>(finding.graph));
    return place.empty() ? graph : absl::StrCat(graph, " ", place);
  }
  return place.empty() ? "model" : place;
}

}  // namespace

std::string LintReport(absl::string_view path, const v1::InferShapesResponse& response,
                       const std::vector<Finding>& findings) {
  const SiteText sites(response);
  std::string text;
  for (const Finding& finding : findings) {
    absl::StrAppend(&text, Printable(path), ": ", PlaceText(sites, finding), ": ",
                    LevelText(finding.level), " ", finding.code, ": ", finding.message);
    if (!finding.suggestion.empty()) absl::StrAppend(&text, "; ", finding.suggestion);
    text.push_back('\n');
  }
  return text;
}

namespace {

// The other places of the same: `[{"value": "y", "axis": 0}]`.
std::string OtherPlaces(const std::vector<Mend>& mends) {
  const auto write = [](std::string* out, const Mend& mend) {
    JsonObject object;
    object.Text("value", mend.inferred->name());
    if (mend.part == Mend::Part::kAxis) object.Json("axis", absl::StrCat(mend.axis));
    out->append(object.Take());
  };
  return absl::StrCat("[", absl::StrJoin(mends.begin() + 1, mends.end(), ", ", write), "]");
}

}  // namespace

std::string LintJson(absl::string_view path, const std::vector<Finding>& findings,
                     std::optional<size_t> mended) {
  const auto write = [](std::string* out, const Finding& finding) {
    JsonObject object;
    object.Text("code", finding.code).Text("level", LevelText(finding.level));
    if (finding.graph != 0) object.Json("graph", absl::StrCat(finding.graph));
    object.NonEmpty("node", finding.node).NonEmpty("value", finding.value);
    if (finding.axis.has_value()) object.Json("axis", absl::StrCat(*finding.axis));
    object.Text("message", finding.message).NonEmpty("suggestion", finding.suggestion);
    if (finding.mends.size() > 1) object.Json("also", OtherPlaces(finding.mends));
    object.Json("mendable", finding.mends.empty() ? "false" : "true");
    out->append(object.Take());
  };
  JsonObject object;
  object.Text("model", path);
  object.Json("findings", absl::StrCat("[", absl::StrJoin(findings, ", ", write), "]"));
  if (mended.has_value()) object.Json("mended", absl::StrCat(*mended));
  return object.Take() + "\n";
}

}  // namespace shapewright::cli
