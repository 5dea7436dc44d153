#include "page/answer_text.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/wire/printable.h"

namespace shapewright {
namespace {

// The name of an enum's value without the prefix that all of them share.
std::string EnumText(absl::string_view name, absl::string_view prefix) {
  return absl::AsciiStrToLower(absl::StripPrefix(name, prefix));
}

std::string ElementText(v1::ElementType type) {
  if (type == v1::ELEMENT_TYPE_UNSPECIFIED) return "?";
  if (!v1::ElementType_IsValid(type)) return absl::StrCat("type ", type);
  return EnumText(v1::ElementType_Name(type), "ELEMENT_TYPE_");
}

std::string TensorText(const v1::TensorType& tensor) {
  if (tensor.has_shape()) return ShapeText(tensor.shape());
  const std::string rank = IntervalText(tensor.rank());
  return rank.empty() || rank == "0.." ? "?" : absl::StrCat("rank ", rank);
}

}  // namespace

std::string IntervalText(const v1::Interval& interval) {
  if (!interval.has_min() && !interval.has_max()) return "";
  if (interval.has_min() && interval.has_max() && interval.min() == interval.max()) {
    return absl::StrCat(interval.min());
  }
  std::string text;
  if (interval.has_min()) absl::StrAppend(&text, interval.min());
  absl::StrAppend(&text, "..");
  if (interval.has_max()) absl::StrAppend(&text, interval.max());
  return text;
}

std::string DimText(const v1::Dim& dim) {
  if (dim.has_size()) return absl::StrCat(dim.size());
  if (dim.has_expr()) return Printable(dim.expr());
  const std::string range = IntervalText(dim.range());
  return range.empty() || range == "0.." ? "?" : range;
}

std::string AmountText(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  return amount.has_expr() ? Printable(amount.expr()) : "?";
}

std::string ShapeText(const v1::Shape& shape) {
  std::vector<std::string> dims;
  for (const v1::Dim& dim : shape.dims()) dims.push_back(DimText(dim));
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

std::string ElementTypeText(const v1::Type& type) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      return ElementText(type.tensor().element_type());
    case v1::Type::kSparseTensor:
      return absl::StrCat("sparse ", ElementText(type.sparse_tensor().element_type()));
    case v1::Type::kSequence:
      return absl::StrCat("seq(", ElementTypeText(type.sequence().element()), ")");
    case v1::Type::kMap:
      return absl::StrCat("map(", ElementText(type.map().key()), ", ",
                          ElementTypeText(type.map().value()), ")");
    case v1::Type::kOptional:
      return absl::StrCat("optional(", ElementTypeText(type.optional().element()), ")");
    case v1::Type::kOpaque:
      return Printable(absl::StrCat(type.opaque().domain(), ":", type.opaque().name()));
    case v1::Type::kProgram:
      return "program";
    case v1::Type::KIND_NOT_SET:
      break;
  }
  return "?";
}

namespace {

// `[B] if S = 1 else [B, S]`; with element types where they differ.
std::string AlternativesText(const v1::Type& type) {
  std::string text;
  for (const v1::TypeAlternative& alternative : type.alternatives()) {
    if (!text.empty()) absl::StrAppend(&text, " else ");
    const std::string element = ElementTypeText(alternative.type());
    if (element != ElementTypeText(type)) absl::StrAppend(&text, element, " ");
    absl::StrAppend(&text, TypeShapeText(alternative.type()));
    const std::string condition = Printable(alternative.condition());
    if (!condition.empty()) absl::StrAppend(&text, " if ", condition);
  }
  return text;
}

}  // namespace

std::string TypeShapeText(const v1::Type& type) {
  if (type.alternatives_size() > 0) return AlternativesText(type);
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      return TensorText(type.tensor());
    case v1::Type::kSparseTensor:
      return TensorText(type.sparse_tensor());
    case v1::Type::kSequence: {
      std::string text = TypeShapeText(type.sequence().element());
      if (type.sequence().has_length()) {
        absl::StrAppend(&text, " x ", DimText(type.sequence().length()));
      }
      return text;
    }
    case v1::Type::kMap:
      return TypeShapeText(type.map().value());
    case v1::Type::kOptional:
      return TypeShapeText(type.optional().element());
    case v1::Type::kOpaque:
    case v1::Type::kProgram:
      return "";
    case v1::Type::KIND_NOT_SET:
      break;
  }
  return "?";
}

