#include "core/query/merge/window_message.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/read_type.h"

namespace shapewright::query {
namespace {

using shape::WindowAxis;

// Beyond, sums of a few would leave 64 bits.
constexpr int64_t kMaxStep = std::numeric_limits<int64_t>::max() / 8;

// A list of the message, and where its entries go.
struct ListRow {
  const char* field;
  const google::protobuf::RepeatedField<int64_t>& (v1::Window::*list)() const;
  int64_t WindowAxis::*target;
  int64_t min;
};

constexpr ListRow kLists[] = {
    {"strides", &v1::Window::strides, &WindowAxis::stride, 1},
    {"dilations", &v1::Window::dilations, &WindowAxis::dilation, 1},
    {"pads_begin", &v1::Window::pads_begin, &WindowAxis::pad_begin, -kMaxStep},
    {"pads_end", &v1::Window::pads_end, &WindowAxis::pad_end, -kMaxStep},
    {"data_dilations", &v1::Window::data_dilations, &WindowAxis::data_dilation, 1},
};

shape::WindowPadding PaddingOf(const v1::Window& message) {
  return message.auto_pad() == v1::Window::AUTO_PAD_UNSPECIFIED
             ? shape::WindowPadding::kExplicit
             : static_cast<shape::WindowPadding>(message.auto_pad());
}

absl::Status PadsBesideAutoPad(const v1::Window& message) {
  return CaseError(message.pads_begin_size() > 0 ? "pads_begin" : "pads_end",
                   "`auto_pad` says how much is padded", "leave out the pads, or `auto_pad`");
}

absl::Status ReadList(const v1::Window& message, const ListRow& row, shape::SlidingWindow& window) {
  const auto& list = (message.*row.list)();
  for (int i = 0; i < list.size(); ++i) {
    if (list[i] < row.min || list[i] > kMaxStep) {
      return CaseError(graph::Item(row.field, i), absl::StrCat("cannot be ", list[i]));
    }
    window.axes[static_cast<size_t>(i)].*row.target = list[i];
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<shape::SlidingWindow> ReadWindow(const QueryOptions& options, SymbolScope& scope,
                                                const v1::Window& in) {
  shape::SlidingWindow window;
  int rank = in.sizes_size();
  for (const ListRow& row : kLists) rank = std::max(rank, (in.*row.list)().size());
  if (rank > options.max_rank) {
    return CaseError("sizes", absl::StrCat("more than ", options.max_rank, " axes"));
  }
  window.axes.resize(static_cast<size_t>(rank));
  absl::Status known = CheckKnown("auto_pad", in.auto_pad(), v1::Window::AutoPad_IsValid);
  if (!known.ok()) return known;
  window.padding = PaddingOf(in);
  if (window.padding != shape::WindowPadding::kExplicit) {
    const bool has_pads = in.pads_begin_size() > 0 || in.pads_end_size() > 0;
    if (has_pads) return PadsBesideAutoPad(in);
  }
  window.ceil_mode = in.ceil_mode();
  window.allow_window_in_padding = in.allow_window_in_padding();
  TypeReader reader(options, scope, false);
  for (int i = 0; i < in.sizes_size(); ++i) {
    const absl::StatusOr<shape::Dim> size = reader.ReadDim(in.sizes(i));
    if (!size.ok()) return graph::Within(graph::Item("sizes", i), size.status());
    window.axes[static_cast<size_t>(i)].size = *size;
  }
  for (const ListRow& row : kLists) {
    absl::Status read = ReadList(in, row, window);
    if (!read.ok()) return read;
  }
  return window;
}

}  // namespace shapewright::query
