#ifndef SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_
#define SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_index.h"

namespace shapewright::graph {

using NameId = uint32_t;

// A name of a model and the value that it is bound to in the current scope.
struct Name {
  absl::string_view text;
  // The value it is bound to; may belong to a scope that is closed.
  uint32_t value = 0xffffffff;
  // The last graph that used it while it was undefined; -1 if none did.
  int32_t undefined_in = -1;
};

// The distinct names of a model, each hashed once per use.
class NameTable {
 public:
  static constexpr NameId kNone = HashIndex::kNone;

  void Reserve(size_t count);

  NameId Find(absl::string_view text) const;
  NameId FindOrAdd(absl::string_view text);
  void Prefetch(absl::string_view text) const;

  Name& operator[](NameId id) { return names_[id]; }

 private:
  NameId Find(absl::string_view text, uint32_t hash) const {
    return index_.Find(hash, [&](NameId id) { return names_[id].text == text; });
  }

  HashIndex index_;
  std::vector<Name> names_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_
