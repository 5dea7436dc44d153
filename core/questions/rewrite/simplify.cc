#include "core/questions/rewrite/simplify.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/rewrite/operator_form.h"
#include "core/symbolic/algebra/compare.h"

namespace shapewright::questions {
namespace {

using graph::Attribute;
using graph::AttributeKind;
using graph::Graph;
using graph::GraphId;
using graph::kNoValue;
using graph::Node;
using graph::ValueId;
using rules::RowForm;
using symbolic::Expr;

using Target = std::vector<int64_t>;

// An end of Slice that is the size of the axis, whatever that is.
constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();
constexpr char kGivesOperand[] = "the node between gives its operand";

class TargetShortener {
 public:
  explicit TargetShortener(RewriteDraft& draft)
      : draft_(draft), workspace_(draft.engine().workspace()) {}

  void Run() {
    const graph::Model& model = draft_.model();
    for (GraphId id = 0; id < model.graphs.size() && !draft_.is_stopped(); ++id) {
      for (uint32_t node = 0; node < model.graphs[id].nodes.size(); ++node) {
        draft_.engine().work().Count();
        if (draft_.IsEditable(id) && !draft_.IsGone(id, node)) Shorten(id, node);
      }
    }
    draft_.RemoveUnread();
  }

 private:
  using Elements = std::vector<Expr>;

  void Shorten(GraphId id, uint32_t index) {
    const Node& node = draft_.model().graphs[id].nodes[index];
    const RowForm form = rules::RowFormOf(draft_.model().operators[node.op]);
    const bool has_target =
        form == RowForm::kReshape || form == RowForm::kExpand || form == RowForm::kTile;
    if (!has_target && form != RowForm::kSlice) return;
    if (node.inputs.size() < 2 || node.inputs[0] == kNoValue) return;
    if (node.outputs.empty() || node.outputs[0] == kNoValue) return;
    const shape::Type& type = workspace_.types().at(draft_.engine().TypeOf(node.inputs[0]));
    if (!type.is_tensor() || !type.shape.has_rank) return;
    // It computes a shape itself.
    if (!draft_.engine().ElementsOf(node.outputs[0]).empty()) return;
    if (has_target) {
      ShortenTarget(id, index, form, type.shape.dims);
    } else {
      ShortenSlice(id, index, type.shape.dims);
    }
  }

  void ShortenTarget(GraphId id, uint32_t index, RowForm form, absl::Span<const Expr> dims) {
    const Node& node = draft_.model().graphs[id].nodes[index];
    if (!IsComputed(node.inputs[1])) return;
    const Elements elements = ElementsOf(node.inputs[1]);
    if (elements.empty()) return;
    if (GivesOperand(form, elements, dims) && draft_.Bypass(id, index, kGivesOperand)) return;
    if (form == RowForm::kTile) return;
    const std::optional<Target> shortened =
        form == RowForm::kReshape ? OfReshape(node, elements, dims) : OfExpand(elements, dims);
    if (shortened) SetToConstant({id, index, 1}, "shape", *shortened);
  }

  void ShortenSlice(GraphId id, uint32_t index, absl::Span<const Expr> dims) {
    const Node& node = draft_.model().graphs[id].nodes[index];
    const auto slice = ComputedSlice::Of(*this, node, dims);
    if (!slice) return;
    if (slice->IsWhole(*this) && draft_.Bypass(id, index, kGivesOperand)) return;
    for (const uint32_t input : {1u, 2u}) {
      if (!IsComputed(node.inputs[input])) continue;
      const auto places = slice->Places(*this, input == 1 ? slice->starts : slice->ends);
      if (places) SetToConstant({id, index, input}, input == 1 ? "starts" : "ends", *places);
    }
  }

  // Starts and ends of a Slice with steps above 0, and the sizes of the axes that they are of.
  struct ComputedSlice {
    Elements starts;
    Elements ends;
    Elements dims;
    bool has_steps_of_one = true;

