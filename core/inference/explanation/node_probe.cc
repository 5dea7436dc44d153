#include "core/inference/explanation/node_probe.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/arena.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using graph::ValueId;
using symbolic::Expr;
using symbolic::Interval;

// A model of one node, whose inputs are the node's operands.
class OneNodeModel {
 public:
  OneNodeModel(Engine& engine, graph::GraphId graph, uint32_t node, bool marks_constants)
      : engine_(engine),
        own_(engine.workspace().model()),
        node_(own_.graphs[graph].nodes[node]),
        marks_constants_(marks_constants) {
    if (engine.given() != nullptr) given_.rules = engine.given()->rules;
  }

  // False if the node is not of a kind that can be inferred alone.
  bool Build();
  // Infers the model. `sources` gets for each dim and element of the outputs the places in the
  // operands that it depends on. False on failure.
  bool Infer(HashMap<ValuePlace, std::vector<ValuePlace>>* sources);

 private:
  bool CanStandAlone() const;
  bool AddOperand(ValueId operand);
  bool AddInput(ValueId operand, const shape::Type& type);
  graph::DeclaredDim MarkDim(const ValuePlace& place, Expr dim);
  void MarkElements(ValueId operand, const std::string& name);
  absl::string_view Keep(const std::string& text) { return graph::CopyText(&model_.memory, text); }
  void Bound(absl::string_view name, Interval bounds);
  std::vector<ValuePlace> PlacesIn(Engine& alone, Expr e) const;
  void AddSources(Engine& alone, ValueId output, ValueId original,
                  HashMap<ValuePlace, std::vector<ValuePlace>>* sources) const;

  Engine& engine_;
  const graph::Model& own_;
  const graph::Node& node_;
  const bool marks_constants_;
  graph::Model model_;
  Given given_;
  HashMap<ValueId, ValueId> renamed_;
  std::vector<ValueId> inputs_;
  // By name of a symbol of this model: the place in an operand that it marks.
  HashMap<std::string, ValuePlace> marks_;
};

bool OneNodeModel::CanStandAlone() const {
  const graph::OperatorName& op = own_.operators[node_.op];
  const bool has_bodies = std::any_of(
      node_.attributes.begin(), node_.attributes.end(), [](const graph::Attribute& attribute) {
        return attribute.kind == graph::AttributeKind::kGraph ||
               attribute.kind == graph::AttributeKind::kGraphs || !attribute.reference.empty();
      });
  const bool is_function = std::any_of(
      own_.functions.begin(), own_.functions.end(), [&op](const graph::Function& function) {
        return function.domain == op.domain && function.name == op.op_type &&
               function.overload == op.overload;
      });
  return !has_bodies && !is_function;
}

bool OneNodeModel::Build() {
  // The node may call any of the functions; opsets are copied.
  if (!engine_.work().Count(own_.functions.size() + own_.opsets.size())) return false;
  if (!CanStandAlone()) return false;
  model_.ir_version = own_.ir_version;
  model_.opsets = own_.opsets;
  model_.operators = {own_.operators[node_.op]};
  graph::Node node = node_;
  node.op = 0;
  std::vector<ValueId> operands;
  for (const ValueId operand : node_.inputs) {
    if (operand != graph::kNoValue && !renamed_.contains(operand) && !AddOperand(operand)) {
      return false;
    }
    operands.push_back(operand == graph::kNoValue ? operand : renamed_[operand]);
  }
  std::vector<ValueId> outputs;
  for (size_t i = 0; i < node_.outputs.size(); ++i) {
    graph::Value output;
    output.origin = graph::ValueOrigin::kNode;
    output.producer_output = static_cast<uint32_t>(i);
    const bool is_wanted = node_.outputs[i] != graph::kNoValue;
    outputs.push_back(is_wanted ? static_cast<ValueId>(model_.values.size()) : graph::kNoValue);
    if (is_wanted) model_.values.push_back(output);
  }
  node.inputs = graph::CopyToArena(&model_.memory, operands);
  node.outputs = graph::CopyToArena(&model_.memory, outputs);
  graph::Graph main;
  main.nodes = graph::CopyToArena(&model_.memory, std::vector<graph::Node>{node});
  main.inputs = graph::CopyToArena(&model_.memory, inputs_);
  main.end_value = static_cast<ValueId>(model_.values.size());
  main.end_graph = 1;
  model_.graphs.push_back(main);
  model_.node_count = 1;
  return true;
}

