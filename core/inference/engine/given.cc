#include "core/inference/engine/given.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/message/message_tensor_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/read_error.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using symbolic::Expr;
using symbolic::Interval;

absl::Status ReadOverride(const v1::Value& message, int index, const graph::ReaderLimits& limits,
                          Given* given) {
  Given::Input input{index, nullptr, nullptr};
  if (message.has_type()) {
    auto* type = graph::New<graph::DeclaredType>(&given->memory);
    absl::Status status = graph::ReadTypeMessage(message.type(), limits, &given->memory, type);
    if (!status.ok()) return Within("type", status);
    input.type = type;
  }
  if (message.has_constant()) {
    auto* tensor = graph::New<graph::Tensor>(&given->memory);
    absl::Status status =
        graph::ReadTensorMessage(message.constant(), limits, &given->memory, tensor);
    if (!status.ok()) return Within("constant", status);
    input.constant = tensor;
  }
  if (!given->inputs.emplace(message.name(), input).second) {
    return FieldError("name", "two overrides have it");
  }
  return absl::OkStatus();
}

absl::Status ReadConstant(const v1::InputElements& message, int index,
                          const graph::ReaderLimits& limits, Given* given) {
  auto* tensor = graph::New<graph::Tensor>(&given->memory);
  absl::Status status = graph::ReadTensorMessage(message.tensor(), limits, &given->memory, tensor);
  if (!status.ok()) return Within("tensor", status);
  if (!given->constants.emplace(message.input(), Given::Constant{index, tensor}).second) {
    return FieldError("input", "two constants have it");
  }
  return absl::OkStatus();
}

absl::Status ReadBounds(const v1::SymbolFact& message, Given::Symbol& symbol) {
  if (message.bounds().has_min()) symbol.bounds.min = message.bounds().min();
  if (message.bounds().has_max()) symbol.bounds.max = message.bounds().max();
  if (symbol.bounds.min > symbol.bounds.max) {
    return FieldError("bounds", "the least value is above the greatest");
  }
  return absl::OkStatus();
}

absl::Status ReadSymbol(const v1::SymbolFact& message, Given* given) {
  Given::Symbol symbol;
  symbol.name = message.symbol();
  symbol.bounds = Interval::All();
  if (symbol.name.empty()) return FieldError("symbol", "it is empty");
  if (given->FindSymbol(symbol.name) != nullptr) return FieldError("symbol", "it is given twice");
  absl::Status status = ReadBounds(message, symbol);
  if (!status.ok()) return status;
  if (message.divisor() < 0) return FieldError("divisor", "it is negative");
  symbol.divisor = std::max<int64_t>(1, message.divisor());
  symbol.allowed.assign(message.allowed().begin(), message.allowed().end());
  std::sort(symbol.allowed.begin(), symbol.allowed.end());
  if (!symbol.allowed.empty()) {
    symbol.bounds = Intersect(symbol.bounds, {symbol.allowed.front(), symbol.allowed.back()});
    if (symbol.bounds.min > symbol.bounds.max) {
      return FieldError("allowed", "no value is within the bounds");
    }
  }
  if (message.has_opt()) {
    if (!symbol.bounds.Contains(message.opt())) return FieldError("opt", "it is out of bounds");
    symbol.opt = message.opt();
  }
  given->AddSymbol(std::move(symbol));
  return absl::OkStatus();
}

bool HasSameSizes(const graph::Tensor& a, const graph::Tensor& b) {
  return a.element == b.element && a.dims == b.dims;
}

// `x[3]` or `x[]`, with `@2` behind it where the model calls something else so: the name of the
// input and the place of the element.
bool SplitElement(absl::string_view name, absl::string_view* input, uint32_t* index) {
  const size_t suffix = name.find_last_not_of("0123456789");
  if (suffix != absl::string_view::npos && name[suffix] == '@') name = name.substr(0, suffix);
  const size_t open = name.rfind('[');
  if (open == absl::string_view::npos || !absl::EndsWith(name, "]")) return false;
  const absl::string_view digits = name.substr(open + 1, name.size() - open - 2);
  *input = name.substr(0, open);
  *index = 0;
  return digits.empty() || absl::SimpleAtoi(digits, index);
}

absl::string_view NameOf(Expr e, ops::Workspace& workspace) {
  if (!e.is_symbolic()) return "";
  const symbolic::ExprArena& exprs = workspace.exprs();
  return exprs.symbol(exprs.node(e.node()).symbol).name;
}

