#include "core/ops/workspace.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::ops {
namespace {

using graph::kNoValue;
using graph::ValueId;

// Bytes that are hashed in the time of an operation, about.
constexpr size_t kBytesPerCount = 16;

// A fixed function, unlike absl::Hash: the same model has the same numbers.
uint64_t Mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9u;
  return hash ^ (hash >> 32);
}

uint64_t MixText(uint64_t hash, absl::string_view text) {
  hash = Mix(hash, text.size());
  while (text.size() >= sizeof(uint64_t)) {
    uint64_t word;
    std::memcpy(&word, text.data(), sizeof(word));
    hash = Mix(hash, word);
    text.remove_prefix(sizeof(word));
  }
  uint64_t tail = 0;
  if (!text.empty()) std::memcpy(&tail, text.data(), text.size());
  return Mix(hash, tail);
}

uint64_t MixTensor(uint64_t hash, const graph::Tensor& tensor) {
  hash = Mix(hash, static_cast<uint64_t>(tensor.element));
  hash = Mix(hash, static_cast<uint64_t>(tensor.encoding));
  for (const int64_t dim : tensor.dims) {
    hash = Mix(hash, static_cast<uint64_t>(dim));
  }
  for (const absl::string_view text : tensor.strings) {
    hash = MixText(hash, text);
  }
  return MixText(hash, tensor.payload);
}

bool HasReadableContent(const graph::Tensor& tensor) {
  return !tensor.is_external && !tensor.is_sparse &&
         (tensor.encoding != graph::TensorEncoding::kNone || tensor.ElementCount() == 0);
}

// Nothing for an attribute whose content is not compared.
std::optional<uint64_t> AttributeNumber(const graph::Attribute& attribute) {
  uint64_t hash = MixText(static_cast<uint64_t>(attribute.kind), attribute.name);
  switch (attribute.kind) {
    case graph::AttributeKind::kInt:
      return Mix(hash, static_cast<uint64_t>(attribute.int_value));
    case graph::AttributeKind::kFloat:
      return MixText(hash, {reinterpret_cast<const char*>(&attribute.float_value), sizeof(double)});
    case graph::AttributeKind::kString:
      return MixText(hash, attribute.string_value);
    case graph::AttributeKind::kInts:
      for (const int64_t value : attribute.int_list()) {
        hash = Mix(hash, static_cast<uint64_t>(value));
      }
      return hash;
    case graph::AttributeKind::kFloats:
      return MixText(hash, {reinterpret_cast<const char*>(attribute.floats),
                            attribute.count * sizeof(double)});
    case graph::AttributeKind::kStrings:
      for (const absl::string_view text : attribute.string_list()) {
        hash = MixText(hash, text);
      }
      return hash;
    case graph::AttributeKind::kTensor:
      if (!HasReadableContent(*attribute.tensor)) return std::nullopt;
      return MixTensor(hash, *attribute.tensor);
    default:
      return std::nullopt;
  }
}

bool IsIdentity(const graph::Node& node, const graph::OperatorName& op) {
  return op.op_type == "Identity" && op.domain.empty() && node.inputs.size() == 1 &&
         node.inputs[0] != kNoValue;
}

bool IsRandom(absl::string_view op_type) {
  return absl::StartsWith(op_type, "Random") || op_type == "Bernoulli" ||
         op_type == "Multinomial" || op_type == "Dropout";
}

}  // namespace

Workspace::Workspace(const graph::Model& model, const symbolic::ExprLimits& limits, Work* work)
    : model_(model), exprs_(limits, work), facts_(exprs_), values_(model.values.size()) {}

void Workspace::AddDiagnostic(Diagnostic diagnostic) {
  constexpr uint64_t kCountPerDiagnostic = 64;
  exprs_.CountWork(kCountPerDiagnostic);
  if (diagnostics_.size() < kMaxDiagnostics) {
    diagnostics_.push_back(std::move(diagnostic));
  } else {
    ++left_out_diagnostics_[diagnostic.severity];
  }
}

shape::TypeId Workspace::ResolvedType(ValueId id) {
  ValueState& state = values_[id];
  const shape::TypeId resolved = ResolveType(state.type);
  // What a branch learns of a value outside is not true of it after the branch.
  if (facts_.current_scope() == symbolic::kRootScope) state.type = resolved;
  return resolved;
}

template <typename Rewrite>
shape::TypeId Workspace::RewriteType(shape::TypeId id, Rewrite rewrite) {
  const shape::Type& type = types_.at(id);
  if (!exprs_.CountWork(1 + type.shape.dims.size() + type.positions.size())) return id;
  shape::Type rewritten = type;
  absl::InlinedVector<shape::Dim, 8> dims;
  bool has_changed = false;
  for (const shape::Dim dim : type.shape.dims) {
    dims.push_back(rewrite(dim));
    has_changed |= !(dims.back() == dim);
  }
  rewritten.shape.dims = dims;
  if (type.inner != shape::kUnknownType) {
    rewritten.inner = RewriteType(type.inner, rewrite);
    has_changed |= rewritten.inner != type.inner;
  }
  if (!type.length.is_unknown()) {
    rewritten.length = rewrite(type.length);
    has_changed |= !(rewritten.length == type.length);
  }
  absl::InlinedVector<shape::TypeId, 8> positions;
  for (const shape::TypeId position : type.positions) {
    positions.push_back(RewriteType(position, rewrite));
    has_changed |= positions.back() != position;
  }
  rewritten.positions = positions;
  return has_changed ? types_.Intern(rewritten) : id;
}

