#include "core/graph/name_table.h"

#include "core/base/mix_hash.h"

namespace shapewright::graph {

namespace {

// Salted per process, so that nobody can send names that all collide.
uint32_t ShortHashOf(absl::string_view text) { return ShortHash(HashText(text)); }

}  // namespace

void NameTable::Reserve(size_t count) {
  index_.Reserve(count);
  names_.reserve(count);
}

void NameTable::Prefetch(absl::string_view text) const { index_.Prefetch(ShortHashOf(text)); }

NameId NameTable::Find(absl::string_view text) const { return Find(text, ShortHashOf(text)); }

NameId NameTable::FindOrAdd(absl::string_view text) {
  const uint32_t hash = ShortHashOf(text);
  const NameId found = Find(text, hash);
  if (found != kNone) return found;
  const auto id = static_cast<NameId>(names_.size());
  names_.emplace_back().text = text;
  index_.Insert(hash, id);
  return id;
}

}  // namespace shapewright::graph
