#include "core/inference/bound_ranks.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {
namespace {

using graph::DeclaredType;
using graph::Item;
using graph::Within;

// An input without a rank, or one of rank 1 and unknown length, and what bindings have for it so
// far. Of a length only elements tell: a shape alone needs no inference of its own.
struct Open {
  const DeclaredType* declared;
  bool has_rank;
  // The first that has a shape; none yet: -1.
  int binding = -1;
  // -1: not given, or not the same in all.
  std::vector<int64_t> sizes = {};
};
using OpenInputs = HashMap<absl::string_view, Open>;

OpenInputs FindOpen(const graph::Model& model, const Given& given) {
  OpenInputs open;
  for (const graph::ValueId input : model.graphs[0].inputs) {
    const graph::Value& value = model.values[input];
    const DeclaredType* declared = DeclaredInput(value, &given);
    if (declared == nullptr || declared->kind != shape::TypeKind::kTensor) continue;
    const bool has_length = declared->dims.size() != 1 || declared->dims[0].has_size;
    const bool is_open = !declared->has_shape || !has_length;
    if (is_open) open.emplace(value.name, Open{declared, declared->has_shape});
  }
  return open;
}

class RankTaker {
 public:
  RankTaker(OpenInputs& open, size_t max_rank) : open_(open), max_rank_(max_rank) {}

  absl::Status Take(const v1::Binding& binding, int index) {
    for (int i = 0; i < binding.inputs_size(); ++i) {
      const v1::InputSizes& given = binding.inputs(i);
      const auto found = open_.find(given.input());
      if (found == open_.end() || found->second.has_rank) continue;
      absl::Status status = TakeSizes(*found, given.sizes(), index);
      if (!status.ok()) return Within(Item("inputs", i), Within("sizes", status));
    }
    for (int i = 0; i < binding.elements_size(); ++i) {
      const v1::InputElements& given = binding.elements(i);
      const auto found = open_.find(given.input());
      if (found == open_.end()) continue;
      // Another rank than 1 is an error of each binding.
      if (found->second.has_rank && given.tensor().sizes_size() != 1) continue;
      absl::Status status = TakeSizes(*found, given.tensor().sizes(), index);
      if (!status.ok()) return Within(Item("elements", i), Within("tensor.sizes", status));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status TakeSizes(OpenInputs::value_type& input, absl::Span<const int64_t> sizes,
                         int binding) const {
    Open& open = input.second;
    const size_t rank = sizes.size();
    if (rank > max_rank_) {
      return graph::ReadError(graph::reason::kRankTooLarge,
                              absl::StrCat("more than ", max_rank_, " dimensions"));
    }
    const std::string name = graph::Quoted(input.first);
    if (!open.has_rank && !open.declared->rank_bounds.Contains(static_cast<int64_t>(rank))) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", name, " is declared without rank ", rank));
    }
    if (open.binding < 0) {
      open.binding = binding;
      open.sizes.assign(sizes.begin(), sizes.end());
      return absl::OkStatus();
    }
    if (open.sizes.size() != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", name, " has no rank of its own: it has rank ", rank,
                       " here and rank ", open.sizes.size(), " in bindings[", open.binding,
                       "]; ask for each rank in a request of its own"));
    }
    for (size_t axis = 0; axis < rank; ++axis) {
      if (open.sizes[axis] != sizes[axis]) open.sizes[axis] = -1;
    }
    return absl::OkStatus();
  }

  OpenInputs& open_;
  const size_t max_rank_;
};

void DeclareShape(absl::string_view name, const Open& open, Given* given) {
  const auto dims = graph::NewArray<graph::DeclaredDim>(&given->memory, open.sizes.size());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (open.sizes[axis] < 0) continue;
    dims[axis].has_size = true;
    dims[axis].size = open.sizes[axis];
  }
  auto* type = graph::New<DeclaredType>(&given->memory);
  *type = *open.declared;
  type->has_shape = true;
  type->dims = dims;
  // It has no error to blame on the request's overrides.
  given->inputs.try_emplace(name, Given::Input{0, nullptr, nullptr}).first->second.type = type;
}

}  // namespace

absl::StatusOr<bool> TakeRanksOfBindings(const v1::InferShapesRequest& request,
                                         const graph::Model& model, int max_rank, Given* given) {
  OpenInputs open = FindOpen(model, *given);
  RankTaker taker(open, static_cast<size_t>(max_rank));
  for (int i = 0; i < request.bindings_size() && !open.empty(); ++i) {
    absl::Status status = taker.Take(request.bindings(i), i);
    if (!status.ok()) return Within(Item("bindings", i), status);
  }
  bool depends = false;
  for (const auto& [name, input] : open) {
    const bool is_given = input.binding >= 0;
    depends |= is_given || !input.has_rank;
    if (is_given && !input.has_rank) DeclareShape(name, input, given);
    if (is_given && input.has_rank && input.sizes[0] >= 0) given->lengths[name] = input.sizes[0];
  }
  return depends;
}

}  // namespace shapewright::inference
