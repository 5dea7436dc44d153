#include "tests/core/inference/support/inferred.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/inference/infer.h"
#include "core/shape/element_type.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/relation_sign.h"

namespace shapewright {
namespace {

std::string DimText(const v1::Dim& dim) {
  if (dim.has_size()) return absl::StrCat(dim.size());
  return dim.has_expr() ? dim.expr() : "?";
}

std::string AmountText(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  return amount.has_expr() ? amount.expr() : "?";
}

std::string IntervalText(const v1::Interval& interval) {
  return absl::StrCat(interval.has_min() ? absl::StrCat(interval.min()) : "", "..",
                      interval.has_max() ? absl::StrCat(interval.max()) : "");
}

std::string Short(const std::string& name, absl::string_view prefix) {
  return std::string(absl::StripPrefix(name, prefix));
}

}  // namespace

Inferred::Inferred(absl::string_view model_text, const inference::InferOptions& options) {
  const std::string bytes = ParseModelText(model_text).SerializeAsString();
  const auto answer = inference::InferOnnxModel(bytes, options);
  status_ = answer.status();
  if (answer.ok() && !answer_.ParseFromString(*answer)) {
    status_ = absl::InternalError("the answer does not parse");
  }
}

const v1::ValueInfo* Inferred::Find(absl::string_view value) const {
  const v1::ValueInfo* found = nullptr;
  for (const v1::GraphInfo& graph : answer_.graphs()) {
    for (const v1::ValueInfo& info : graph.values()) {
      if (info.name() == value) found = &info;
    }
  }
  return found;
}

std::string Inferred::Type(absl::string_view value) const {
  const v1::ValueInfo* info = Find(value);
  if (info == nullptr) return "no such value";
  return TypeText(info->type());
}

std::string Inferred::DeclaredType(absl::string_view value) const {
  const v1::ValueInfo* info = Find(value);
  if (info == nullptr || !info->has_declared_type()) return "";
  return TypeText(info->declared_type());
}

std::string Inferred::TypeText(const v1::Type& type) const {
  if (type.alternatives_size() > 0) return type.text();
  if (type.has_sequence()) {
    return absl::StrCat("seq(", TypeText(type.sequence().element()), ")");
  }
  if (!type.has_tensor() && !type.has_sparse_tensor()) return "?";
  const v1::TensorType& tensor = type.has_tensor() ? type.tensor() : type.sparse_tensor();
  const auto name =
      std::string(shape::ElementTypeName(static_cast<shape::ElementType>(tensor.element_type())));
  if (!tensor.has_shape()) return name + "?";
  std::vector<std::string> dims;
  for (const v1::Dim& dim : tensor.shape().dims()) dims.push_back(DimText(dim));
  return absl::StrCat(name, "[", absl::StrJoin(dims, ", "), "]");
}

std::vector<std::string> Inferred::Facts() const {
  std::vector<std::string> facts;
  for (const v1::Fact& fact : answer_.facts()) {
    std::string text = absl::StrCat(Short(v1::Fact::Basis_Name(fact.basis()), "BASIS_"), " ",
                                    AmountText(fact.left()), " ", RelationSign(fact.relation()),
                                    " ", AmountText(fact.right()));
    for (const v1::Circumstance& guard : fact.circumstances()) {
      absl::StrAppend(&text, " if ", guard.branch(), guard.condition());
    }
    facts.push_back(text);
  }
  return facts;
}

std::vector<std::string> Inferred::Diagnostics() const {
  std::vector<std::string> texts;
  for (const v1::Diagnostic& diagnostic : answer_.diagnostics()) {
    texts.push_back(
        absl::StrCat(Short(v1::Diagnostic::Severity_Name(diagnostic.severity()), "SEVERITY_"), " ",
                     diagnostic.code()));
  }
  return texts;
}

std::vector<std::string> Inferred::Symbols() const {
  std::vector<std::string> texts;
  for (const v1::Symbol& symbol : answer_.symbols()) {
    std::string text =
        absl::StrCat(symbol.name(), " ", Short(v1::Symbol::Kind_Name(symbol.kind()), "KIND_"), " ",
                     IntervalText(symbol.range()));
    if (symbol.has_equals()) {
      absl::StrAppend(&text, " := ", AmountText(symbol.equals()));
    }
    texts.push_back(text);
  }
  return texts;
}

}  // namespace shapewright
