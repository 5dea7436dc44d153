#include "core/questions/binding/unchecked_places.h"

#include <algorithm>

#include "core/base/hash_map.h"
#include "core/rules/state/diagnostic_class.h"

namespace shapewright::questions {
namespace {

using graph::kNoValue;
using graph::ValueId;
using inference::CallFrame;
using inference::Engine;
using inference::FactReport;
using shape::Type;
using shape::TypeId;

class UncheckedRuns {
 public:
  UncheckedRuns(Engine& engine, const FactReport& report)
      : engine_(engine), model_(engine.workspace().model()), report_(report) {}

  std::vector<uint32_t> Find() {
    LookAtDiagnostics();
    if (HasUnknownRanks() || engine_.declared().has_filled_in()) {
      LookAtRun(0, CallFrame::kMain);
      const std::vector<CallFrame>& frames = engine_.call_frames();
      for (uint32_t i = 0; i < frames.size(); ++i) LookAtRun(frames[i].graph, i);
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  void LookAtDiagnostics() {
    rules::Workspace& workspace = engine_.workspace();
    if (workspace.left_out_diagnostics()[rules::Severity::kWarning] > 0) {
      found_.push_back(CallFrame::kMain);
    }
    const auto& diagnostics = workspace.diagnostics();
    for (size_t i = 0; i < diagnostics.size(); ++i) {
      if (TellsOfFailure(report_, diagnostics[i], i)) AddRunsOf(diagnostics[i].site);
    }
  }

  void AddRunsOf(const symbolic::Site& site) {
    const std::vector<CallFrame>& frames = engine_.call_frames();
    if (site.graph <= 0) return found_.push_back(CallFrame::kMain);
    if (!engine_.work().Count(frames.size())) return;
    for (uint32_t i = 0; i < frames.size(); ++i) {
      if (frames[i].graph == static_cast<graph::GraphId>(site.graph)) found_.push_back(i);
    }
  }

  bool IsKnown(TypeId type) {
    const auto known = known_.find(type);
    if (known != known_.end()) return known->second;
    return known_.emplace(type, IsRankKnown(engine_, type)).first->second;
  }

  bool HasUnknownRanks() {
    const graph::Graph& main = model_.graphs[0];
    engine_.work().Count(model_.values.size());
    for (ValueId value = main.first_value; value < main.end_value; ++value) {
      if (model_.values[value].graph == 0 && !IsKnown(engine_.TypeOf(value))) return true;
    }
    for (const CallFrame& frame : engine_.call_frames()) {
      if (!engine_.work().Count(frame.types.size())) return false;
      const ValueId first = model_.graphs[frame.graph].first_value;
      for (size_t i = 0; i < frame.types.size(); ++i) {
        const bool is_own = model_.values[first + i].graph == frame.graph;
        if (is_own && !IsKnown(frame.types[i])) return true;
      }
    }
    return false;
  }

  // The type of a value as a run of a graph sees it, which may read values of the runs around it.
  TypeId TypeIn(uint32_t run, ValueId value) const {
    const graph::GraphId graph = model_.values[value].graph;
    const std::vector<CallFrame>& frames = engine_.call_frames();
    while (run != CallFrame::kMain && frames[run].graph != graph) run = frames[run].parent;
    return run == CallFrame::kMain ? engine_.TypeOf(value)
                                   : frames[run].types[value - model_.graphs[graph].first_value];
  }

  void LookAtRun(graph::GraphId graph, uint32_t run) {
    for (const graph::Node& node : model_.graphs[graph].nodes) {
      if (!engine_.work().Count(1 + node.inputs.size())) return;
      if (!MayFailByRank(node)) continue;
      const auto is_unknown = [&](ValueId value) {
        return value != kNoValue && !IsKnown(TypeIn(run, value));
      };
      const auto is_declared = [&](ValueId value) {
        return value != kNoValue && engine_.declared().HasFilledInShape(value);
      };
      // Where the operands leave open the rank of a result, the rule does not know them either.
      const bool leaves_open = std::any_of(node.inputs.begin(), node.inputs.end(), is_unknown) ||
                               std::any_of(node.outputs.begin(), node.outputs.end(), is_unknown) ||
                               std::any_of(node.outputs.begin(), node.outputs.end(), is_declared);
      if (leaves_open) return found_.push_back(run);
    }
  }

  // Nodes without a rule demand nothing that is known; those within bodies are looked at there.
  bool MayFailByRank(const graph::Node& node) const {
    const rules::ModelOperators& operators = engine_.workspace().operators();
    if (operators.Resolved(node.op).row == nullptr) return false;
    const rules::OperatorTraits& traits = operators.TraitsOf(node.op);
    const auto is_there = [](ValueId input) { return input != kNoValue; };
    const auto count = std::count_if(node.inputs.begin(), node.inputs.end(), is_there);
    const bool takes_any = traits.bodies == rules::Bodies::kBranches ||
                           traits.elements == rules::Elements::kOfType ||
                           (traits.is_elementwise && count == 1);
    return !takes_any;
  }

  Engine& engine_;
  const graph::Model& model_;
  const FactReport& report_;
  HashMap<TypeId, bool> known_;
  std::vector<uint32_t> found_;
};

}  // namespace

bool IsRankKnown(Engine& engine, TypeId id) {
  const Type& type = engine.workspace().types().at(id);
  if (!type.alternatives.empty()) {
    return std::all_of(type.alternatives.begin(), type.alternatives.end(),
                       [&](const auto& each) { return IsRankKnown(engine, each.type); });
  }
  switch (type.kind) {
    case shape::TypeKind::kUnknown:
      return false;
    case shape::TypeKind::kTensor:
    case shape::TypeKind::kSparseTensor:
      return type.shape.has_rank;
    case shape::TypeKind::kOptional:
      return type.presence == shape::Presence::kAbsent || IsRankKnown(engine, type.inner);
    case shape::TypeKind::kSequence:
      if (type.is_tuple()) {
        return std::all_of(type.positions.begin(), type.positions.end(),
                           [&](TypeId position) { return IsRankKnown(engine, position); });
      }
      return type.length.is_constant(0) || IsRankKnown(engine, type.inner);
    default:
      return true;
  }
}

bool TellsOfFailure(const FactReport& report, const rules::Diagnostic& diagnostic, size_t number) {
  const bool may_fail = rules::ClassOf(diagnostic.code) == rules::DiagnosticClass::kRun ||
                        diagnostic.code == "RESHAPE_COUNT_DIFFERS";
  return diagnostic.severity == rules::Severity::kWarning && may_fail &&
         !report.PlaceOf(diagnostic, number);
}

std::vector<uint32_t> FindUncheckedRuns(Engine& engine, const FactReport& report) {
  return UncheckedRuns(engine, report).Find();
}

}  // namespace shapewright::questions
