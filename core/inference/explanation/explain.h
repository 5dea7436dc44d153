#ifndef SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/answer/message_writer.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/explanation/node_probe.h"
#include "core/inference/facts/fact_report.h"
#include "shapewright/v1/explain.pb.h"

namespace shapewright::inference {

// Explains why a dim, element or fact of a finished inference is what it is: the chain of places it
// follows from, node by node from inputs and constants on. If a node passes a dim on unchanged, the
// chain follows that dim alone; else all that the dim depends on. An Explainer looks at 50,000
// places at most; chains end there. Not thread-safe.
class Explainer {
 public:
  // The engine has run, and outlives this.
  Explainer(Engine& engine, const FactReport& report);

  // INVALID_ARGUMENT, with the path within the question, for what the model does not have.
  absl::Status Explain(const v1::ExplainQuestion& question, v1::Explanation* out);

 private:
  // The sources of a place, and how it follows from them.
  struct Link {
    std::vector<ValuePlace> sources;
    std::string message;
  };

  const Link& LinkOf(const ValuePlace& place);
  Link LinkOfInput(const ValuePlace& place) const;
  Link LinkOfNode(const ValuePlace& place);
  std::vector<ValuePlace> SourcesOf(const ValuePlace& place, symbolic::Expr expr);
  std::vector<ValuePlace> SourcesByExpression(const graph::Node& node, symbolic::Expr expr) const;
  std::vector<ValuePlace> BodySources(const ValuePlace& place) const;
  std::vector<ValuePlace> OuterSources(const ValuePlace& place) const;
  std::vector<ValuePlace> Through(graph::ValueId value, const ValuePlace& place) const;
  std::vector<ValuePlace> PlacesOf(graph::ValueId value) const;
  // A constant element with this value, if no other source was found.
  std::vector<ValuePlace> ConstantElement(const graph::Node& node, symbolic::Expr expr) const;
  // All places that `last` follows from, each after its sources.
  std::vector<ValuePlace> Chain(const ValuePlace& last);

  symbolic::Site SiteOf(const ValuePlace& place) const;
  std::string TextOf(const ValuePlace& place) const;
  std::string TextOf(symbolic::Expr expr) const;
  void AddSteps(const std::vector<ValuePlace>& chain, v1::Explanation* out);
  void AddFacts(const std::vector<ValuePlace>& chain, v1::Explanation* out) const;
  // The last step of one side of a fact.
  void AddSide(absl::string_view side, symbolic::Expr expr, const symbolic::Site& site,
               const std::vector<ValuePlace>& chain, v1::Explanation* out) const;
  // A step at that place; an unknown number is left out.
  v1::ExplanationStep* AddStep(const symbolic::Site& site, symbolic::Expr expr,
                               v1::Explanation* out) const;
  absl::StatusOr<ValuePlace> FindPlace(const v1::ExplainQuestion& question);
  absl::Status ExplainType(graph::ValueId value, v1::Explanation* out);
  absl::Status ExplainFact(uint32_t number, v1::Explanation* out);
  // The dim or element that a site is; nothing where it is a whole value, or none.
  std::optional<ValuePlace> PlaceOf(const symbolic::Site& site) const;
  // Adds to `all` the places of a chain that it does not have.
  static void Join(const std::vector<ValuePlace>& chain, HashSet<ValuePlace>& seen,
                   std::vector<ValuePlace>& all);

  Engine& engine_;
  const FactReport& report_;
  const graph::Model& model_;
  answer::PlainExprTexts texts_;
  const answer::MessageWriter writer_;
  NodeProbe probe_;
  const HashMap<graph::GraphId, const graph::Attribute*> body_attributes_;
  HashMap<ValuePlace, Link> links_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_
