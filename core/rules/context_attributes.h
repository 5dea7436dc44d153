#ifndef SHAPEWRIGHT_CORE_RULES_CONTEXT_ATTRIBUTES_H_
#define SHAPEWRIGHT_CORE_RULES_CONTEXT_ATTRIBUTES_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/attribute.h"
#include "core/graph/model.h"
#include "core/rules/node_context.h"

namespace shapewright::rules {

// A node with its attributes; a reference to an attribute of the function call is resolved.
class ContextAttributes : public NodeContext {
 public:
  using NodeContext::NodeContext;

  // Moves to another node. `version` is the since_version of the rule's entry;
  // `call_attributes` are those of the function call around the node.
  void Enter(graph::GraphId graph, uint32_t node_index, const graph::Node& node, int version,
             absl::Span<const graph::Attribute> call_attributes);

  const graph::Attribute* FindAttribute(absl::string_view name) const;
  int64_t IntAttribute(absl::string_view name, int64_t default_value) const;
  double FloatAttribute(absl::string_view name, double default_value) const;
  absl::string_view StringAttribute(absl::string_view name, absl::string_view default_value) const;
  // An attribute that is 0 or 1. Any other value is an error, and the shapes of the results are
  // then unknown: see Apply().
  bool BoolAttribute(absl::string_view name, bool default_value);
  // The number of an element type; an error and kUndefined where no type has the number.
  ElementType ElementAttribute(absl::string_view name, ElementType default_value);
  // Nothing where the attribute is absent.
  std::optional<absl::Span<const int64_t>> IntsAttribute(absl::string_view name) const;
  // kNoGraph where the attribute is absent.
  graph::GraphId GraphAttribute(absl::string_view name) const;

  // Whether BoolAttribute() met another value at this node.
  bool has_meaningless_attribute() const { return has_meaningless_attribute_; }

 private:
  const graph::Attribute* CountEntries(const graph::Attribute& attribute) const;
  void RefuseAttribute(absl::string_view name, int64_t value, absl::string_view what);

  absl::Span<const graph::Attribute> call_attributes_;
  // The attribute of the node that was refused last.
  absl::string_view refused_attribute_;
  bool has_meaningless_attribute_ = false;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CONTEXT_ATTRIBUTES_H_
