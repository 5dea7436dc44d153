#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_

#include <memory_resource>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/rules/state/workspace.h"
#include "core/symbolic/text/print.h"
#include "core/wire/wire_writer.h"

namespace shapewright::inference {

// Writes dims, types and sites into an answer, each expression printed once, and
// remembers which symbols the answer speaks of.
class AnswerText {
 public:
  explicit AnswerText(ops::Workspace& workspace)
      : workspace_(workspace), printer_(workspace.exprs()) {}

  void WriteDim(WireWriter& out, uint32_t field, symbolic::Expr dim);
  void WriteType(WireWriter& out, uint32_t field, const shape::Type& type);
  void WriteSite(WireWriter& out, uint32_t field, const symbolic::Site& site);
  void WriteInterval(WireWriter& out, uint32_t field, symbolic::Interval interval);

  absl::string_view Print(symbolic::Expr e);
  // All that was printed; for finding the symbols in it.
  const std::vector<symbolic::Expr>& printed() const { return printed_; }
  symbolic::SharingPrinter& printer() { return printer_; }

 private:
  void WriteShape(WireWriter& out, uint32_t field, const shape::Shape& shape);
  void WriteTensorType(WireWriter& out, const shape::Type& type);
  void WriteSequenceType(WireWriter& out, const shape::Type& type);

  ops::Workspace& workspace_;
  symbolic::SharingPrinter printer_;
  // By node; null for what was not printed.
  std::vector<absl::string_view> texts_;
  std::pmr::monotonic_buffer_resource memory_;
  std::vector<symbolic::Expr> printed_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_ANSWER_TEXT_H_
