#include "client/cpp/cli/cost/cost_question.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

absl::Status Expected(absl::string_view text, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not a ", what));
}

}  // namespace

absl::Status ParseCostPart(absl::string_view text, CostQuestion* question) {
  const std::vector<std::pair<absl::string_view, v1::CostGrouping>> parts = {
      {"scope", v1::COST_GROUPING_SCOPE},
      {"op", v1::COST_GROUPING_OPERATOR},
      {"node", v1::COST_GROUPING_NODE},
      {"type", v1::COST_GROUPING_ELEMENT_TYPE}};
  for (const auto& [name, grouping] : parts) {
    if (name != text) continue;
    question->request.mutable_parts()->clear_group_by();
    question->request.mutable_parts()->add_group_by(grouping);
    return absl::OkStatus();
  }
  return Expected(text, "part: it is scope, op, node or type");
}

absl::Status ParseConvention(absl::string_view text, CostQuestion* question) {
  const std::string name = absl::StrCat("COUNTING_CONVENTION_", absl::AsciiStrToUpper(text));
  v1::CountingConvention convention = v1::COUNTING_CONVENTION_UNSPECIFIED;
  const bool is_known = v1::CountingConvention_Parse(name, &convention) &&
                        convention != v1::COUNTING_CONVENTION_UNSPECIFIED &&
                        convention != v1::COUNTING_CONVENTION_WEIGHTS;
  if (!is_known) return Expected(text, absl::StrCat("convention: there are ", kConventions));
  question->request.mutable_measure()->set_convention(convention);
  return absl::OkStatus();
}

absl::Status ParseMachine(absl::string_view text, CostQuestion* question) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  double flops = 0;
  double bytes = 0;
  const bool is_read = parts.size() == 2 && absl::SimpleAtod(parts[0], &flops) &&
                       absl::SimpleAtod(parts[1], &bytes) && flops > 0 && bytes > 0;
  if (!is_read) return Expected(text, "machine such as 2e12,1e11");
  v1::Machine* const machine = question->request.mutable_measure()->mutable_machine();
  machine->set_flops_per_second(flops);
  machine->set_bytes_per_second(bytes);
  return absl::OkStatus();
}

}  // namespace shapewright::cli
