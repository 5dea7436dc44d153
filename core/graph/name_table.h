#ifndef SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_
#define SHAPEWRIGHT_CORE_GRAPH_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_index.h"

namespace shapewright::graph {

using NameId = uint32_t;

// A name of a model and what it stands for where the reader is.
struct Name {
  absl::string_view text;
  // The value it is bound to; also one of a scope left long ago.
  uint32_t value = 0xffffffff;
  // The graph that last used it while it stood for nothing; -1 for none.
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
