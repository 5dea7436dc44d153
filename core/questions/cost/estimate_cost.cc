#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/answer/answer_facts.h"
#include "core/inference/answer/write_check.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/inference/text/answer_text.h"
#include "core/questions/cost/cost_evaluations.h"
#include "core/questions/cost/cost_report.h"
#include "core/questions/cost/measure.h"
#include "core/questions/cost/peak_memory.h"
#include "core/questions/cost/state_growth.h"
#include "core/questions/rows/questions.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/wire/utf8.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Within;
using inference::AnswerFacts;
using inference::AnswerText;
using inference::AssumedRanges;
using inference::Engine;
using inference::FactReport;
using inference::WriteCheck;
using symbolic::Expr;

using CostResponse = v1::EstimateCostResponse;

int64_t AlignmentOf(const v1::MemoryOptions& options) {
  constexpr int64_t kDefault = 64;
  return options.alignment_bytes() == 0 ? kDefault : options.alignment_bytes();
}

absl::Status CheckMemory(const v1::EstimateCostRequest& request) {
  const v1::MemoryOptions& options = request.memory();
  const int64_t alignment = AlignmentOf(options);
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    return Within("memory", FieldError("alignment_bytes", "it is not a power of two"));
  }
  if (options.with_plan()) {
    return Within("memory", FieldError("with_plan", "only EvaluateShapes has a plan"));
  }
  if (!options.reuse_in_place()) return absl::OkStatus();
  return Within("memory", FieldError("reuse_in_place", "only EvaluateShapes tells what is reused"));
}

// How the groups of a sort are asked for.
constexpr std::pair<v1::CostGrouping, CostGrouping> kGroupings[] = {
    {v1::COST_GROUPING_SCOPE, CostGrouping::kScope},
    {v1::COST_GROUPING_OPERATOR, CostGrouping::kOperator},
    {v1::COST_GROUPING_ELEMENT_TYPE, CostGrouping::kElementType}};

CostSelection SelectionOf(const v1::EstimateCostRequest& request) {
  CostSelection selection;
  selection.scope_depth = request.parts().scope_depth();
  selection.weights = WeightsOf(request.measure());
  for (const int asked : request.parts().group_by()) {
    selection.by_node |= asked == v1::COST_GROUPING_NODE;
    for (const auto& [grouping, kind] : kGroupings) {
      if (asked == grouping) selection.by[static_cast<size_t>(kind)] = true;
    }
  }
  return selection;
}

// A part of the model as the answer lists it.
struct Entry {
  v1::CostGrouping grouping = v1::COST_GROUPING_UNSPECIFIED;
  absl::string_view name = {};
  const Cost* cost = nullptr;
  int64_t node = -1;
};

bool IsNothing(const Cost& cost) {
  return cost.uncounted == 0 && cost.constants.empty() &&
         std::all_of(cost.cost.begin(), cost.cost.end(),
                     [](Expr part) { return part.is_constant(0); });
}

void AppendNodes(const graph::Model& model, const std::vector<Cost>& costs,
                 std::vector<Entry>* entries) {
  for (size_t i = 0; i < costs.size(); ++i) {
    if (IsNothing(costs[i])) continue;
    entries->push_back({v1::COST_GROUPING_NODE, model.graphs[0].nodes[i].name, &costs[i],
                        static_cast<int64_t>(i)});
  }
}

std::vector<Entry> ListEntries(const graph::Model& model, const CostReport& report,
                               const v1::EstimateCostRequest& request) {
  std::vector<Entry> entries;
  std::vector<bool> is_done(v1::CostGrouping_ARRAYSIZE);
  for (const int each : request.parts().group_by()) {
    if (is_done[static_cast<size_t>(each)]) continue;
    is_done[static_cast<size_t>(each)] = true;
    const auto grouping = static_cast<v1::CostGrouping>(each);
    if (grouping == v1::COST_GROUPING_NODE) AppendNodes(model, report.nodes, &entries);
    for (const auto& [named, kind] : kGroupings) {
      if (named != grouping) continue;
      for (const auto& [name, cost] : report.groups[static_cast<size_t>(kind)]) {
        if (kind != CostGrouping::kScope && IsNothing(cost)) continue;
        entries.push_back({grouping, name, &cost});
      }
    }
  }
  return entries;
}

class Writer {
 public:
  Writer(Engine& engine, const FactReport& report, const AnswerBudget& budget, WireWriter& out)
      : engine_(engine),
        workspace_(engine.workspace()),
        model_(workspace_.model()),
        text_(workspace_),
        check_(engine.work(), budget),
        facts_(workspace_, engine.declared(), report, engine.given(), text_, out, check_),
        out_(out) {}

