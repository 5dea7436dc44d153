#ifndef SHAPEWRIGHT_CORE_RULES_WINDOW_H_
#define SHAPEWRIGHT_CORE_RULES_WINDOW_H_

#include <optional>

#include "absl/container/inlined_vector.h"
#include "core/base/static_text.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/tolerated_facts.h"

namespace shapewright::rules {

// The windows that convolutions and poolings slide along the spatial axes, which follow batch and
// channels.

inline constexpr int kFirstSpatialAxis = 2;

enum class AutoPad : uint8_t { kNotSet, kSameUpper, kSameLower, kValid };

// The window along one spatial axis.
struct WindowAxis {
  // The kernel's size, from an attribute or a dim of the weights.
  Expr kernel;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;
};

// The window of a node, by spatial axis.
struct Windows {
  AutoPad auto_pad = AutoPad::kNotSet;
  absl::InlinedVector<WindowAxis, 3> axes;

  bool is_same() const {
    return auto_pad == AutoPad::kSameUpper || auto_pad == AutoPad::kSameLower;
  }
};

// The number of spatial axes by operand 0 and the attributes; nothing where they
// do not say it. `weights` is the operand with two dims before the kernel's, or
// -1.
std::optional<int> CountSpatialAxes(RuleContext& ctx, int weights);

// Reads kernel_shape, strides, dilations, pads and auto_pad. Kernels come from
// the weights where kernel_shape is absent, and must agree where it is not.
// Nothing after an error.
std::optional<Windows> ReadWindows(RuleContext& ctx, int count, int weights);

// The kernel's extent: dilation * (kernel - 1) + 1.
Expr DilatedKernel(RuleContext& ctx, const WindowAxis& window);

// The size of an axis whose elements are `dilation` apart; 0 of an empty one.
Expr DilatedSize(RuleContext& ctx, Expr size, int64_t dilation);

// The number of windows of an extent on a padded axis, rounded down; none where it does not fit.
Dim CountWindows(RuleContext& ctx, Expr padded, Expr extent, int64_t stride);

// The number of windows on an axis of `size`, rounded down; records that at
// least one fits (S13), for the reason. `place` is the axis.
Dim SlideWindow(RuleContext& ctx, const WindowAxis& window, Dim size, const Place& place,
                const Check& check = kKernelFits);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_WINDOW_H_
