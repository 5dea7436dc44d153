#include "core/questions/binding/symbol_binder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/given/read_size.h"
#include "core/questions/binding/bound_ranks.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using inference::CheckHasSize;
using inference::CheckSize;
using inference::Engine;
using symbolic::Expr;
using symbolic::Int128;
using symbolic::SymbolId;

constexpr SymbolId kNoSymbol = ~SymbolId{0};

// Sizes of an input; -1 is none.
absl::Status CheckSizes(absl::Span<const int64_t> sizes, absl::string_view field) {
  for (const int64_t size : sizes) {
    if (size == -1) continue;
    if (absl::Status status = CheckSize(size, field); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

SymbolBinder::SymbolBinder(Engine& engine) : engine_(engine), arena_(engine.workspace().exprs()) {
  symbolic::FactStore& facts = engine.workspace().facts();
  const size_t symbol_count = arena_.symbols().size();
  for (SymbolId id = 0; id < symbol_count; ++id) {
    const symbolic::Symbol& symbol = arena_.symbol(id);
    symbols_.emplace(symbol.name, id);
    if (symbol.kind == symbolic::SymbolKind::kInputValue) {
      elements_.emplace(std::pair(symbol.origin.input, symbol.origin.element), id);
    }
    const Expr self = Expr::FromNode(arena_.symbol(id).node);
    const Expr solved = facts.Finalize(self);
    solutions_.push_back(solved == self ? Expr() : solved);
    if (!solutions_.back().is_unknown()) solved_.push_back(id);
  }
  std::vector<Expr> roots;
  roots.reserve(solved_.size());
  for (const SymbolId id : solved_) roots.push_back(solutions_[id]);
  solver_.emplace(arena_, roots);
  const graph::Model& model = engine.workspace().model();
  const auto& main = model.graphs[0];
  resolved_dims_.resize(main.inputs.size());
  for (size_t i = 0; i < main.inputs.size(); ++i) {
    inputs_.emplace(model.values[main.inputs[i]].name, i);
    const shape::Type& type = engine.workspace().types().at(engine.DeclaredInputType(i));
    for (const Expr dim : type.shape.dims) resolved_dims_[i].push_back(facts.Finalize(dim));
  }
  CollectRequired();
}

void SymbolBinder::CollectRequired() {
  symbolic::FactStore& facts = engine_.workspace().facts();
  for (size_t i = 0; i < facts.facts().size(); ++i) {
    const symbolic::Fact& fact = facts.facts()[i];
    const bool counts = fact.relation == symbolic::Relation::kEqual &&
                        fact.scope == symbolic::kRootScope &&
                        (fact.source.basis == symbolic::Basis::kRequired ||
                         fact.source.basis == symbolic::Basis::kPremise);
    if (!counts) continue;
    const Expr left = facts.Finalize(fact.left);
    const Expr right = facts.Finalize(fact.right);
    const bool is_of_inputs =
        symbolic::DependsOnInputsOnly(arena_, left) && symbolic::DependsOnInputsOnly(arena_, right);
    if (!is_of_inputs || left == right) continue;
    const Expr difference = symbolic::Subtract(engine_.workspace().exprs(), left, right);
    const bool is_sum =
        difference.is_symbolic() && arena_.node(difference.node()).kind == symbolic::NodeKind::kSum;
    if (is_sum) required_.push_back(difference);
  }
}

absl::Status SymbolBinder::SolveRequired(Work& work, BoundSymbols* bound) const {
  for (bool goes_on = !required_.empty(); goes_on;) {
    goes_on = false;
    if (!work.Count(1 + required_.size())) return work.status();
    for (const Expr sum : required_) goes_on |= Solve(sum, 0, work, bound);
  }
  return absl::OkStatus();
}

std::optional<SymbolId> SymbolBinder::FindSymbol(absl::string_view name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? std::nullopt : std::optional<SymbolId>(found->second);
}

std::string SymbolBinder::NoSymbol(absl::string_view name) const {
  if (name.empty()) return "the name of the symbol is missing";
  NearestName nearest(name);
  for (const symbolic::Symbol& symbol : arena_.symbols()) nearest.Consider(symbol.name);
  return absl::StrCat("the model has no symbol ", graph::Quoted(name), nearest.Question());
}

std::string SymbolBinder::NoInput(absl::string_view name) const {
  if (name.empty()) return "the name of the input is missing";
  NearestName nearest(name);
  for (size_t i = 0; i < resolved_dims_.size(); ++i) nearest.Consider(InputName(i));
  return absl::StrCat("the model has no input ", graph::Quoted(name), nearest.Question());
}

std::optional<size_t> SymbolBinder::FindInput(absl::string_view name) const {
  const auto found = inputs_.find(name);
  return found == inputs_.end() ? std::nullopt : std::optional<size_t>(found->second);
}

absl::string_view SymbolBinder::InputName(size_t input) const {
  const graph::Model& model = engine_.workspace().model();
  return model.values[model.graphs[0].inputs[input]].name;
}

SymbolId SymbolBinder::PlainSymbol(Expr e) const {
  if (!e.is_symbolic()) return kNoSymbol;
  const symbolic::ExprNode& node = arena_.node(e.node());
  return node.kind == symbolic::NodeKind::kSymbol ? node.symbol : kNoSymbol;
}

std::string SymbolBinder::Describe(const Equation& equation) {
  switch (equation.subject) {
    case Subject::kElement:
      return absl::StrCat("element ", equation.name);
    case Subject::kAxis:
      return absl::StrCat("axis ", equation.site.axis, " of input ", equation.name);
    case Subject::kSymbol:
      break;
  }
  return absl::StrCat("symbol ", equation.name);
}

SymbolBinder::Equation SymbolBinder::OfSymbol(SymbolId id, int64_t value, Subject subject) const {
  const symbolic::Symbol& symbol = arena_.symbol(id);
  const Expr self = Expr::FromNode(symbol.node);
  const Expr resolved = solutions_[id].is_unknown() ? self : solutions_[id];
  return {self, resolved, value, symbol.origin, subject, symbol.name};
}

absl::Status SymbolBinder::AddSymbols(const v1::Binding& binding, Equations* equations) const {
  for (int i = 0; i < binding.symbols_size(); ++i) {
    const v1::SymbolSize& given = binding.symbols(i);
    const auto id = FindSymbol(given.symbol());
    if (!id) return Within(Item("symbols", i), FieldError("symbol", NoSymbol(given.symbol())));
    absl::Status status = CheckHasSize(given);
    if (status.ok() && arena_.symbol(*id).kind != symbolic::SymbolKind::kInputValue) {
      status = CheckSize(given.size(), "size");
    }
    const bool is_element = arena_.symbol(*id).kind == symbolic::SymbolKind::kInputValue;
    if (status.ok() && is_element && !arena_.symbol(*id).bounds.Contains(given.size())) {
      status = FieldError("size", "it is beyond the range of the element's type");
    }
    if (!status.ok()) return Within(Item("symbols", i), status);
    equations->push_back(OfSymbol(*id, given.size(), Subject::kSymbol));
  }
  return absl::OkStatus();
}

absl::Status SymbolBinder::AddShape(size_t input, absl::Span<const int64_t> sizes,
                                    absl::string_view field, Equations* equations,
                                    BoundSymbols* bound) const {
  const shape::Type& type = engine_.workspace().types().at(engine_.DeclaredInputType(input));
  if (!type.is_tensor()) return FieldError(field, "the input is not a tensor");
  if (!type.shape.has_rank) {
    bound->tells_ranks = true;
    return CheckSizes(sizes, field);
  }
  const absl::string_view name = InputName(input);
  if (type.shape.dims.size() != sizes.size()) {
    return FieldError(field, absl::StrCat("input ", graph::Quoted(name), " has rank ",
                                          type.shape.dims.size(), ", not ", sizes.size()));
  }
  if (absl::Status status = CheckSizes(sizes, field); !status.ok()) return status;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] == -1) continue;
    symbolic::Site site;
    site.input = static_cast<int32_t>(input);
    site.axis = static_cast<int32_t>(axis);
    equations->push_back({type.shape.dims[axis], resolved_dims_[input][axis], sizes[axis], site,
                          Subject::kAxis, name});
  }
  return absl::OkStatus();
}