  void WriteEntry(uint32_t field, const Entry& entry) {
    using Message = v1::CostEntry;
    if (check_.ShouldStop()) return;
    const size_t begin = out_.Begin(field);
    out_.NonZero(Message::kGroupingFieldNumber, entry.grouping);
    out_.NonEmpty(Message::kNameFieldNumber, entry.name);
    if (entry.node >= 0) {
      const auto node = static_cast<size_t>(entry.node);
      out_.Varint(Message::kNodeFieldNumber, node);
      out_.Text(Message::kOpTypeFieldNumber,
                OperatorText(model_.operators[model_.graphs[0].nodes[node].op]));
    }
    out_.NonZero(Message::kNodesFieldNumber, entry.cost->nodes);
    WriteCost(Message::kCostFieldNumber, *entry.cost);
    out_.End(begin);
  }

  void WriteOperators(const CostReport& report) {
    using Message = v1::OperatorCount;
    for (const auto& [name, nodes] : report.lists) {
      if (check_.ShouldStop()) return;
      const size_t begin = out_.Begin(CostResponse::kOperatorsFieldNumber);
      out_.Text(Message::kOpTypeFieldNumber, name);
      out_.Varint(Message::kKindFieldNumber, KindOf(nodes.kind));
      out_.Varint(Message::kNodesFieldNumber, nodes.nodes);
      out_.NonEmpty(Message::kReasonFieldNumber, nodes.reason);
      text_.WriteSite(out_, Message::kFirstFieldNumber, nodes.first);
      out_.End(begin);
    }
  }

  void WriteStates(const StateGrowth& growth) {
    using Message = v1::StateGrowth;
    if (growth.pairs.empty()) return;
    const size_t begin = out_.Begin(CostResponse::kStatesFieldNumber);
    for (const StateGrowth::Pair& pair : growth.pairs) {
      if (check_.ShouldStop()) return;
      const size_t inner = out_.Begin(Message::kPairsFieldNumber);
      out_.Text(v1::ModelState::kInputFieldNumber, model_.values[pair.input].name);
      out_.Text(v1::ModelState::kOutputFieldNumber, model_.values[pair.output].name);
      out_.End(inner);
    }
    PutAmount(Message::kBytesPerTokenFieldNumber, growth.bytes_per_token);
    PutAmount(Message::kBytesFieldNumber, growth.bytes);
    out_.End(begin);
  }

  void WriteMemory(const PeakMemory& peak) {
    using Message = v1::PeakMemory;
    const size_t begin = out_.Begin(CostResponse::kMemoryFieldNumber);
    PutAmount(Message::kBytesFieldNumber, peak.bytes);
    out_.NonZero(Message::kLowerBoundFieldNumber, peak.is_lower ? 1 : 0);
    out_.NonZero(Message::kUpperBoundFieldNumber, peak.is_upper ? 1 : 0);
    PutAmount(Message::kAtMostFieldNumber, peak.at_most);
    for (const PeakMemory::Set& set : peak.largest) WriteCandidate(set);
    out_.End(begin);
  }

  // Last of the expressions: they are what the answer has printed.
  void WriteSymbols() {
    AssumedRanges ranges(workspace_);
    facts_.WriteSymbols(CostResponse::kSymbolsFieldNumber, ranges);
  }

  absl::Status status() const { return check_.status(); }
  WriteCheck& check() { return check_; }

 private:
  static std::string OperatorText(const graph::OperatorName& op) {
    return op.domain.empty() ? std::string(op.op_type) : absl::StrCat(op.domain, ":", op.op_type);
  }

  static uint64_t KindOf(OperatorNodes::Kind kind) {
    switch (kind) {
      case OperatorNodes::Kind::kCounted:
        return v1::OperatorCount::KIND_COUNTED;
      case OperatorNodes::Kind::kFree:
        return v1::OperatorCount::KIND_FREE;
      case OperatorNodes::Kind::kUncounted:
        break;
    }
    return v1::OperatorCount::KIND_UNCOUNTED;
  }

  void WriteCandidate(const PeakMemory::Set& set) {
    using Message = v1::PeakCandidate;
    if (check_.ShouldStop() || set.node >= model_.graphs[0].nodes.size()) return;
    const graph::Node& node = model_.graphs[0].nodes[set.node];
    const size_t begin = out_.Begin(v1::PeakMemory::kCandidatesFieldNumber);
    out_.NonZero(Message::kNodeFieldNumber, set.node);
    out_.NonEmpty(Message::kNameFieldNumber, node.name);
    out_.Text(Message::kOpTypeFieldNumber, OperatorText(model_.operators[node.op]));
    PutAmount(Message::kBytesFieldNumber, set.bytes);
    for (const Expr condition : set.when) {
      out_.Text(Message::kWhenFieldNumber, shape::BareCondition(text_.ConditionOf(condition)));
    }
    out_.End(begin);
  }

