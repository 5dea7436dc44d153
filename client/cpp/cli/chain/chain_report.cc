#include "client/cpp/cli/chain/chain_report.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/report/evaluation_report.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/base/hash_map.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/symbol.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

std::string PlaceText(const v1::StageValue& place) {
  return Printable(absl::StrCat(place.stage(), ".", place.value()));
}

template <typename Pair>
std::string PairText(const Pair& pair) {
  return absl::StrCat(PlaceText(pair.output()), " -> ", PlaceText(pair.input()));
}

class ChainWriter {
 public:
  ChainWriter(const v1::InferChainResponse& response, absl::Span<const int64_t> steps,
              const ReportOptions& options)
      : response_(response), steps_(steps), options_(options) {}

  std::string Write() {
    WriteStages();
    WriteLinks();
    WriteValues();
    const std::string whole = Report(response_.whole(), options_);
    if (!whole.empty()) absl::StrAppend(&text_, "\n", whole);
    WriteStates();
    WriteEvaluations();
    return std::move(text_);
  }

 private:
  void Section(absl::string_view title, const Table& table) {
    if (table.empty()) return;
    absl::StrAppend(&text_, text_.empty() ? "" : "\n", Styled(Style::kHeading, title), "\n",
                    table.Print(options_.width));
  }
  void AddLine(absl::string_view line) {
    absl::StrAppend(&text_, Wrap(line, options_.width, 2), "\n");
  }

  void WriteStages() {
    Table table({"stage", "nodes", "facts", "diagnostics"});
    for (const v1::StageReport& stage : response_.stages()) {
      table.AddRow({stage.name(), absl::StrCat(stage.nodes()), absl::StrCat(stage.facts_size()),
                    absl::StrCat(stage.diagnostics_size())});
    }
    Section("stages, as they run", table);
  }

  void WriteLinks() {
    Table table({"link", "type", "shape", "fits"});
    for (int i = 0; i < response_.links_size(); ++i) {
      const v1::LinkReport& link = response_.links(i);
      const bool fits = std::none_of(
          response_.mismatches().begin(), response_.mismatches().end(),
          [i](const v1::LinkMismatch& each) { return each.link() == static_cast<uint32_t>(i); });
      table.AddRow({PairText(link.link()), ElementTypeText(link.type()), TypeShapeText(link.type()),
                    Cell(fits ? "yes" : "no", fits ? Style::kGood : Style::kError)});
    }
    Section("links", table);
    for (const v1::LinkMismatch& mismatch : response_.mismatches()) {
      AddLine(absl::StrCat(Styled(Style::kError, "does not fit: "), Printable(mismatch.message())));
    }
  }

  void WriteValues() {
    Table table({"value", "type", "shape", "what"});
    const auto add = [&](const v1::ValueInfo& value, const char* what) {
      table.AddRow({Printable(value.name()), ElementTypeText(value.type()),
                    TypeShapeText(value.type()), what});
    };
    for (const v1::ValueInfo& value : response_.whole().inputs()) add(value, "input");
    for (const v1::ValueInfo& value : response_.whole().outputs()) add(value, "output");
    Section("the whole", table);
  }

  // The caches of all layers of a decoder, say, grow alike, and are told once.
  void WriteStates() {
    struct Group {
      std::string name;
      std::string sizes;
      int others = 0;
    };
    std::vector<Group> groups;
    HashMap<std::string, size_t> known;
    for (const v1::StateReport& state : response_.states()) {
      std::string sizes = SizesOf(state);
      const auto [found, is_new] = known.emplace(sizes, groups.size());
      if (is_new) {
        groups.push_back({PairText(state.state()), std::move(sizes)});
      } else {
        ++groups[found->second].others;
      }
    }
    if (!groups.empty()) absl::StrAppend(&text_, "\n", Styled(Style::kHeading, "states"), "\n");
    for (const Group& group : groups) {
      const std::string others =
          group.others > 0 ? absl::StrCat(", and ", group.others, " like it") : "";
      AddLine(absl::StrCat(group.name, others));
      absl::StrAppend(&text_, group.sizes);
    }
  }

  std::string SizesOf(const v1::StateReport& state) const {
    if (state.axes().empty()) {
      return ReasonLine(state.reason().empty() ? "a scalar in each step" : state.reason());
    }
    const std::string& symbol = response_.steps_symbol();
    const auto shape_of = [&state](const auto& text_of) {
      return absl::StrCat("[",
                          absl::StrJoin(state.axes(), ", ",
                                        [&text_of](std::string* out, const auto& axis) {
                                          absl::StrAppend(out, text_of(axis));
                                        }),
                          "]");
    };
    std::string text;
    const auto add = [&](absl::string_view label, const auto& text_of) {
      absl::StrAppend(&text, Wrap(absl::StrCat(label, ": ", shape_of(text_of)), options_.width, 4),
                      "\n");
    };
    add("first", [](const v1::StateAxis& axis) { return DimText(axis.first()); });
    add("next", [](const v1::StateAxis& axis) { return DimText(axis.next()); });
    add(absl::StrCat("after ", Printable(symbol), " steps"),
        [](const v1::StateAxis& axis) { return DimText(axis.after_steps()); });
    for (const int64_t steps : steps_) {
      add(absl::StrCat("after ", steps),
          [&](const v1::StateAxis& axis) { return SizeAfter(axis.after_steps(), symbol, steps); });
    }
    for (int axis = 0; axis < state.axes_size(); ++axis) {
      const std::string& reason = state.axes(axis).reason();
      if (!reason.empty()) {
        absl::StrAppend(&text, ReasonLine(absl::StrCat("axis ", axis, ": ", reason)));
      }
    }
    for (int axis = 0; axis < state.axes_size(); ++axis) {
      const v1::StateAxis& told = state.axes(axis);
      if (!told.has_capacity()) continue;
      absl::StrAppend(
          &text, ReasonLine(absl::StrCat(
                     "axis ", axis, ": capacity ", DimText(told.capacity()),
                     told.has_fitting_steps()
                         ? absl::StrCat(", enough for ", DimText(told.fitting_steps()), " steps")
                         : "")));
    }
    absl::StrAppend(&text, SharingLine(state));
    return text;
  }