// Elements are of the input's type, and those that the request or the model fixes.
absl::Status SymbolBinder::CheckElements(size_t input, shape::ElementType element,
                                         absl::Span<const int64_t> values) const {
  const symbolic::Interval range = shape::ElementRange(element);
  for (const int64_t value : values) {
    if (range.Contains(value)) continue;
    return FieldError(
        "values", absl::StrCat(value, " is beyond the range of ", shape::ElementTypeName(element)));
  }
  const graph::Model& model = engine_.workspace().model();
  const graph::Tensor* const constant = engine_.ConstantOf(model.graphs[0].inputs[input]);
  if (constant == nullptr) return absl::OkStatus();
  const auto known = graph::DecodeIntegers(*constant, rules::kMaxElements);
  if (!known || std::equal(known->begin(), known->end(), values.begin(), values.end())) {
    return absl::OkStatus();
  }
  return FieldError("values", absl::StrCat("the request gives other elements of ",
                                           graph::Quoted(InputName(input)), " as a constant"));
}

absl::Status SymbolBinder::AddValues(size_t input, absl::Span<const int64_t> sizes,
                                     absl::Span<const int64_t> values, Equations* equations,
                                     BoundSymbols* bound) const {
  const shape::Type& type = engine_.workspace().types().at(engine_.DeclaredInputType(input));
  const bool is_integer = type.is_tensor() && (shape::IsInteger(type.element) ||
                                               type.element == shape::ElementType::kBool ||
                                               type.element == shape::ElementType::kUndefined);
  if (!is_integer) return FieldError("values", "the input is not a tensor of integers");
  if (values.size() > rules::kMaxElements) {
    return FieldError("values", absl::StrCat("more than ", rules::kMaxElements));
  }
  if (absl::Status status = CheckElements(input, type.element, values); !status.ok()) return status;
  int64_t count = 1;
  for (const int64_t size : sizes) {
    if (size < 0) return FieldError("values", "give all sizes of the input beside its elements");
    count = count < 0 ? -1 : symbolic::CheckedMul(count, size).value_or(-1);
  }
  const auto length = static_cast<int64_t>(values.size());
  const bool is_scalar = type.has_rank() && type.shape.dims.empty();
  if ((!sizes.empty() || is_scalar) && count != length) {
    return FieldError("values", count < 0
                                    ? "the sizes are those of more elements"
                                    : absl::StrCat("the sizes are those of ", count, " elements"));
  }
  if (sizes.empty() && type.has_rank() && type.shape.dims.size() > 1) {
    return FieldError("values", "the input has several axes: give its sizes too");
  }
  const bool tells_length = sizes.empty() && type.has_rank() && type.shape.dims.size() == 1;
  if (tells_length) {
    absl::Status status = AddShape(input, {&length, 1}, "values", equations, bound);
    if (!status.ok()) return status;
  }
  bound->tells_ranks |= !type.has_rank() || (type.shape.dims.size() == 1 && !is_scalar &&
                                             !type.shape.dims[0].is_constant());
  for (size_t k = 0; k < values.size(); ++k) {
    const auto found = elements_.find({static_cast<int32_t>(input), static_cast<int32_t>(k)});
    bound->tells_elements |= found == elements_.end();
    if (found == elements_.end()) continue;
    equations->push_back(OfSymbol(found->second, values[k], Subject::kElement));
  }
  return absl::OkStatus();
}

