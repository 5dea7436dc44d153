#include "tests/core/corpus/corpus_answer.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/symbolic/text/parse.h"

namespace shapewright {
namespace {

using Result = AnswerEvaluator::Result;
using Status = AnswerEvaluator::Status;

bool IsTrue(v1::Fact::Relation relation, int64_t a, int64_t b) {
  switch (relation) {
    case v1::Fact::RELATION_EQUAL:
      return a == b;
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return a <= b;
    case v1::Fact::RELATION_DIVISIBLE:
      return b != 0 && a % b == 0;
    case v1::Fact::RELATION_BROADCASTABLE:
      return a == b || a == 1 || b == 1;
    case v1::Fact::RELATION_NOT_EQUAL:
      return a != b;
    default:
      return false;
  }
}

std::string DimText(const v1::Dim& dim) {
  if (dim.has_size()) return absl::StrCat(dim.size());
  return dim.has_expr() ? dim.expr() : "?";
}

}  // namespace

AnswerEvaluator::AnswerEvaluator(const v1::InferShapesResponse& answer, const ObservedRun& run)
    : run_(run) {
  for (const v1::Symbol& symbol : answer.symbols()) {
    if (symbol.kind() == v1::Symbol::KIND_DEFINED) {
      definitions_[symbol.name()] = &symbol.equals();
    }
  }
}

Result AnswerEvaluator::Evaluate(const v1::Dim& dim) {
  switch (dim.kind_case()) {
    case v1::Dim::kSize:
      return {Status::kOk, dim.size()};
    case v1::Dim::kExpr:
      return EvaluateText(dim.expr());
    default:
      return {};
  }
}

Result AnswerEvaluator::Evaluate(const v1::Amount& amount) {
  if (amount.has_value()) return {Status::kOk, amount.value()};
  return amount.has_expr() ? EvaluateText(amount.expr()) : Result();
}

Result AnswerEvaluator::EvaluateText(const std::string& text) {
  const auto known = results_.find(text);
  if (known != results_.end()) return known->second;
  const auto parsed =
      symbolic::ParseExpr(arena_, text, [this](absl::string_view name) { return Resolve(name); });
  Result result;
  if (parsed.ok() && parsed->is_constant()) {
    result = {Status::kOk, parsed->constant()};
  } else if (!absl::IsNotFound(parsed.status())) {
    result.status = Status::kFailed;
  }
  results_[text] = result;
  return result;
}

absl::StatusOr<symbolic::Expr> AnswerEvaluator::Resolve(absl::string_view name) {
  const auto bound = run_.bind.find(std::string(name));
  if (bound != run_.bind.end()) return symbolic::Expr(bound->second);
  const auto defined = definitions_.find(std::string(name));
  if (defined == definitions_.end()) return absl::NotFoundError(name);
  const Result result = Evaluate(*defined->second);
  switch (result.status) {
    case Status::kOk:
      return symbolic::Expr(result.value);
    case Status::kOpen:
      return absl::NotFoundError(name);
    default:
      return absl::InvalidArgumentError(name);
  }
}

std::optional<bool> AnswerEvaluator::Holds(const v1::Fact& fact) {
  const Result left = Evaluate(fact.left());
  const Result right = Evaluate(fact.right());
  if (left.status == Status::kOpen || right.status == Status::kOpen) {
    return std::nullopt;
  }
  return left.status == Status::kOk && right.status == Status::kOk &&
         IsTrue(fact.relation(), left.value, right.value);
}

std::string ShapeText(const v1::Shape& shape) {
  return absl::StrCat("[",
                      absl::StrJoin(shape.dims(), ", ",
                                    [](std::string* out, const v1::Dim& dim) {
                                      absl::StrAppend(out, DimText(dim));
                                      if (!dim.has_range()) return;
                                      absl::StrAppend(out, " {");
                                      if (dim.range().has_min()) {
                                        absl::StrAppend(out, dim.range().min());
                                      }
                                      absl::StrAppend(out, "..");
                                      if (dim.range().has_max()) {
                                        absl::StrAppend(out, dim.range().max());
                                      }
                                      absl::StrAppend(out, "}");
                                    }),
                      "]");
}

std::string SiteText(const v1::Site& site) {
  std::string text;
  if (site.graph() != 0) absl::StrAppend(&text, "graph ", site.graph(), " ");
  if (site.has_node()) {
    absl::StrAppend(&text, "node ", site.node(), " ", site.op_type(), " \"", site.node_name(),
                    "\" ");
  }
  if (site.has_input()) absl::StrAppend(&text, "input ", site.input(), " ");
  if (site.has_output()) absl::StrAppend(&text, "output ", site.output(), " ");
  if (site.has_axis()) absl::StrAppend(&text, "axis ", site.axis(), " ");
  if (site.has_element()) absl::StrAppend(&text, "element ", site.element());
  return text;
}

std::string NumpyName(v1::ElementType type) {
  if (type == v1::ELEMENT_TYPE_FLOAT) return "float32";
  if (type == v1::ELEMENT_TYPE_DOUBLE) return "float64";
  if (type == v1::ELEMENT_TYPE_STRING) return "object";
  const std::string name = v1::ElementType_Name(type);
  return absl::AsciiStrToLower(absl::StripPrefix(name, "ELEMENT_TYPE_"));
}

}  // namespace shapewright