  void PutAmount(uint32_t field, Expr number) {
    if (!number.is_unknown()) text_.writer().PutAmount(field, number, out_);
  }

  void WriteCost(uint32_t field, const Cost& cost) {
    using Message = v1::Cost;
    constexpr uint32_t kFields[kCostParts] = {
        Message::kMacsFieldNumber,      Message::kAluFieldNumber,
        Message::kDivFieldNumber,       Message::kSqrtFieldNumber,
        Message::kSpecialFieldNumber,   Message::kFlopsFieldNumber,
        Message::kBytesReadFieldNumber, Message::kBytesWrittenFieldNumber};
    const size_t begin = out_.Begin(field);
    for (size_t part = 0; part < kCostParts; ++part) PutAmount(kFields[part], cost.cost[part]);
    int64_t elements = 0;
    int64_t bytes = 0;
    CountConstants(cost, &elements, &bytes);
    out_.NonZero(Message::kParametersFieldNumber, static_cast<uint64_t>(elements));
    out_.NonZero(Message::kParameterBytesFieldNumber, static_cast<uint64_t>(bytes));
    out_.NonZero(Message::kUncountedNodesFieldNumber, cost.uncounted);
    out_.NonZero(Message::kUpperBoundFieldNumber, cost.is_upper ? 1 : 0);
    out_.End(begin);
  }

  // Constants have sizes that are numbers; those that 64 bits cannot say are not real.
  void CountConstants(const Cost& cost, int64_t* elements, int64_t* bytes) {
    constexpr int64_t kBitsPerByte = 8;
    engine_.work().Count(cost.constants.size());
    for (const graph::ValueId value : cost.constants) {
      const shape::Type& type = workspace_.types().at(engine_.TypeOf(value));
      if (!type.has_rank()) continue;
      const Expr count = symbolic::Product(workspace_.exprs(), type.shape.dims);
      workspace_.exprs().TakeOverflow();
      if (!count.is_constant()) continue;
      const int64_t bits = shape::ElementBits(type.element);
      const auto all = symbolic::Narrow(symbolic::CeilDivide<symbolic::Int128>(
          symbolic::Int128{count.constant()} * bits, kBitsPerByte));
      *elements = symbolic::CheckedAdd(*elements, count.constant()).value_or(*elements);
      *bytes = symbolic::CheckedAdd(*bytes, all.value_or(0)).value_or(*bytes);
    }
  }

  Engine& engine_;
  rules::Workspace& workspace_;
  const graph::Model& model_;
  AnswerText text_;
  WriteCheck check_;
  AnswerFacts facts_;
  WireWriter& out_;
};

absl::Status WriteCost(const v1::EstimateCostRequest& request, inference::InferRun& run,
                       WireWriter* out) {
  Engine& engine = *run.engine;
  const FactReport& report = *run.report;
  engine.work().set_phase("estimate the cost");
  absl::Status status = CheckMeasure(request.measure());
  status = status.ok() ? CheckMemory(request) : Within("measure", std::move(status));
  if (!status.ok()) return status;
  const graph::Model& model = engine.workspace().model();
  const CostReport costs = CountCost(engine, SelectionOf(request));
  StateGrowth growth;
  status = FindStateGrowth(request, engine, &growth);
  if (!status.ok()) return status;
  PeakMemory peak;
  if (request.has_memory()) peak = FindPeakMemory(engine, AlignmentOf(request.memory()));
  Writer writer(engine, report, *run.budget, *out);
  const std::vector<Entry> entries = ListEntries(model, costs, request);
  writer.WriteEntry(CostResponse::kTotalFieldNumber, {.cost = &costs.total});
  for (const Entry& entry : entries) writer.WriteEntry(CostResponse::kGroupsFieldNumber, entry);
  writer.WriteOperators(costs);
  writer.WriteStates(growth);
  if (request.has_memory()) writer.WriteMemory(peak);
  writer.WriteSymbols();
  status = writer.status();
  if (!status.ok() || request.bindings().empty()) return status;
  std::vector<const Cost*> evaluated = {&costs.total};
  for (const Entry& entry : entries) evaluated.push_back(entry.cost);
  CostEvaluations evaluations(engine, report, evaluated, growth, peak);
  return evaluations.Write(request, out);
}

constexpr ListLimit kEstimateCostLists[] = {
    {ListKind::kBindings, "bindings", SizeBy<&v1::EstimateCostRequest::bindings_size>},
    {ListKind::kLinks, "states", SizeBy<&v1::EstimateCostRequest::states_size>}};

}  // namespace

ModelRpc EstimateCostRow() {
  return RowByRun<v1::EstimateCostRequest, WriteCost>("EstimateCost", kEstimateCostLists);
}

}  // namespace shapewright::questions
