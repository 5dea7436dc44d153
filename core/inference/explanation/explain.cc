#include "core/inference/explanation/explain.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/bodies.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/text/node_text.h"
#include "core/shape/text/print.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using graph::FieldError;
using graph::ValueId;
using graph::ValueOrigin;
using symbolic::Expr;
using symbolic::Site;

// Longer chains are cut at their beginning.
constexpr size_t kMaxSteps = 4096;
// Limit on the places that one Explainer looks at.
constexpr size_t kMaxLinks = 50'000;
// Limit on the elements of one operand that are compared.
constexpr uint32_t kMaxElements = 64;
// Approximate operations per place, besides inferring its node alone.
constexpr uint64_t kCountPerLink = 64;

HashSet<symbolic::SymbolId> SymbolsIn(const symbolic::ExprArena& arena, Expr e) {
  const auto symbols = symbolic::ReachableSymbols(arena, {e});
  return {symbols.begin(), symbols.end()};
}

// The number of a body's outputs before those of its node: 1 for the condition of a Loop.
size_t LeadingOutputs(const rules::ModelOperators& operators, const graph::Node& node) {
  return operators.TraitsOf(node.op).bodies == rules::Bodies::kLoop ? 1 : 0;
}

}  // namespace

Explainer::Explainer(Engine& engine, const FactReport& report)
    : engine_(engine),
      report_(report),
      model_(engine.workspace().model()),
      texts_(engine.workspace().exprs()),
      writer_(engine.workspace().exprs(), engine.workspace().types(), texts_),
      probe_(engine),
      body_attributes_(graph::AttributesOfBodies(model_)) {}

std::string Explainer::TextOf(Expr expr) const {
  if (expr.is_unknown()) return "?";
  return symbolic::ToString(engine_.workspace().exprs(), expr);
}

std::string Explainer::TextOf(const ValuePlace& place) const {
  const absl::string_view name = model_.values[place.value].name;
  if (place.axis != ValuePlace::kNone) return absl::StrCat("axis ", place.axis, " of ", name);
  return absl::StrCat("element ", place.element, " of ", name);
}

Site Explainer::SiteOf(const ValuePlace& place) const {
  const graph::Value& value = model_.values[place.value];
  Site site;
  site.graph = static_cast<int32_t>(value.graph);
  if (value.origin == ValueOrigin::kInput) site.input = static_cast<int32_t>(value.producer);
  if (value.origin == ValueOrigin::kNode) {
    site.node = static_cast<int32_t>(value.producer);
    site.output = static_cast<int32_t>(value.producer_output);
  }
  site.axis = place.axis;
  site.element = place.element;
  return site;
}

const Explainer::Link& Explainer::LinkOf(const ValuePlace& place) {
  const auto known = links_.find(place);
  if (known != links_.end()) return known->second;
  static const Link* const kNotFollowed = new Link{{}, "not followed any further"};
  if (links_.size() >= kMaxLinks || !engine_.work().Count(kCountPerLink)) return *kNotFollowed;
  const bool is_node = model_.values[place.value].origin == ValueOrigin::kNode;
  Link link = is_node ? LinkOfNode(place) : LinkOfInput(place);
  engine_.work().Count(link.sources.size() + link.message.size() / kBytesPerCount);
  return links_.emplace(place, std::move(link)).first->second;
}

Explainer::Link Explainer::LinkOfInput(const ValuePlace& place) const {
  const graph::Value& value = model_.values[place.value];
  const std::string found = TextOf(ExprAt(engine_, place));
  if (value.origin != ValueOrigin::kInput) {
    return {{}, absl::StrCat(TextOf(place), ", a constant, is ", found)};
  }
  if (value.graph != 0) {
    return {OuterSources(place), absl::StrCat(TextOf(place), ", an input of a body, is ", found)};
  }
  const shape::Type& declared =
      engine_.workspace().types().at(engine_.DeclaredInputType(value.producer));
  if (place.axis == ValuePlace::kNone || !declared.has_rank() ||
      place.axis >= declared.shape.rank()) {
    return {{}, absl::StrCat(TextOf(place), ", an input, is ", found)};
  }
  const std::string said = TextOf(declared.shape.dims[static_cast<size_t>(place.axis)]);
  return {{},
          absl::StrCat(TextOf(place), ", an input, is declared as ", said,
                       said == found ? "" : absl::StrCat(", and must be ", found))};
}

