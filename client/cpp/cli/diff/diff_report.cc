#include "client/cpp/cli/diff/diff_report.h"

#include <array>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"
#include "page/json_text.h"

namespace shapewright::cli {
namespace {

constexpr int kShownValues = 5;

absl::string_view EffectText(Effect effect) {
  constexpr std::array<absl::string_view, 3> kTexts = {"breaks", "widens", "other"};
  return kTexts[static_cast<size_t>(effect)];
}

absl::string_view PartText(Part part) {
  constexpr std::array<absl::string_view, 6> kTexts = {"input", "output",     "symbol",
                                                       "fact",  "diagnostic", "value"};
  return kTexts[static_cast<size_t>(part)];
}

absl::string_view WhatText(What what) {
  constexpr std::array<absl::string_view, 8> kTexts = {"added", "gone",  "renamed",  "order",
                                                       "type",  "range", "stricter", "looser"};
  return kTexts[static_cast<size_t>(what)];
}

// What is said behind the name.
std::string MessageOf(const Change& change) {
  std::string text;
  const std::string before = Printable(change.before);
  const std::string after = Printable(change.after);
  const bool names_itself = change.part == Part::kFact;
  switch (change.what) {
    case What::kAdded:
      text = names_itself ? "new" : absl::StrCat("new: ", after);
      break;
    case What::kGone:
      text = names_itself ? "gone" : absl::StrCat("gone: ", before);
      break;
    case What::kRenamed:
      text = absl::StrCat("is called ", after, " now");
      break;
    case What::kOrder:
      text = absl::StrCat("the order was ", before, ", is ", after);
      break;
    case What::kRange:
      text = absl::StrCat("range was ", before, ", is ", after);
      break;
    case What::kType:
    case What::kStricter:
    case What::kLooser:
      text = absl::StrCat("was ", before, names_itself ? "" : absl::StrCat(", is ", after));
      break;
  }
  if (!change.reason.empty()) absl::StrAppend(&text, " (", Printable(change.reason), ")");
  return text;
}

// `output y axis 1`; the order is that of all.
std::string SubjectOf(const Change& change) {
  std::string text(PartText(change.part));
  if (change.what == What::kOrder) text.push_back('s');
  if (!change.name.empty()) absl::StrAppend(&text, " ", Printable(change.name));
  if (change.axis.has_value()) absl::StrAppend(&text, " axis ", *change.axis);
  return text;
}

std::string LineOf(const Change& change) {
  return absl::StrCat(EffectText(change.effect), change.effect == Effect::kOther ? "   " : "  ",
                      SubjectOf(change), ": ", MessageOf(change));
}

std::string Summary(const std::vector<Change>& changes) {
  std::array<size_t, 3> counts = {};
  for (const Change& change : changes) counts[static_cast<size_t>(change.effect)] += 1;
  return absl::StrCat(Plural(changes.size(), "difference"), ": breaks ", counts[0], ", widens ",
                      counts[1], ", other ", counts[2], "\n");
}

}  // namespace

ChangeWords WordsOf(const Change& change) {
  return {EffectText(change.effect), PartText(change.part), WhatText(change.what)};
}

std::string DiffReport(const std::vector<Change>& changes, size_t width) {
  if (changes.empty()) return "no difference\n";
  std::string text;
  std::map<What, size_t> values;
  for (const Change& change : changes) {
    if (change.part == Part::kValue && width != kNoWidthLimit &&
        ++values[change.what] > kShownValues) {
      continue;
    }
    absl::StrAppend(&text, Wrap(LineOf(change), width, 0), "\n");
  }
  for (const auto& [what, count] : values) {
    if (count <= kShownValues) continue;
    const absl::string_view how = what == What::kType ? "changed" : WhatText(what);
    absl::StrAppend(&text, "other   and ", count - kShownValues, " more inner values ", how,
                    " (--wide lists them)\n");
  }
  return absl::StrCat(text, Summary(changes));
}

std::string DiffJson(absl::string_view before, absl::string_view after,
                     const std::vector<Change>& changes) {
  const auto write = [](std::string* out, const Change& change) {
    JsonObject object;
    object.Text("effect", EffectText(change.effect)).Text("part", PartText(change.part));
    object.Text("what", WhatText(change.what)).NonEmpty("name", change.name);
    if (change.axis.has_value()) object.Json("axis", absl::StrCat(*change.axis));
    object.NonEmpty("before", change.before).NonEmpty("after", change.after);
    object.NonEmpty("reason", change.reason);
    out->append(object.Take());
  };
  return JsonObject()
             .Text("before", before)
             .Text("after", after)
             .Json("changes", absl::StrCat("[", absl::StrJoin(changes, ", ", write), "]"))
             .Take() +
         "\n";
}

}  // namespace shapewright::cli
