#include "core/questions/binding/bound_ranks.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {
namespace {

using graph::DeclaredType;
using inference::DeclaredInput;
using inference::Given;

bool HasRank(const v1::InputSizes& input) { return input.scalar() || !SizesOf(input).empty(); }

absl::Status CheckRank(absl::string_view name, const DeclaredType& declared, size_t rank,
                       int max_rank) {
  if (rank > static_cast<size_t>(max_rank)) {
    return graph::ReadError(graph::reason::kRankTooLarge,
                            absl::StrCat("more than ", max_rank, " dimensions"));
  }
  if (declared.rank_bounds.Contains(static_cast<int64_t>(rank))) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("input ", graph::Quoted(name), " is declared without rank ", rank));
}

void DeclareRank(absl::string_view name, const DeclaredType& declared, size_t rank, Given* given) {
  auto* type = graph::New<DeclaredType>(&given->memory);
  *type = declared;
  type->has_shape = true;
  type->dims = graph::NewArray<graph::DeclaredDim>(&given->memory, rank);
  // No item of input_types stands behind this entry, so its index is never named in an error.
  given->inputs.try_emplace(name, Given::Input{0, nullptr}).first->second.type = type;
  given->is_told_by_bindings = true;
}

absl::Status Declare(const v1::InputSizes& input, const graph::Value& value, int max_rank,
                     Given* given) {
  const DeclaredType* const declared = DeclaredInput(value, given);
  if (declared == nullptr || declared->kind != shape::TypeKind::kTensor) return absl::OkStatus();
  const bool has_values = !input.values().empty();
  if (!declared->has_shape && (HasRank(input) || has_values)) {
    const size_t rank = HasRank(input) ? SizesOf(input).size() : 1;
    const absl::string_view field = input.scalar() ? "scalar" : HasRank(input) ? "sizes" : "values";
    absl::Status status = CheckRank(value.name, *declared, rank, max_rank);
    if (!status.ok()) return graph::Within(field, status);
    DeclareRank(value.name, *declared, rank, given);
    return absl::OkStatus();
  }
  const bool is_open =
      declared->has_shape && declared->dims.size() == 1 && !declared->dims[0].has_size;
  if (is_open && has_values && !input.scalar() && SizesOf(input).size() <= 1) {
    given->lengths[value.name] = input.values_size();
    given->is_told_by_bindings = true;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Span<const int64_t> SizesOf(const v1::InputSizes& input) {
  const bool is_open = input.sizes_size() == 1 && input.sizes(0) == -1;
  if (is_open && !input.values().empty()) return {};
  return input.sizes();
}

absl::Status DeclareRanks(const v1::Binding& binding, const graph::Model& model, int max_rank,
                          Given* given) {
  HashMap<absl::string_view, const graph::Value*> inputs;
  for (const graph::ValueId id : model.graphs[0].inputs) {
    inputs.emplace(model.values[id].name, &model.values[id]);
  }
  for (int i = 0; i < binding.inputs_size(); ++i) {
    const auto found = inputs.find(binding.inputs(i).name());
    if (found == inputs.end()) continue;
    absl::Status status = Declare(binding.inputs(i), *found->second, max_rank, given);
    if (!status.ok()) return graph::Within(graph::Item("inputs", i), status);
  }
  return absl::OkStatus();
}

std::string RanksKey(const v1::Binding& binding) {
  std::string key;
  for (const v1::InputSizes& input : binding.inputs()) {
    absl::StrAppend(&key, input.name().size(), " ", input.name(), " ",
                    HasRank(input) ? static_cast<int64_t>(SizesOf(input).size()) : -1, " ",
                    input.values_size(), ";");
  }
  return key;
}

}  // namespace shapewright::questions