absl::Status SymbolBinder::AddInput(const v1::InputSizes& given, Equations* equations,
                                    BoundSymbols* bound) const {
  const auto index = FindInput(given.name());
  if (!index) return FieldError("name", NoInput(given.name()));
  if (bound->named_inputs[*index]) {
    return FieldError("name", absl::StrCat(graph::Quoted(given.name()), " stands there twice"));
  }
  bound->named_inputs[*index] = true;
  const absl::Span<const int64_t> sizes = SizesOf(given);
  if (given.scalar() && !sizes.empty()) {
    return FieldError("scalar", "a scalar has no sizes");
  }
  if (given.scalar() || !sizes.empty()) {
    absl::Status status =
        AddShape(*index, sizes, given.scalar() ? "scalar" : "sizes", equations, bound);
    if (!status.ok()) return status;
  }
  if (given.values().empty()) return absl::OkStatus();
  if (given.scalar() && given.values_size() != 1) {
    return FieldError("values", "a scalar has one element");
  }
  return AddValues(*index, sizes, given.values(), equations, bound);
}

absl::Status SymbolBinder::AddInputs(const v1::Binding& binding, Equations* equations,
                                     BoundSymbols* bound) const {
  bound->tells_ranks = false;
  bound->tells_elements = false;
  bound->named_inputs.assign(resolved_dims_.size(), false);
  for (int i = 0; i < binding.inputs_size(); ++i) {
    absl::Status status = AddInput(binding.inputs(i), equations, bound);
    if (!status.ok()) return Within(Item("inputs", i), status);
  }
  return absl::OkStatus();
}

