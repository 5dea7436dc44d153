#ifndef SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/inference/explanation/node_probe.h"
#include "core/inference/facts/fact_report.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Tells why dims and elements of a finished inference are what they are: the chain of
// places, from inputs and constants on, node by node. Where a node passes a dim on, the
// chain follows that dim alone; else all that it is made of. After so many places
// (50,000) it looks at no more of them: chains end there.
class Explainer {
 public:
  // The engine has run, and outlives this.
  Explainer(Engine& engine, const FactReport& report);

  // INVALID_ARGUMENT, with the path within the query, for what the model does not have.
  absl::Status Explain(const v1::ExplainQuery& query, v1::Explanation* out);

  // The chain that made the dim or element at an operand of a node or an input of the
  // model; without places that only pass it on, but with the first and the last one.
  std::vector<symbolic::Site> ProvenanceOf(const symbolic::Site& site);

 private:
  // Where a place comes from, and how.
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
  // A constant element that says so, where nothing else does.
  std::vector<ValuePlace> ConstantElement(const graph::Node& node, symbolic::Expr expr) const;
  // All places that the last one follows from, each behind its sources.
  std::vector<ValuePlace> Chain(const ValuePlace& last);

  symbolic::Site SiteOf(const ValuePlace& place) const;
  std::string TextOf(const ValuePlace& place) const;
  std::string TextOf(symbolic::Expr expr) const;
  void AddSteps(const std::vector<ValuePlace>& chain, v1::Explanation* out);
  void AddConstraints(const std::vector<ValuePlace>& chain, v1::Explanation* out) const;
  absl::Status ExplainType(graph::ValueId value, v1::Explanation* out);

  Engine& engine_;
  const FactReport& report_;
  const graph::Model& model_;
  NodeProbe probe_;
  const HashMap<graph::GraphId, const graph::Attribute*> body_attributes_;
  HashMap<ValuePlace, Link> links_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EXPLANATION_EXPLAIN_H_
