#include "client/cpp/cli/lint/declared_types.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/cli/lint/dim_names.h"
#include "client/cpp/onnx_types.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;
using Place = Mend::Place;
using Part = Mend::Part;

// `float32`, also of what ONNX says.
std::string ElementText(int32_t element) {
  v1::Type type;
  type.mutable_tensor()->set_element_type(static_cast<v1::ElementType>(element));
  return ElementTypeText(type);
}

v1::Type::KindCase KindOf(const onnx::TypeProto& type) {
  switch (type.value_case()) {
    case onnx::TypeProto::kTensorType:
      return v1::Type::kTensor;
    case onnx::TypeProto::kSparseTensorType:
      return v1::Type::kSparseTensor;
    case onnx::TypeProto::kSequenceType:
      return v1::Type::kSequence;
    case onnx::TypeProto::kOptionalType:
      return v1::Type::kOptional;
    case onnx::TypeProto::kMapType:
      return v1::Type::kMap;
    case onnx::TypeProto::kOpaqueType:
      return v1::Type::kOpaque;
    case onnx::TypeProto::VALUE_NOT_SET:
      break;
  }
  return v1::Type::KIND_NOT_SET;
}

absl::string_view KindText(v1::Type::KindCase kind) {
  switch (kind) {
    case v1::Type::kTensor:
      return "a tensor";
    case v1::Type::kSparseTensor:
      return "a sparse tensor";
    case v1::Type::kSequence:
      return "a sequence";
    case v1::Type::kOptional:
      return "an optional";
    case v1::Type::kMap:
      return "a map";
    default:
      return "opaque";
  }
}

const v1::Type* ElementOf(const v1::Type& type) {
  if (type.has_sequence()) return &type.sequence().element();
  if (type.has_optional()) return &type.optional().element();
  return type.has_map() ? &type.map().value() : nullptr;
}

const onnx::TypeProto& ElementOf(const onnx::TypeProto& type) {
  if (type.has_sequence_type()) return type.sequence_type().elem_type();
  if (type.has_optional_type()) return type.optional_type().elem_type();
  return type.map_type().value_type();
}

bool MayHaveRank(const v1::TensorType& tensor, int rank) {
  return (!tensor.rank().has_min() || tensor.rank().min() <= rank) &&
         (!tensor.rank().has_max() || tensor.rank().max() >= rank);
}

// Compares the declared types of one graph.
class GraphCheck {
 public:
  GraphCheck(LintContext& context, int graph, DimNames& names, std::vector<Finding>& out)
      : context_(context),
        graph_(graph),
        proto_(*context.graphs[static_cast<size_t>(graph)].graph),
        names_(names),
        out_(out) {
    for (const v1::ValueInfo& value : context.response.graphs(graph).values()) {
      inferred_.try_emplace(value.name(), &value);
    }
  }

  void Run() {
    for (int i = 0; i < proto_.output_size(); ++i) {
      CheckPlace(proto_.output(i), Place::kOutput, i);
    }
    for (int i = 0; i < proto_.value_info_size(); ++i) {
      CheckPlace(proto_.value_info(i), Place::kValueInfo, i);
    }
    TellCounts();
    FindMissing();
  }

 private:
  bool is_main() const { return graph_ == 0; }

  void CheckPlace(const onnx::ValueInfoProto& declared, Place place, int index) {
    declared_.insert(declared.name());
    const auto found = inferred_.find(declared.name());
    place_ = {.graph = graph_, .place = place, .index = index};
    value_ = &declared.name();
    if (found == inferred_.end()) {
      if (place == Place::kValueInfo) TellStale();
      return;
    }
    place_.inferred = found->second;
    const v1::Type& type = found->second->type();
    const bool is_declared = declared.type().value_case() != onnx::TypeProto::VALUE_NOT_SET;
    if (is_declared) {
      CheckType(declared.type(), type);
    } else if (CanWriteType(type) && (is_main() || place == Place::kValueInfo)) {
      Tell("MISSING_TYPE", Part::kAll, "has no type", TypeText(type));
    } else if (CanWriteType(type)) {
      missing_.push_back(place_);
    }
  }

