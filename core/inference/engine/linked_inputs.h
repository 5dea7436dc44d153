#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_LINKED_INPUTS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_LINKED_INPUTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/inference/engine/declared_types.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/site.h"

namespace shapewright::inference {

// Where the output of a stage is not what the next stage's input declares.
struct LinkConflict {
  // Numbers = shapewright.v1.LinkMismatch.Kind.
  enum class Kind : uint8_t { kKind = 1, kElementType = 2, kRank = 3, kDim = 4 };

  graph::ValueId input = graph::kNoValue;
  Kind kind = Kind::kKind;
  // Of kDim.
  int32_t axis = symbolic::Site::kNone;
  // Of the output; and what the input declares.
  shape::TypeId produced = shape::kUnknownType;
  shape::TypeId declared = shape::kUnknownType;
  std::string message;
};

// Holds what is passed over the links of a chain to what the inputs declare (S74): sizes are
// REQUIRED facts, as runtimes check them, names are premises. Where both contradict each other,
// that is an error LINK_MISMATCH, and the input gets the type that it declares.
class LinkedInputs {
 public:
  // Both outlive it.
  LinkedInputs(rules::Workspace& workspace, DeclaredTypes& declared)
      : workspace_(workspace), declared_(declared) {}

  // `input` has the type of the output; `site` is the link's node with its output.
  void Check(graph::ValueId input, const symbolic::Site& site);

  // In the order in which they were found.
  const std::vector<LinkConflict>& conflicts() const { return conflicts_; }

 private:
  // What an element of a sequence or optional, or the value itself, is in conflict by.
  bool Fits(shape::TypeId produced, const graph::DeclaredType& declared, LinkConflict* conflict);
  bool RequireDims(graph::ValueId input, const graph::DeclaredType& declared,
                   const symbolic::Site& site, LinkConflict* conflict);
  // Gives the input what only its declaration says: element type, rank and dims.
  void FillIn(graph::ValueId input, const graph::DeclaredType& declared,
              const symbolic::Site& site);
  void Report(LinkConflict conflict, const graph::DeclaredType& declared,
              const symbolic::Site& site);

  rules::Workspace& workspace_;
  DeclaredTypes& declared_;
  std::vector<LinkConflict> conflicts_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_LINKED_INPUTS_H_
