#include "core/query/merge/merge_result.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/query/write_type.h"
#include "core/shape/notation/notation.h"
#include "core/shape/notation/notation_print.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/interval_text.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::Notation;
using shape::Type;
using shape::TypeId;
using symbolic::Interval;

Notation NotationOf(const v1::MergeCase& message) {
  return message.notation() == v1::MergeCase::NOTATION_UNSPECIFIED
             ? Notation::kShapewright
             : static_cast<Notation>(message.notation());
}

using DimList = absl::InlinedVector<Dim, 8>;

class ResultWriter {
 public:
  ResultWriter(MergeCase& run, v1::MergeResult* out)
      : run_(run),
        arena_(run.scope.exprs()),
        out_(out),
        notation_(NotationOf(run.message)),
        uses_(run.scope.exprs()) {}

  void WriteOutcome(const MergeOutcome& outcome);
  void WriteConflicts();
  void WriteNotes();
  // What stands in the outcome.
  absl::Span<const Dim> dims() const { return dims_; }

 private:
  void Set(Nothing) {}
  void Set(TypeId type);
  void Set(Dim dim);
  void Set(bool holds);
  void Set(Interval range);
  void Set(Count count);
  void Set(EmptyRange);

  // Counts where unknowns stand, in the outcome and in the operands.
  void CountUses();
  TypeId FinalType(TypeId id);
  std::string TypeText(TypeId id) const;

  MergeCase& run_;
  symbolic::ExprArena& arena_;
  v1::MergeResult* const out_;
  const Notation notation_;
  shape::AnonymousUses uses_;
  DimList dims_;
};

// The type with all that was learned put in.
TypeId ResultWriter::FinalType(TypeId id) {
  if (id == shape::kUnknownType) return id;
  const Type& given = run_.scope.types().at(id);
  if (given.is_tensor() && !run_.algebra.facts.has_learned()) {
    dims_.insert(dims_.end(), given.shape.dims.begin(), given.shape.dims.end());
    return id;
  }
  DimList dims;
  for (const Dim dim : given.shape.dims) dims.push_back(run_.algebra.facts.Finalize(dim));
  dims_.insert(dims_.end(), dims.begin(), dims.end());
  if (given.is_tensor() && absl::MakeConstSpan(dims) == given.shape.dims) return id;
  Type type = given;
  type.shape.dims = dims;
  if (!type.length.is_unknown()) {
    type.length = run_.algebra.facts.Finalize(type.length);
    dims_.push_back(type.length);
  }
  type.inner = FinalType(type.inner);
  std::vector<TypeId> positions;
  for (const TypeId position : type.positions) positions.push_back(FinalType(position));
  type.positions = positions;
  return run_.scope.types().Intern(type);
}

std::string ResultWriter::TypeText(TypeId id) const {
  return FormatTypeAs(notation_, run_.scope.types(), arena_, id, &uses_);
}

// What stands twice in the operands is more than a range in the outcome too.
void ResultWriter::CountUses() {
  if (std::none_of(dims_.begin(), dims_.end(), [](Dim dim) { return dim.is_symbolic(); })) return;
  uses_.Count(shape::Shape::Of(dims_));
  shape::AnonymousUses in_operands(arena_);
  for (const TypeId type : run_.operands.types) {
    in_operands.Count(run_.scope.types().at(type).shape);
  }
  for (const symbolic::SymbolId id : SymbolsOf(arena_, dims_)) {
    // What it stands for is among the symbols too.
    if (arena_.symbol(id).kind == symbolic::SymbolKind::kDefined) continue;
    const Dim self = symbolic::Expr::FromNode(arena_.symbol(id).node);
    if (in_operands.IsInterval(self)) continue;
    uses_.Count(self);
    uses_.Count(self);
  }
}

void ResultWriter::Set(TypeId type) {
  type = FinalType(type);
  CountUses();
  WriteType(arena_, run_.scope.types(), type, out_->mutable_merged());
  out_->set_text(TypeText(type));
}

void ResultWriter::Set(Dim dim) {
  dim = run_.algebra.facts.Finalize(dim);
  dims_.push_back(dim);
  CountUses();
  WriteDim(arena_, dim, out_->mutable_dim());
  out_->set_text(FormatDimAs(notation_, arena_, dim, &uses_));
}

void ResultWriter::Set(bool holds) {
  out_->set_holds(holds);
  out_->set_text(holds ? "true" : "false");
}

void ResultWriter::Set(Interval range) {
  WriteInterval(range, out_->mutable_range());
  const bool is_open = range == Interval::Size() || range == Interval::All();
  if (range.min == 0 && range.max > 0) range.min = Interval::kMinusInfinity;
  out_->set_text(is_open ? "?" : symbolic::ToString(range));
}

void ResultWriter::Set(Count count) {
  out_->set_count(count.value);
  out_->set_text(absl::StrCat(count.value));
}

void ResultWriter::Set(EmptyRange) {
  out_->set_empty(true);
  out_->set_text("empty");
}

void ResultWriter::WriteOutcome(const MergeOutcome& outcome) {
  std::visit([this](const auto& value) { Set(value); }, outcome);
}

void ResultWriter::WriteConflicts() {
  for (const shape::Conflict& conflict : run_.algebra.conflicts) {
    v1::Conflict* written = out_->add_conflicts();
    written->set_left_operand(conflict.left_operand);
    written->set_right_operand(conflict.right_operand);
    if (conflict.axis) written->set_axis(*conflict.axis);
    if (!conflict.left.is_unknown()) WriteDim(arena_, conflict.left, written->mutable_left());
    if (!conflict.right.is_unknown()) WriteDim(arena_, conflict.right, written->mutable_right());
    written->set_code(std::string(conflict.code));
    written->set_reason(Printable(conflict.reason));
    const shape::TypeTable& types = run_.scope.types();
    if (conflict.left_type != shape::kUnknownType) {
      WriteType(arena_, types, conflict.left_type, written->mutable_left_type());
    }
    if (conflict.right_type != shape::kUnknownType) {
      WriteType(arena_, types, conflict.right_type, written->mutable_right_type());
    }
  }
}

void ResultWriter::WriteNotes() {
  for (const shape::Note& note : run_.algebra.notes) {
    v1::Diagnostic* diagnostic = out_->add_diagnostics();
    const bool is_error = note.code == "OVERFLOW";
    diagnostic->set_severity(is_error ? v1::Diagnostic::SEVERITY_ERROR
                                      : v1::Diagnostic::SEVERITY_INFO);
    diagnostic->set_code(std::string(note.code));
    diagnostic->set_message(Printable(note.message));
  }
}

}  // namespace

void WriteResult(MergeCase& run, const MergeOutcome& outcome, const MergeBegin& begin,
                 v1::MergeResult* out) {
  if (!run.message.label().empty()) out->set_label(run.message.label());
  ResultWriter writer(run, out);
  const bool is_settled = run.message.operation() == v1::MergeCase::OPERATION_MERGE &&
                          run.message.policy() == v1::MERGE_POLICY_REFINE;
  writer.WriteConflicts();
  writer.WriteNotes();
  if (!run.algebra.conflicts.empty() && !is_settled) return;
  writer.WriteOutcome(outcome);
  WriteLearned(run, begin, writer.dims(), out);
}

}  // namespace shapewright::query