shape::TypeId Workspace::ResolveType(shape::TypeId type) {
  if (!facts_.has_substitutions()) return type;
  return RewriteType(type, [this](symbolic::Expr e) { return facts_.Resolve(e); });
}

shape::TypeId Workspace::FinalizeType(shape::TypeId type) {
  if (!facts_.has_learned()) return type;
  if (finalized_.size() <= type) finalized_.resize(types_.size() + 1);
  // 0 is the unknown type, which stays as it is.
  if (finalized_[type] == 0) {
    finalized_[type] = RewriteType(type, [this](symbolic::Expr e) { return facts_.Finalize(e); });
  }
  return finalized_[type];
}

symbolic::Expr Workspace::Fresh(const symbolic::Site& node, uint32_t slot,
                                symbolic::Interval bounds, absl::string_view reason,
                                symbolic::SymbolKind kind, symbolic::Expr upper) {
  const uint64_t number =
      NodeNumber(static_cast<graph::GraphId>(node.graph), static_cast<uint32_t>(node.node));
  symbolic::Expr& known = fresh_[{number, slot}];
  if (known.is_unknown()) {
    known = exprs_.AddAnonymous(bounds, std::string(reason), node, kind, upper);
  }
  return known;
}

symbolic::Expr Workspace::FreshElement(ValueId value, uint32_t index,
                                       const symbolic::Site& origin) {
  // Node numbers and value numbers are told apart by the slot's high bit.
  const uint64_t slot = uint64_t{1} << 32 | index;
  symbolic::Expr& known = fresh_[{ValueNumber(value), slot}];
  if (!known.is_unknown()) return known;
  const shape::Type& type = types_.at(values_[value].type);
  const symbolic::Interval range = shape::ElementRange(type.element);
  const graph::Value& info = model_.values[value];
  if (info.origin != graph::ValueOrigin::kInput || info.graph != 0) {
    return known = exprs_.AddAnonymous(range, "an element that the data decide", origin);
  }
  symbolic::Symbol symbol;
  symbol.name = type.shape.dims.empty() ? absl::StrCat(info.name, "[]")
                                        : absl::StrCat(info.name, "[", index, "]");
  symbol.kind = symbolic::SymbolKind::kInputValue;
  symbol.bounds = range;
  symbol.origin.input = static_cast<int32_t>(info.producer);
  symbol.origin.element = static_cast<int32_t>(index);
  return known = exprs_.AddSymbol(std::move(symbol));
}

void Workspace::ForgetValueNumbers(const graph::Graph& graph) {
  ++run_;
  if (value_numbers_.empty()) return;
  std::fill(value_numbers_.begin() + graph.first_value, value_numbers_.begin() + graph.end_value,
            0);
}

uint64_t Workspace::ValueNumber(ValueId value) {
  // Also for one that is left out: SetValueNumber() may give its number to another.
  if (value_numbers_.empty()) value_numbers_.resize(values_.size());
  if (value == kNoValue) return 1;
  if (value_numbers_[value] != 0) return value_numbers_[value];
  // An explicit stack: the way back to an input can be a million nodes long.
  std::vector<ValueId> open = {value};
  while (!open.empty()) {
    const ValueId id = open.back();
    const graph::Value& info = model_.values[id];
    if (value_numbers_[id] != 0) {
      open.pop_back();
      continue;
    }
    if (info.origin != graph::ValueOrigin::kNode) {
      value_numbers_[id] = LeafNumber(id);
      continue;
    }
    const size_t before = open.size();
    const graph::Node& node = model_.graphs[info.graph].nodes[info.producer];
    exprs_.CountWork(1 + node.inputs.size() + node.attributes.size());
    for (const ValueId input : node.inputs) {
      if (input != kNoValue && value_numbers_[input] == 0) {
        open.push_back(input);
      }
    }
    if (open.size() > before) continue;
    value_numbers_[id] = IsIdentity(node, model_.operators[node.op])
                             ? value_numbers_[node.inputs[0]]
                             : Mix(NodeNumber(info.graph, info.producer), info.producer_output) | 1;
  }
  return value_numbers_[value];
}

uint64_t Workspace::LeafNumber(ValueId value) {
  const graph::Value& info = model_.values[value];
  if (info.origin == graph::ValueOrigin::kInitializer && info.constant != nullptr &&
      HasReadableContent(*info.constant)) {
    exprs_.CountWork(info.constant->payload.size() / kBytesPerCount);
    return MixTensor(2, *info.constant) | 1;
  }
  return Mix(Mix(3, value), run_) | 1;
}

uint64_t Workspace::NodeNumber(graph::GraphId graph, uint32_t node) {
  const graph::Node& asked = model_.graphs[graph].nodes[node];
  const graph::OperatorName& op = model_.operators[asked.op];
  const uint64_t unique = Mix(Mix(Mix(4, graph), node), run_);
  if (IsRandom(op.op_type)) return unique;
  uint64_t hash = Mix(5, asked.op);
  for (const graph::Attribute& attribute : asked.attributes) {
    const auto number = AttributeNumber(attribute);
    // Graphs, references to a call's attributes and unread data are not compared.
    if (!number || !attribute.reference.empty()) return unique;
    hash = Mix(hash, *number);
  }
  for (const ValueId input : asked.inputs) hash = Mix(hash, ValueNumber(input));
  return hash;
}

}  // namespace shapewright::ops