    // Nothing unless all is known, and nodes compute a part.
    static std::optional<ComputedSlice> Of(const TargetShortener& shortener, const Node& node,
                                           absl::Span<const Expr> dims) {
      const auto has = [&](size_t i) {
        return i < node.inputs.size() && node.inputs[i] != kNoValue;
      };
      if (!has(1) || !has(2)) return std::nullopt;
      if (!shortener.IsComputed(node.inputs[1]) && !shortener.IsComputed(node.inputs[2])) {
        return std::nullopt;
      }
      ComputedSlice slice;
      slice.starts = shortener.ElementsOf(node.inputs[1]);
      slice.ends = shortener.ElementsOf(node.inputs[2]);
      const size_t count = slice.starts.size();
      const Elements axes = has(3) ? shortener.ElementsOf(node.inputs[3]) : Elements();
      const Elements steps = has(4) ? shortener.ElementsOf(node.inputs[4]) : Elements();
      const bool is_known = count > 0 && slice.ends.size() == count &&
                            (!has(3) || axes.size() == count) && (!has(4) || steps.size() == count);
      if (!is_known) return std::nullopt;
      const auto rank = static_cast<int64_t>(dims.size());
      for (size_t i = 0; i < count; ++i) {
        if (has(3) && !axes[i].is_constant()) return std::nullopt;
        const int64_t given = has(3) ? axes[i].constant() : static_cast<int64_t>(i);
        const int64_t axis = given < 0 ? given + rank : given;
        if (axis < 0 || axis >= rank) return std::nullopt;
        slice.dims.push_back(dims[static_cast<size_t>(axis)]);
        if (!has(4)) continue;
        if (!steps[i].is_constant() || steps[i].constant() < 1) return std::nullopt;
        slice.has_steps_of_one &= steps[i].constant() == 1;
      }
      return slice;
    }

    bool IsWhole(const TargetShortener& shortener) const {
      if (!has_steps_of_one) return false;
      for (size_t i = 0; i < starts.size(); ++i) {
        if (!starts[i].is_constant(0) || shortener.PlaceOf(ends[i], dims[i]) != kToTheEnd)
          return false;
      }
      return true;
    }

    std::optional<Target> Places(const TargetShortener& shortener, const Elements& list) const {
      Target places;
      for (size_t i = 0; i < list.size(); ++i) {
        const std::optional<int64_t> place = shortener.PlaceOf(list[i], dims[i]);
        if (!place) return std::nullopt;
        places.push_back(*place);
      }
      return places;
    }
  };

  // A place on an axis as a number: one that is not before the end is the greatest number, one that
  // is the same number of elements before it is counted from there.
  std::optional<int64_t> PlaceOf(Expr place, Expr dim) const {
    if (place.is_unknown() || dim.is_unknown()) return std::nullopt;
    if (place.is_constant(kToTheEnd)) return kToTheEnd;
    const symbolic::Interval left = symbolic::DifferenceBounds(workspace_.exprs(), dim, place);
    if (left.max <= 0) return kToTheEnd;
    if (place.is_constant()) return place.constant();
    const bool is_counted = left.is_point() && workspace_.exprs().Bounds(place).min >= 0;
    return is_counted ? std::optional(-left.min) : std::nullopt;
  }

  // Whether the result has the sizes and elements of the operand.
  static bool GivesOperand(RowForm form, const Elements& elements, absl::Span<const Expr> dims) {
    if (form != RowForm::kExpand && elements.size() != dims.size()) return false;
    if (elements.size() > dims.size()) return false;
    const absl::Span<const Expr> last = dims.last(elements.size());
    for (size_t i = 0; i < elements.size(); ++i) {
      const bool is_same =
          form != RowForm::kTile && !elements[i].is_unknown() && elements[i] == last[i];
      const bool is_one = form != RowForm::kReshape && elements[i].is_constant(1);
      if (!is_same && !is_one) return false;
    }
    return true;
  }

  // What is known of the elements of a value; empty: nothing.
  Elements ElementsOf(ValueId value) const {
    Elements elements;
    for (const Expr element : draft_.engine().ElementsOf(value)) {
      draft_.engine().work().Count();
      elements.push_back(workspace_.facts().Finalize(element));
    }
    return elements;
  }

  bool IsComputed(ValueId id) const {
    if (id == kNoValue) return false;
    const graph::Value& value = draft_.model().values[id];
    return value.origin == graph::ValueOrigin::kNode && !IsConstantNode(value);
  }

