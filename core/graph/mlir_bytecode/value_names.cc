#include "core/graph/mlir_bytecode/value_names.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"

namespace shapewright::graph {

size_t ValueNames::AddRegion(size_t parent) {
  regions_.emplace_back().parent = parent;
  return regions_.size() - 1;
}

void ValueNames::AddArgument(size_t region, absl::string_view suggestion, absl::string_view* name) {
  regions_[region].definitions.push_back({suggestion, true, absl::MakeSpan(name, 1)});
}

void ValueNames::AddResults(size_t region, absl::string_view suggestion,
                            absl::Span<absl::string_view> names) {
  if (!names.empty()) regions_[region].definitions.push_back({suggestion, false, names});
}

bool ValueNames::Resolve() {
  // A region stands behind the one around it.
  for (Region& region : regions_) {
    if (!NameRegion(region)) return false;
  }
  for (const Use& use : uses_) *use.name = *use.defined;
  regions_.clear();
  uses_.clear();
  return true;
}

bool ValueNames::NameRegion(Region& region) {
  if (region.parent != kNoParent) {
    const Region& parent = regions_[region.parent];
    region.next_value = parent.next_value;
    region.next_argument = parent.next_argument;
    region.next_conflict = parent.next_conflict;
  }
  for (const Definition& definition : region.definitions) {
    if (!Name(region, definition)) return false;
  }
  return true;
}

bool ValueNames::Name(Region& region, const Definition& definition) {
  if (!state_.Count(definition.names.size())) return false;
  Arena* const arena = state_.arena();
  absl::string_view name;
  if (!definition.suggestion.empty()) {
    name = Unique(region, definition.suggestion);
  } else if (definition.is_argument) {
    name = CopyText(arena, absl::StrCat("arg", region.next_argument++));
  } else {
    name = CopyText(arena, absl::StrCat(region.next_value++));
  }
  if (state_.failed()) return false;
  if (definition.names.size() == 1) {
    definition.names[0] = name;
    return true;
  }
  for (size_t i = 0; i < definition.names.size(); ++i) {
    definition.names[i] = CopyText(arena, absl::StrCat(name, "#", i));
  }
  return true;
}

bool ValueNames::IsTaken(const Region& region, absl::string_view name) const {
  for (const Region* around = &region;; around = &regions_[around->parent]) {
    if (around->taken.count(name) > 0) return true;
    if (around->parent == kNoParent || !state_.Count(1)) return false;
  }
}

// The suggestion, or the first free one of those with a number behind it.
absl::string_view ValueNames::Unique(Region& region, absl::string_view suggestion) {
  absl::string_view name = suggestion;
  if (IsTaken(region, suggestion)) {
    std::string numbered;
    do {
      numbered = absl::StrCat(suggestion, "_", region.next_conflict++);
    } while (IsTaken(region, numbered));
    name = CopyText(state_.arena(), numbered);
  }
  region.taken.insert(name);
  return name;
}

}  // namespace shapewright::graph