std::vector<ValuePlace> Explainer::PlacesOf(ValueId value) const {
  std::vector<ValuePlace> places;
  const shape::Type& type = TensorTypeOf(engine_, value);
  for (int32_t axis = 0; type.has_rank() && axis < type.shape.rank(); ++axis) {
    places.push_back({value, axis, ValuePlace::kNone});
  }
  const size_t elements = std::min<size_t>(engine_.ElementsOf(value).size(), kMaxElements);
  for (size_t i = 0; i < elements; ++i) {
    places.push_back({value, ValuePlace::kNone, static_cast<int32_t>(i)});
  }
  return places;
}

// For nodes that NodeProbe cannot infer: a place of an operand with an equal expression, else all
// that share symbols with it.
std::vector<ValuePlace> Explainer::SourcesByExpression(const graph::Node& node, Expr expr) const {
  std::vector<ValuePlace> related;
  const auto wanted = SymbolsIn(engine_.workspace().exprs(), expr);
  for (const ValueId operand : node.inputs) {
    if (operand == graph::kNoValue) continue;
    for (const ValuePlace& place : PlacesOf(operand)) {
      if (!engine_.work().Count(kCountPerLink)) return related;
      const Expr other = ExprAt(engine_, place);
      if (other.is_unknown() || !other.is_symbolic()) continue;
      if (other == expr) return {place};
      const auto own = SymbolsIn(engine_.workspace().exprs(), other);
      const bool shares = std::any_of(
          own.begin(), own.end(), [&wanted](symbolic::SymbolId id) { return wanted.contains(id); });
      if (shares) related.push_back(place);
    }
  }
  return related;
}

// The same axis of a value that enters or leaves a body as a whole, or in slices along axis 0.
std::vector<ValuePlace> Explainer::Through(ValueId value, const ValuePlace& place) const {
  if (value == graph::kNoValue) return {};
  ValuePlace source{value, place.axis, place.element};
  const shape::Type& type = TensorTypeOf(engine_, value);
  const shape::Type& own = TensorTypeOf(engine_, place.value);
  if (place.axis != ValuePlace::kNone && type.has_rank() && own.has_rank()) {
    source.axis += type.shape.rank() - own.shape.rank();
  }
  const bool is_there = source.axis >= 0 || place.axis == ValuePlace::kNone;
  if (!is_there || ExprAt(engine_, source).is_unknown()) return {};
  return {source};
}

// For a result of If, Loop or Scan: the places in the outputs of its bodies.
std::vector<ValuePlace> Explainer::BodySources(const ValuePlace& place) const {
  const graph::Value& value = model_.values[place.value];
  const graph::Node& node = model_.graphs[value.graph].nodes[value.producer];
  const size_t output =
      value.producer_output + LeadingOutputs(engine_.workspace().operators(), node);
  std::vector<ValuePlace> sources;
  for (const graph::Attribute& attribute : node.attributes) {
    if (attribute.kind != graph::AttributeKind::kGraph) continue;
    const auto& outputs = model_.graphs[attribute.graph].outputs;
    if (output >= outputs.size()) continue;
    for (const ValuePlace& source : Through(outputs[output], place)) sources.push_back(source);
  }
  return sources;
}

// For an input of a body: the place in the operand of Loop or Scan.
std::vector<ValuePlace> Explainer::OuterSources(const ValuePlace& place) const {
  const graph::Value& value = model_.values[place.value];
  const graph::Graph& body = model_.graphs[value.graph];
  if (!body_attributes_.contains(value.graph)) return {};
  const graph::Node& node = model_.graphs[body.parent].nodes[body.owner_node];
  if (value.producer >= node.inputs.size()) return {};
  return Through(node.inputs[value.producer], place);
}

