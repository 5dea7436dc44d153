#include "client/cpp/cli/lint/fact_check.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

using symbolic::Evaluation;
using symbolic::Expr;

bool Holds(v1::Fact::Relation relation, int64_t left, int64_t right) {
  switch (relation) {
    case v1::Fact::RELATION_EQUAL:
      return left == right;
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return left <= right;
    case v1::Fact::RELATION_DIVISIBLE:
      // No remainder of the least number by -1: it overflows.
      return right == -1 || (right != 0 && left % right == 0);
    case v1::Fact::RELATION_BROADCASTABLE:
      return left == right || left == 1 || right == 1;
    case v1::Fact::RELATION_NOT_EQUAL:
      return left != right;
    default:
      return true;
  }
}

// The elements of the value that a graph's node reads first; null if the answer has none.
const v1::ValueInfo* ConditionValue(const v1::InferShapesResponse& response,
                                    const std::vector<ModelGraph>& graphs, int graph, int node) {
  const onnx::GraphProto* const proto = graphs[graph].graph;
  if (proto == nullptr || node >= proto->node_size() || proto->node(node).input().empty()) {
    return nullptr;
  }
  const std::string& name = proto->node(node).input(0);
  // A body reads values of the graphs around it.
  for (int place = graph; place >= 0; place = graphs[place].parent) {
    for (const v1::ValueInfo& value : response.graphs(place).values()) {
      if (value.name() == name) return &value;
    }
  }
  return nullptr;
}

}  // namespace

FactCheck::FactCheck(const v1::InferShapesResponse& response, const std::vector<ModelGraph>& graphs,
                     AnswerSymbols& symbols)
    : arena_(&symbols.arena()) {
  for (const v1::Fact& fact : response.facts()) {
    if (fact.state() != v1::Fact::STATE_REFUTED) Add(fact, response, graphs, symbols);
  }
  evaluator_.emplace(symbols.arena(), exprs_);
}

void FactCheck::Add(const v1::Fact& fact, const v1::InferShapesResponse& response,
                    const std::vector<ModelGraph>& graphs, AnswerSymbols& symbols) {
  const Expr left = symbols.ParseAmount(fact.left());
  const Expr right = symbols.ParseAmount(fact.right());
  if (left.is_unknown() || right.is_unknown() || left == right) return;
  relations_.push_back(fact.relation());
  Part part = {.first = exprs_.size(), .count = 2};
  exprs_.insert(exprs_.end(), {left, right});
  wanted_.insert(wanted_.end(), {false, false});
  for (const v1::Circumstance& circumstance : fact.circumstances()) {
    const bool is_then = circumstance.branch() == "then_branch";
    if (!is_then && circumstance.branch() != "else_branch") continue;
    const Expr condition = ConditionOf(circumstance.control(), response, graphs, symbols);
    if (condition.is_unknown()) continue;
    exprs_.push_back(condition);
    wanted_.push_back(is_then);
    ++part.count;
  }
  parts_.push_back(part);
}

Expr FactCheck::ConditionOf(const v1::Site& control, const v1::InferShapesResponse& response,
                            const std::vector<ModelGraph>& graphs, AnswerSymbols& symbols) {
  const auto [found, is_new] = conditions_.try_emplace({control.graph(), control.node()});
  if (!is_new || control.graph() >= graphs.size()) return found->second;
  const v1::ValueInfo* const value = ConditionValue(
      response, graphs, static_cast<int>(control.graph()), static_cast<int>(control.node()));
  if (value == nullptr) return found->second;
  if (value->elements_size() == 1) found->second = symbols.ParseAmount(value->elements(0));
  if (!found->second.is_unknown()) return found->second;
  symbolic::Symbol symbol;
  symbol.name = absl::StrCat("branch of #", control.node(), " of graph ", control.graph());
  symbol.kind = symbolic::SymbolKind::kInputValue;
  symbol.bounds = {.min = 0, .max = 1};
  found->second = symbols.arena().AddSymbol(std::move(symbol));
  branch_symbols_.push_back(symbols.arena().node(found->second.node()).symbol);
  return found->second;
}

std::optional<size_t> FactCheck::FirstBroken(const Sizes& sizes) {
  const absl::Span<const Evaluation> values = evaluator_->Run(sizes);
  for (size_t i = 0; i < parts_.size(); ++i) {
    if (!IsKept(i, values.subspan(parts_[i].first, parts_[i].count))) return i;
  }
  return std::nullopt;
}

bool FactCheck::Accepts(size_t fact, const Sizes& sizes, std::array<Evaluation, 2>* sides) const {
  std::vector<Evaluation> values;
  for (const Expr expr : ExprsOf(fact)) {
    values.push_back(symbolic::Evaluate(*arena_, expr, sizes, nullptr));
  }
  *sides = {values[0], values[1]};
  return IsKept(fact, values);
}

absl::Span<const Expr> FactCheck::ExprsOf(size_t fact) const {
  return absl::MakeConstSpan(exprs_).subspan(parts_[fact].first, parts_[fact].count);
}

bool FactCheck::IsKept(size_t fact, absl::Span<const Evaluation> values) const {
  for (size_t i = 2; i < values.size(); ++i) {
    const bool is_wanted = wanted_[parts_[fact].first + i];
    if (values[i].ok() && (values[i].value != 0) != is_wanted) return true;
  }
  const bool depends_on_data = values[0].status == Evaluation::Status::kUnbound ||
                               values[1].status == Evaluation::Status::kUnbound;
  return depends_on_data || (values[0].ok() && values[1].ok() &&
                             Holds(relations_[fact], values[0].value, values[1].value));
}

}  // namespace shapewright::cli
