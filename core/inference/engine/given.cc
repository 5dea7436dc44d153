#include "core/inference/engine/given.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/checked_math.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_tensor_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/read_size.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using symbolic::Expr;

// The path of an item of the request's ModelSpec.
std::string SpecItem(absl::string_view field, int index) {
  return absl::StrCat("model.", field, "[", index, "]");
}

absl::Status ReadInputType(const v1::NamedType& message, int index,
                           const graph::ReaderLimits& limits, Work* work, Given* given) {
  if (!message.has_type()) return FieldError("type", "the type is missing");
  auto* type = graph::New<graph::DeclaredType>(&given->memory);
  absl::Status status = graph::ReadTypeMessage(message.type(), limits, work, &given->memory, type);
  if (!status.ok()) return Within("type", status);
  if (given->inputs.emplace(message.name(), Given::Input{index, type}).second) return status;
  return FieldError("name", "two input types have it");
}

absl::Status ReadConstant(const v1::NamedTensor& message, int index,
                          const graph::ReaderLimits& limits, Given* given) {
  if (!message.has_tensor()) return FieldError("tensor", "the elements are missing");
  auto* tensor = graph::New<graph::Tensor>(&given->memory);
  absl::Status status = graph::ReadTensorMessage(message.tensor(), limits, &given->memory, tensor);
  if (!status.ok()) return Within("tensor", status);
  if (given->constants.emplace(message.name(), Given::Constant{index, tensor}).second) {
    return status;
  }
  return FieldError("name", "two constants have it");
}

absl::Status ReadCommonSize(const v1::SymbolSize& message, int index, Given* given) {
  if (message.symbol().empty()) return FieldError("symbol", "the name of the symbol is missing");
  Given::Symbol& symbol = given->SymbolOf(message.symbol());
  if (symbol.opt.has_value()) return FieldError("symbol", "an earlier common size has it");
  if (absl::Status status = CheckHasSize(message); !status.ok()) return status;
  if (!symbol.Allows(message.size())) {
    return FieldError("size", absl::StrCat("the premises do not allow ",
                                           graph::Quoted(message.symbol()), " = ", message.size()));
  }
  symbol.opt = message.size();
  symbol.common = index;
  return absl::OkStatus();
}

bool HasSameSizes(const graph::Tensor& a, const graph::Tensor& b) {
  return a.element == b.element && a.dims == b.dims;
}

// Splits `x[3]`, or `x[]` of a scalar, into the input's name and the index of the element. A suffix
// such as `@2`, which keeps the name apart from an equal name of the model, is ignored.
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

// Resolves a symbol name of a request: an existing symbol, or an element of an integer input, which
// then becomes a symbol. Unknown otherwise.
class SymbolNames {
 public:
  explicit SymbolNames(ops::Workspace& workspace) : workspace_(workspace) {
    for (const symbolic::Symbol& symbol : workspace.exprs().symbols()) {
      symbols_.emplace(symbol.name, symbol.node);
    }
    for (const graph::ValueId input : workspace.model().graphs[0].inputs) {
      const shape::Type& type = workspace.types().at(workspace.value(input).type());
      const bool has_elements =
          shape::IsInteger(type.element) || type.element == shape::ElementType::kBool;
      if (!type.is_tensor() || !has_elements || !type.shape.has_rank) continue;
      inputs_.emplace(workspace.model().values[input].name, input);
    }
  }

  Expr Find(absl::string_view name) {
    const auto symbol = symbols_.find(name);
    return symbol != symbols_.end() ? Expr::FromNode(symbol->second) : FindElement(name);
  }

  // Ends a message about a name that was not found.
  std::string Question(absl::string_view name) const {
    NearestName nearest(name);
    for (const symbolic::Symbol& symbol : workspace_.exprs().symbols())
      nearest.Consider(symbol.name);
    return nearest.Question();
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
    for (const shape::Dim declared : type.shape.dims) {
      const shape::Dim dim = workspace_.facts().Resolve(declared);
      count = dim.is_constant() && dim.constant() <= ops::kMaxElements ? count * dim.constant() : 0;
      if (count > ops::kMaxElements) return Expr();
    }
    if (index >= count) return Expr();
    const Expr element = workspace_.FreshElement(input->second, index, {});
    const absl::string_view own = NameOf(element, workspace_);
    // If the model calls a dim `x[0]`, then that name is not the element's: it got a suffix.
    const bool has_yielded = !own.empty() && own.back() != ']';
    return name == own || (!has_yielded && absl::EndsWith(name, "]")) ? element : Expr();
  }

  ops::Workspace& workspace_;
  // Symbols as they were before elements became symbols; names of given symbols are distinct.
  HashMap<std::string, symbolic::NodeId> symbols_;
  HashMap<absl::string_view, graph::ValueId> inputs_;
};

// Turns an error about a given symbol into one of the premise or common size that said so.
absl::Status Blame(const Given::Symbol& given, absl::string_view field, absl::string_view message) {
  if (given.premise < 0) return Within(Item("common", given.common), FieldError(field, message));
  return Within(SpecItem("premises", given.premise),
                graph::ReadError(graph::reason::kMalformedPremise, message));
}

