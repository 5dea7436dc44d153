#include "core/questions/rewrite/rebatch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/questions/rewrite/batch_edits.h"
#include "core/questions/rewrite/batch_movement.h"
#include "core/questions/rewrite/batch_node.h"
#include "core/questions/rewrite/batch_rules.h"
#include "core/questions/rewrite/batch_sizes.h"
#include "core/rules/rewrite/operator_form.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Graph;
using graph::GraphId;
using graph::Item;
using graph::kNoValue;
using graph::Node;
using graph::ValueId;
using graph::Within;
using rules::RowForm;

constexpr char kDefaultSymbol[] = "N";

class Rebatcher {
 public:
  explicit Rebatcher(RewriteDraft& draft)
      : draft_(draft), model_(draft.model()), states_(model_.values.size()) {}

  absl::Status Run(const v1::RewriteModelRequest& request, BatchChoices& choices, bool lists_all) {
    absl::Status status = request.axes().empty() ? FindAxes() : ReadAxes(request);
    if (!status.ok() || inputs_.empty()) return status;
    const Graph& main = model_.graphs[0];
    BatchEdits edits(draft_, choices, inputs_[0], states_[inputs_[0]].axis);
    FindCaptures();
    for (uint32_t place = 0; place < main.nodes.size() && !draft_.is_stopped(); ++place) {
      Pass(main.NodeAt(place), edits);
      if (draft_.response().refused() && !lists_all) return absl::OkStatus();
    }
    CheckOutputs(choices);
    v1::RewriteModelResponse& response = draft_.response();
    if (response.refused()) return absl::OkStatus();
    response.set_batch_size(batch_);
    for (const ValueId input : main.inputs) {
      if (states_[input].is_rows()) Declare(input, v1::ShapeEdit::PLACE_INPUT);
    }
    for (ValueId id = main.first_value; id < main.end_value; ++id) {
      draft_.engine().work().Count();
      if (model_.values[id].graph == 0 && states_[id].is_rows()) Tell(id);
    }
    draft_.RemoveUnread();
    return absl::OkStatus();
  }

 private:
  std::optional<int64_t> SizeOf(ValueId value, size_t axis, std::string* why) const {
    inference::Engine& engine = draft_.engine();
    const shape::Type& type = engine.workspace().types().at(engine.TypeOf(value));
    if (type.kind != shape::TypeKind::kTensor || !type.shape.has_rank ||
        axis >= type.shape.dims.size()) {
      *why = "it has no such axis";
    } else if (!type.shape.dims[axis].is_constant()) {
      *why = "its size is no number: it may be any already";
    } else if (type.shape.dims[axis].constant() < 1) {
      *why = "its size is 0";
    } else {
      return type.shape.dims[axis].constant();
    }
    return std::nullopt;
  }

  // Axis 0 of all inputs.
  absl::Status FindAxes() {
    for (const ValueId input : model_.graphs[0].inputs) {
      if (model_.values[input].constant != nullptr) continue;
      inference::Engine& engine = draft_.engine();
      const shape::Type& type = engine.workspace().types().at(engine.TypeOf(input));
      if (type.has_rank() && type.shape.dims.empty()) continue;
      std::string why;
      const auto size = SizeOf(input, 0, &why);
      if (!size) return RefuseInput(input, why);
      if (!AddInput(input, 0, *size)) {
        return RefuseInput(input, absl::StrCat("axis 0 has the size ", *size, ", that of another ",
                                               "input has ", batch_, "; say which axes are meant"));
      }
    }
    if (!inputs_.empty()) return absl::OkStatus();
    return FieldError("axes", "no input has an axis");
  }

  absl::Status RefuseInput(ValueId input, absl::string_view why) {
    symbolic::Site site;
    site.input = static_cast<int32_t>(model_.values[input].producer);
    draft_.AddGap(site, why);
    draft_.response().set_refused(true);
    inputs_.clear();
    return absl::OkStatus();
  }

