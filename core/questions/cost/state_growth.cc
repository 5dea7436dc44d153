#include "core/questions/cost/state_growth.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/algebra/algebra.h"

namespace shapewright::questions {
namespace {

using graph::ValueId;
using inference::Engine;
using symbolic::Expr;

constexpr int kBitsPerStateByte = 8;

using ValuesByName = HashMap<absl::string_view, ValueId>;

ValuesByName NamesOf(const graph::Model& model, absl::Span<const ValueId> values) {
  ValuesByName names;
  for (const ValueId value : values) {
    if (value != graph::kNoValue) names.emplace(model.values[value].name, value);
  }
  return names;
}

// What the output is called that belongs to an input called `past...`; empty: none.
std::string PresentName(absl::string_view past) {
  const size_t place = past.find("past");
  if (place == absl::string_view::npos) return "";
  absl::string_view rest = past.substr(place);
  for (const absl::string_view word : {"past_key_values", "past"}) {
    if (rest.substr(0, word.size()) != word) continue;
    rest.remove_prefix(word.size());
    break;
  }
  return absl::StrCat(past.substr(0, place), "present", rest);
}

// The only axis along which both differ.
std::optional<size_t> GrowingAxis(const shape::Type& in, const shape::Type& out) {
  const bool are_alike = in.has_rank() && out.has_rank() && in.shape.rank() == out.shape.rank() &&
                         in.element == out.element && shape::ElementBits(in.element) > 0;
  if (!are_alike) return std::nullopt;
  std::optional<size_t> axis;
  for (size_t i = 0; i < in.shape.dims.size(); ++i) {
    if (in.shape.dims[i] == out.shape.dims[i]) continue;
    if (axis) return std::nullopt;
    axis = i;
  }
  return axis;
}

class GrowthFinder {
 public:
  GrowthFinder(Engine& engine, StateGrowth* growth)
      : engine_(engine),
        model_(engine.workspace().model()),
        inputs_(NamesOf(model_, model_.graphs[0].inputs)),
        outputs_(NamesOf(model_, model_.graphs[0].outputs)),
        growth_(*growth) {
    growth_.bytes = growth_.bytes_per_token = 0;
  }

  absl::Status AddNamed(const v1::ModelState& pair) {
    const auto input = inputs_.find(pair.input());
    if (input == inputs_.end()) return NoValue("input", pair.input(), model_.graphs[0].inputs);
    const auto output = outputs_.find(pair.output());
    if (output == outputs_.end()) return NoValue("output", pair.output(), model_.graphs[0].outputs);
    if (!Add(input->second, output->second)) {
      return graph::FieldError("output",
                               "it is not a tensor that is as the input but for one axis");
    }
    return absl::OkStatus();
  }

  void AddRecognized() {
    HashMap<std::string, ValueId> presents;
    for (const auto& [name, value] : outputs_) {
      presents.emplace(absl::StrReplaceAll(name, {{"present_key_values", "present"}}), value);
    }
    for (const ValueId input : model_.graphs[0].inputs) {
      if (input == graph::kNoValue) continue;
      const std::string wanted = PresentName(model_.values[input].name);
      const auto found = presents.find(wanted);
      if (!wanted.empty() && found != presents.end()) Add(input, found->second);
    }
  }

 private:
  absl::Status NoValue(absl::string_view field, absl::string_view name,
                       absl::Span<const ValueId> values) const {
    NearestName nearest(name);
    for (const ValueId value : values) {
      if (value != graph::kNoValue) nearest.Consider(model_.values[value].name);
    }
    return graph::FieldError(field, absl::StrCat("the model has no ", field, " ",
                                                 graph::Quoted(name), nearest.Question()));
  }

  bool Add(ValueId input, ValueId output) {
    const shape::TypeTable& types = engine_.workspace().types();
    const shape::Type& in = types.at(engine_.TypeOf(input));
    const shape::Type& out = types.at(engine_.TypeOf(output));
    const std::optional<size_t> axis = GrowingAxis(in, out);
    if (!axis) return false;
    std::vector<Expr> others;
    for (size_t i = 0; i < out.shape.dims.size(); ++i) {
      if (i != *axis) others.push_back(out.shape.dims[i]);
    }
    const Expr each = Bytes(others, out.element);
    others.push_back(out.shape.dims[*axis]);
    symbolic::ExprArena& arena = engine_.workspace().exprs();
    growth_.bytes_per_token = symbolic::Add(arena, growth_.bytes_per_token, each);
    growth_.bytes = symbolic::Add(arena, growth_.bytes, Bytes(others, out.element));
    arena.TakeOverflow();
    growth_.pairs.push_back({input, output});
    return true;
  }

  Expr Bytes(absl::Span<const Expr> dims, shape::ElementType element) {
    symbolic::ExprArena& arena = engine_.workspace().exprs();
    const Expr elements = symbolic::Product(arena, dims);
    const Expr bits = symbolic::Multiply(arena, shape::ElementBits(element), elements);
    const Expr bytes = symbolic::CeilDiv(arena, bits, kBitsPerStateByte);
    return arena.TakeOverflow() ? Expr() : bytes;
  }

  Engine& engine_;
  const graph::Model& model_;
  const ValuesByName inputs_;
  const ValuesByName outputs_;
  StateGrowth& growth_;
};

}  // namespace

absl::Status FindStateGrowth(const v1::EstimateCostRequest& request, Engine& engine,
                             StateGrowth* growth) {
  GrowthFinder finder(engine, growth);
  for (int i = 0; i < request.states_size(); ++i) {
    absl::Status status = finder.AddNamed(request.states(i));
    if (!status.ok()) return graph::Within(graph::Item("states", i), status);
  }
  if (request.states().empty()) finder.AddRecognized();
  return engine.work().status();
}

}  // namespace shapewright::questions
