#include "client/cpp/cli/text.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
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

const char* RelationSign(v1::Constraint::Relation relation) {
  switch (relation) {
    case v1::Constraint::RELATION_EQUAL:
      return " = ";
    case v1::Constraint::RELATION_LESS_OR_EQUAL:
      return " <= ";
    case v1::Constraint::RELATION_DIVISIBLE:
      return " is a multiple of ";
    case v1::Constraint::RELATION_NOT_EQUAL:
      return " != ";
    default:
      return " ? ";
  }
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
  const std::string bounds = IntervalText(dim.bounds());
  return bounds.empty() || bounds == "0.." ? "?" : bounds;
}

std::string ShapeText(const v1::Shape& shape) {
  if (shape.has_unknown_rank()) {
    const std::string rank = IntervalText(shape.unknown_rank());
    return rank.empty() || rank == "0.." ? "?" : absl::StrCat("rank ", rank);
  }
  std::vector<std::string> dims;
  for (const v1::Dim& dim : shape.dims()) dims.push_back(DimText(dim));
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

std::string ElementTypeText(const v1::Type& type) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      return absl::StrCat(type.tensor().sparse() ? "sparse " : "",
                          ElementText(type.tensor().element_type()));
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

std::string TypeShapeText(const v1::Type& type) {
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      return type.tensor().has_shape() ? ShapeText(type.tensor().shape()) : "?";
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

std::string RelationText(const v1::Constraint& constraint) {
  const std::string left = DimText(constraint.left());
  if (constraint.relation() == v1::Constraint::RELATION_ONE_OF) {
    return absl::StrCat(left, " in {", absl::StrJoin(constraint.allowed(), ", "), "}");
  }
  const std::string right = DimText(constraint.right());
  if (constraint.relation() == v1::Constraint::RELATION_BROADCASTABLE) {
    return absl::StrCat("broadcastable(", left, ", ", right, ")");
  }
  return absl::StrCat(left, RelationSign(constraint.relation()), right);
}

std::string SiteText::Node(uint32_t graph, uint32_t node) const {
  std::string number = absl::StrCat("#", node);
  if (graph >= static_cast<uint32_t>(response_.graphs_size())) return number;
  const v1::GraphInfo& info = response_.graphs(static_cast<int>(graph));
  const auto index = static_cast<int>(node);
  if (index < info.node_names_size() && !info.node_names(index).empty()) {
    return Printable(info.node_names(index));
  }
  if (index >= info.op_types_size()) return number;
  return absl::StrCat(number, " ", Printable(info.op_types(index)));
}

std::string SiteText::Producer(const v1::Site& site) const {
  return site.has_node() ? Node(site.graph(), site.node()) : "input";
}

std::string SiteText::Place(const v1::Site& site) const {
  std::string text = site.has_node() ? Node(site.graph(), site.node()) : GraphPlace(site);
  if (site.has_node() && site.has_input()) {
    absl::StrAppend(&text, " input ", site.input());
  }
  if (site.has_node() && site.has_output()) {
    absl::StrAppend(&text, " output ", site.output());
  }
  if (site.has_axis()) absl::StrAppend(&text, " axis ", site.axis());
  if (site.has_element()) absl::StrAppend(&text, " element ", site.element());
  if (site.has_attribute()) {
    absl::StrAppend(&text, " attribute ", Printable(site.attribute()));
  }
  return text;
}

std::string SiteText::InputName(const v1::Site& site) const {
  if (site.has_node() || !site.has_input() ||
      site.graph() >= static_cast<uint32_t>(response_.graphs_size())) {
    return "";
  }
  // The values of a graph begin with its inputs.
  const auto& values = response_.graphs(static_cast<int>(site.graph())).values();
  const auto input = static_cast<int>(site.input());
  return input < values.size() ? Printable(values.Get(input).name()) : "";
}

std::string SiteText::GraphPlace(const v1::Site& site) const {
  if (site.has_output()) return absl::StrCat("output ", site.output());
  if (!site.has_input()) return Graph(site.graph());
  const std::string name = InputName(site);
  return absl::StrCat("input ", name.empty() ? absl::StrCat(site.input()) : name);
}

std::string SiteText::Fact(const v1::Constraint& constraint) const {
  const bool reads_the_same = constraint.relation() == v1::Constraint::RELATION_EQUAL &&
                              DimText(constraint.left()) == DimText(constraint.right());
  std::vector<std::string> sides;
  for (const v1::Site& site : constraint.sites()) {
    const std::string name = InputName(site);
    if (!name.empty() && site.has_axis()) {
      sides.push_back(absl::StrCat(name, "[", site.axis(), "]"));
    }
  }
  return reads_the_same && sides.size() == 2 ? absl::StrJoin(sides, " = ")
                                             : RelationText(constraint);
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
  return absl::StrCat(Printable(info.attribute()), " of ",
                      Node(info.owner().graph(), info.owner().node()));
}

std::string SiteText::Guards(const google::protobuf::RepeatedPtrField<v1::Guard>& guards) const {
  std::vector<std::string> texts;
  for (const v1::Guard& guard : guards) {
    texts.push_back(absl::StrCat(Printable(guard.branch()), " of ",
                                 Node(guard.control().graph(), guard.control().node())));
  }
  return absl::StrJoin(texts, " and ");
}

}  // namespace shapewright::cli
