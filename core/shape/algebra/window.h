#ifndef SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_WINDOW_H_
#define SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_WINDOW_H_

#include <cstdint>
#include <vector>

#include "core/shape/algebra/algebra.h"

namespace shapewright::shape {

// How a window slides along one axis. Steps and distances are 1 or greater;
// negative pads crop.
struct WindowAxis {
  Dim size;  // unknown: not given
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t pad_begin = 0;
  int64_t pad_end = 0;
  int64_t data_dilation = 1;
};

enum class WindowPadding : uint8_t { kExplicit = 1, kSameUpper, kSameLower, kValid };

// A window over as many axes as it has entries. Without entries it fits any rank.
struct SlidingWindow {
  std::vector<WindowAxis> axes;
  WindowPadding padding = WindowPadding::kExplicit;
  bool ceil_mode = false;
  bool allow_window_in_padding = false;
};

// The number of window positions on each axis of the data from `first_axis` on. A window that
// is empty, larger than the padded data or, unless that is allowed, wholly within the padding
// is a conflict; where that is not decided, a fact. Data of unknown rank get the rank of the
// window.
ShapeValue SlideWindow(Algebra& algebra, const Operand& data, const SlidingWindow& window);

// Data [N, C, ...] and filters [O, C / groups, ...] give [N, O, ...]; sizes of the
// window come from the filters where they are not given, and must agree with them.
ShapeValue Convolve(Algebra& algebra, const Operand& data, const Operand& filters,
                    const SlidingWindow& window, int64_t groups);

// Data [N, C, ...] keep N and C.
ShapeValue Pool(Algebra& algebra, const Operand& data, const SlidingWindow& window);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_ALGEBRA_WINDOW_H_