  void CheckType(const onnx::TypeProto& declared, const v1::Type& inferred) {
    const v1::Type::KindCase kind = KindOf(declared);
    if (inferred.kind_case() == v1::Type::KIND_NOT_SET) return;
    if (kind != inferred.kind_case()) {
      if (!CanWriteType(inferred)) return;
      Tell("FALSE_TYPE", Part::kAll,
           absl::StrCat("declared as ", KindText(kind), ", but it is ",
                        KindText(inferred.kind_case())),
           TypeText(inferred));
    } else if (inferred.has_tensor()) {
      CheckTensor(declared.tensor_type(), inferred, inferred.tensor());
    } else if (inferred.has_sparse_tensor()) {
      CheckTensor(declared.sparse_tensor_type(), inferred, inferred.sparse_tensor());
    } else {
      CheckElements(declared, inferred);
    }
  }

  // Whether a tensor cannot have the declared rank or one of the declared numbers.
  bool IsOtherShape(const onnx::TypeProto& declared, const v1::Type& type) {
    if (!type.has_tensor() || !declared.tensor_type().has_shape()) return false;
    const onnx::TensorShapeProto& shape = declared.tensor_type().shape();
    const v1::TensorType& tensor = type.tensor();
    if (!tensor.has_shape()) return !MayHaveRank(tensor, shape.dim_size());
    if (tensor.shape().dims_size() != shape.dim_size()) return true;
    for (int axis = 0; axis < shape.dim_size(); ++axis) {
      const auto& dim = shape.dim(axis);
      if (!dim.has_dim_value()) continue;
      const Expr inferred = context_.symbols.ParseDim(tensor.shape().dims(axis));
      if (context_.assumed.AreSurelyDifferent(dim.dim_value(), inferred)) return true;
    }
    return false;
  }

  // Of a sequence, optional or map: of what it holds, kinds, element types, ranks and numbers.
  void CheckElements(const onnx::TypeProto& whole, const v1::Type& inferred) {
    const onnx::TypeProto* declared = &whole;
    const v1::Type* type = &inferred;
    while (ElementOf(*type) != nullptr && KindOf(*declared) == type->kind_case()) {
      declared = &ElementOf(*declared);
      type = ElementOf(*type);
    }
    if (type->kind_case() == v1::Type::KIND_NOT_SET || !CanWriteType(inferred)) return;
    if (KindOf(*declared) == v1::Type::KIND_NOT_SET) {
      Tell("WEAK_TYPE", Part::kAll, "the type of its elements is not declared", TypeText(inferred));
    } else if (KindOf(*declared) != type->kind_case() ||
               (type->has_tensor() && declared->tensor_type().elem_type() != 0 &&
                declared->tensor_type().elem_type() != type->tensor().element_type()) ||
               IsOtherShape(*declared, *type)) {
      Tell("FALSE_TYPE", Part::kAll,
           absl::StrCat("declared with elements of another type than the inferred ",
                        Printable(inferred.text())),
           TypeText(inferred));
    }
  }

  // Dense and sparse tensors of ONNX are two messages with the same fields.
  template <typename Tensor>
  void CheckTensor(const Tensor& declared, const v1::Type& type, const v1::TensorType& inferred) {
    const int32_t element = inferred.element_type();
    if (element != 0 && declared.elem_type() == 0) {
      Tell("WEAK_TYPE", Part::kElement, "declared without element type", ElementText(element));
    } else if (element != 0 && declared.elem_type() != element) {
      Tell("FALSE_TYPE", Part::kElement,
           absl::StrCat("declared as ", ElementText(declared.elem_type()), ", but it is ",
                        ElementText(element)),
           ElementText(element));
    }
    if (!inferred.has_shape() && declared.has_shape() &&
        !MayHaveRank(inferred, declared.shape().dim_size())) {
      Tell("FALSE_TYPE", Part::kShape,
           absl::StrCat("declared with rank ", declared.shape().dim_size(), ", but its rank is in ",
                        IntervalText(inferred.rank())),
           TypeText(type));
    } else if (inferred.has_shape() && !declared.has_shape()) {
      Tell("WEAK_TYPE", Part::kShape, "declared without shape", TypeText(type));
    } else if (inferred.has_shape() &&
               declared.shape().dim_size() != inferred.shape().dims_size()) {
      Tell("FALSE_TYPE", Part::kShape,
           absl::StrCat("declared with rank ", declared.shape().dim_size(), ", but it has rank ",
                        inferred.shape().dims_size()),
           TypeText(type));
    } else if (inferred.has_shape()) {
      for (int axis = 0; axis < inferred.shape().dims_size(); ++axis) {
        place_.axis = axis;
        CheckDim(declared.shape().dim(axis), inferred.shape().dims(axis));
      }
      TellWithoutSize(type);
    }
  }

