#include "client/cpp/cli/merge/merge_question.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace shapewright::cli {
namespace {

// Flags that belong to some questions only.
enum Flag : uint32_t {
  kPolicy = 1,
  kRule = 2,
  kAxis = 4,
  kGroups = 8,
  kNumber = 16,
  kAxes = 32,
  kSizes = 64,
  kIgnored = 128,
  kWindow = 256,
};

struct FlagName {
  Flag flag;
  absl::string_view name;
};
constexpr FlagName kFlagNames[] = {
    {kPolicy, "--policy"}, {kRule, "--broadcast"}, {kAxis, "--axis"},
    {kGroups, "--groups"}, {kNumber, "--number"},  {kAxes, "--axes"},
    {kSizes, "--sizes"},   {kIgnored, "--ignore"}, {kWindow, "the options of windows"},
};

uint32_t GivenFlags(const MergeQuestion& given) {
  uint32_t flags = 0;
  if (given.policy != v1::MERGE_POLICY_UNSPECIFIED) flags |= kPolicy;
  if (given.rule != v1::BroadcastTypes::RULE_UNSPECIFIED) flags |= kRule;
  if (given.axis) flags |= kAxis;
  if (given.groups) flags |= kGroups;
  if (given.number) flags |= kNumber;
  if (!given.axes.empty()) flags |= kAxes;
  if (!given.sizes.empty()) flags |= kSizes;
  if (!given.ignored.empty()) flags |= kIgnored;
  if (given.window) flags |= kWindow;
  return flags;
}

template <typename Question>
void AddOperands(const MergeQuestion& given, Question* question) {
  for (const std::string& text : given.operands) question->add_operands()->set_text(text);
}

void SetMerge(const MergeQuestion& given, v1::MergeCase& out) {
  AddOperands(given, out.mutable_merge());
  out.mutable_merge()->set_policy(given.policy);
}

void SetBroadcast(const MergeQuestion& given, v1::MergeCase& out) {
  AddOperands(given, out.mutable_broadcast());
  out.mutable_broadcast()->set_rule(given.rule);
  if (given.axis) out.mutable_broadcast()->set_axis(*given.axis);
}

void SetRelax(const MergeQuestion& given, v1::MergeCase& out) {
  AddOperands(given, out.mutable_relax());
}

void SetAppend(const MergeQuestion& given, v1::MergeCase& out) {
  AddOperands(given, out.mutable_append_axes());
}

void SetCompare(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_compare()->mutable_left()->set_text(given.operands[0]);
  out.mutable_compare()->mutable_right()->set_text(given.operands[1]);
  for (const auto aspect : given.ignored) out.mutable_compare()->add_ignored(aspect);
}

void SetInspect(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_inspect()->mutable_operand()->set_text(given.operands[0]);
}

template <v1::ComputeDims::Operation operation>
void SetCompute(const MergeQuestion& given, v1::MergeCase& out) {
  AddOperands(given, out.mutable_compute());
  out.mutable_compute()->set_operation(operation);
}

template <v1::SelectAxes::Mode mode>
void SetSelect(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_select_axes()->mutable_operand()->set_text(given.operands[0]);
  out.mutable_select_axes()->set_mode(mode);
  for (const int64_t axis : given.axes) out.mutable_select_axes()->add_axes(axis);
}

template <bool replaces>
void SetPut(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_put_axes()->mutable_operand()->set_text(given.operands[0]);
  out.mutable_put_axes()->set_replace(replaces);
  for (const int64_t axis : given.axes) out.mutable_put_axes()->add_axes(axis);
  for (const v1::Dim& size : given.sizes) *out.mutable_put_axes()->add_sizes() = size;
}

void SetConvolve(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_convolve()->mutable_data()->set_text(given.operands[0]);
  out.mutable_convolve()->mutable_filters()->set_text(given.operands[1]);
  out.mutable_convolve()->set_groups(given.groups.value_or(0));
  if (given.window) *out.mutable_convolve()->mutable_window() = *given.window;
}

template <bool is_pooling>
void SetSlide(const MergeQuestion& given, v1::MergeCase& out) {
  out.mutable_slide_window()->mutable_data()->set_text(given.operands[0]);
  out.mutable_slide_window()->set_pooling(is_pooling);
  if (given.window) *out.mutable_slide_window()->mutable_window() = *given.window;
}

void SetIntersect(const MergeQuestion& given, v1::MergeCase& out) {
  for (const std::string& text : given.operands) {
    v1::Dim* dim = out.mutable_intersect_dims()->add_dims();
    if (absl::StripAsciiWhitespace(text) != "?") dim->set_expr(text);
  }
  if (given.number) out.mutable_intersect_dims()->set_number(*given.number);
}

// A question by its name, how many operands it takes (0: any number) and which flags.
struct OperationRow {
  absl::string_view name;
  size_t operands;
  uint32_t flags;
  void (*set)(const MergeQuestion& given, v1::MergeCase& out);
};

constexpr OperationRow kOperations[] = {
    {"merge", 0, kPolicy, SetMerge},
    {"broadcast", 0, kRule | kAxis, SetBroadcast},
    {"relax", 0, 0, SetRelax},
    {"compare", 2, kIgnored, SetCompare},
    {"inspect", 1, 0, SetInspect},
    {"add", 0, 0, SetCompute<v1::ComputeDims::OPERATION_ADD>},
    {"subtract", 0, 0, SetCompute<v1::ComputeDims::OPERATION_SUBTRACT>},
    {"multiply", 0, 0, SetCompute<v1::ComputeDims::OPERATION_MULTIPLY>},
    {"divide", 0, 0, SetCompute<v1::ComputeDims::OPERATION_DIVIDE>},
    {"min", 0, 0, SetCompute<v1::ComputeDims::OPERATION_MIN>},
    {"max", 0, 0, SetCompute<v1::ComputeDims::OPERATION_MAX>},
    {"keep", 1, kAxes, SetSelect<v1::SelectAxes::MODE_KEEP>},
    {"drop", 1, kAxes, SetSelect<v1::SelectAxes::MODE_DROP>},
    {"permute", 1, kAxes, SetSelect<v1::SelectAxes::MODE_PERMUTE>},
    {"put", 1, kAxes | kSizes, SetPut<false>},
    {"replace", 1, kAxes | kSizes, SetPut<true>},
    {"append", 0, 0, SetAppend},
    {"convolve", 2, kGroups | kWindow, SetConvolve},
    {"window", 1, kWindow, SetSlide<false>},
    {"pooling", 1, kWindow, SetSlide<true>},
    {"intersect", 0, kNumber, SetIntersect},
};

// What a flag asks for where no name is given.
absl::string_view UsualName(const MergeQuestion& given) {
  if (given.rule != v1::BroadcastTypes::RULE_UNSPECIFIED) return "broadcast";
  return given.ignored.empty() ? "merge" : "compare";
}

absl::Status CheckFlags(const MergeQuestion& given, const OperationRow& row) {
  const uint32_t foreign = GivenFlags(given) & ~row.flags;
  for (const FlagName& name : kFlagNames) {
    if ((foreign & name.flag) == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--op ", row.name, " does not take ", name.name));
  }
  if (row.operands == 0 || given.operands.size() == row.operands) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--op ", row.name, " needs ", row.operands,
                                                 row.operands == 1 ? " operand" : " operands",
                                                 ", not ", given.operands.size()));
}

}  // namespace

absl::StatusOr<v1::MergeShapesRequest> RequestOf(const MergeQuestion& question) {
  const absl::string_view name = question.op.empty() ? UsualName(question) : question.op;
  const auto* const row = std::find_if(std::begin(kOperations), std::end(kOperations),
                                       [name](const OperationRow& r) { return r.name == name; });
  if (row == std::end(kOperations)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--op: \"", name, "\" is not known; there are ", kMergeOperations));
  }
  absl::Status status = CheckFlags(question, *row);
  if (!status.ok()) return status;
  v1::MergeShapesRequest request;
  request.set_notation(question.notation);
  v1::MergeCase& message = *request.add_cases();
  for (const std::string& premise : question.premises) message.add_premises(premise);
  row->set(question, message);
  return request;
}

}  // namespace shapewright::cli
