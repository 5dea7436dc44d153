#include "core/inference/given/given.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_tensor_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/read_error.h"
#include "core/inference/given/read_size.h"
#include "core/symbolic/numbers/checked_math.h"

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

void LearnLengths(const Given& given, rules::Workspace& workspace) {
  if (given.lengths.empty()) return;
  const graph::Model& model = workspace.model();
  const absl::Span<const graph::ValueId> inputs = model.graphs[0].inputs;
  symbolic::FactStore& facts = workspace.facts();
  symbolic::FactSource source;
  source.basis = symbolic::Basis::kRequired;
  source.check.sentence = "the elements that the bindings give";
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
