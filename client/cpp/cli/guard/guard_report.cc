#include "client/cpp/cli/guard/guard_report.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/style.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

std::string BasisText(const v1::GuardCheck& check) {
  if (check.undecided_if_zero()) return "assumed";
  return check.basis() == v1::Fact::BASIS_DECLARED ? "declared" : "required";
}

std::string VerdictText(guard::Verdict verdict) {
  switch (verdict) {
    case guard::Verdict::kPass:
      return Styled(Style::kGood, "pass");
    case guard::Verdict::kFail:
      return Styled(Style::kError, "fail");
    case guard::Verdict::kUndecided:
      break;
  }
  return Styled(Style::kWarning, "undecided");
}

std::string SizesText(const guard::RequestCheck& check, const v1::GuardOutput& output) {
  const v1::GuardType* const type = check.TypeOf(output);
  if (type == nullptr || type->unsized()) return "?";
  std::vector<std::string> sizes;
  for (const uint32_t size : type->sizes()) {
    const auto known = check.SizeAt(size);
    sizes.push_back(known ? absl::StrCat(*known) : "?");
  }
  return absl::StrCat("[", absl::StrJoin(sizes, ", "), "]");
}

}  // namespace

std::string ReportGuard(const v1::GuardProgram& program, size_t width) {
  const bool is_complete = program.coverage() == v1::GuardProgram::COVERAGE_COMPLETE;
  std::string text =
      absl::StrCat("guard: ", Plural(static_cast<uint64_t>(program.checks_size()), "check"), ", ",
                   Plural(static_cast<uint64_t>(program.instructions_size()), "instruction"),
                   ", coverage ", is_complete ? "complete" : "partial", "\n");
  Table table({"check", "basis", "what"});
  for (int i = 0; i < program.checks_size(); ++i) {
    const v1::GuardCheck& check = program.checks(i);
    table.AddRow({absl::StrCat(i), BasisText(check), Printable(check.message())});
  }
  if (!table.empty()) absl::StrAppend(&text, table.Print(width));
  for (const v1::GuardGap& gap : program.not_covered()) {
    absl::StrAppend(&text, Wrap(absl::StrCat("not covered: ", Printable(gap.text())), width, 0),
                    "\n");
  }
  for (int i = 0; i < program.checks_size(); ++i) {
    const v1::GuardCheck& check = program.checks(i);
    if (!check.cel().empty()) absl::StrAppend(&text, "cel ", i, ": ", Printable(check.cel()), "\n");
  }
  if (!program.not_in_cel().empty()) {
    absl::StrAppend(&text, "not in CEL: ", absl::StrJoin(program.not_in_cel(), ", "), "\n");
  }
  return text;
}

std::vector<guard::RequestTensor> TensorsOf(const v1::Binding& request) {
  std::vector<guard::RequestTensor> tensors;
  for (const v1::InputSizes& input : request.inputs()) {
    tensors.push_back({input.name(), v1::ELEMENT_TYPE_UNSPECIFIED, input.sizes(), input.values()});
  }
  return tensors;
}

CheckedRequest CheckRequest(guard::RequestCheck& check, const v1::GuardProgram& program,
                            const v1::Binding& request, const std::string& name, size_t width) {
  const std::vector<guard::RequestTensor> tensors = TensorsOf(request);
  CheckedRequest result;
  result.verdict = check.Check(tensors);
  result.text = absl::StrCat(Printable(name), ": ", VerdictText(result.verdict), "\n");
  for (const guard::Problem& problem : check.problems()) {
    absl::StrAppend(&result.text, Wrap(Printable(check.Describe(problem)), width, 2), "\n");
  }
  if (result.verdict != guard::Verdict::kPass) return result;
  Table table({"value", "shape"});
  for (const auto* const outputs : {&program.outputs(), &program.values()}) {
    for (const v1::GuardOutput& output : *outputs) {
      table.AddRow({Printable(output.name()), SizesText(check, output)});
    }
  }
  absl::StrAppend(&result.text, table.Print(width));
  if (const auto memory = check.MemoryBytes()) {
    absl::StrAppend(&result.text, "  at least ", BytesText(*memory), " live at one time\n");
  }
  return result;
}

}  // namespace shapewright::cli