std::vector<ValuePlace> Explainer::ConstantElement(const graph::Node& node, Expr expr) const {
  for (const ValueId operand : node.inputs) {
    if (operand == graph::kNoValue) continue;
    for (const ValuePlace& place : PlacesOf(operand)) {
      if (place.element != ValuePlace::kNone && ExprAt(engine_, place) == expr) return {place};
    }
  }
  return {};
}

std::vector<ValuePlace> Explainer::SourcesOf(const ValuePlace& place, Expr expr) {
  const graph::Value& value = model_.values[place.value];
  const graph::Node& node = model_.graphs[value.graph].nodes[value.producer];
  if (std::vector<ValuePlace> inner = BodySources(place); !inner.empty()) return inner;
  std::optional<std::vector<ValuePlace>> sources = probe_.SourcesOf(place);
  if (!sources) return SourcesByExpression(node, expr);
  if (!sources->empty()) return *std::move(sources);
  // The node inferred alone may give less than it did within the model.
  return expr.is_constant() ? ConstantElement(node, expr) : SourcesByExpression(node, expr);
}

Explainer::Link Explainer::LinkOfNode(const ValuePlace& place) {
  const Expr expr = ExprAt(engine_, place);
  const std::string node = NodeText(model_, SiteOf(place));
  std::vector<ValuePlace> sources = SourcesOf(place, expr);
  const auto kept = std::find_if(sources.begin(), sources.end(), [&](const ValuePlace& source) {
    return !expr.is_unknown() && ExprAt(engine_, source) == expr;
  });
  if (kept != sources.end()) {
    const ValuePlace source = *kept;
    return {{source}, absl::StrCat(node, " takes ", TextOf(expr), " from ", TextOf(source))};
  }
  const auto source_text = [this](std::string* out, const ValuePlace& source) {
    absl::StrAppend(out, TextOf(ExprAt(engine_, source)), " (", TextOf(source), ")");
  };
  std::string message = absl::StrCat(node, " makes ", TextOf(expr));
  if (!sources.empty()) {
    absl::StrAppend(&message, " of ", absl::StrJoin(sources, ", ", source_text));
  } else {
    const symbolic::Symbol* const own = engine_.workspace().exprs().AsSymbol(expr);
    if (own != nullptr && !own->reason.empty()) absl::StrAppend(&message, ": ", own->reason);
  }
  return {std::move(sources), std::move(message)};
}

std::vector<ValuePlace> Explainer::Chain(const ValuePlace& last) {
  std::vector<ValuePlace> chain;
  HashSet<ValuePlace> seen = {last};
  // A depth-first walk with its own stack: each open place with the number of its sources visited
  // so far.
  std::vector<std::pair<ValuePlace, size_t>> open = {{last, 0}};
  while (!open.empty()) {
    auto& [place, next] = open.back();
    const std::vector<ValuePlace>& sources = LinkOf(place).sources;
    const bool goes_on = engine_.work().Count(2);
    if (next == sources.size() || seen.size() >= kMaxSteps || !goes_on) {
      chain.push_back(place);
      open.pop_back();
      continue;
    }
    const ValuePlace source = sources[next++];
    if (seen.insert(source).second) open.emplace_back(source, 0);
  }
  return chain;
}

void Explainer::AddSteps(const std::vector<ValuePlace>& chain, v1::Explanation* out) {
  HashMap<ValuePlace, uint32_t> numbers;
  for (const ValuePlace& place : chain) {
    numbers.emplace(place, static_cast<uint32_t>(out->steps_size()));
    v1::ExplanationStep* step = AddStep(SiteOf(place), ExprAt(engine_, place), out);
    const Link& link = LinkOf(place);
    if (!engine_.work().Count(1 + link.sources.size() + link.message.size() / kBytesPerCount)) {
      return;
    }
    step->set_message(link.message);
    for (const ValuePlace& source : link.sources) {
      const auto number = numbers.find(source);
      if (number != numbers.end()) step->add_from_steps(number->second);
    }
  }
}