// What a request may mean by the name of a symbol: a symbol, or an element of an integer input,
// which becomes one; else unknown.
class SymbolNames {
 public:
  explicit SymbolNames(ops::Workspace& workspace) : workspace_(workspace) {
    for (const symbolic::Symbol& symbol : workspace.exprs().symbols()) {
      symbols_.emplace(symbol.name, symbol.node);
    }
    for (const graph::ValueId input : workspace.model().graphs[0].inputs) {
      const shape::Type& type = workspace.types().at(workspace.value(input).type());
      if (!type.is_tensor() || !shape::IsInteger(type.element) || !type.shape.has_rank) continue;
      inputs_.emplace(workspace.model().values[input].name, input);
    }
  }

  Expr Find(absl::string_view name) {
    const auto symbol = symbols_.find(name);
    return symbol != symbols_.end() ? Expr::FromNode(symbol->second) : FindElement(name);
  }

 private:
  Expr FindElement(absl::string_view name) {
    absl::string_view input_name;
    uint32_t index = 0;
    if (!SplitElement(name, &input_name, &index)) return Expr();
    const auto input = inputs_.find(input_name);
    if (input == inputs_.end()) return Expr();
    const shape::Type& type = workspace_.types().at(workspace_.value(input->second).type());
    int64_t count = 1;
    for (const shape::Dim dim : type.shape.dims) {
      count = dim.is_constant() && dim.constant() <= ops::kMaxElements ? count * dim.constant() : 0;
      if (count > ops::kMaxElements) return Expr();
    }
    if (index >= count) return Expr();
    const Expr element = workspace_.FreshElement(input->second, index, {});
    const absl::string_view own = NameOf(element, workspace_);
    // `x[0]` is not the element where the model calls a dim so.
    const bool has_yielded = !own.empty() && own.back() != ']';
    return name == own || (!has_yielded && absl::EndsWith(name, "]")) ? element : Expr();
  }

  ops::Workspace& workspace_;
  // Those that there were before any element was asked for. No two facts are about one name.
  HashMap<std::string, symbolic::NodeId> symbols_;
  HashMap<absl::string_view, graph::ValueId> inputs_;
};

absl::Status LearnSymbol(const Given::Symbol& given, SymbolNames& names,
                         ops::Workspace& workspace) {
  const Expr e = names.Find(given.name);
  if (e.is_unknown()) {
    return FieldError("symbol", absl::StrCat("no input of the model has a dim or element called ",
                                             graph::Quoted(given.name)));
  }
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kDeclared;
  source.reason = "given by the request";
  if (e.is_symbolic()) {
    const symbolic::Symbol& symbol =
        workspace.exprs().symbol(workspace.exprs().node(e.node()).symbol);
    source.left = source.right = symbol.origin;
  }
  symbolic::FactStore& facts = workspace.facts();
  bool fits = true;
  if (given.bounds.is_point()) {
    // Put in everywhere, as only what is required of an input is (S4).
    source.basis = symbolic::Basis::kRequired;
    fits = facts.RequireEqual(e, given.bounds.min, source) != symbolic::Verdict::kRefuted;
    return fits ? absl::OkStatus() : FieldError("bounds", "the symbol has no such value");
  }
  if (given.bounds.has_min()) {
    fits &= facts.RequireAtMost(given.bounds.min, e, source) != symbolic::Verdict::kRefuted;
  }
  if (given.bounds.has_max()) {
    fits &= facts.RequireAtMost(e, given.bounds.max, source) != symbolic::Verdict::kRefuted;
  }
  if (given.divisor > 1) {
    fits &= facts.RequireDivisible(e, given.divisor, source) != symbolic::Verdict::kRefuted;
  }
  if (e.is_symbolic()) {
    // What a caller says of an input goes before all that is inferred of it.
    symbolic::ExprArena& exprs = workspace.exprs();
    const symbolic::SymbolId id = exprs.node(e.node()).symbol;
    exprs.SetSymbolBounds(id, Intersect(exprs.SymbolBounds(id), given.bounds));
  }
  return fits ? absl::OkStatus() : FieldError("bounds", "the symbol has no such value");
}

}  // namespace

const Given::Symbol* Given::FindSymbol(absl::string_view name) const {
  const auto found = symbol_places.find(name);
  return found == symbol_places.end() ? nullptr : &symbols[found->second];
}

