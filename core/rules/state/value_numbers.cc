#include "core/rules/state/value_numbers.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "core/base/mix_hash.h"
#include "core/base/work.h"

namespace shapewright::rules {
namespace {

using graph::kNoValue;
using graph::ValueId;

// Bytes hashed per counted operation, about.
// Texts and lists up to this length are hashed again rather than remembered.
constexpr size_t kShortText = 32;
constexpr size_t kShortList = 8;

// The first word of each tuple: its kind.
enum Tag : uint64_t { kMissing, kTensor, kAttribute, kAttributes, kNode, kOwnNode, kOutput, kLeaf };
// In the words of a node, each attribute begins with one of these: its content follows, or its
// number.
enum NumberForm : uint64_t { kContent, kNumber };

bool HasReadableContent(const graph::Tensor& tensor) {
  return !tensor.is_external && !tensor.is_sparse &&
         (tensor.encoding != graph::TensorEncoding::kNone || tensor.ElementCount() == 0);
}

bool IsShort(const graph::Attribute& attribute) {
  if (attribute.name.size() > kShortText) return false;
  switch (attribute.kind) {
    case graph::AttributeKind::kInt:
    case graph::AttributeKind::kFloat:
    case graph::AttributeKind::kTensor:
      return true;
    case graph::AttributeKind::kString:
      return attribute.string_value.size() <= kShortText;
    case graph::AttributeKind::kInts:
    case graph::AttributeKind::kFloats:
      return attribute.count <= kShortList;
    default:
      return false;
  }
}

bool IsIdentity(const graph::Node& node, Purity purity) {
  return purity == Purity::kIdentity && !node.inputs.empty() && node.inputs[0] != kNoValue;
}

}  // namespace

ValueNumbers::Number ValueNumbers::Intern(absl::Span<const uint64_t> words) {
  Count(words.size());
  uint64_t full_hash = words.size();
  for (const uint64_t word : words) full_hash = MixHash(full_hash, word);
  const uint32_t hash = ShortHash(full_hash);
  const uint32_t found =
      tuple_index_.Find(hash, [&](uint32_t number) { return tuples_[number - 1] == words; });
  if (found != HashIndex::kNone) return found;
  auto* copy =
      static_cast<uint64_t*>(memory_.allocate(words.size() * sizeof(uint64_t), alignof(uint64_t)));
  std::uninitialized_copy(words.begin(), words.end(), copy);
  tuples_.push_back(absl::MakeConstSpan(copy, words.size()));
  const auto number = static_cast<Number>(tuples_.size());
  tuple_index_.Insert(hash, number);
  return number;
}

uint64_t ValueNumbers::TextNumber(absl::string_view text) {
  Count(1 + text.size() / kBytesPerCount);
  const uint32_t hash = ShortHash(HashText(text));
  const uint32_t found =
      text_index_.Find(hash, [&](uint32_t number) { return texts_[number] == text; });
  if (found != HashIndex::kNone) return found;
  texts_.push_back(text);
  const auto number = static_cast<uint32_t>(texts_.size() - 1);
  text_index_.Insert(hash, number);
  return number;
}

std::optional<ValueNumbers::Number> ValueNumbers::OfTensor(const graph::Tensor& tensor) {
  if (!HasReadableContent(tensor)) return std::nullopt;
  const bool is_short = tensor.payload.size() <= kShortText && tensor.dims.size() <= kShortList &&
                        tensor.strings.empty();
  if (!is_short) {
    const auto known = contents_.find(&tensor);
    if (known != contents_.end()) return known->second;
  }
  Words words = {kTensor, static_cast<uint64_t>(tensor.element),
                 static_cast<uint64_t>(tensor.encoding), tensor.dims.size()};
  words.insert(words.end(), tensor.dims.begin(), tensor.dims.end());
  for (const absl::string_view text : tensor.strings) words.push_back(TextNumber(text));
  words.push_back(TextNumber(tensor.payload));
  const Number number = Intern(words);
  if (!is_short) contents_.emplace(&tensor, number);
  return number;
}

// False for attributes that cannot be compared: graphs, types, and absent data.
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
  // A reference to an attribute of a function call is not comparable.
  if (!attribute.reference.empty()) return std::nullopt;
  const auto known = contents_.find(&attribute);
  if (known != contents_.end()) return known->second;
  Words words = {kAttribute, static_cast<uint64_t>(attribute.kind), TextNumber(attribute.name)};
  if (!AddContent(attribute, words)) return std::nullopt;
  return contents_[&attribute] = Intern(words);
}

bool ValueNumbers::AddAttribute(const graph::Attribute& attribute, Words& words) {
  if (attribute.reference.empty() && IsShort(attribute)) {
    words.insert(words.end(), {kContent, static_cast<uint64_t>(attribute.kind),
                               TextNumber(attribute.name), attribute.count});
    return AddContent(attribute, words);
  }
  const auto number = OfAttribute(attribute);
  if (number) words.insert(words.end(), {kNumber, *number});
  return number.has_value();
}

// More than a few attributes become one number, which is remembered: a function's node is read at
// each call.
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
    is_comparable = is_comparable && AddAttribute(attribute, list);
  }
  if (attributes.size() <= kFew) return is_comparable;
  const Number number = is_comparable ? Intern(own) : kNone;
  lists_.emplace(attributes.data(), number);
  words.push_back(number);
  return is_comparable;
}

Purity ValueNumbers::PurityOf(graph::OperatorIndex op) {
  if (purity_.empty()) purity_ = FindPurity(operators_);
  return purity_[op];
}

void ValueNumbers::Forget(graph::GraphId id) {
  if (runs_.empty()) runs_.resize(model_.graphs.size());
  runs_[id] = ++run_;
  last_node_ = {};
  if (numbers_.empty()) return;
  const graph::Graph& graph = model_.graphs[id];
  std::fill(numbers_.begin() + graph.first_value, numbers_.begin() + graph.end_value, kNone);
}

void ValueNumbers::SetNumber(ValueId value, Number number) {
  if (numbers_.empty()) numbers_.resize(model_.values.size());
  numbers_[value] = number;
  last_node_ = {};
}

void ValueNumbers::SetConstant(ValueId value, const graph::Tensor* tensor) {
  last_node_ = {};
  constants_[value] = tensor;
}

ValueNumbers::Number ValueNumbers::OfValue(ValueId value) {
  if (value == kNoValue) return Intern({kMissing});
  if (numbers_.empty()) numbers_.resize(model_.values.size());
  if (numbers_[value] != kNone) return numbers_[value];
  // An explicit stack: a chain of nodes can be a million long.
  absl::InlinedVector<ValueId, 16> open = {value};
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
  Count(1);
  if (last_node_.graph != graph || last_node_.node != index) {
    const Number number = FindNumber(graph, index);
    last_node_ = {graph, index, number};
  }
  return last_node_.number;
}

ValueNumbers::Number ValueNumbers::FindNumber(graph::GraphId graph, uint32_t index) {
  const graph::Node& node = model_.graphs[graph].nodes[index];
  const Purity purity = PurityOf(node.op);
  const bool is_impure = purity == Purity::kImpure ||
                         (purity == Purity::kImpureInTraining && MayBeInTraining(operators_, node));
  if (is_impure) return OwnNumber(graph, index);
  Words words = {kNode, node.op, node.attributes.size()};
  if (!AddAttributes(node.attributes, words)) return OwnNumber(graph, index);
  for (const ValueId input : node.inputs) words.push_back(OfValue(input));
  return Intern(words);
}

}  // namespace shapewright::rules