  absl::Status ReadAxes(const v1::RewriteModelRequest& request) {
    for (int i = 0; i < request.axes_size(); ++i) {
      const v1::BatchAxis& axis = request.axes(i);
      draft_.engine().work().Count();
      const auto fail = [&](absl::string_view field, absl::string_view why) {
        return Within(Item("axes", i), FieldError(field, why));
      };
      if (axis.symbol() != request.axes(0).symbol()) return fail("symbol", "one symbol is for all");
      const Graph& main = model_.graphs[0];
      const auto* const found =
          std::find_if(main.inputs.begin(), main.inputs.end(), [&](ValueId input) {
            return model_.values[input].name == axis.input() &&
                   model_.values[input].constant == nullptr;
          });
      if (found == main.inputs.end()) return fail("input", "there is no such input");
      std::string why;
      const auto size = SizeOf(*found, axis.axis(), &why);
      if (!size) return fail("axis", why);
      if (states_[*found].is_rows()) return fail("input", "it stands twice");
      if (!AddInput(*found, axis.axis(), *size)) return fail("axis", "its size is another");
    }
    if (!request.axes(0).symbol().empty()) symbol_ = request.axes(0).symbol();
    return absl::OkStatus();
  }

  // False: its size is another than that of the others.
  bool AddInput(ValueId input, size_t axis, int64_t size) {
    if (!inputs_.empty() && size != batch_) return false;
    batch_ = size;
    inputs_.push_back(input);
    states_[input] = BatchState::Rows(axis, 1);
    return true;
  }

  // The values of the main graph that bodies of a node read.
  void FindCaptures() {
    for (GraphId id = 1; id < model_.graphs.size() && !draft_.is_stopped(); ++id) {
      GraphId outer = id;
      while (model_.graphs[outer].parent != 0 && model_.graphs[outer].parent != graph::kNoGraph) {
        outer = model_.graphs[outer].parent;
      }
      if (model_.graphs[outer].parent == graph::kNoGraph) continue;
      std::vector<ValueId>& captured = captures_[model_.graphs[outer].owner_node];
      const auto add = [&](ValueId value) {
        draft_.engine().work().Count();
        if (value != kNoValue && model_.values[value].graph == 0) captured.push_back(value);
      };
      for (const Node& node : model_.graphs[id].nodes) {
        for (const ValueId input : node.inputs) add(input);
      }
      for (const ValueId output : model_.graphs[id].outputs) add(output);
    }
  }

  void Pass(uint32_t index, BatchEdits& edits) {
    const Node& node = model_.graphs[0].nodes[index];
    BatchNode batch_node(draft_, index, batch_, states_);
    draft_.engine().work().Count(1 + node.inputs.size());
    bool is_free = true;
    bool has_rows = false;
    for (size_t i = 0; i < batch_node.input_count(); ++i) {
      if (batch_node.IsFree(i)) continue;
      is_free = false;
      has_rows |= batch_node.IsRows(i);
      if (batch_node.StateOf(i).kind == BatchState::Kind::kRefused) {
        return batch_node.SetAll(BatchState::Refused());
      }
    }
    const auto captured = captures_.find(index);
    if (captured != captures_.end()) {
      for (const ValueId value : captured->second) {
        draft_.engine().work().Count();
        if (!states_[value].is_free()) {
          return batch_node.Refuse("its bodies read the batch; how rows pass is not known");
        }
      }
    }
    if (is_free) return;
    const rules::ModelOperators& operators = draft_.engine().workspace().operators();
    const bool is_own =
        operators.FunctionOf(node.op) != nullptr || operators.RequestRuleOf(node.op) != nullptr;
    const RowForm form = is_own ? RowForm::kUnknown : rules::RowFormOf(model_.operators[node.op]);
    if (!draft_.IsPure(node) || form == RowForm::kUnknown) {
      return batch_node.Refuse("how rows pass through this operator is not known");
    }
    if (form == RowForm::kShapeOf || !has_rows) return PassSizes(form, batch_node);
    if (!PassThroughMovement(form, batch_node, edits)) {
      PassThroughNumbers(form, batch_node, edits);
    }
  }

