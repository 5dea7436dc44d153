#include "core/questions/guard/guard_inputs.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/hash_map.h"
#include "core/graph/tensor.h"
#include "core/symbolic/reachable.h"
#include "core/wire/utf8.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using symbolic::Expr;
using symbolic::NodeKind;
using symbolic::SymbolId;
using symbolic::SymbolKind;
using v1::GuardInstruction;

class InputChecks {
 public:
  explicit InputChecks(GuardDraft& draft)
      : draft_(draft),
        builder_(draft.builder()),
        arena_(draft.arena()),
        model_(draft.engine().workspace().model()) {}

  void Add() {
    const size_t inputs = model_.graphs[0].inputs.size();
    for (size_t i = 0; i < inputs; ++i) AddInput(static_cast<uint32_t>(i));
    NoteElements();
    DefineDirectly();
    bool goes_on = true;
    while (goes_on && draft_.engine().work().Count(1 + 4 * axes_.size())) {
      goes_on = false;
      for (const Axis& axis : axes_) goes_on |= Solve(axis);
    }
    DefineSolutions();
    NoteDeclaredFacts();
    for (const Axis& axis : axes_) CheckAxis(axis);
    CheckSolved();
    for (size_t i = 0; i < inputs; ++i) CheckConstant(static_cast<uint32_t>(i));
  }

 private:
  struct Axis {
    uint32_t input;
    uint32_t axis;
    Expr raw;       // as declared
    Expr resolved;  // with the known equalities substituted
  };
  struct Element {
    uint32_t input;
    uint32_t element;
    SymbolId symbol;
  };

  const shape::Type& TypeOf(uint32_t input) const {
    Engine& engine = draft_.engine();
    return engine.workspace().types().at(engine.DeclaredInputType(input));
  }

  void AddInput(uint32_t input) {
    const shape::Type& type = TypeOf(input);
    const graph::Value& value = model_.values[model_.graphs[0].inputs[input]];
    v1::GuardInput* const message = draft_.program().add_inputs();
    message->set_name(ToValidUtf8(value.name));
    if (type.is_tensor()) message->set_element_type(static_cast<v1::ElementType>(type.element));
    if (value.constant != nullptr) SetDefault(*value.constant, message->mutable_if_missing());
    if (!type.has_rank()) {
      draft_.AddUndecided(
          absl::StrCat("input ", value.name,
                       type.is_tensor() ? " has no rank in the model: give its type in the request"
                                        : " is not a tensor"));
      return;
    }
    std::vector<std::string> dims;
    for (const Expr dim : type.shape.dims) dims.push_back(draft_.Text(dim));
    message->set_shape(ToValidUtf8(absl::StrCat("[", absl::StrJoin(dims, ", "), "]")));
    const auto rank = static_cast<int64_t>(type.shape.dims.size());
    draft_
        .AddRelation(symbolic::Relation::kEqual, builder_.Rank(input), builder_.Constant(rank),
                     v1::Fact::BASIS_DECLARED,
                     absl::StrCat("input ", value.name, " has ", rank, " axes"))
        ->set_input(input);
    symbolic::FactStore& facts = draft_.engine().workspace().facts();
    for (uint32_t axis = 0; axis < type.shape.dims.size(); ++axis) {
      const Expr dim = type.shape.dims[axis];
      axes_.push_back({input, axis, dim, facts.Finalize(dim)});
    }
  }

  void SetDefault(const graph::Tensor& tensor, v1::GuardDefault* message) {
    for (const int64_t dim : tensor.dims) message->add_sizes(dim);
    if (!shape::IsInteger(tensor.element) && tensor.element != shape::ElementType::kBool) return;
    const auto elements = graph::DecodeIntegers(tensor, rules::kMaxElements);
    if (!elements) return;
    draft_.engine().work().Count(elements->size());
    message->mutable_elements()->Add(elements->begin(), elements->end());
  }