absl::Status LearnSymbol(const Given::Symbol& given, SymbolNames& names,
                         ops::Workspace& workspace) {
  const Expr e = names.Find(given.name);
  if (e.is_unknown()) {
    return Blame(given, "symbol",
                 absl::StrCat("no input of the model has a dim or element called ",
                              graph::Quoted(given.name), names.Question(given.name)));
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
    // A required fact, because only those are substituted everywhere (S4).
    source.basis = symbolic::Basis::kRequired;
    fits = facts.RequireEqual(e, given.bounds.min, source) != symbolic::Verdict::kRefuted;
  } else {
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
      // Premises narrow the symbol's own bounds, so that they hold before anything is inferred.
      symbolic::ExprArena& exprs = workspace.exprs();
      const symbolic::SymbolId id = exprs.node(e.node()).symbol;
      exprs.SetSymbolBounds(id, Intersect(exprs.SymbolBounds(id), given.bounds));
    }
  }
  return fits ? absl::OkStatus() : Blame(given, "size", "the symbol has no such value");
}

}  // namespace

bool Given::Symbol::Allows(int64_t value) const { return From(value, true) == value; }

std::optional<int64_t> Given::Symbol::From(int64_t value, bool is_upwards) const {
  value = is_upwards ? std::max(value, bounds.min) : std::min(value, bounds.max);
  if (!allowed.empty()) {
    const auto first = std::lower_bound(allowed.begin(), allowed.end(), value);
    if (is_upwards && first != allowed.end() && bounds.Contains(*first)) return *first;
    const auto last = std::upper_bound(allowed.begin(), allowed.end(), value);
    if (!is_upwards && last != allowed.begin() && bounds.Contains(*(last - 1))) return *(last - 1);
    return std::nullopt;
  }
  const auto blocks =
      is_upwards ? symbolic::CeilDivide(value, divisor) : symbolic::FloorDivide(value, divisor);
  const auto found = symbolic::CheckedMul(blocks, divisor);
  if (!found || !bounds.Contains(*found)) return std::nullopt;
  return found;
}

const Given::Symbol* Given::FindSymbol(absl::string_view name) const {
  const auto found = symbol_places.find(name);
  return found == symbol_places.end() ? nullptr : &symbols[found->second];
}

void Given::AddSymbol(Symbol symbol) {
  symbol_places.emplace(symbol.name, symbols.size());
  symbols.push_back(std::move(symbol));
}

Given::Symbol& Given::SymbolOf(absl::string_view name) {
  const auto found = symbol_places.find(name);
  if (found != symbol_places.end()) return symbols[found->second];
  Symbol symbol;
  symbol.name = graph::CopyText(&memory, name);
  AddSymbol(std::move(symbol));
  return symbols.back();
}

absl::Status ReadGiven(const v1::ModelSpec& spec, const graph::ReaderLimits& limits, Work* work,
                       Given* given) {
  for (int i = 0; i < spec.input_types_size(); ++i) {
    absl::Status status = ReadInputType(spec.input_types(i), i, limits, work, given);
    if (!status.ok()) return Within(SpecItem("input_types", i), status);
  }
  for (int i = 0; i < spec.constants_size(); ++i) {
    absl::Status status = ReadConstant(spec.constants(i), i, limits, given);
    if (!status.ok()) return Within(SpecItem("constants", i), status);
  }
  const v1::MergePolicy policy = spec.options().declared_types();
  if (policy != v1::MERGE_POLICY_UNSPECIFIED) {
    if (!v1::MergePolicy_IsValid(policy)) {
      return FieldError("model.options.declared_types", "no such policy");
    }
    given->policy = static_cast<DeclaredPolicy>(policy);
  }
  return absl::OkStatus();
}

absl::Status ReadCommonSizes(const google::protobuf::RepeatedPtrField<v1::SymbolSize>& sizes,
                             Given* given) {
  for (int i = 0; i < sizes.size(); ++i) {
    absl::Status status = ReadCommonSize(sizes[i], i, given);
    if (!status.ok()) return Within(Item("common", i), status);
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
    NearestName nearest(name);
    for (const graph::ValueId id : model.graphs[0].inputs) nearest.Consider(model.values[id].name);
    return Within(SpecItem("input_types", input.index),
                  FieldError("name", absl::StrCat("the model has no input ", graph::Quoted(name),
                                                  nearest.Question())));
  }
  for (const auto& [name, constant] : given.constants) {
    const std::string path = SpecItem("constants", constant.index);
    const auto found = known.find(name);
    if (found == known.end()) {
      return Within(path, FieldError("name", absl::StrCat("the model has no constant or input ",
                                                          graph::Quoted(name))));
    }
    // The default of an input may be replaced by one of another shape.
    const bool is_input = found->second->origin == graph::ValueOrigin::kInput;
    const graph::Tensor* own = is_input ? nullptr : found->second->constant;
    if (own != nullptr && !HasSameSizes(*own, *constant.tensor)) {
      return Within(path, FieldError("tensor", "the model's constant has another type or sizes"));
    }
  }
  return absl::OkStatus();
}

absl::Status LearnSymbols(const Given& given, ops::Workspace& workspace) {
  if (given.symbols.empty()) return absl::OkStatus();
  SymbolNames names(workspace);
  for (const Given::Symbol& symbol : given.symbols) {
    absl::Status status = LearnSymbol(symbol, names, workspace);
    if (!status.ok()) return status;
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
    // If the request gives this input's elements, its length may differ from the declared one.
    const shape::Type& type = workspace.types().at(workspace.value(inputs[i]).type());
    if (!type.has_rank() || type.shape.rank() != 1) continue;
    const size_t refuted = facts.refuted().size();
    facts.RequireEqual(type.shape.dims[0], length->second, source);
    facts.ForgetRefutedAfter(refuted);
  }
}

}  // namespace shapewright::inference