  // A caller finds the rows of an output only if the batch is the outermost of its axis, and does
  // not share the axis because of a choice. What tells the size of the batch has no rows at all.
  void CheckOutputs(const BatchChoices& choices) {
    for (const ValueId output : model_.graphs[0].outputs) {
      draft_.engine().work().Count();
      if (output == kNoValue) continue;
      const BatchState& state = states_[output];
      const bool tells =
          std::find(state.tells.begin(), state.tells.end(), true) != state.tells.end();
      if (!tells && state.outer == 1 && (state.factor == 1 || choices.empty())) continue;
      // A node makes it: inputs and constants that are passed on are not refused.
      BatchNode(draft_, model_.values[output].producer, batch_, states_)
          .Refuse(tells
                      ? "its result, an output, tells the size of the batch, which a row does not "
                        "have"
                      : "it mixes rows: in its result, an output, the batch shares an axis with "
                        "others");
    }
  }

  void Tell(ValueId id) {
    const BatchState& state = states_[id];
    v1::BatchedValue& told = *draft_.response().add_batched();
    told.set_value(std::string(model_.values[id].name));
    told.set_axis(static_cast<uint32_t>(state.axis));
    told.set_factor(state.factor * state.outer);
    const bool is_input = model_.values[id].origin == graph::ValueOrigin::kInput;
    if (draft_.IsOutput(id)) {
      Declare(id, v1::ShapeEdit::PLACE_OUTPUT);
    } else if (!is_input) {
      Declare(id, v1::ShapeEdit::PLACE_VALUE_INFO);
    }
  }

  void Declare(ValueId id, v1::ShapeEdit::Place place) {
    const graph::DeclaredType* const declared = model_.values[id].declared;
    const BatchState& state = states_[id];
    if (declared == nullptr || !declared->has_shape || state.axis >= declared->dims.size()) return;
    v1::ShapeEdit& edit = *draft_.Add(0, "it carries the batch", "S87").mutable_shape();
    edit.set_value(std::string(model_.values[id].name));
    edit.set_place(place);
    for (size_t axis = 0; axis < declared->dims.size(); ++axis) {
      const graph::DeclaredDim& dim = declared->dims[axis];
      v1::Dim& out = *edit.add_dims();
      if (axis == state.axis) {
        const int64_t factor = state.factor * state.outer;
        out.set_expr(factor == 1 ? symbol_ : absl::StrCat(factor, "*", symbol_));
      } else if (dim.has_size) {
        out.set_size(dim.size);
      } else if (!dim.text.empty()) {
        out.set_expr(std::string(dim.text));
      }
    }
  }

  RewriteDraft& draft_;
  const graph::Model& model_;
  std::vector<BatchState> states_;
  std::vector<ValueId> inputs_;
  int64_t batch_ = 0;
  std::string symbol_ = kDefaultSymbol;
  HashMap<uint32_t, std::vector<ValueId>> captures_;
};

}  // namespace

absl::Status Rebatch(const v1::RewriteModelRequest& request, inference::Engine& engine,
                     v1::RewriteModelResponse* response) {
  constexpr int kMostAttempts = 500;
  const auto attempt = [&](BatchChoices& choices, bool lists_all,
                           v1::RewriteModelResponse* attempted) {
    RewriteDraft draft(engine, attempted);
    absl::Status status = Rebatcher(draft).Run(request, choices, lists_all);
    if (status.ok()) draft.Finish();
    return status;
  };
  // The first attempt lists all that is refused. The others end where something is, so that what is
  // changed next is what led there.
  BatchChoices first;
  absl::Status status = attempt(first, /*lists_all=*/true, response);
  if (!status.ok() || !response->refused() || first.empty()) return status;
  BatchChoices choices;
  for (int i = 0; i < kMostAttempts && !engine.work().is_stopped(); ++i) {
    v1::RewriteModelResponse attempted;
    status = attempt(choices, /*lists_all=*/false, &attempted);
    if (!status.ok()) return status;
    if (!attempted.refused()) {
      *response = std::move(attempted);
      break;
    }
    if (!choices.Advance()) break;
  }
  return absl::OkStatus();
}

}  // namespace shapewright::questions