  void SetToConstant(const RewriteDraft::Operand& operand, absl::string_view kind,
                     const Target& elements) {
    const Node& node = draft_.model().graphs[operand.graph].nodes[operand.node];
    const graph::Value& old = draft_.model().values[node.inputs[operand.input]];
    if (draft_.IsGone(old.graph, old.producer)) return;  // it is a constant already
    const shape::Type& type =
        workspace_.types().at(draft_.engine().TypeOf(node.inputs[operand.input]));
    // Other types hold neither -1 nor the greatest number for sure.
    if (type.element != shape::ElementType::kInt64) return;
    const std::string name =
        draft_.FreeName(absl::StrCat(draft_.model().values[node.outputs[0]].name, "_", kind));
    const auto size = static_cast<int64_t>(elements.size());
    draft_.AddInitializer(operand.graph, name, shape::ElementType::kInt64, {&size, 1}, elements,
                          "says the sizes that nodes computed", "S86");
    draft_.SetOperand(operand, name, "the sizes are known by the operand", "S86");
  }

  bool IsConstantNode(const graph::Value& value) const {
    const Node& node = draft_.model().graphs[value.graph].nodes[value.producer];
    return draft_.TraitsOf(node).elements == rules::Elements::kOfAttribute;
  }

  bool IsPositive(Expr e) const { return !e.is_unknown() && workspace_.exprs().Bounds(e).min >= 1; }

  // An element that is the operand's size on its axis becomes 0, which copies it whatever it is;
  // one other may become -1, if it and the others are never 0.
  std::optional<Target> OfReshape(const Node& node, const std::vector<Expr>& elements,
                                  absl::Span<const Expr> dims) const {
    for (const Attribute& attribute : node.attributes) {
      if (attribute.name == "allowzero" && attribute.int_value != 0) return std::nullopt;
      if (!attribute.reference.empty()) return std::nullopt;
    }
    Target target;
    std::optional<size_t> open;
    bool has_rest = false;
    bool are_others_positive = true;
    for (size_t i = 0; i < elements.size(); ++i) {
      const Expr element = elements[i];
      if (element.is_unknown()) return std::nullopt;
      if (element.is_constant()) {
        has_rest |= element.is_constant(-1);
        // A 0 that is no size of the operand's axis copies it all the same.
        are_others_positive &= element.constant() > 0 ||
                               (element.is_constant(0) && i < dims.size() && IsPositive(dims[i]));
        target.push_back(element.constant());
      } else if (i < dims.size() && element == dims[i]) {
        are_others_positive &= IsPositive(element);
        target.push_back(0);
      } else if (!open && IsPositive(element)) {
        open = i;
        target.push_back(-1);
      } else {
        return std::nullopt;
      }
    }
    if (open && (has_rest || !are_others_positive)) return std::nullopt;
    return target;
  }

  // An element that is the operand's size on its axis, counted from the end, becomes 1.
  static std::optional<Target> OfExpand(const std::vector<Expr>& elements,
                                        absl::Span<const Expr> dims) {
    Target target;
    for (size_t i = 0; i < elements.size(); ++i) {
      const size_t from_end = elements.size() - i;
      if (elements[i].is_constant()) {
        target.push_back(elements[i].constant());
      } else if (from_end <= dims.size() && !elements[i].is_unknown() &&
                 elements[i] == dims[dims.size() - from_end]) {
        target.push_back(1);
      } else {
        return std::nullopt;
      }
    }
    return target;
  }

  RewriteDraft& draft_;
  rules::Workspace& workspace_;
};

}  // namespace

void ShortenTargets(RewriteDraft& draft) { TargetShortener(draft).Run(); }

void RemoveIdentities(RewriteDraft& draft) {
  const graph::Model& model = draft.model();
  for (GraphId id = 0; id < model.graphs.size() && !draft.is_stopped(); ++id) {
    for (uint32_t index = 0; index < model.graphs[id].nodes.size(); ++index) {
      draft.engine().work().Count();
      const Node& node = model.graphs[id].nodes[index];
      if (!draft.IsIdentity(node) || !draft.IsEditable(id)) continue;
      if (draft.IsGone(id, index) || node.inputs.size() != 1) continue;
      draft.Bypass(id, index, kGivesOperand);
    }
  }
  draft.RemoveUnread();
}

}  // namespace shapewright::questions
