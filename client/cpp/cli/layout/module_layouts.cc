#include "client/cpp/cli/layout/module_layouts.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/table.h"

namespace shapewright::cli {
namespace {

int64_t BytesOf(const v1::Amount& amount) { return amount.value(); }

std::string MovementText(const v1::LayoutComparison& comparison) {
  if (!comparison.needs_copy()) return "the bytes stay as they are";
  if (comparison.transpose_size() == 0) return "elements move";
  return absl::StrCat("elements move: transpose [", absl::StrJoin(comparison.transpose(), ", "),
                      "]");
}

}  // namespace

std::vector<v1::ComputeLayoutRequest> RequestsAbout(const std::vector<graph::HloBuffer>& buffers,
                                                    size_t most_cases) {
  std::vector<v1::ComputeLayoutRequest> requests;
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (i % most_cases == 0) requests.emplace_back().set_details(true);
    v1::LayoutCase& asked = *requests.back().add_cases();
    asked.set_label(absl::StrCat(buffers[i].computation, "/", buffers[i].name));
    asked.mutable_tensor()->set_text(buffers[i].type);
    if (buffers[i].copied.empty()) continue;
    asked.add_questions()->mutable_compare()->mutable_other()->set_text(buffers[i].copied);
  }
  return requests;
}

std::string ModuleLayoutReport(const std::vector<graph::HloBuffer>& buffers,
                               const v1::ComputeLayoutResponse& results, size_t width) {
  Table table({"buffer", "computation", "opcode", "type", "bytes", "padding"});
  std::string copies;
  int64_t bytes = 0;
  int64_t padding = 0;
  size_t unknown = 0;
  size_t count = 0;
  size_t changing = 0;
  const size_t known = std::min(buffers.size(), static_cast<size_t>(results.results_size()));
  for (size_t i = 0; i < known; ++i) {
    const graph::HloBuffer& buffer = buffers[i];
    const v1::LayoutResult& result = results.results(static_cast<int>(i));
    const v1::LayoutFacts& facts = result.facts();
    const bool has_bytes = facts.bytes().kind_case() == v1::Amount::kValue &&
                           facts.details().unpadded_bytes().kind_case() == v1::Amount::kValue;
    const int64_t size = BytesOf(facts.bytes());
    const int64_t unused = size - BytesOf(facts.details().unpadded_bytes());
    table.AddRow({buffer.name, buffer.computation, buffer.opcode, buffer.type,
                  has_bytes ? absl::StrCat(size) : "?", has_bytes ? absl::StrCat(unused) : "?"});
    bytes += has_bytes ? size : 0;
    padding += has_bytes ? unused : 0;
    unknown += has_bytes ? 0 : 1;
    if (buffer.copied.empty() || result.answers_size() == 0) continue;
    ++count;
    const v1::LayoutComparison& comparison = result.answers(0).comparison();
    if (comparison.equal()) continue;
    ++changing;
    absl::StrAppend(&copies, "  ", buffer.name, ": ", buffer.copied, " to ", buffer.type, ", ",
                    MovementText(comparison), "\n");
  }
  std::string text = table.Print(width);
  absl::StrAppend(&text, buffers.size(), " buffers: ", bytes, " bytes, ", padding,
                  " of them padding", unknown > 0 ? absl::StrCat("; ", unknown, " unknown") : "",
                  "\n", changing, " of ", count, " copies change a layout\n", copies);
  return text;
}

}  // namespace shapewright::cli
