#ifndef SHAPEWRIGHT_TESTS_CORE_QUESTIONS_REWRITE_REWRITE_SUPPORT_H_
#define SHAPEWRIGHT_TESTS_CORE_QUESTIONS_REWRITE_REWRITE_SUPPORT_H_

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {

inline v1::RewriteModelResponse Rewritten(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::RewriteModelResponse>(RequestOf<v1::RewriteModelRequest>(model, rest));
}

// An edit in short: `operand 4.1 = y`.
inline std::string TextOf(const v1::ModelEdit& edit) {
  std::string where;
  for (const v1::BodyStep& step : edit.body()) {
    absl::StrAppend(&where, step.node(), ".", step.attribute(), ": ");
  }
  const auto sizes = [](const auto& list) { return absl::StrJoin(list, ","); };
  switch (edit.change_case()) {
    case v1::ModelEdit::kRemovedNode:
      return absl::StrCat(where, "remove ", edit.removed_node().node());
    case v1::ModelEdit::kInsertedNode:
      return absl::StrCat(where, "insert ", edit.inserted_node().node().op_type(), " before ",
                          edit.inserted_node().before());
    case v1::ModelEdit::kOperand:
      return absl::StrCat(where, "operand ", edit.operand().node(), ".", edit.operand().input(),
                          " = ", edit.operand().value());
    case v1::ModelEdit::kAddedInitializer:
      return absl::StrCat(where, "add ", edit.added_initializer().name(), " = ",
                          sizes(edit.added_initializer().tensor().ints()));
    case v1::ModelEdit::kRemovedInitializer:
      return absl::StrCat(where, "drop ", edit.removed_initializer());
    case v1::ModelEdit::kShape: {
      std::vector<std::string> dims;
      for (const v1::Dim& dim : edit.shape().dims()) {
        dims.push_back(dim.has_size()   ? absl::StrCat(dim.size())
                       : dim.has_expr() ? dim.expr()
                                        : "?");
      }
      return absl::StrCat(where, "shape ", edit.shape().value(), " = ", sizes(dims));
    }
    case v1::ModelEdit::kRemovedValueInfo:
      return absl::StrCat(where, "forget ", edit.removed_value_info());
    case v1::ModelEdit::kInlinedBranch: {
      std::string text = absl::StrCat(where, "inline ", edit.inlined_branch().node(), ".",
                                      edit.inlined_branch().attribute());
      for (const v1::Renaming& each : edit.inlined_branch().renamings()) {
        absl::StrAppend(&text, " ", each.from(), "->", each.to());
      }
      return text;
    }
    default:
      return "?";
  }
}

inline std::vector<std::string> TextsOf(const v1::RewriteModelResponse& response) {
  std::vector<std::string> texts;
  for (const v1::ModelEdit& edit : response.edits()) texts.push_back(TextOf(edit));
  return texts;
}

// A target of Reshape that nodes compute.
inline constexpr char kScaffold[] = R"(
  input x: float32[batch, seq, 768]
  const i0: int64[1] = 0
  const i1: int64[1] = 1
  const rest: int64[2] = 12 64
  s = Shape(x)
  b = Gather(s, i0)
  t = Gather(s, i1)
  target = Concat(b, t, rest) axis=0
  y = Reshape(x, target)
  output y: float32[batch, seq, 12, 64]
)";

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_TESTS_CORE_QUESTIONS_REWRITE_REWRITE_SUPPORT_H_
