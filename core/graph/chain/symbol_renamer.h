#ifndef SHAPEWRIGHT_CORE_GRAPH_CHAIN_SYMBOL_RENAMER_H_
#define SHAPEWRIGHT_CORE_GRAPH_CHAIN_SYMBOL_RENAMER_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/graph/declared_type.h"

namespace shapewright::graph {

// Keeps names of dims apart that several stages of a chain declare: a name is kept by the only
// stage that has it, or else by the only one that has it on an input of the whole; other stages get
// it with their name before it.
class SymbolRenamer {
 public:
  // The stages' names outlive it; new texts are put into `arena`.
  SymbolRenamer(std::vector<absl::string_view> stages, Arena* arena)
      : stages_(std::move(stages)), names_(stages_.begin(), stages_.end()), arena_(arena) {}

  // First, what all stages declare; null: nothing.
  void Collect(size_t stage, const DeclaredType* type, bool is_input_of_whole);
  // Then the type with its new names; itself if it keeps all.
  const DeclaredType* Renamed(size_t stage, const DeclaredType* type);

  // Whether a name begins with that of a stage and a dot.
  bool BeginsWithStage(absl::string_view name) const;

 private:
  struct Owners {
    // Of those that declare it, and of those that do so on an input of the whole: one of them, and
    // whether there are several.
    size_t stage = kNone;
    size_t input_stage = kNone;
  };
  static constexpr size_t kNone = ~size_t{0};
  static constexpr size_t kSeveral = kNone - 1;

  absl::string_view NewName(size_t stage, absl::string_view name);
  DeclaredDim RenamedDim(size_t stage, DeclaredDim dim);
  absl::string_view RenamedText(size_t stage, absl::string_view text);

  const std::vector<absl::string_view> stages_;
  const HashSet<absl::string_view> names_;
  Arena* const arena_;
  HashMap<absl::string_view, Owners> owners_;
  // By stage: types that are done.
  HashMap<const DeclaredType*, const DeclaredType*> done_;
  size_t done_stage_ = kNone;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_CHAIN_SYMBOL_RENAMER_H_
