#include "core/rules/state/value_numbers.h"

#include <algorithm>
#include <bit>
#include <memory>

namespace shapewright::ops {
namespace {

using graph::kNoValue;
using graph::ValueId;

// Bytes that are hashed in the time of an operation, about.
constexpr size_t kBytesPerCount = 16;

// The first word of each tuple: what it tells of.
enum Tag : uint64_t { kMissing, kTensor, kAttribute, kAttributes, kNode, kOwnNode, kOutput, kLeaf };

bool HasReadableContent(const graph::Tensor& tensor) {
  return !tensor.is_external && !tensor.is_sparse &&
         (tensor.encoding != graph::TensorEncoding::kNone || tensor.ElementCount() == 0);
}

bool IsIdentity(const graph::Node& node, Purity purity) {
  return purity == Purity::kIdentity && !node.inputs.empty() && node.inputs[0] != kNoValue;
}

}  // namespace

ValueNumbers::Number ValueNumbers::Intern(absl::Span<const uint64_t> words) {
  Count(words.size());
  const auto found = tuples_.find(words);
  if (found != tuples_.end()) return found->second;
  auto* copy =
      static_cast<uint64_t*>(memory_.allocate(words.size() * sizeof(uint64_t), alignof(uint64_t)));
  std::uninitialized_copy(words.begin(), words.end(), copy);
  const auto number = static_cast<Number>(tuples_.size() + 1);
  tuples_.emplace(absl::MakeConstSpan(copy, words.size()), number);
  return number;
}

uint64_t ValueNumbers::TextNumber(absl::string_view text) {
  Count(1 + text.size() / kBytesPerCount);
  return texts_.try_emplace(text, texts_.size()).first->second;
}

std::optional<ValueNumbers::Number> ValueNumbers::OfTensor(const graph::Tensor& tensor) {
  if (!HasReadableContent(tensor)) return std::nullopt;
  Number& number = contents_[&tensor];
  if (number != kNone) return number;
  Words words = {kTensor, static_cast<uint64_t>(tensor.element),
                 static_cast<uint64_t>(tensor.encoding), tensor.dims.size()};
  words.insert(words.end(), tensor.dims.begin(), tensor.dims.end());
  for (const absl::string_view text : tensor.strings) words.push_back(TextNumber(text));
  words.push_back(TextNumber(tensor.payload));
  return number = Intern(words);
}

// False for what is not compared: graphs, types, and data that are not there.
bool ValueNumbers::AddContent(const graph::Attribute& attribute, Words& words) {
  switch (attribute.kind) {
    case graph::AttributeKind::kInt:
      words.push_back(static_cast<uint64_t>(attribute.int_value));
      return true;
    case graph::AttributeKind::kFloat:
      words.push_back(std::bit_cast<uint64_t>(attribute.float_value));
      return true;
    case graph::AttributeKind::kString:
      words.push_back(TextNumber(attribute.string_value));
      return true;
    case graph::AttributeKind::kInts:
      words.insert(words.end(), attribute.int_list().begin(), attribute.int_list().end());
      return true;
    case graph::AttributeKind::kFloats:
      for (const double value : attribute.float_list()) {
        words.push_back(std::bit_cast<uint64_t>(value));
      }
      return true;
    case graph::AttributeKind::kStrings:
      for (const absl::string_view text : attribute.string_list()) {
        words.push_back(TextNumber(text));
      }
      return true;
    case graph::AttributeKind::kTensor: {
      const auto number = OfTensor(*attribute.tensor);
      if (number) words.push_back(*number);
      return number.has_value();
    }
    default:
      return false;
  }
}

std::optional<ValueNumbers::Number> ValueNumbers::OfAttribute(const graph::Attribute& attribute) {
  // What the call of a function puts in is not compared.
  if (!attribute.reference.empty()) return std::nullopt;
  const auto known = contents_.find(&attribute);
  if (known != contents_.end()) return known->second;
  Words words = {kAttribute, static_cast<uint64_t>(attribute.kind), TextNumber(attribute.name)};
  if (!AddContent(attribute, words)) return std::nullopt;
  return contents_[&attribute] = Intern(words);
}

// Many are put together to one word, once: the node may be one of a function that is called often.
bool ValueNumbers::AddAttributes(absl::Span<const graph::Attribute> attributes, Words& words) {
  constexpr size_t kFew = 16;
  const auto known = attributes.size() > kFew ? lists_.find(attributes.data()) : lists_.end();
  if (known != lists_.end()) {
    words.push_back(known->second);
    return known->second != kNone;
  }
  Words own = {kAttributes};
  Words& list = attributes.size() > kFew ? own : words;
  bool is_comparable = true;
  for (const graph::Attribute& attribute : attributes) {
    const auto number = OfAttribute(attribute);
    is_comparable &= number.has_value();
    if (!is_comparable) break;
    list.push_back(*number);
  }
  if (attributes.size() <= kFew) return is_comparable;
  const Number number = is_comparable ? Intern(own) : kNone;
  lists_.emplace(attributes.data(), number);
  words.push_back(number);
  return is_comparable;
}

Purity ValueNumbers::PurityOf(graph::OperatorIndex op) {
  if (purity_.empty()) purity_ = FindPurity(model_);
  return purity_[op];
}

void ValueNumbers::Forget(graph::GraphId id) {
  if (runs_.empty()) runs_.resize(model_.graphs.size());
  runs_[id] = ++run_;
  if (numbers_.empty()) return;
  const graph::Graph& graph = model_.graphs[id];
  std::fill(numbers_.begin() + graph.first_value, numbers_.begin() + graph.end_value, kNone);
}

void ValueNumbers::SetNumber(ValueId value, Number number) {
  if (numbers_.empty()) numbers_.resize(model_.values.size());
  numbers_[value] = number;
}

void ValueNumbers::SetConstant(ValueId value, const graph::Tensor* tensor) {
  constants_[value] = tensor;
}

ValueNumbers::Number ValueNumbers::OfValue(ValueId value) {
  if (value == kNoValue) return Intern({kMissing});
  if (numbers_.empty()) numbers_.resize(model_.values.size());
  if (numbers_[value] != kNone) return numbers_[value];
  // An explicit stack: the way back to an input can be a million nodes long.
  std::vector<ValueId> open = {value};
  while (!open.empty()) {
    const ValueId id = open.back();
    const graph::Value& info = model_.values[id];
    if (numbers_[id] != kNone) {
      open.pop_back();
      continue;
    }
    if (info.origin != graph::ValueOrigin::kNode) {
      numbers_[id] = OfLeaf(id);
      continue;
    }
    const size_t before = open.size();
    for (const ValueId input : model_.graphs[info.graph].nodes[info.producer].inputs) {
      if (input != kNoValue && numbers_[input] == kNone) open.push_back(input);
    }
    if (open.size() == before) numbers_[id] = OfOutput(id);
  }
  return numbers_[value];
}

ValueNumbers::Number ValueNumbers::OfOutput(ValueId value) {
  const graph::Value& info = model_.values[value];
  const graph::Node& node = model_.graphs[info.graph].nodes[info.producer];
  if (IsIdentity(node, PurityOf(node.op))) return OfValue(node.inputs[0]);
  return Intern({kOutput, OfNode(info.graph, info.producer), info.producer_output});
}

ValueNumbers::Number ValueNumbers::OfLeaf(ValueId value) {
  const graph::Value& info = model_.values[value];
  if (info.origin == graph::ValueOrigin::kInitializer && info.constant != nullptr) {
    const auto given = constants_.find(value);
    const auto number = OfTensor(given == constants_.end() ? *info.constant : *given->second);
    if (number) return *number;
  }
  const Number number = Intern({kLeaf, value, RunOf(info.graph)});
  if (info.origin == graph::ValueOrigin::kInput && info.graph == 0) {
    main_inputs_.emplace(number, value);
  }
  return number;
}

ValueId ValueNumbers::MainInput(Number number) const {
  const auto found = main_inputs_.find(number);
  return found == main_inputs_.end() ? kNoValue : found->second;
}

ValueNumbers::Number ValueNumbers::OwnNumber(graph::GraphId graph, uint32_t node) {
  return Intern({kOwnNode, graph, node, RunOf(graph)});
}

ValueNumbers::Number ValueNumbers::OfNode(graph::GraphId graph, uint32_t index) {
  const graph::Node& node = model_.graphs[graph].nodes[index];
  const Purity purity = PurityOf(node.op);
  const bool is_impure = purity == Purity::kImpure ||
                         (purity == Purity::kImpureInTraining && MayBeInTraining(model_, node));
  if (is_impure) return OwnNumber(graph, index);
  Words words = {kNode, node.op, node.attributes.size()};
  if (!AddAttributes(node.attributes, words)) return OwnNumber(graph, index);
  for (const ValueId input : node.inputs) words.push_back(OfValue(input));
  return Intern(words);
}

}  // namespace shapewright::ops