void Given::AddSymbol(Symbol symbol) {
  symbol_places.emplace(symbol.name, symbols.size());
  symbols.push_back(std::move(symbol));
}

absl::Status ReadGiven(const v1::InferShapesRequest& request, const graph::ReaderLimits& limits,
                       Given* given) {
  for (int i = 0; i < request.overrides_size(); ++i) {
    absl::Status status = ReadOverride(request.overrides(i), i, limits, given);
    if (!status.ok()) return Within(Item("overrides", i), status);
  }
  for (int i = 0; i < request.constants_size(); ++i) {
    absl::Status status = ReadConstant(request.constants(i), i, limits, given);
    if (!status.ok()) return Within(Item("constants", i), status);
  }
  for (int i = 0; i < request.symbols_size(); ++i) {
    absl::Status status = ReadSymbol(request.symbols(i), given);
    if (!status.ok()) return Within(Item("symbols", i), status);
  }
  if (request.declared_types() != v1::MERGE_POLICY_UNSPECIFIED) {
    if (!v1::MergePolicy_IsValid(request.declared_types())) {
      return FieldError("declared_types", "no such policy");
    }
    given->policy = static_cast<DeclaredPolicy>(request.declared_types());
  }
  return absl::OkStatus();
}

const graph::DeclaredType* DeclaredInput(const graph::Value& value, const Given* given) {
  if (given == nullptr) return value.declared;
  const auto found = given->inputs.find(value.name);
  const bool is_given = found != given->inputs.end() && found->second.type != nullptr;
  return is_given ? found->second.type : value.declared;
}

absl::Status CheckGiven(const graph::Model& model, const Given& given) {
  HashMap<absl::string_view, const graph::Value*> known;
  for (const graph::Value& value : model.values) {
    const bool is_given = value.origin == graph::ValueOrigin::kInput ||
                          value.origin == graph::ValueOrigin::kInitializer;
    if (value.graph == 0 && is_given) known.emplace(value.name, &value);
  }
  for (const auto& [name, input] : given.inputs) {
    const auto found = known.find(name);
    if (found != known.end() && found->second->origin == graph::ValueOrigin::kInput) continue;
    return Within(Item("overrides", input.index),
                  FieldError("name", absl::StrCat("the model has no input ", graph::Quoted(name))));
  }
  for (const auto& [name, constant] : given.constants) {
    const std::string path = Item("constants", constant.index);
    const auto found = known.find(name);
    if (found == known.end()) {
      return Within(path, FieldError("input", absl::StrCat("the model has no constant or input ",
                                                           graph::Quoted(name))));
    }
    const graph::Tensor* own = found->second->constant;
    if (own != nullptr && !HasSameSizes(*own, *constant.tensor)) {
      return Within(path, FieldError("tensor", "the model's constant has another type or sizes"));
    }
  }
  return absl::OkStatus();
}

absl::Status LearnSymbols(const Given& given, ops::Workspace& workspace) {
  if (given.symbols.empty()) return absl::OkStatus();
  SymbolNames names(workspace);
  for (size_t i = 0; i < given.symbols.size(); ++i) {
    absl::Status status = LearnSymbol(given.symbols[i], names, workspace);
    if (!status.ok()) return Within(Item("symbols", static_cast<int>(i)), status);
  }
  return absl::OkStatus();
}

void LearnLengths(const Given& given, ops::Workspace& workspace) {
  if (given.lengths.empty()) return;
  const graph::Model& model = workspace.model();
  const absl::Span<const graph::ValueId> inputs = model.graphs[0].inputs;
  symbolic::FactStore& facts = workspace.facts();
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kRequired;
  source.reason = "the elements that the bindings give";
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto length = given.lengths.find(model.values[inputs[i]].name);
    if (length == given.lengths.end()) continue;
    source.left.input = static_cast<int32_t>(i);
    source.left.axis = 0;
    source.right = source.left;
    // Not as declared where the request gives its elements.
    const shape::Type& type = workspace.types().at(workspace.value(inputs[i]).type());
    if (!type.has_rank() || type.shape.rank() != 1) continue;
    const size_t refuted = facts.refuted().size();
    facts.RequireEqual(type.shape.dims[0], length->second, source);
    facts.ForgetRefutedAfter(refuted);
  }
}

}  // namespace shapewright::inference