  std::string SharingLine(const v1::StateReport& state) const {
    absl::string_view label;
    switch (state.sharing()) {
      case v1::StateReport::SHARING_ALWAYS:
        label = "one buffer: in every step";
        break;
      case v1::StateReport::SHARING_WHILE_IT_FITS:
        label = "one buffer: as long as it fits";
        break;
      case v1::StateReport::SHARING_SOMETIMES:
        label = "one buffer: not in every step";
        break;
      case v1::StateReport::SHARING_NEVER:
        label = "one buffer: never";
        break;
      default:
        return "";
    }
    return ReasonLine(state.sharing_reason().empty()
                          ? std::string(label)
                          : absl::StrCat(label, "; ", state.sharing_reason()));
  }

  std::string ReasonLine(absl::string_view reason) const {
    return absl::StrCat(Wrap(Printable(reason), options_.width, 4), "\n");
  }

  void WriteEvaluations() {
    for (const v1::ChainEvaluation& evaluation : response_.evaluations()) {
      v1::EvaluateShapesResponse one;
      *one.add_evaluations() = evaluation.evaluation();
      absl::StrAppend(&text_, text_.empty() ? "" : "\n", ReportEvaluations(one, options_));
      WriteExcesses(evaluation);
      if (evaluation.has_memory()) WriteMemory(evaluation.memory());
    }
  }

  // Those that are alike have a line: the caches of all layers are.
  void WriteExcesses(const v1::ChainEvaluation& evaluation) {
    std::map<std::tuple<uint32_t, int64_t, int64_t, int64_t>, std::pair<std::string, int>> groups;
    for (const v1::CapacityExcess& excess : evaluation.excesses()) {
      auto& [message, others] =
          groups
              .try_emplace({excess.axis(), excess.step(), excess.size(), excess.capacity()},
                           excess.message(), -1)
              .first->second;
      ++others;
    }
    for (const auto& [place, group] : groups) {
      AddLine(
          absl::StrCat("too small: ", Printable(group.first),
                       group.second > 0 ? absl::StrCat("; and ", group.second, " like it") : ""));
    }
  }

  void WriteMemory(const v1::ChainMemory& memory) {
    const auto known = [](bool is_known, int64_t bytes) {
      return is_known ? BytesText(bytes) : std::string("?");
    };
    AddLine(absl::StrCat(
        "memory: ", known(memory.has_total_bytes(), memory.total_bytes()), " in all: weights ",
        known(memory.has_weights_bytes(), memory.weights_bytes()), ", inputs ",
        known(memory.has_inputs_bytes(), memory.inputs_bytes()), ", outputs ",
        known(memory.has_outputs_bytes(), memory.outputs_bytes()), ", the peak ",
        known(memory.has_peak_bytes(), memory.peak_bytes()),
        memory.peak_stage().empty() ? "" : absl::StrCat(" in stage ", memory.peak_stage())));
    Table table({"stage", "weights", "its peak", "between stages"});
    for (const v1::StageMemory& stage : memory.stages()) {
      const v1::Memory& own = stage.memory();
      table.AddRow({stage.stage(), known(own.has_weights_bytes(), own.weights_bytes()),
                    PeakText(own), known(stage.has_between_bytes(), stage.between_bytes())});
    }
    absl::StrAppend(&text_, table.Print(options_.width));
  }

  const v1::InferChainResponse& response_;
  const absl::Span<const int64_t> steps_;
  const ReportOptions& options_;
  std::string text_;
};

}  // namespace

std::string ReportChain(const v1::InferChainResponse& response, absl::Span<const int64_t> steps,
                        const ReportOptions& options) {
  return ChainWriter(response, steps, options).Write();
}

std::string SizeAfter(const v1::Dim& dim, absl::string_view steps_symbol, int64_t steps) {
  if (!dim.has_expr()) return DimText(dim);
  symbolic::ExprArena arena;
  HashMap<std::string, symbolic::Expr> symbols;
  const auto resolve = [&](absl::string_view name) -> absl::StatusOr<symbolic::Expr> {
    if (name == steps_symbol) return symbolic::Expr(steps);
    const auto [found, is_new] = symbols.try_emplace(std::string(name));
    if (is_new) {
      symbolic::Symbol symbol;
      symbol.name = std::string(name);
      found->second = arena.AddSymbol(std::move(symbol));
    }
    return found->second;
  };
  const auto size = symbolic::ParseExpr(arena, dim.expr(), resolve);
  return size.ok() && !size->is_unknown() ? Printable(symbolic::ToString(arena, *size)) : "?";
}

}  // namespace shapewright::cli