v1::ExplanationStep* Explainer::AddStep(const Site& site, Expr expr, v1::Explanation* out) const {
  WireWriter bytes;
  answer::MessageWriter::PutSite(v1::ExplanationStep::kSiteFieldNumber, site,
                                 SiteNamesOf(model_, site), bytes);
  if (!expr.is_unknown()) {
    writer_.PutAmount(v1::ExplanationStep::kAmountFieldNumber, expr, bytes);
  }
  v1::ExplanationStep* const step = out->add_steps();
  step->MergeFromString(bytes.Take());
  return step;
}

void Explainer::AddFacts(const std::vector<ValuePlace>& chain, v1::Explanation* out) const {
  HashSet<std::pair<int32_t, int32_t>> nodes;
  for (const ValuePlace& place : chain) {
    const Site site = SiteOf(place);
    if (site.node != Site::kNone) nodes.insert({site.graph, site.node});
  }
  const auto& facts = report_.facts();
  engine_.work().Count(facts.size());
  for (size_t i = 0; i < facts.size(); ++i) {
    const Site& site = facts[i].source.left;
    if (nodes.contains({site.graph, site.node})) out->add_facts(static_cast<uint32_t>(i));
  }
}

absl::Status Explainer::ExplainType(ValueId value, v1::Explanation* out) {
  WireWriter bytes;
  const size_t begin = bytes.Begin(v1::Explanation::kTypeFieldNumber);
  writer_.PutTypeContent(engine_.TypeOf(value), bytes);
  bytes.End(begin);
  if (!out->MergeFromString(bytes.Take())) return absl::InternalError("a type is malformed");
  // One chain for all axes together.
  std::vector<ValuePlace> all;
  HashSet<ValuePlace> seen;
  for (const ValuePlace& place : PlacesOf(value)) {
    if (place.axis != ValuePlace::kNone) Join(Chain(place), seen, all);
  }
  AddSteps(all, out);
  AddFacts(all, out);
  v1::ExplanationStep* const last = AddStep(SiteOf({value}), Expr(), out);
  last->set_message(
      absl::StrCat(model_.values[value].name, " is ",
                   shape::FormatType(engine_.workspace().types(), engine_.TypeOf(value),
                                     engine_.workspace().exprs())));
  for (size_t i = 0; i < all.size(); ++i) {
    const bool is_own = all[i].value == value && all[i].axis != ValuePlace::kNone;
    if (is_own) last->add_from_steps(static_cast<uint32_t>(i));
  }
  return absl::OkStatus();
}

std::optional<ValuePlace> Explainer::PlaceOf(const Site& site) const {
  if (site.axis == Site::kNone && site.element == Site::kNone) return std::nullopt;
  const graph::Graph& graph = model_.graphs[static_cast<size_t>(site.graph)];
  const graph::Node* const node =
      site.node == Site::kNone ? nullptr : &graph.nodes[static_cast<size_t>(site.node)];
  const auto at = [](const auto& values, int32_t index) {
    const auto place = static_cast<size_t>(index);
    return place < values.size() ? values[place] : graph::kNoValue;
  };
  ValueId value = graph::kNoValue;
  if (site.input != Site::kNone) {
    value = node != nullptr ? at(node->inputs, site.input) : at(graph.inputs, site.input);
  } else if (site.output != Site::kNone) {
    value = node != nullptr ? at(node->outputs, site.output) : at(graph.outputs, site.output);
  }
  if (value == graph::kNoValue) return std::nullopt;
  return ValuePlace{value, site.axis, site.element};
}

void Explainer::Join(const std::vector<ValuePlace>& chain, HashSet<ValuePlace>& seen,
                     std::vector<ValuePlace>& all) {
  for (const ValuePlace& place : chain) {
    if (seen.insert(place).second) all.push_back(place);
  }
}

void Explainer::AddSide(absl::string_view side, Expr expr, const Site& site,
                        const std::vector<ValuePlace>& chain, v1::Explanation* out) const {
  v1::ExplanationStep* const step = AddStep(site, expr, out);
  std::string message = absl::StrCat("the ", side, " side is ", TextOf(expr));
  const std::optional<ValuePlace> place = PlaceOf(site);
  const auto found = place ? std::find(chain.begin(), chain.end(), *place) : chain.end();
  if (found != chain.end()) {
    absl::StrAppend(&message, ", from ", TextOf(*place));
    step->add_from_steps(static_cast<uint32_t>(found - chain.begin()));
  }
  step->set_message(std::move(message));
}