std::string SiteText::Node(const v1::Site& site) {
  if (!site.node_name().empty()) return Printable(site.node_name());
  const std::string number = absl::StrCat("#", site.node());
  return site.op_type().empty() ? number : absl::StrCat(number, " ", Printable(site.op_type()));
}

std::string SiteText::Producer(const v1::GraphInfo& graph, const v1::ValueInfo& value) {
  if (value.has_input()) return "input";
  if (!value.has_node()) return "constant";
  v1::Site site;
  site.set_node(value.node());
  if (value.node() < static_cast<uint32_t>(graph.nodes_size())) {
    const v1::NodeInfo& node = graph.nodes(static_cast<int>(value.node()));
    site.set_node_name(node.name());
    site.set_op_type(node.op_type());
  }
  return Node(site);
}

std::string SiteText::Place(const v1::Site& site) const {
  std::string text = site.has_node() ? Node(site) : GraphPlace(site);
  if (site.has_node() && site.has_input()) {
    absl::StrAppend(&text, " input ", site.input());
  }
  if (site.has_node() && site.has_output()) {
    absl::StrAppend(&text, " output ", site.output());
  }
  if (site.has_axis()) absl::StrAppend(&text, " axis ", site.axis());
  if (site.has_element()) absl::StrAppend(&text, " element ", site.element());
  return text;
}

std::string SiteText::InputName(const v1::Site& site) {
  return site.has_node() || !site.has_input() ? "" : Printable(site.value());
}

std::string SiteText::GraphPlace(const v1::Site& site) const {
  if (site.has_output()) return absl::StrCat("output ", site.output());
  if (!site.has_input()) return Graph(site.graph());
  const std::string name = InputName(site);
  return absl::StrCat("input ", name.empty() ? absl::StrCat(site.input()) : name);
}

std::string SiteText::Fact(const v1::Fact& fact) {
  const bool reads_the_same = fact.relation() == v1::Fact::RELATION_EQUAL &&
                              AmountText(fact.left()) == AmountText(fact.right());
  std::vector<std::string> sides;
  for (const v1::Site& site : fact.sites()) {
    const std::string name = InputName(site);
    if (!name.empty() && site.has_axis()) {
      sides.push_back(absl::StrCat(name, "[", site.axis(), "]"));
    }
  }
  return reads_the_same && sides.size() == 2 ? absl::StrJoin(sides, " = ") : Printable(fact.text());
}

std::string SiteText::Places(const google::protobuf::RepeatedPtrField<v1::Site>& sites) const {
  std::vector<std::string> places;
  for (const v1::Site& site : sites) places.push_back(Place(site));
  return absl::StrJoin(places, ", ");
}

std::string SiteText::Graph(uint32_t graph) const {
  if (graph == 0) return "main graph";
  if (graph >= static_cast<uint32_t>(response_.graphs_size())) {
    return absl::StrCat("graph ", graph);
  }
  const v1::GraphInfo& info = response_.graphs(static_cast<int>(graph));
  if (info.has_function()) {
    return Printable(absl::StrCat("function ", info.function().op_type()));
  }
  return absl::StrCat(Printable(info.attribute()), " of ", Node(info.owner()));
}

std::string SiteText::Circumstances(
    const google::protobuf::RepeatedPtrField<v1::Circumstance>& circumstances) {
  std::vector<std::string> texts;
  for (const v1::Circumstance& circumstance : circumstances) {
    texts.push_back(circumstance.condition().empty()
                        ? absl::StrCat(Printable(circumstance.branch()), " of ",
                                       Node(circumstance.control()), " runs")
                        : Printable(circumstance.condition()));
  }
  return absl::StrJoin(texts, " and ");
}

}  // namespace shapewright
