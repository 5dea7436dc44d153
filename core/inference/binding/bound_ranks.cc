#include "core/inference/binding/bound_ranks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {
namespace {

using graph::DeclaredType;
using graph::Item;
using graph::Within;

// What the bindings so far say of one open input.
struct Told {
  const DeclaredType* declared;
  // The first binding that mentions it, for error messages.
  int binding;
  // The last one, and how many there are.
  int last_binding;
  int bindings;
  // -1: not the same in all.
  std::vector<int64_t> sizes;
};

class RankTaker {
 public:
  explicit RankTaker(size_t max_rank) : max_rank_(max_rank) {}

  absl::Status Take(const OpenInputs& open, const v1::Binding& binding, int index) {
    return open.VisitTold(binding, [&](absl::string_view name, const DeclaredType& declared,
                                       absl::Span<const int64_t> sizes) {
      return TakeSizes(name, declared, sizes, index);
    });
  }

  const HashMap<absl::string_view, Told>& told() const { return told_; }

 private:
  absl::Status TakeSizes(absl::string_view input, const DeclaredType& declared,
                         absl::Span<const int64_t> sizes, int binding) {
    const size_t rank = sizes.size();
    if (rank > max_rank_) {
      return graph::ReadError(graph::reason::kRankTooLarge,
                              absl::StrCat("more than ", max_rank_, " dimensions"));
    }
    // Evaluation reports what no size is; it is no rank for other bindings.
    const bool are_sizes =
        std::all_of(sizes.begin(), sizes.end(), [](int64_t n) { return n >= -1; });
    if (!are_sizes) return absl::OkStatus();
    const std::string name = graph::Quoted(input);
    if (!declared.has_shape && !declared.rank_bounds.Contains(static_cast<int64_t>(rank))) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", name, " is declared without rank ", rank));
    }
    const auto found = told_.find(input);
    if (found == told_.end()) {
      told_.emplace(input, Told{&declared, binding, binding, 1, {sizes.begin(), sizes.end()}});
      return absl::OkStatus();
    }
    Told& told = found->second;
    if (told.sizes.size() != rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", name, " has no rank of its own: it has rank ", rank,
                       " here and rank ", told.sizes.size(), " in bindings[", told.binding,
                       "]; ask for each rank in a request of its own"));
    }
    if (std::exchange(told.last_binding, binding) != binding) ++told.bindings;
    for (size_t axis = 0; axis < rank; ++axis) {
      if (told.sizes[axis] != sizes[axis]) told.sizes[axis] = -1;
    }
    return absl::OkStatus();
  }

  const size_t max_rank_;
  HashMap<absl::string_view, Told> told_;
};

// Declares the rank that bindings tell, and the sizes that all `bindings` of the request agree on:
// a binding that does not mention the input is not answered with sizes of another one.
void DeclareShape(absl::string_view name, const Told& told, int bindings, Given* given) {
  const bool tell_all = told.bindings == bindings;
  const auto dims = graph::NewArray<graph::DeclaredDim>(&given->memory, told.sizes.size());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!tell_all || told.sizes[axis] < 0) continue;
    dims[axis].has_size = true;
    dims[axis].size = told.sizes[axis];
  }
  auto* type = graph::New<DeclaredType>(&given->memory);
  *type = *told.declared;
  type->has_shape = true;
  type->dims = dims;
  // No item of input_types stands behind this entry, so its index is never named in an error.
  given->inputs.try_emplace(name, Given::Input{0, nullptr}).first->second.type = type;
}

}  // namespace

OpenInputs::OpenInputs(const graph::Model& model, const Given& given) {
  for (const graph::ValueId input : model.graphs[0].inputs) {
    const graph::Value& value = model.values[input];
    const DeclaredType* declared = DeclaredInput(value, &given);
    if (declared == nullptr || declared->kind != shape::TypeKind::kTensor) continue;
    const bool has_length = declared->dims.size() != 1 || declared->dims[0].has_size;
    if (!declared->has_shape || !has_length) declared_.emplace(value.name, declared);
  }
}

template <typename Visit>
absl::Status OpenInputs::VisitTold(const v1::Binding& binding, const Visit& visit) const {
  if (declared_.empty()) return absl::OkStatus();
  for (int i = 0; i < binding.inputs_size(); ++i) {
    const v1::InputSizes& given = binding.inputs(i);
    const auto found = declared_.find(given.name());
    if (found == declared_.end()) continue;
    const bool has_values = !given.values().empty();
    // Inference does not depend on a length that is given as a shape; it does on one that is given
    // by elements.
    const bool has_rank = given.scalar() || !given.sizes().empty();
    const bool tells = found->second->has_shape ? has_values : has_values || has_rank;
    // A rank other than 1 is reported when the binding is evaluated.
    const bool is_other = found->second->has_shape && (given.sizes_size() > 1 || given.scalar());
    if (!tells || is_other) continue;
    const auto length = static_cast<int64_t>(given.values_size());
    absl::Status status = has_rank ? visit(found->first, *found->second, given.sizes())
                                   : visit(found->first, *found->second, {&length, 1});
    if (status.ok()) continue;
    const absl::string_view field = given.scalar() ? "scalar" : has_rank ? "sizes" : "values";
    return Within(Item("inputs", i), Within(field, status));
  }
  return absl::OkStatus();
}

bool OpenInputs::AreToldBy(const Bindings& bindings) const {
  if (declared_.empty()) return false;
  const auto stop = [](absl::string_view /*name*/, const DeclaredType& /*declared*/,
                       absl::Span<const int64_t> /*sizes*/) { return absl::CancelledError(); };
  return std::any_of(bindings.begin(), bindings.end(),
                     [&](const v1::Binding& binding) { return !VisitTold(binding, stop).ok(); });
}

absl::Status TakeRanksOfBindings(const Bindings& bindings, const OpenInputs& open, int max_rank,
                                 Work& work, Given* given, BindingErrors* errors) {
  if (open.empty()) return absl::OkStatus();
  RankTaker taker(static_cast<size_t>(max_rank));
  for (int i = 0; i < bindings.size(); ++i) {
    absl::Status status = taker.Take(open, bindings[i], i);
    // A status takes about as long as an evaluation.
    constexpr uint64_t kCountPerError = 64;
    const uint64_t count = 1 + static_cast<uint64_t>(bindings[i].inputs_size());
    if (!work.Count(status.ok() ? count : count + kCountPerError)) return work.status();
    if (!status.ok()) errors->emplace(i, std::move(status));
  }
  given->is_told_by_bindings = !taker.told().empty();
  for (const auto& [name, told] : taker.told()) {
    if (!told.declared->has_shape) {
      DeclareShape(name, told, bindings.size(), given);
    } else if (told.bindings == bindings.size() && told.sizes[0] >= 0) {
      given->lengths[name] = told.sizes[0];
    }
  }
  return absl::OkStatus();
}

}  // namespace shapewright::inference
