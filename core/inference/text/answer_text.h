#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_

#include <memory_resource>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/answer/message_writer.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/text/print.h"
#include "core/wire/wire_writer.h"

namespace shapewright::inference {

// Writes types and sites into the answer about a model. Each expression is printed, and each type
// encoded, only once. Records which symbols the answer mentions. Not thread-safe.
class AnswerText final : public answer::ExprTexts {
 public:
  explicit AnswerText(rules::Workspace& workspace)
      : workspace_(workspace),
        printer_(workspace.exprs()),
        writer_(workspace.exprs(), workspace.types(), *this) {}

  void WriteType(WireWriter& out, uint32_t field, shape::TypeId type);
  void WriteSite(WireWriter& out, uint32_t field, const symbolic::Site& site);

  absl::string_view TextOf(symbolic::Expr e) override { return Print(e); }
  std::string ConditionOf(symbolic::Expr condition) override {
    printed_.push_back(condition);
    return printer_.PrintCondition(condition);
  }
  // Valid as long as this.
  absl::string_view Print(symbolic::Expr e);
  // All expressions that were printed, to find the symbols in them.
  const std::vector<symbolic::Expr>& printed() const { return printed_; }
  symbolic::SharingPrinter& printer() { return printer_; }
  const answer::MessageWriter& writer() const { return writer_; }

 private:
  absl::string_view Keep(absl::string_view bytes);

  rules::Workspace& workspace_;
  symbolic::SharingPrinter printer_;
  const answer::MessageWriter writer_;
  // By node of the arena; null if it was not printed.
  std::vector<absl::string_view> texts_;
  // The encoded content of each type; null if it was not written.
  std::vector<absl::string_view> types_;
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<symbolic::Expr> printed_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_
