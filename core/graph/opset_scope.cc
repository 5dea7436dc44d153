#include "core/graph/opset_scope.h"

#include "core/base/mix_hash.h"

namespace shapewright::graph {

OpsetScope::OpsetScope(absl::Span<const OpsetImport> imports, const OpsetScope* fallback,
                       int64_t missing)
    : fallback_(fallback),
      missing_(missing),
      default_version_(fallback == nullptr ? missing : fallback->VersionOf("")) {
  for (const OpsetImport& import : imports) {
    if (import.domain.empty()) {
      default_version_ = import.version;
    } else {
      versions_[import.domain] = import.version;
    }
  }
}

int64_t OpsetScope::VersionOfNamed(absl::string_view domain) const {
  const auto found = versions_.find(domain);
  if (found != versions_.end()) return found->second;
  return fallback_ == nullptr ? missing_ : fallback_->VersionOf(domain);
}

OperatorIndex OperatorTable::FindOrAdd(const OperatorName& name, bool* is_new) {
  uint64_t full = MixHash(HashText(name.op_type), static_cast<uint64_t>(name.opset_version));
  if (!name.domain.empty()) full = MixHash(full, HashText(name.domain));
  if (!name.overload.empty()) full = MixHash(full, HashText(name.overload));
  const uint32_t hash = ShortHash(full);
  const uint32_t found = index_.Find(hash, [&](uint32_t i) { return (*operators_)[i] == name; });
  *is_new = found == HashIndex::kNone;
  if (!*is_new) return found;
  const auto added = static_cast<OperatorIndex>(operators_->size());
  operators_->push_back(name);
  index_.Insert(hash, added);
  return added;
}

}  // namespace shapewright::graph