bool OneNodeModel::AddOperand(ValueId operand) {
  const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(operand));
  const auto renamed = static_cast<ValueId>(model_.values.size());
  renamed_.emplace(operand, renamed);
  const graph::Tensor* const tensor = engine_.ConstantOf(operand);
  const bool is_weight = shape::IsFloat(type.element) && marks_constants_;
  if (tensor != nullptr && !is_weight) {
    graph::Value constant;
    constant.name = Keep(absl::StrCat("o", renamed));
    constant.origin = graph::ValueOrigin::kInitializer;
    constant.constant = tensor;
    model_.values.push_back(constant);
    return true;
  }
  return type.kind == shape::TypeKind::kTensor && type.shape.has_rank && AddInput(operand, type);
}

bool OneNodeModel::AddInput(ValueId operand, const shape::Type& type) {
  const std::string name = absl::StrCat("o", model_.values.size());
  std::vector<graph::DeclaredDim> dims;
  dims.reserve(type.shape.dims.size());
  for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
    dims.push_back(
        MarkDim({operand, static_cast<int32_t>(axis), ValuePlace::kNone}, type.shape.dims[axis]));
  }
  auto* declared = graph::New<graph::DeclaredType>(&model_.memory);
  declared->kind = type.kind;
  declared->element = type.element;
  declared->has_shape = true;
  declared->dims = graph::CopyToArena(&model_.memory, dims);
  graph::Value input;
  input.name = Keep(name);
  input.origin = graph::ValueOrigin::kInput;
  input.producer = static_cast<uint32_t>(inputs_.size());
  input.declared = declared;
  inputs_.push_back(static_cast<ValueId>(model_.values.size()));
  model_.values.push_back(input);
  MarkElements(operand, name);
  return true;
}

// Sizes 0 and 1 stay as they are: most operators treat them specially.
graph::DeclaredDim OneNodeModel::MarkDim(const ValuePlace& place, Expr dim) {
  graph::DeclaredDim declared;
  if (dim.is_constant() && (!marks_constants_ || dim.constant() <= 1)) {
    declared.has_size = true;
    declared.size = dim.constant();
    return declared;
  }
  std::string name = absl::StrCat("p", marks_.size());
  declared.text = Keep(name);
  const Interval bounds =
      dim.is_constant() ? Interval::AtLeast(2) : engine_.workspace().exprs().Bounds(dim);
  Bound(declared.text, Intersect(bounds, Interval::Size()));
  marks_.emplace(std::move(name), place);
  return declared;
}

void OneNodeModel::MarkElements(ValueId operand, const std::string& name) {
  const absl::Span<const Expr> elements = engine_.ElementsOf(operand);
  const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(operand));
  if (!shape::IsInteger(type.element) && type.element != shape::ElementType::kBool) return;
  const bool is_scalar = type.shape.dims.empty();
  for (size_t i = 0; i < elements.size(); ++i) {
    const std::string element =
        is_scalar ? absl::StrCat(name, "[]") : absl::StrCat(name, "[", i, "]");
    const Expr value = engine_.workspace().facts().Finalize(elements[i]);
    if (value.is_unknown()) continue;
    marks_.emplace(element, ValuePlace{operand, ValuePlace::kNone, static_cast<int32_t>(i)});
    if (shape::IsInteger(type.element)) {
      Bound(Keep(element), engine_.workspace().exprs().Bounds(value));
    }
  }
}

void OneNodeModel::Bound(absl::string_view name, Interval bounds) {
  if (bounds == Interval::All() || bounds.is_empty()) return;
  Given::Symbol symbol;
  symbol.name = name;
  symbol.bounds = bounds;
  given_.AddSymbol(std::move(symbol));
}

bool OneNodeModel::Infer(HashMap<ValuePlace, std::vector<ValuePlace>>* sources) {
  InferOptions options;
  options.work = &engine_.work();
  Engine alone(model_, options, &given_);
  if (!alone.Run().ok()) return false;
  const auto& found = alone.workspace().diagnostics();
  const bool is_refused = std::any_of(found.begin(), found.end(), [](const rules::Diagnostic& d) {
    return d.severity == rules::Severity::kError;
  });
  if (is_refused) return false;
  const absl::Span<const ValueId> outputs = model_.graphs[0].nodes[0].outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] != graph::kNoValue) AddSources(alone, outputs[i], node_.outputs[i], sources);
  }
  return true;
}