  void NoteElements() {
    for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
      const symbolic::Symbol& symbol = arena_.symbol(id);
      if (symbol.kind != SymbolKind::kInputValue) continue;
      elements_.push_back({static_cast<uint32_t>(symbol.origin.input),
                           static_cast<uint32_t>(symbol.origin.element), id});
    }
  }

  std::optional<SymbolId> PlainSymbol(Expr e) const {
    if (arena_.AsSymbol(e) == nullptr) return std::nullopt;
    return arena_.node(e.node()).symbol;
  }

  // A symbol is read where it is declared. Only one without such a place is read where a fact says
  // that it is: else that fact would be held against itself.
  void DefineDirectly() {
    symbolic::FactStore& facts = draft_.engine().workspace().facts();
    const auto define = [this](Expr e, const GuardBuilder::Definition& definition) {
      const auto id = PlainSymbol(e);
      if (id) builder_.Define(*id, definition);
    };
    for (const Axis& axis : axes_) define(axis.raw, {.input = axis.input, .axis = axis.axis});
    for (const Element& element : elements_) {
      builder_.Define(element.symbol, {.input = element.input, .element = element.element});
    }
    for (const Axis& axis : axes_) define(axis.resolved, {.input = axis.input, .axis = axis.axis});
    for (const Element& element : elements_) {
      const Expr self = Expr::FromNode(arena_.symbol(element.symbol).node);
      define(facts.Finalize(self), {.input = element.input, .element = element.element});
    }
  }

  bool IsDetermined(Expr e) const {
    const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena_, {e});
    return std::all_of(symbols.begin(), symbols.end(),
                       [this](SymbolId id) { return builder_.IsDefined(id); });
  }

  // A sum in which one symbol alone has no value: coefficient * symbol + rest = the size.
  bool Solve(const Axis& axis) {
    if (!axis.resolved.is_symbolic()) return false;
    const symbolic::ExprNode& node = arena_.node(axis.resolved.node());
    if (node.kind != NodeKind::kSum) return false;
    std::optional<SymbolId> open;
    int64_t coefficient = 0;
    for (const symbolic::Term& term : node.terms) {
      if (term.monomial == 0) continue;
      const Expr monomial = Expr::FromNode(term.monomial);
      if (IsDetermined(monomial)) continue;
      if (open || !PlainSymbol(monomial)) return false;
      open = PlainSymbol(monomial);
      coefficient = term.coefficient;
    }
    if (!open) return false;
    GuardBuilder::Result value = builder_.Size(axis.input, axis.axis);
    for (const symbolic::Term& term : node.terms) {
      const bool is_constant = term.monomial == 0;
      if (!is_constant && PlainSymbol(Expr::FromNode(term.monomial)) == open) continue;
      GuardBuilder::Result scaled = builder_.Constant(term.coefficient);
      if (!is_constant) {
        scaled = builder_.Apply(GuardInstruction::OP_MULTIPLY, scaled,
                                builder_.Of(Expr::FromNode(term.monomial)));
      }
      value = builder_.Apply(GuardInstruction::OP_SUBTRACT, value, scaled);
    }
    // Where the division leaves a remainder, the check of the axis fails.
    value =
        builder_.Apply(GuardInstruction::OP_FLOOR_DIVIDE, value, builder_.Constant(coefficient));
    builder_.Define(*open, {.result = value});
    solved_.push_back({*open, value});
    return true;
  }

  void DefineSolutions() {
    symbolic::FactStore& facts = draft_.engine().workspace().facts();
    for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
      const Expr self = Expr::FromNode(arena_.symbol(id).node);
      const Expr solution = facts.Finalize(self);
      if (!(solution == self)) builder_.Define(id, {.solution = solution});
    }
  }

  void CheckAxis(const Axis& axis) {
    const GuardBuilder::Result size = builder_.Size(axis.input, axis.axis);
    const GuardBuilder::Result declared = builder_.Of(axis.raw);
    if (declared == size) return;
    v1::GuardCheck* const check = draft_.AddRelation(
        symbolic::Relation::kEqual, size, declared, v1::Fact::BASIS_DECLARED,
        absl::StrCat("axis ", axis.axis, " of input ", draft_.InputName(axis.input), " is ",
                     draft_.Text(axis.raw)));
    check->set_input(axis.input);
    const auto fact = declared_facts_.find({axis.input, axis.axis});
    if (fact != declared_facts_.end()) check->set_fact(fact->second);
  }

  // The facts that say which dims of inputs share a name, by the later place.
  void NoteDeclaredFacts() {
    const auto& facts = draft_.report().facts();
    for (uint32_t i = 0; i < facts.size(); ++i) {
      const symbolic::Site& site = facts[i].source.right;
      if (facts[i].source.basis != symbolic::Basis::kDeclared || site.axis < 0 ||
          facts[i].relation != symbolic::Relation::kEqual || site.node != symbolic::Site::kNone ||
          site.input == symbolic::Site::kNone) {
        continue;
      }
      declared_facts_.try_emplace(
          {static_cast<uint32_t>(site.input), static_cast<uint32_t>(site.axis)}, i);
    }
  }

  void CheckSolved() {
    for (const auto& [symbol, value] : solved_) {
      draft_
          .AddRelation(symbolic::Relation::kAtMost, builder_.Constant(0), value,
                       v1::Fact::BASIS_DECLARED,
                       absl::StrCat(arena_.symbol(symbol).name, " is a size"))
          ->set_undecided_if_zero(true);
    }
  }

  // Elements that the request fixes for an input.
  void CheckConstant(uint32_t input) {
    const graph::Tensor* const constant =
        draft_.engine().ConstantOf(model_.graphs[0].inputs[input]);
    if (constant == nullptr) return;
    const std::string what =
        absl::StrCat("of input ", draft_.InputName(input), " is given as a constant");
    const auto known = graph::DecodeIntegers(*constant, rules::kMaxElements);
    if (!known) return draft_.AddUndecided(absl::StrCat("the content ", what));
    for (uint32_t k = 0; k < known->size(); ++k) {
      draft_
          .AddRelation(symbolic::Relation::kEqual, builder_.Element(input, k),
                       builder_.Constant((*known)[k]), v1::Fact::BASIS_DECLARED,
                       absl::StrCat("element ", k, " ", what))
          ->set_input(input);
    }
  }

  GuardDraft& draft_;
  GuardBuilder& builder_;
  const symbolic::ExprArena& arena_;
  const graph::Model& model_;
  std::vector<Axis> axes_;
  std::vector<Element> elements_;
  // The symbols that Solve() found, and their values.
  std::vector<std::pair<SymbolId, GuardBuilder::Result>> solved_;
  HashMap<std::pair<uint32_t, uint32_t>, uint32_t> declared_facts_;
};

}  // namespace

void AddGuardInputs(GuardDraft& draft) { InputChecks(draft).Add(); }

}  // namespace shapewright::questions
