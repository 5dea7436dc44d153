#include "client/cpp/cli/case_flags.h"

#include <google/protobuf/generated_enum_reflection.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/flag_text.h"
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

constexpr Command kMerge = Command::kMerge;
constexpr Command kLayout = Command::kLayout;
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

const CaseFlag kFlags[] = {
    {"--op", kMerge, true,
     [](Text text, Arguments& out) {
       out.merge.op = absl::AsciiStrToLower(text);
       return absl::OkStatus();
     }},
    {"--broadcast", kMerge, true,
     [](Text text, Arguments& out) { return ParseInto(text, "RULE_", out.merge.rule); }},
    {"--policy", kMerge, true,
     [](Text text, Arguments& out) { return ParseInto(text, "MERGE_POLICY_", out.merge.policy); }},
    {"--notation", kMerge, true,
     [](Text text, Arguments& out) { return ParseInto(text, "NOTATION_", out.merge.notation); }},
    {"--ignore", kMerge, true, ParseIgnored},
    {"--axis", kMerge, true, ParseMergeNumber<&MergeQuestion::axis>},
    {"--groups", kMerge, true, ParseMergeNumber<&MergeQuestion::groups>},
    {"--number", kMerge, true, ParseMergeNumber<&MergeQuestion::number>},
    {"--axes", kMerge, true, ParseAxes},
    {"--sizes", kMerge, true,
     [](Text text, Arguments& out) { return ParseDims(text, &out.merge.sizes); }},
    {"--premise", kMerge, true,
     [](Text text, Arguments& out) {
       out.merge.premises.emplace_back(text);
       return absl::OkStatus();
     }},
    {"--window", kMerge, true,
     [](Text text, Arguments& out) { return ParseDims(text, WindowOf(out).mutable_sizes()); }},
    {"--strides", kMerge, true, ParseWindowList<&v1::Window::mutable_strides>},
    {"--dilations", kMerge, true, ParseWindowList<&v1::Window::mutable_dilations>},
    {"--pads-begin", kMerge, true, ParseWindowList<&v1::Window::mutable_pads_begin>},
    {"--pads-end", kMerge, true, ParseWindowList<&v1::Window::mutable_pads_end>},
    {"--data-dilations", kMerge, true, ParseWindowList<&v1::Window::mutable_data_dilations>},
    {"--auto-pad", kMerge, true, ParseAutoPad},
    {"--ceil", kMerge, false,
     [](Text, Arguments& out) {
       WindowOf(out).set_ceil_mode(true);
       return absl::OkStatus();
     }},
    {"--layout", kLayout, true,
     [](Text text, Arguments& out) { return ParseLayoutSpec(text, out.layout.mutable_layout()); }},
    {"--strides", kLayout, true,
     [](Text text, Arguments& out) {
       v1::LayoutSpec* spec = out.layout.mutable_layout();
       absl::Status status = CheckNotGiven(*spec);
       return status.ok() ? ParseNumbers(text, ',', spec->mutable_strided()->mutable_strides())
                          : status;
     }},
    {"--padded", kLayout, true, ParseLayoutList<&v1::Layout::mutable_padded_dimensions>},
    {"--minor-to-major", kLayout, true, ParseLayoutList<&v1::Layout::mutable_minor_to_major>},
    {"--premise", kLayout, true,
     [](Text text, Arguments& out) {
       out.layout.add_premises(std::string(text));
       return absl::OkStatus();
     }},
    {"--convert", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewChange(out)->mutable_convert());
     }},
    {"--reshape", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseDims(text, NewChange(out)->mutable_reshape()->mutable_dims());
     }},
    {"--transpose", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseNumbers(text, ',', NewChange(out)->mutable_transpose()->mutable_values());
     }},
    {"--memory-order", kLayout, false,
     [](Text, Arguments& out) {
       NewQuestion(out)->mutable_memory_order();
       return absl::OkStatus();
     }},
    {"--locate", kLayout, true,
     [](Text text, Arguments& out) {
       v1::Coordinates* element = NewQuestion(out)->mutable_locate()->add_elements();
       return ParseNumbers(text, ',', element->mutable_indices());
     }},
    {"--elements-at", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseNumbers(text, ',', NewQuestion(out)->mutable_elements_at()->mutable_values());
     }},
    {"--compare", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewQuestion(out)->mutable_compare()->mutable_other());
     }},
    {"--ignore", kLayout, true, ParseIgnoredLayout},
    {"--axis", kLayout, true,
     [](Text text, Arguments& out) {
       NewQuestion(out)->set_axis_named(std::string(text));
       return absl::OkStatus();
     }},
    {"--details", kLayout, false,
     [](Text, Arguments& out) {
       out.layout_details = true;
       return absl::OkStatus();
     }},
};

}  // namespace

const CaseFlag* FindCaseFlag(absl::string_view name, Command command) {
  for (const CaseFlag& flag : kFlags) {
    if (flag.name == name && flag.command == command) return &flag;
  }
  return nullptr;
}

}  // namespace shapewright::cli