std::vector<ValuePlace> OneNodeModel::PlacesIn(Engine& alone, Expr e) const {
  std::vector<ValuePlace> places;
  const symbolic::ExprArena& arena = alone.workspace().exprs();
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(arena, {e})) {
    const auto mark = marks_.find(arena.symbol(id).name);
    if (mark != marks_.end()) places.push_back(mark->second);
  }
  return places;
}

void OneNodeModel::AddSources(Engine& alone, ValueId output, ValueId original,
                              HashMap<ValuePlace, std::vector<ValuePlace>>* sources) const {
  const shape::Type& type = alone.workspace().types().at(alone.TypeOf(output));
  if (type.is_tensor() && type.shape.has_rank) {
    for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
      const ValuePlace place{original, static_cast<int32_t>(axis), ValuePlace::kNone};
      sources->emplace(place, PlacesIn(alone, type.shape.dims[axis]));
    }
  }
  const absl::Span<const Expr> elements = alone.ElementsOf(output);
  for (size_t i = 0; i < elements.size(); ++i) {
    const Expr element = alone.workspace().facts().Finalize(elements[i]);
    if (element.is_unknown()) continue;
    sources->emplace(ValuePlace{original, ValuePlace::kNone, static_cast<int32_t>(i)},
                     PlacesIn(alone, element));
  }
}

}  // namespace

const shape::Type& TensorTypeOf(Engine& engine, ValueId value) {
  const shape::TypeTable& types = engine.workspace().types();
  shape::TypeId id = engine.TypeOf(value);
  const auto holds_one = [&types](shape::TypeId holder) {
    const shape::TypeKind kind = types.at(holder).kind;
    return kind == shape::TypeKind::kSequence || kind == shape::TypeKind::kOptional;
  };
  while (holds_one(id)) id = types.at(id).inner;
  return types.at(id);
}

Expr ExprAt(Engine& engine, const ValuePlace& place) {
  rules::Workspace& workspace = engine.workspace();
  if (place.axis != ValuePlace::kNone) {
    const shape::Type& type = TensorTypeOf(engine, place.value);
    const bool has_axis = type.has_rank() && place.axis < type.shape.rank();
    return has_axis ? type.shape.dims[static_cast<size_t>(place.axis)] : Expr();
  }
  const absl::Span<const Expr> elements = engine.ElementsOf(place.value);
  const auto element = static_cast<size_t>(place.element);
  return element < elements.size() ? workspace.facts().Finalize(elements[element]) : Expr();
}

NodeProbe::Findings NodeProbe::Probe(graph::GraphId graph, uint32_t node, bool marks_constants) {
  Findings findings;
  OneNodeModel model(engine_, graph, node, marks_constants);
  findings.is_known = model.Build() && model.Infer(&findings.sources);
  return findings;
}

const NodeProbe::Findings& NodeProbe::FindingsOf(graph::GraphId graph, uint32_t node,
                                                 bool marks_constants) {
  const auto key = std::make_tuple(graph, node, marks_constants);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(key, Probe(graph, node, marks_constants)).first->second;
}

std::optional<std::vector<ValuePlace>> NodeProbe::SourcesOf(const ValuePlace& place) {
  const graph::Value& value = engine_.workspace().model().values[place.value];
  if (value.origin != graph::ValueOrigin::kNode) return std::nullopt;
  const bool is_constant = ExprAt(engine_, place).is_constant();
  std::optional<std::vector<ValuePlace>> sources;
  // Marks constants too, as a constant result is made of constants. If the node then cannot be
  // inferred, it needs their values: probe again with the constants as they are.
  for (const bool marks_constants : {true, false}) {
    if (marks_constants && !is_constant) continue;
    const Findings& findings = FindingsOf(value.graph, value.producer, marks_constants);
    const auto found = findings.sources.find(place);
    if (!findings.is_known || found == findings.sources.end()) continue;
    sources = found->second;
    if (!sources->empty()) break;
  }
  return sources;
}

}  // namespace shapewright::inference
