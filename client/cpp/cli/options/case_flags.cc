#include "client/cpp/cli/options/case_flags.h"

#include <google/protobuf/generated_enum_reflection.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/flag_text.h"
#include "core/symbolic/text/interval_text.h"

namespace shapewright::cli {
namespace {

using Numbers = google::protobuf::RepeatedField<int64_t>;

// A name of an enum's value, without the enum's own: `strict` for MERGE_POLICY_STRICT.
template <typename Enum>
absl::StatusOr<Enum> ParseEnum(absl::string_view text, absl::string_view prefix) {
  const auto* const value = google::protobuf::GetEnumDescriptor<Enum>()->FindValueByName(
      absl::StrCat(prefix, absl::AsciiStrToUpper(text)));
  if (value != nullptr && value->number() != 0) return static_cast<Enum>(value->number());
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
}

// The value of an enum, into a field of the question.
template <typename Enum>
absl::Status ParseInto(absl::string_view text, absl::string_view prefix, Enum& out) {
  const absl::StatusOr<Enum> value = ParseEnum<Enum>(text, prefix);
  if (value.ok()) out = *value;
  return value.status();
}

// `float_precision,layout`.
template <typename Aspect>
absl::Status ParseAspects(absl::string_view text, google::protobuf::RepeatedField<int>* out) {
  for (const absl::string_view item : absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    const absl::StatusOr<Aspect> aspect = ParseEnum<Aspect>(item, "ASPECT_");
    if (!aspect.ok()) return aspect.status();
    out->Add(*aspect);
  }
  return absl::OkStatus();
}

absl::Status ParseIgnored(absl::string_view text, Arguments& out) {
  google::protobuf::RepeatedField<int> aspects;
  absl::Status status = ParseAspects<v1::CompareTypes::Aspect>(text, &aspects);
  for (const int aspect : aspects) {
    out.merge.ignored.push_back(static_cast<v1::CompareTypes::Aspect>(aspect));
  }
  return status;
}

// The window of `merge`, as soon as a flag speaks of one.
v1::Window& WindowOf(Arguments& out) {
  if (!out.merge.window) out.merge.window.emplace();
  return *out.merge.window;
}

v1::LayoutQuestion* NewQuestion(Arguments& out) { return out.layout.add_questions(); }
v1::LayoutChange* NewChange(Arguments& out) { return out.layout.add_changes(); }

absl::Status ParseIgnoredLayout(absl::string_view text, Arguments& out) {
  auto* questions = out.layout.mutable_questions();
  if (questions->empty() || !questions->rbegin()->has_compare()) {
    return absl::InvalidArgumentError("stands behind --compare");
  }
  return ParseAspects<v1::CompareLayouts::Aspect>(
      text, questions->rbegin()->mutable_compare()->mutable_ignored());
}

absl::Status ParseAutoPad(absl::string_view text, Arguments& out) {
  const auto pad = ParseEnum<v1::Window::AutoPad>(text, "AUTO_PAD_");
  if (pad.ok()) WindowOf(out).set_auto_pad(*pad);
  return pad.status();
}

v1::Dim* AddTo(std::vector<v1::Dim>* dims) { return &dims->emplace_back(); }
v1::Dim* AddTo(google::protobuf::RepeatedPtrField<v1::Dim>* dims) { return dims->Add(); }

template <typename Dims>
absl::Status ParseDims(absl::string_view text, Dims* out) {
  for (const absl::string_view item : absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    int64_t size = 0;
    if (absl::SimpleAtoi(item, &size)) {
      AddTo(out)->set_size(size);
    } else {
      AddTo(out)->set_expr(std::string(absl::StripAsciiWhitespace(item)));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckNotGiven(const v1::LayoutSpec& spec) {
  if (spec.kind_case() == v1::LayoutSpec::KIND_NOT_SET) return absl::OkStatus();
  return absl::InvalidArgumentError("the layout is given twice");
}

// The layout in full, unless it is given in another way.
absl::StatusOr<v1::Layout*> FullLayout(Arguments& out) {
  v1::LayoutSpec* spec = out.layout.mutable_layout();
  if (spec->kind_case() == v1::LayoutSpec::KIND_NOT_SET || spec->has_layout()) {
    return spec->mutable_layout();
  }
  return absl::InvalidArgumentError(
      "--padded and --minor-to-major go with each other, not with --layout or --strides");
}

// A list of numbers of the layout in full.
template <Numbers* (v1::Layout::*list)()>
absl::Status ParseLayoutList(absl::string_view text, Arguments& out) {
  const absl::StatusOr<v1::Layout*> layout = FullLayout(out);
  return layout.ok() ? ParseNumbers(text, ',', ((*layout)->*list)()) : layout.status();
}

absl::Status ParseLayoutSpec(absl::string_view text, v1::LayoutSpec* out) {
  absl::Status status = CheckNotGiven(*out);
  if (status.ok()) out->set_text(std::string(text));
  return status;
}

constexpr CommandSet kMerge = Of(Command::kMerge);
constexpr CommandSet kLayout = Of(Command::kLayout);
using Text = absl::string_view;

// A list of numbers of the window.
template <Numbers* (v1::Window::*list)()>
absl::Status ParseWindowList(Text text, Arguments& out) {
  return ParseNumbers(text, ',', (WindowOf(out).*list)());
}

// A number that the question may have.
template <std::optional<int64_t> MergeQuestion::*number>
absl::Status ParseMergeNumber(Text text, Arguments& out) {
  int64_t value = 0;
  absl::Status status = ParseNumber(text, value);
  if (status.ok()) out.merge.*number = value;
  return status;
}

absl::Status ParseAxes(Text text, Arguments& out) {
  Numbers axes;
  absl::Status status = ParseNumbers(text, ',', &axes);
  out.merge.axes.assign(axes.begin(), axes.end());
  return status;
}

constexpr FlagRow kMergeFlags[] = {
    {"--op", kMerge, "NAME", "The operation on the operands. Default: merge.",
     [](Text text, Arguments& out) {
       out.merge.op = absl::AsciiStrToLower(text);
       return absl::OkStatus();
     },
     kMergeOperations},
    {"--policy", kMerge, "P", "For merge: which operand counts if both know something.",
     [](Text text, Arguments& out) { return ParseInto(text, "MERGE_POLICY_", out.merge.policy); },
     "strict refine override skip"},
    {"--broadcast", kMerge, "RULE", "For broadcast: how sizes are matched.",
     [](Text text, Arguments& out) { return ParseInto(text, "RULE_", out.merge.rule); },
     "none numpy paddle bidirectional"},
    {"--axis", kMerge, "N", "For broadcast by paddle: the axis where the second shape begins.",
     ParseMergeNumber<&MergeQuestion::axis>},
    {"--ignore", kMerge, "LIST",
     "For compare: what compatible and equal ignore; separated by commas.", ParseIgnored,
     "element_type float_precision layout dynamic"},
    {"--axes", kMerge, "LIST", "Axes for keep, drop, permute, put and replace, such as 0,2.",
     ParseAxes},
    {"--sizes", kMerge, "LIST", "Sizes for put and replace, such as 4,N.",
     [](Text text, Arguments& out) { return ParseDims(text, &out.merge.sizes); }},
    {"--groups", kMerge, "N", "For convolve: the number of groups of channels.",
     ParseMergeNumber<&MergeQuestion::groups>},
    {"--number", kMerge, "N", "For intersect: a number to look for.",
     ParseMergeNumber<&MergeQuestion::number>},
    {"--premise", kMerge, "R", "A relation that holds, such as 'N <= 8'; may be repeated.",
     [](Text text, Arguments& out) {
       out.merge.premises.emplace_back(text);
       return absl::OkStatus();
     }},
    {"--notation", kMerge, "N", "The notation of the operands.",
     [](Text text, Arguments& out) { return ParseInto(text, "NOTATION_", out.merge.notation); },
     "shapewright ngraph openvino xla"},
    {"--window", kMerge, "LIST", "The sizes of the window for convolve, window and pooling.",
     [](Text text, Arguments& out) { return ParseDims(text, WindowOf(out).mutable_sizes()); }},
    {"--strides", kMerge, "LIST", "The strides of the window, one per axis.",
     ParseWindowList<&v1::Window::mutable_strides>},
    {"--dilations", kMerge, "LIST", "The dilations of the window, one per axis.",
     ParseWindowList<&v1::Window::mutable_dilations>},
    {"--pads-begin", kMerge, "LIST", "Padding before each axis.",
     ParseWindowList<&v1::Window::mutable_pads_begin>},
    {"--pads-end", kMerge, "LIST", "Padding after each axis.",
     ParseWindowList<&v1::Window::mutable_pads_end>},
    {"--data-dilations", kMerge, "LIST", "The dilations of the data, one per axis.",
     ParseWindowList<&v1::Window::mutable_data_dilations>},
    {"--auto-pad", kMerge, "P", "Automatic padding, by the size of the result.", ParseAutoPad,
     "same_upper same_lower valid"},
    {"--ceil", kMerge, "", "The last place of the window may extend beyond the data.",
     [](Text, Arguments& out) {
       WindowOf(out).set_ceil_mode(true);
       return absl::OkStatus();
     }},
};

constexpr FlagRow kLayoutFlags[] = {
    {"--layout", kLayout, "L",
     "A name (row_major, NHWC, NC/32HW32), an XLA layout {1,0:T(8,128)}, or names of the axes "
     "([batch, ..., channels], n??c).",
     [](Text text, Arguments& out) { return ParseLayoutSpec(text, out.layout.mutable_layout()); }},
    {"--strides", kLayout, "LIST", "The layout by its strides, in elements.",
     [](Text text, Arguments& out) {
       v1::LayoutSpec* spec = out.layout.mutable_layout();
       absl::Status status = CheckNotGiven(*spec);
       return status.ok() ? ParseNumbers(text, ',', spec->mutable_strided()->mutable_strides())
                          : status;
     }},
    {"--minor-to-major", kLayout, "LIST", "The layout by its order, such as 0,1.",
     ParseLayoutList<&v1::Layout::mutable_minor_to_major>},
    {"--padded", kLayout, "LIST", "The sizes that the axes are padded to.",
     ParseLayoutList<&v1::Layout::mutable_padded_dimensions>},
    {"--premise", kLayout, "R",
     "A relation that holds, such as 'N <= 8', 'N = 8'; may be repeated.",
     [](Text text, Arguments& out) {
       out.layout.add_premises(std::string(text));
       return absl::OkStatus();
     }},
    {"--details", kLayout, "", "Also print padding, contiguous runs and axes of size 1.",
     SetSwitch<&Arguments::layout_details>},
};

constexpr FlagRow kLayoutChangeFlags[] = {
    {"--convert", kLayout, "L",
     "Convert to another layout, or read the same bytes as f32[6,2]{1,0}.",
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewChange(out)->mutable_convert());
     }},
    {"--reshape", kLayout, "LIST", "Reshape to these sizes, without moving elements if possible.",
     [](Text text, Arguments& out) {
       return ParseDims(text, NewChange(out)->mutable_reshape()->mutable_dims());
     }},
    {"--transpose", kLayout, "LIST", "Transpose the axes, without moving elements.",
     [](Text text, Arguments& out) {
       return ParseNumbers(text, ',', NewChange(out)->mutable_transpose()->mutable_values());
     }},
};

constexpr FlagRow kLayoutQuestionFlags[] = {
    {"--memory-order", kLayout, "",
     "Print the memory: for each place the number of its element, - for padding.",
     [](Text, Arguments& out) {
       NewQuestion(out)->mutable_memory_order();
       return absl::OkStatus();
     }},
    {"--locate", kLayout, "LIST", "The place of the element with these indices.",
     [](Text text, Arguments& out) {
       v1::Coordinates* element = NewQuestion(out)->mutable_locate()->add_elements();
       return ParseNumbers(text, ',', element->mutable_indices());
     }},
    {"--elements-at", kLayout, "LIST", "The elements at these places.",
     [](Text text, Arguments& out) {
       return ParseNumbers(text, ',', NewQuestion(out)->mutable_elements_at()->mutable_values());
     }},
    {"--compare", kLayout, "L",
     "Compare with another layout, or check that the bytes can be read as f32[6,2]{1,0}.",
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewQuestion(out)->mutable_compare()->mutable_other());
     }},
    {"--ignore", kLayout, "LIST", "After --compare: what it ignores; separated by commas.",
     ParseIgnoredLayout,
     "tiles memory_space element_size tail_padding splits sparse_storage prefix all_but_order"},
    {"--axis", kLayout, "NAME",
     "The number of an axis: -1, a letter (x is the last), or a name in the layout.",
     [](Text text, Arguments& out) {
       NewQuestion(out)->set_axis_named(std::string(text));
       return absl::OkStatus();
     }},
};

}  // namespace

absl::Span<const FlagRow> MergeFlags() { return kMergeFlags; }
absl::Span<const FlagRow> LayoutFlags() { return kLayoutFlags; }
absl::Span<const FlagRow> LayoutChangeFlags() { return kLayoutChangeFlags; }
absl::Span<const FlagRow> LayoutQuestionFlags() { return kLayoutQuestionFlags; }

}  // namespace shapewright::cli
