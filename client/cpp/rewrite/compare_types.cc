#include "client/cpp/rewrite/compare_types.h"

#include <algorithm>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright {
namespace {

absl::Status Differs(absl::string_view value, absl::string_view before, absl::string_view after) {
  return absl::FailedPreconditionError(absl::StrCat(
      "the type of ", value, " was ", before, ", and cannot be proved to be that: it is ", after));
}

// Which unknown of one answer is which one of the other: one to one.
class UnknownNames {
 public:
  // Whether the texts are equal but for the numbers of unknowns.
  bool AreEqual(absl::string_view before, absl::string_view after) {
    while (!before.empty() && !after.empty()) {
      const absl::string_view a = TakePart(&before);
      const absl::string_view b = TakePart(&after);
      const bool is_equal = a[0] == '?' && b[0] == '?' ? AreSame(a, b) : a == b;
      if (!is_equal) return false;
    }
    return before.empty() && after.empty();
  }

 private:
  static bool IsOfName(char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  }

  // `?1`, a name or number, or one character.
  static absl::string_view TakePart(absl::string_view* text) {
    size_t end = 1;
    if ((*text)[0] == '?' || IsOfName((*text)[0])) {
      while (end < text->size() && IsOfName((*text)[end])) ++end;
    }
    const absl::string_view part = text->substr(0, end);
    text->remove_prefix(end);
    return part;
  }

  bool AreSame(absl::string_view a, absl::string_view b) {
    return after_.emplace(std::string(a), std::string(b)).first->second == b &&
           before_.emplace(std::string(b), std::string(a)).first->second == a;
  }

  std::map<std::string, std::string, std::less<>> after_;
  std::map<std::string, std::string, std::less<>> before_;
};

absl::Status CompareLists(const google::protobuf::RepeatedPtrField<v1::ValueInfo>& before,
                          const google::protobuf::RepeatedPtrField<v1::ValueInfo>& after,
                          absl::string_view what, UnknownNames& unknowns) {
  if (before.size() != after.size()) {
    return absl::FailedPreconditionError(
        absl::StrCat("there were ", before.size(), " ", what, ", now ", after.size()));
  }
  for (int i = 0; i < before.size(); ++i) {
    if (before[i].name() != after[i].name()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "one of the ", what, " was ", before[i].name(), ", now it is ", after[i].name()));
    }
    if (!unknowns.AreEqual(before[i].type().text(), after[i].type().text())) {
      return Differs(before[i].name(), before[i].type().text(), after[i].type().text());
    }
  }
  return absl::OkStatus();
}

absl::Status CheckConsistent(const v1::InferShapesResponse& response) {
  if (response.consistent()) return absl::OkStatus();
  const auto error = std::find_if(
      response.diagnostics().begin(), response.diagnostics().end(),
      [](const auto& each) { return each.severity() == v1::Diagnostic::SEVERITY_ERROR; });
  return absl::FailedPreconditionError(absl::StrCat(
      "the model has errors",
      error == response.diagnostics().end() ? "" : absl::StrCat(": ", error->message())));
}

// Of the main graph, by name.
std::map<absl::string_view, const v1::ValueInfo*> ValuesOf(
    const v1::InferShapesResponse& response) {
  std::map<absl::string_view, const v1::ValueInfo*> values;
  for (const v1::ValueInfo& value : response.graphs(0).values()) {
    values.emplace(value.name(), &value);
  }
  return values;
}

}  // namespace

absl::StatusOr<size_t> CompareTypes(const v1::InferShapesResponse& before,
                                    const v1::InferShapesResponse& after) {
  UnknownNames unknowns;
  absl::Status status = CheckConsistent(after);
  if (status.ok()) status = CompareLists(before.inputs(), after.inputs(), "inputs", unknowns);
  if (status.ok()) status = CompareLists(before.outputs(), after.outputs(), "outputs", unknowns);
  if (!status.ok()) return status;
  const std::map<absl::string_view, const v1::ValueInfo*> values = ValuesOf(before);
  size_t compared = 0;
  for (const v1::ValueInfo& value : after.graphs(0).values()) {
    const auto found = values.find(value.name());
    if (found == values.end()) continue;
    const std::string& was = found->second->type().text();
    if (!unknowns.AreEqual(was, value.type().text())) {
      return Differs(value.name(), was, value.type().text());
    }
    ++compared;
  }
  return compared;
}

absl::Status CheckBatched(const v1::InferShapesResponse& after,
                          const v1::RewriteModelResponse& answer, absl::string_view symbol) {
  absl::Status status = CheckConsistent(after);
  if (!status.ok()) return status;
  for (const v1::Symbol& each : after.symbols()) {
    if (each.name() == symbol && (each.has_equals() || each.range().has_max() ||
                                  each.divisor() > 1 || !each.allowed().empty())) {
      return absl::FailedPreconditionError(absl::StrCat("the model limits ", symbol));
    }
  }
  for (const v1::Fact& fact : after.facts()) {
    const bool is_limit =
        fact.basis() == v1::Fact::BASIS_REQUIRED && fact.state() != v1::Fact::STATE_PROVED;
    const bool is_about = absl::StrContains(fact.text(), symbol);
    // A batch of 0 may not run.
    const bool is_least = fact.text() == absl::StrCat("1 <= ", symbol);
    if (is_limit && is_about && !is_least) {
      return absl::FailedPreconditionError(
          absl::StrCat("the model still requires ", fact.text(), ": ", fact.reason()));
    }
  }
  const std::map<absl::string_view, const v1::ValueInfo*> values = ValuesOf(after);
  for (const v1::BatchedValue& batched : answer.batched()) {
    const auto found = values.find(batched.value());
    if (found == values.end()) continue;
    const std::string wanted =
        batched.factor() == 1 ? std::string(symbol) : absl::StrCat(batched.factor(), "*", symbol);
    const v1::Shape& shape = found->second->type().tensor().shape();
    const bool has_axis = batched.axis() < static_cast<uint32_t>(shape.dims_size());
    if (!has_axis || shape.dims(static_cast<int>(batched.axis())).expr() != wanted) {
      return absl::FailedPreconditionError(absl::StrCat(batched.value(), " is ",
                                                        found->second->type().text(), "; axis ",
                                                        batched.axis(), " should be ", wanted));
    }
  }
  return absl::OkStatus();
}

}  // namespace shapewright