  // One finding for all axes of a value that have no size.
  void TellWithoutSize(const v1::Type& type) {
    if (without_size_.empty()) return;
    const bool is_one = without_size_.size() == 1;
    place_.axis = without_size_[0].axis;
    Tell("WEAK_TYPE", is_one ? Part::kAxis : Part::kShape,
         is_one ? "declared without size"
                : absl::StrCat(without_size_.size(), " axes are declared without size"),
         is_one ? ExprText(context_.symbols.ParseDim(SizeAt(type, place_.axis))) : TypeText(type));
    out_.back().mends = std::move(without_size_);
    without_size_.clear();
  }

  static const v1::Dim& SizeAt(const v1::Type& type, int axis) {
    const v1::TensorType& tensor = type.has_tensor() ? type.tensor() : type.sparse_tensor();
    return tensor.shape().dims(axis);
  }

  void CheckDim(const onnx::TensorShapeProto::Dimension& dim, const v1::Dim& type) {
    const Expr inferred = context_.symbols.ParseDim(type);
    const DeclaredDim declared = context_.dims.Read(dim);
    switch (declared.kind) {
      case DeclaredDim::Kind::kNothing:
        if (context_.dims.CanSay(inferred)) {
          without_size_.push_back(place_);
          without_size_.back().part = Part::kAxis;
        }
        break;
      case DeclaredDim::Kind::kName:
        if (is_main()) {
          Mend mend = place_;
          mend.part = Part::kAxis;
          names_.Add(declared.text, {*value_, mend, inferred});
        }
        break;
      case DeclaredDim::Kind::kKnown:
        if (is_main() || dim.has_dim_value()) Compare(declared, inferred);
        break;
    }
  }

  void Compare(const DeclaredDim& dim, Expr inferred) {
    const Expr declared = dim.expr;
    if (declared == inferred || (dim.other == inferred && !inferred.is_unknown())) return;
    const std::string& name = dim.text;  // empty where a number is declared
    const std::string text =
        absl::StrCat("declared ", name.empty() ? ExprText(declared) : Printable(name),
                     ", but it is ", ExprText(inferred));
    const bool is_expression = !name.empty() && !IsIdentifier(name);
    if (context_.assumed.AreSurelyDifferent(declared, inferred)) {
      return TellFalse(text, is_expression, declared, inferred);
    }
    if (!is_main()) return;
    if (name.empty() && !inferred.is_unknown() && HasUnknown(inferred)) {
      TellUnproved(text);
      return;
    }
    const std::optional<SizesExample> example = context_.samples.Difference(declared, inferred);
    if (!example.has_value()) return;
    // As other tools read it, it may be right.
    const bool is_right_otherwise =
        !dim.other.is_unknown() && !context_.samples.Difference(dim.other, inferred).has_value();
    if (is_right_otherwise) return;
    // A number or a name may be what the sizes of an example were; an expression says what the size
    // is for all of them.
    if (is_expression) return TellFalse(text, true, declared, inferred);
    // One finding for all places where a name stands for the same other size.
    const auto [told, is_new] = narrow_.try_emplace({name, inferred}, out_.size());
    if (!is_new && !name.empty()) {
      Mend mend = place_;
      mend.part = Part::kAxis;
      out_[told->second].mends.push_back(mend);
      return;
    }
    Tell("NARROW_TYPE", Part::kAxis, absl::StrCat(text, ", which differs at ", example->sizes),
         ExprText(inferred));
  }

