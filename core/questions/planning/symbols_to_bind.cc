#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/facts/assumed_ranges.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/planning/bind_goals.h"
#include "core/questions/planning/least_set.h"
#include "core/questions/planning/wanted_values.h"
#include "core/questions/rows/questions.h"
#include "core/wire/utf8.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using inference::AnswerNumbering;
using inference::Engine;
using symbolic::SymbolId;
using v1::FindSymbolsToBindRequest;
using v1::FindSymbolsToBindResponse;

std::unique_ptr<BindGoal> MakeGoal(Engine& engine, FindSymbolsToBindRequest::Goal goal) {
  switch (goal) {
    case FindSymbolsToBindRequest::GOAL_BOUNDED:
      return MakeBoundedGoal(engine);
    case FindSymbolsToBindRequest::GOAL_SMALL:
      return MakeSmallGoal(engine);
    default:
      return MakeStaticGoal(engine);
  }
}

absl::Status WriteUnreached(const AnswerNumbering& numbering, const graph::Model& model,
                            uint32_t number, const std::string& reason, WireWriter* out) {
  const graph::Value& value = model.values[numbering.value(number)];
  v1::UnreachedValue message;
  message.mutable_value()->set_name(std::string(value.name));
  message.mutable_value()->set_graph(value.graph);
  message.set_reason(reason);
  MakeTextValid(&message);
  out->Bytes(FindSymbolsToBindResponse::kUnreachedFieldNumber, message.SerializeAsString());
  return out->status();
}

absl::Status WriteSymbolsToBind(const FindSymbolsToBindRequest& request, inference::InferRun& run,
                                WireWriter* out) {
  const inference::AssumedRanges ranges(run.engine->workspace());
  Engine& engine = *run.engine;
  Work& work = run.work;
  work.set_phase("search");
  const AnswerNumbering numbering(*run.model);
  const UnsettledValues unsettled(engine, /*refines=*/false);
  if (!FindSymbolsToBindRequest::Goal_IsValid(request.goal())) {
    return graph::FieldError("goal", "there is no such goal");
  }
  const auto values = FindWantedValues(engine, numbering, unsettled, request);
  if (!values.ok()) return values.status();
  const std::unique_ptr<BindGoal> goal = MakeGoal(engine, request.goal());
  std::vector<std::pair<uint32_t, std::string>> unreached;
  for (const WantedValue& value : *values) {
    std::string reason = value.missing.empty() ? goal->Add(value, work) : value.missing;
    if (!reason.empty()) unreached.emplace_back(value.number, std::move(reason));
    if (work.is_stopped()) return work.status();
  }
  const BindGoal::Groups& groups = goal->FindGroups(work);
  std::vector<SymbolId> chosen;
  bool is_least = true;
  for (size_t group = 0; group < groups.size() && work.Count(); ++group) {
    const std::vector<SymbolId>& candidates = groups[group];
    const LeastSet least = FindLeastSet(
        candidates.size(),
        [&](const std::vector<bool>& members) { return goal->IsReached(group, members, work); },
        work);
    is_least = is_least && least.is_least;
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (least.members[i]) chosen.push_back(candidates[i]);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  // Of an unsettled value an evaluation may find more than the expressions say (S29).
  is_least = is_least && unsettled.empty() && goal->IsLeast(chosen, work);
  if (work.is_stopped()) return work.status();
  FindSymbolsToBindResponse response;
  for (const SymbolId id : chosen) {
    v1::SymbolToBind* const symbol = response.add_symbols();
    symbol->set_symbol(ToValidUtf8(engine.workspace().exprs().symbol(id).name));
    const auto greatest = chosen.size() == 1 ? goal->GreatestBound(id, work) : std::nullopt;
    if (greatest) symbol->set_greatest(*greatest);
  }
  response.set_optimal(is_least);
  out->AppendBytes(response.SerializeAsString());
  for (const auto& [number, reason] : unreached) {
    absl::Status status =
        WriteUnreached(numbering, engine.workspace().model(), number, reason, out);
    if (!status.ok()) return status;
    if (!work.Count()) break;
  }
  return work.status();
}

}  // namespace

ModelRpc FindSymbolsToBindRow() {
  return RowByRun<FindSymbolsToBindRequest, WriteSymbolsToBind>("FindSymbolsToBind");
}

}  // namespace shapewright::questions
