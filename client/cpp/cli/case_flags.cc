#include "client/cpp/cli/case_flags.h"

#include <google/protobuf/generated_enum_reflection.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
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

// The question that the next option asks; after --in-turn one about the result of the
// question before.
v1::LayoutQuery* NewQuery(Arguments& out) {
  auto* queries = out.layout.mutable_queries();
  const bool is_in_turn = !queries->empty() && queries->rbegin()->has_in_turn();
  return is_in_turn ? queries->rbegin()->mutable_in_turn()->add_steps() : queries->Add();
}

absl::Status ParseIgnoredLayout(absl::string_view text, Arguments& out) {
  auto* queries = out.layout.mutable_queries();
  if (queries->empty() || !queries->rbegin()->has_compare()) {
    return absl::InvalidArgumentError("stands behind --compare");
  }
  return ParseAspects<v1::LayoutQuery::Aspect>(text, queries->rbegin()->mutable_ignored());
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

// `{1,0}` and `f32[6,2]{1,0}` are texts; `NHWC` and `[batch, ..., c]` are names.
absl::Status ParseLayoutSpec(absl::string_view text, v1::LayoutSpec* out) {
  absl::Status status = CheckNotGiven(*out);
  if (!status.ok()) return status;
  const bool has_shape = absl::StrContains(text, '[') && !absl::StartsWith(text, "[");
  if (absl::StartsWith(text, "{") || has_shape) {
    out->set_text(std::string(text));
  } else {
    out->set_named(std::string(text));
  }
  return absl::OkStatus();
}

absl::Status ParseReshape(absl::string_view text, v1::Shape* out) {
  Numbers sizes;
  absl::Status status = ParseNumbers(text, ',', &sizes);
  for (const int64_t size : sizes) out->add_dims()->set_size(size);
  return status;
}

constexpr Command kMerge = Command::kMerge;
constexpr Command kLayout = Command::kLayout;
using Text = absl::string_view;

// `1=4`: a dimension of size 4 as number 1.
absl::Status ParseInsertion(Text text, v1::DimensionInsertion* out) {
  const std::pair<Text, Text> parts = absl::StrSplit(text, absl::MaxSplits('=', 1));
  int64_t dimension = 0;
  absl::Status status = ParseNumber(parts.first, dimension);
  int64_t size = 0;
  if (status.ok()) status = ParseNumber(parts.second, size);
  out->set_dimension(dimension);
  out->mutable_size()->set_size(size);
  return status;
}

// `0,2`: dimension 0 becomes number 2.
absl::Status ParseMove(Text text, v1::DimensionMove* out) {
  Numbers numbers;
  absl::Status status = ParseNumbers(text, ',', &numbers);
  if (!status.ok()) return status;
  if (numbers.size() != 2) return absl::InvalidArgumentError("expected two numbers, such as 0,2");
  out->set_source(numbers[0]);
  out->set_target(numbers[1]);
  return absl::OkStatus();
}

// `base=0,1;count=2,2;step=1,1`, each of which may be missing.
absl::Status ParseIndexRange(Text text, v1::IndexRange* out) {
  for (const Text part : absl::StrSplit(text, ';', absl::SkipWhitespace())) {
    const std::pair<Text, Text> sides = absl::StrSplit(part, absl::MaxSplits('=', 1));
    Numbers* list = sides.first == "base"    ? out->mutable_base()
                    : sides.first == "count" ? out->mutable_count()
                    : sides.first == "step"  ? out->mutable_step()
                                             : nullptr;
    if (list == nullptr) return absl::InvalidArgumentError("expected base=, count= or step=");
    absl::Status status = ParseNumbers(sides.second, ',', list);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// One dimension, or several.
absl::Status ParseDeletion(Text text, Arguments& out) {
  v1::LayoutQuery* query = NewQuery(out);
  Numbers dimensions;
  absl::Status status = ParseNumbers(text, ',', &dimensions);
  if (dimensions.size() == 1) {
    query->set_delete_dimension(dimensions[0]);
  } else {
    *query->mutable_delete_dimensions()->mutable_dimensions() = dimensions;
  }
  return status;
}

// A question that is one number.
template <void (v1::LayoutQuery::*set)(int64_t)>
absl::Status ParseDimensionQuery(Text text, Arguments& out) {
  int64_t dimension = 0;
  absl::Status status = ParseNumber(text, dimension);
  (NewQuery(out)->*set)(dimension);
  return status;
}

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
    {"--bind", kLayout, true,
     [](Text text, Arguments& out) {
       v1::Binding* binding = out.layout.add_bindings();
       absl::Status status = ParseBinding(text, binding);
       if (!status.ok() || binding->inputs().empty()) return status;
       return absl::InvalidArgumentError("a layout has symbols, no inputs");
     }},
    {"--memory-order", kLayout, false,
     [](Text, Arguments& out) {
       NewQuery(out)->set_memory_order(true);
       return absl::OkStatus();
     }},
    {"--index", kLayout, true,
     [](Text text, Arguments& out) {
       v1::Index* index = NewQuery(out)->mutable_to_linear();
       return ParseNumbers(text, ',', index->mutable_coordinates());
     }},
    {"--linear", kLayout, true,
     [](Text text, Arguments& out) {
       int64_t place = 0;
       absl::Status status = ParseNumber(text, place);
       NewQuery(out)->set_to_multi(place);
       return status;
     }},
    {"--compare", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewQuery(out)->mutable_compare());
     }},
    {"--convert", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseLayoutSpec(text, NewQuery(out)->mutable_convert());
     }},
    {"--reshape", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseReshape(text, NewQuery(out)->mutable_reshape());
     }},
    {"--insert", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseInsertion(text, NewQuery(out)->mutable_insert());
     }},
    {"--delete", kLayout, true, ParseDeletion},
    {"--move", kLayout, true,
     [](Text text, Arguments& out) { return ParseMove(text, NewQuery(out)->mutable_move()); }},
    {"--move-to-major", kLayout, true, ParseDimensionQuery<&v1::LayoutQuery::set_move_to_major>},
    {"--move-to-minor", kLayout, true, ParseDimensionQuery<&v1::LayoutQuery::set_move_to_minor>},
    {"--ignore", kLayout, true, ParseIgnoredLayout},
    {"--in-turn", kLayout, false,
     [](Text, Arguments& out) {
       out.layout.add_queries()->mutable_in_turn();
       return absl::OkStatus();
     }},
    {"--visit", kLayout, true,
     [](Text text, Arguments& out) {
       return ParseIndexRange(text, NewQuery(out)->mutable_visit());
     }},
    {"--contiguous-run", kLayout, false,
     [](Text, Arguments& out) {
       NewQuery(out)->set_contiguous_run(true);
       return absl::OkStatus();
     }},
    {"--dimension", kLayout, true,
     [](Text text, Arguments& out) {
       NewQuery(out)->set_dimension(std::string(text));
       return absl::OkStatus();
     }},
    {"--transpose", kLayout, true,
     [](Text text, Arguments& out) {
       v1::Permutation* permutation = NewQuery(out)->mutable_transpose();
       return ParseNumbers(text, ',', permutation->mutable_axes());
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
