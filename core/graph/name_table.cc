#include "core/graph/name_table.h"

#include "absl/hash/hash.h"

namespace shapewright::graph {

uint32_t HashText(absl::string_view text) { return static_cast<uint32_t>(absl::HashOf(text)); }

void NameTable::Reserve(size_t count) {
  index_.Reserve(count);
  names_.reserve(count);
}

void NameTable::Prefetch(absl::string_view text) const { index_.Prefetch(HashText(text)); }

NameId NameTable::Find(absl::string_view text) const { return Find(text, HashText(text)); }

NameId NameTable::FindOrAdd(absl::string_view text) {
  const uint32_t hash = HashText(text);
  const NameId found = Find(text, hash);
  if (found != kNone) return found;
  const auto id = static_cast<NameId>(names_.size());
  names_.emplace_back().text = text;
  index_.Insert(hash, id);
  return id;
}

}  // namespace shapewright::graph