absl::Status Explainer::ExplainFact(uint32_t number, v1::Explanation* out) {
  const auto& facts = report_.facts();
  if (number >= facts.size()) {
    return FieldError("fact", absl::StrCat("there are ", facts.size(), " facts"));
  }
  const ReportedFact& fact = facts[number];
  std::vector<ValuePlace> all;
  HashSet<ValuePlace> seen;
  for (const Site& site : {fact.source.left, fact.source.right}) {
    if (const auto place = PlaceOf(site)) Join(Chain(*place), seen, all);
  }
  AddSteps(all, out);
  AddFacts(all, out);
  auto& rests_on = *out->mutable_facts();
  rests_on.erase(std::remove(rests_on.begin(), rests_on.end(), number), rests_on.end());
  AddSide("left", fact.left, fact.source.left, all, out);
  AddSide("right", fact.right, fact.source.right, all, out);
  return absl::OkStatus();
}

absl::StatusOr<ValuePlace> Explainer::FindPlace(const v1::ExplainQuestion& question) {
  const v1::ValueRef& value = question.value();
  if (value.name().empty()) {
    return graph::Within("value",
                         FieldError("name", "is missing: an axis or element is one of a value"));
  }
  if (value.graph() >= model_.graphs.size()) {
    return graph::Within(
        "value",
        FieldError("graph", absl::StrCat("the model has ", model_.graphs.size(), " graphs")));
  }
  engine_.work().Count(model_.values.size());
  const auto found =
      std::find_if(model_.values.begin(), model_.values.end(), [&value](const graph::Value& known) {
        return known.graph == value.graph() && known.origin != ValueOrigin::kUndefined &&
               known.name == value.name();
      });
  if (found == model_.values.end()) {
    return graph::Within("value", FieldError("name", absl::StrCat("the graph has no value ",
                                                                  graph::Quoted(value.name()))));
  }
  ValuePlace place;
  place.value = static_cast<ValueId>(found - model_.values.begin());
  if (question.has_element()) {
    // What no int32 holds is no element either.
    place.element = static_cast<int32_t>(std::min<uint32_t>(question.element(), INT32_MAX));
    if (ExprAt(engine_, place).is_unknown()) {
      return FieldError("element", "nothing is known of this element");
    }
  } else if (question.has_axis()) {
    const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(place.value));
    const int64_t rank = type.has_rank() ? type.shape.rank() : 0;
    if (question.axis() < -rank || question.axis() >= rank) {
      return FieldError(
          "axis", absl::StrCat(
                      "there is no axis ", question.axis(), " in a shape of ",
                      type.has_rank() ? absl::StrCat("rank ", rank) : std::string("unknown rank")));
    }
    place.axis =
        static_cast<int32_t>(question.axis() < 0 ? question.axis() + rank : question.axis());
  }
  return place;
}

absl::Status Explainer::Explain(const v1::ExplainQuestion& question, v1::Explanation* out) {
  if (question.has_axis() && question.has_element()) {
    return FieldError("element", "a question is about an axis or an element");
  }
  if (question.has_fact()) {
    if (question.has_value() || question.has_axis() || question.has_element()) {
      return FieldError("fact", "a question is about a fact or a value");
    }
    return ExplainFact(question.fact(), out);
  }
  const absl::StatusOr<ValuePlace> place = FindPlace(question);
  if (!place.ok()) return place.status();
  if (!question.has_element() && !question.has_axis()) return ExplainType(place->value, out);
  WireWriter bytes;
  writer_.PutAmount(v1::Explanation::kAmountFieldNumber, ExprAt(engine_, *place), bytes);
  out->MergeFromString(bytes.Take());
  const std::vector<ValuePlace> chain = Chain(*place);
  AddSteps(chain, out);
  AddFacts(chain, out);
  return absl::OkStatus();
}

}  // namespace shapewright::inference