  // An expression together with sizes that show it, if there are any.
  void TellFalse(std::string text, bool is_expression, Expr declared, Expr inferred) {
    const std::optional<SizesExample> example =
        is_expression ? context_.samples.Difference(declared, inferred) : std::nullopt;
    if (example && !example->sizes.empty()) {
      absl::StrAppend(&text, ": at ", example->sizes, " it is ", example->second, ", not ",
                      example->first);
    }
    Tell("FALSE_TYPE", Part::kAxis, std::move(text), ExprText(inferred));
  }

  bool HasUnknown(Expr expr) {
    const symbolic::ExprArena& arena = context_.symbols.arena();
    for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {expr})) {
      if (arena.symbol(id).is_unknown()) return true;
    }
    return false;
  }

  // A number may be right for all data, but a run with other data may show another one.
  void TellUnproved(const std::string& text) {
    Tell("UNPROVED_TYPE", Part::kAxis, absl::StrCat(text, ", which depends on data"), "");
    out_.back().suggestion = "declare a name if other data give other sizes";
    out_.back().mends.clear();
  }

  void TellCounts() {
    for (const auto& [declared, index] : narrow_) {
      const size_t others = out_[index].mends.size() - 1;
      if (others > 0) absl::StrAppend(&out_[index].message, "; so in ", others, " more places");
    }
  }

  // Values of nodes that have a name and a type that ONNX can say, but nowhere in the graph.
  void FindMissing() {
    for (const v1::ValueInfo& value : context_.response.graphs(graph_).values()) {
      if (!value.has_node() || value.name().empty() || !CanWriteType(value.type())) continue;
      if (declared_.contains(value.name())) continue;
      Mend mend = {.graph = graph_, .place = Place::kNewValueInfo};
      mend.inferred = &value;
      missing_.push_back(mend);
    }
    if (missing_.empty()) return;
    Finding finding = NewFinding(
        "MISSING_TYPE",
        absl::StrCat(missing_.size(), missing_.size() == 1 ? " value has" : " values have",
                     " no declared type, the first is ", Printable(missing_[0].inferred->name())));
    finding.graph = graph_;
    finding.suggestion = "declare them in value_info";
    finding.mends = std::move(missing_);
    out_.push_back(std::move(finding));
  }

  void TellStale() {
    Finding finding = NewFinding("STALE_TYPE", "value_info of a value that does not exist");
    finding.graph = graph_;
    finding.value = Printable(*value_);
    finding.suggestion = "remove it";
    finding.mends.push_back(place_);
    finding.mends[0].part = Part::kRemoval;
    out_.push_back(std::move(finding));
  }

  void Tell(absl::string_view code, Part part, std::string message, absl::string_view right) {
    Finding finding = NewFinding(code, std::move(message));
    finding.graph = graph_;
    finding.value = Printable(*value_);
    if (part == Part::kAxis) finding.axis = place_.axis;
    finding.suggestion = absl::StrCat("declare ", right);
    finding.mends.push_back(place_);
    finding.mends[0].part = part;
    out_.push_back(std::move(finding));
  }

  std::string ExprText(Expr expr) {
    return Printable(symbolic::ToString(context_.symbols.arena(), expr));
  }
  static std::string TypeText(const v1::Type& type) { return Printable(type.text()); }

  LintContext& context_;
  const int graph_;
  const onnx::GraphProto& proto_;
  DimNames& names_;
  std::vector<Finding>& out_;
  absl::flat_hash_map<std::string, const v1::ValueInfo*> inferred_;
  absl::flat_hash_set<std::string> declared_;
  std::vector<Mend> missing_;
  // Of the value that is looked at: axes that have no size though it is known.
  std::vector<Mend> without_size_;
  // By what is declared and what is inferred: the finding.
  absl::flat_hash_map<std::pair<std::string, Expr>, size_t> narrow_;
  // What is looked at.
  Mend place_;
  const std::string* value_ = nullptr;
};

}  // namespace

void CheckDeclaredTypes(LintContext& context, std::vector<Finding>& out) {
  DimNames names;
  for (size_t i = 0; i < context.graphs.size(); ++i) {
    if (context.graphs[i].graph == nullptr) continue;
    GraphCheck(context, static_cast<int>(i), names, out).Run();
  }
  names.Check(context, out);
}

}  // namespace shapewright::cli