// A sum in which one symbol alone has no value: c * s + rest = value.
bool SymbolBinder::Solve(Expr sum, int64_t value, Work& work, BoundSymbols* bound) const {
  if (!sum.is_symbolic()) return false;
  const symbolic::ExprNode& node = arena_.node(sum.node());
  if (node.kind != symbolic::NodeKind::kSum) return false;
  SymbolId open = kNoSymbol;
  int64_t coefficient = 0;
  Int128 rest = 0;
  for (const symbolic::Term& term : node.terms) {
    // Node 0 is the unit of the constant term.
    const Expr monomial = term.monomial == 0 ? Expr(1) : Expr::FromNode(term.monomial);
    const auto known = symbolic::Evaluate(arena_, monomial, bound->values, &work);
    if (known.ok()) {
      rest += static_cast<Int128>(term.coefficient) * known.value;
      continue;
    }
    if (open != kNoSymbol) return false;
    open = PlainSymbol(monomial);
    coefficient = term.coefficient;
    if (open == kNoSymbol) return false;
  }
  if (open == kNoSymbol || coefficient == 0) return false;
  const Int128 difference = static_cast<Int128>(value) - rest;
  const auto solved = symbolic::Narrow(difference / coefficient);
  // If the division leaves a remainder, Check() reports it.
  if (!solved || difference % coefficient != 0) return false;
  bound->values[open] = solved;
  bound->told.push_back(open);
  return true;
}

absl::Status SymbolBinder::SolveAll(const Equations& equations, Side side, Work& work,
                                    BoundSymbols* bound) const {
  for (const Equation& equation : equations) {
    const SymbolId id = PlainSymbol(equation.*side);
    if (id == kNoSymbol || bound->values[id]) continue;
    bound->values[id] = equation.value;
    bound->told.push_back(id);
  }
  // Each round that goes on gives one more symbol a value.
  bool goes_on = true;
  while (goes_on) {
    goes_on = false;
    if (!work.Count(1 + 2 * equations.size())) return work.status();
    for (const Equation& equation : equations) {
      goes_on |= Solve(equation.*side, equation.value, work, bound);
    }
  }
  return absl::OkStatus();
}

// Evaluates the symbols that are solved for others; solutions contain free symbols only.
void SymbolBinder::FollowSolutions(BoundSymbols* bound) {
  if (solved_.empty()) return;
  const absl::Span<const symbolic::Evaluation> found = solver_->Run(bound->values);
  for (size_t i = 0; i < solved_.size(); ++i) {
    if (found[i].ok() && !bound->values[solved_[i]]) bound->values[solved_[i]] = found[i].value;
  }
}

void SymbolBinder::Check(bool is_of_declarations, Equations& equations, Work& work,
                         BoundSymbols* bound) const {
  for (Equation& equation : equations) {
    if (equation.is_checked) continue;
    const auto value = symbolic::Evaluate(arena_, equation.raw, bound->values, &work);
    equation.is_checked = value.ok();
    if (!value.ok() || value.value == equation.value) continue;
    bound->contradictions.push_back(
        {equation.site, Describe(equation), value.value, equation.value, is_of_declarations});
  }
}

// What the binding says by what inputs declare comes first: a fact that inference found may rest on
// an assumption that the binding breaks.
absl::Status SymbolBinder::Bind(const v1::Binding& binding, Work& work, BoundSymbols* bound) {
  Equations equations;
  absl::Status status = AddSymbols(binding, &equations);
  if (status.ok()) status = AddInputs(binding, &equations, bound);
  if (!status.ok()) {
    if (absl::IsInvalidArgument(status)) {
      status.SetPayload(graph::kReasonPayload, absl::Cord(graph::reason::kMalformedBinding));
    }
    return status;
  }
  bound->values.assign(solutions_.size(), std::nullopt);
  bound->told.clear();
  bound->contradictions.clear();
  status = SolveAll(equations, &Equation::raw, work, bound);
  if (!status.ok()) return status;
  Check(/*is_of_declarations=*/true, equations, work, bound);
  const size_t told = bound->told.size();
  status = SolveAll(equations, &Equation::resolved, work, bound);
  if (status.ok()) status = SolveRequired(work, bound);
  if (!status.ok()) return status;
  bound->told.resize(told);
  FollowSolutions(bound);
  Check(/*is_of_declarations=*/false, equations, work, bound);
  return absl::OkStatus();
}

}  // namespace shapewright::questions
