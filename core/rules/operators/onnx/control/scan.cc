#include "core/rules/operators/onnx/control/scan.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/rules/checks/checks.h"
#include "core/rules/control/fixed_point.h"

namespace shapewright::rules {
namespace {

// Operands of Scan 9 and newer: the carried ones, then the scanned ones. Scan 8
// has sequence_lens in front, and a batch dim before everything else.
struct Layout {
  int first_operand = 0;
  int batch_dims = 0;
  int carried = 0;
  int scanned = 0;
};

int64_t ListedAxis(RuleContext& ctx, absl::string_view attribute, int index) {
  const auto axes = ctx.IntsAttribute(attribute);
  if (!axes || static_cast<size_t>(index) >= axes->size()) return 0;
  return (*axes)[static_cast<size_t>(index)];
}

// Removes the batch dim.
ValueState WithoutBatch(RuleContext& ctx, int input, Dim& batch) {
  const Shape shape = ctx.InputShape(input);
  if (!shape.has_rank || shape.rank() == 0) {
    return ValueState(ctx.types().Tensor(ctx.InputElement(input), Shape::OfUnknownRank()));
  }
  batch = batch.is_unknown() ? shape.dims[0]
                             : ctx.Unify(batch, Place::Input(input, 0), shape.dims[0],
                                         Place::Input(input, 0), "scan.batch"_check);
  return ValueState(ctx.types().Tensor(ctx.InputElement(input), shape.dims.subspan(1)));
}

// The slice of a scanned operand that one iteration sees.
ValueState SliceState(RuleContext& ctx, const ValueState& whole, int input, int64_t axis,
                      Dim& length) {
  const Type& type = ctx.types().at(whole.type());
  if (!type.has_rank()) {
    return ValueState(ctx.types().Tensor(type.element, Shape::OfUnknownRank()));
  }
  const auto normal = ctx.NormalizeAxis(axis, type.shape.rank(), input);
  if (!normal) return ValueState();
  const Dim size = type.shape.dims[static_cast<size_t>(*normal)];
  const Place place = Place::Input(input, *normal);
  length = length.is_unknown() ? size : ctx.Unify(length, place, size, place, "scan.trips"_check);
  DimVector dims(type.shape.dims.begin(), type.shape.dims.end());
  dims.erase(dims.begin() + *normal);
  return ValueState(ctx.types().Tensor(type.element, dims));
}

void SetWithBatch(RuleContext& ctx, int output, const Layout& layout, Dim batch, const Type& type,
                  DimVector dims) {
  if (layout.batch_dims > 0) {
    dims.insert(dims.begin(),
                batch.is_unknown()
                    ? ctx.Fresh(Place::Output(output).As(Place::Part::kBatch), "unknown batch size")
                    : batch);
  }
  ctx.SetOutput(output, type.element, dims);
}

void SetStacked(RuleContext& ctx, int output, const Layout& layout, Dim batch, Dim length,
                const Type& slice) {
  const int64_t axis = ListedAxis(ctx, "scan_output_axes", output - layout.carried);
  const int rank = slice.shape.rank() + 1;
  if (axis < -rank || axis >= rank) {
    ctx.Error("AXIS_OUT_OF_RANGE", Place::Output(output),
              absl::StrCat("Scan stacks an output of rank ", rank, " along axis ", axis));
    return;
  }
  DimVector dims(slice.shape.dims.begin(), slice.shape.dims.end());
  dims.insert(dims.begin() + (axis < 0 ? axis + rank : axis),
              length.is_unknown() ? ctx.Fresh(Place::Output(output).As(Place::Part::kTrips),
                                              "unknown number of iterations")
                                  : length);
  SetWithBatch(ctx, output, layout, batch, slice, dims);
}

void SetOutputs(RuleContext& ctx, const Layout& layout, const BodyLoopResult& result, Dim batch,
                Dim length, symbolic::SymbolId first_symbol) {
  for (int i = 0; i < ctx.output_count(); ++i) {
    const auto index = static_cast<size_t>(i);
    if (index >= result.outputs.size()) return;
    const bool is_carried = i < layout.carried;
    const Type& type = ctx.types().at(
        is_carried ? result.carried[index].type()
                   : RenewSlices(ctx, result.outputs[index].type(), first_symbol, i, length));
    if (!type.is_tensor()) continue;
    if (!type.has_rank()) {
      ctx.SetOutput(i, type.element, Shape::OfUnknownRank());
    } else if (is_carried) {
      SetWithBatch(ctx, i, layout, batch, type,
                   DimVector(type.shape.dims.begin(), type.shape.dims.end()));
    } else {
      SetStacked(ctx, i, layout, batch, length, type);
    }
  }
}

std::optional<Layout> ReadLayout(RuleContext& ctx) {
  Layout layout;
  layout.first_operand = ctx.version() == 8 ? 1 : 0;
  layout.batch_dims = ctx.version() == 8 ? 1 : 0;
  const int operands = ctx.input_count() - layout.first_operand;
  const int64_t scanned = ctx.IntAttribute("num_scan_inputs", 0);
  if (scanned < 1 || scanned > operands) {
    ctx.Error("INVALID_ATTRIBUTE", {},
              absl::StrCat("Scan has num_scan_inputs = ", scanned, " and ", std::max(operands, 0),
                           " operands"));
    return std::nullopt;
  }
  layout.scanned = static_cast<int>(scanned);
  layout.carried = operands - layout.scanned;
  return layout;
}

}  // namespace

void InferScan(RuleContext& ctx) {
  const auto layout = ReadLayout(ctx);
  if (!layout) return;
  const auto first_symbol = static_cast<symbolic::SymbolId>(ctx.exprs().symbols().size());
  BodyLoop loop;
  loop.body = ctx.GraphAttribute("body");
  if (loop.body == graph::kNoGraph) {
    ctx.Error("MISSING_ATTRIBUTE", {}, "Scan has no attribute body");
    return;
  }
  Dim batch;
  Dim length;
  for (int i = 0; i < layout->carried + layout->scanned; ++i) {
    const int input = layout->first_operand + i;
    ValueState state =
        layout->batch_dims > 0 ? WithoutBatch(ctx, input, batch) : ctx.InputState(input);
    if (i >= layout->carried) {
      const int64_t axis = ListedAxis(ctx, "scan_input_axes", i - layout->carried);
      state = SliceState(ctx, state, input, axis, length);
    }
    loop.inputs.push_back(state);
  }
  loop.carried_count = static_cast<size_t>(layout->carried);
  loop.trip_count = length;
  loop.runs_if_is_all = !length.is_unknown();
  if (loop.runs_if_is_all) loop.runs_if.push_back(length);
  loop.keeps_shapes = true;
  const BodyLoopResult result = RunToFixedPoint(ctx, std::move(loop));
  if (result.never_runs) length = 0;
  SetOutputs(ctx, *layout, result, batch, length, first_symbol);
}

}  // namespace shapewright::rules
