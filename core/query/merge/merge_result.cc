#include "core/query/merge/merge_result.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/base/checked_math.h"
#include "core/query/write_type.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/notation/notation.h"
#include "core/shape/notation/notation_print.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::Notation;
using shape::Type;
using shape::TypeId;
using symbolic::Interval;

// How many numbers; INT64_MAX for no end.
int64_t CountOf(Interval range) {
  if (range.is_empty()) return 0;
  if (!range.has_min() || !range.has_max()) return Interval::kInfinity;
  const auto size = symbolic::Narrow(static_cast<symbolic::Int128>(range.max) - range.min + 1);
  return size.value_or(Interval::kInfinity);
}

using DimList = absl::InlinedVector<Dim, 8>;

class ResultWriter {
 public:
  ResultWriter(MergeCase& run, v1::MergeResult* out)
      : run_(run),
        arena_(run.scope.exprs()),
        out_(out),
        notation_(run.notation),
        uses_(run.scope.exprs()) {}

  void WriteOutcome(const MergeOutcome& outcome);
  void WriteConflicts();
  void WriteNotes();
  // What stands in the outcome.
  absl::Span<const Dim> dims() const { return dims_; }

 private:
  void Set(Nothing) {}
  void Set(TypeId type) { WriteTypeAndText(type, out_->mutable_type()); }
  void Set(const TypeRelations& relations);
  void Set(const NumberRange& range);
  void Set(const TypeFacts& facts);

  void WriteTypeAndText(TypeId type, v1::Type* out);
  void WriteElements(const shape::Shape& shape, v1::Amount* out);
  std::string SideText(Dim dim, TypeId type) const;
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

void ResultWriter::WriteTypeAndText(TypeId type, v1::Type* out) {
  type = FinalType(type);
  CountUses();
  WriteType(arena_, run_.scope.types(), type, out);
  out->set_text(TypeText(type));
}

void ResultWriter::Set(const TypeRelations& relations) {
  v1::TypeComparison* out = out_->mutable_comparison();
  out->set_compatible(relations.compatible);
  out->set_equal(relations.equal);
  out->set_relaxes(relations.relaxes);
  out->set_refines(relations.refines);
  out->set_same_scheme(relations.same_scheme);
  out->set_same_layout(relations.same_layout);
}

void ResultWriter::Set(const NumberRange& range) {
  v1::DimRange* out = out_->mutable_range();
  if (!range.range.is_empty()) WriteInterval(range.range, out->mutable_range());
  const int64_t count = CountOf(range.range);
  if (count != Interval::kInfinity) out->set_count(count);
  if (range.contains_number) out->set_contains_number(*range.contains_number);
}

// The product of the sizes; nothing where it is beyond 64 bits, or a size is none.
void ResultWriter::WriteElements(const shape::Shape& shape, v1::Amount* out) {
  Dim product(1);
  for (const Dim dim : shape.dims) product = symbolic::Multiply(arena_, product, dim);
  if (product.is_unknown()) return;
  if (product.is_constant()) {
    out->set_value(product.constant());
    return;
  }
  dims_.push_back(product);
  run_.scope.PlaceNewSymbols({});
  out->set_expr(symbolic::ToString(arena_, product));
  WriteInterval(arena_.Bounds(product), out->mutable_range());
}

void ResultWriter::Set(const TypeFacts& facts) {
  v1::TypeSummary* out = out_->mutable_summary();
  WriteTypeAndText(facts.type, out->mutable_type());
  out->set_is_static(IsStatic(run_.algebra, facts.type));
  out->set_has_negative_size(!AllNonNegative(run_.algebra, facts.type));
  const Type& type = run_.scope.types().at(FinalType(facts.type));
  if (!type.is_tensor()) return;
  WriteInterval(RankOf(type.shape), out->mutable_rank());
  if (!type.shape.has_rank) return;
  v1::Shape* least = out->mutable_least();
  v1::Shape* greatest = out->mutable_greatest();
  for (const Dim dim : type.shape.dims) {
    const Interval bounds = arena_.Bounds(dim);
    const bool is_known = dim.is_constant();
    least->add_dims()->set_size(is_known ? dim.constant() : std::max<int64_t>(bounds.min, 0));
    v1::Dim* most = greatest->add_dims();
    if (is_known || bounds.has_max()) most->set_size(bounds.max);
  }
  if (!out->has_negative_size()) WriteElements(type.shape, out->mutable_elements());
}

void ResultWriter::WriteOutcome(const MergeOutcome& outcome) {
  std::visit([this](const auto& value) { Set(value); }, outcome);
}

// What one side of a conflict says; unknowns as what they can be.
std::string ResultWriter::SideText(Dim dim, TypeId type) const {
  if (type != shape::kUnknownType) {
    return FormatTypeAs(notation_, run_.scope.types(), arena_, type, nullptr);
  }
  if (dim.is_unknown()) return "";
  const shape::AnonymousUses uses(arena_);
  return FormatDimAs(notation_, arena_, dim, &uses);
}

void ResultWriter::WriteConflicts() {
  for (const shape::Conflict& conflict : run_.algebra.conflicts) {
    v1::Conflict* written = out_->add_conflicts();
    written->set_left_operand(conflict.left_operand);
    written->set_right_operand(conflict.right_operand);
    if (conflict.axis) written->set_axis(*conflict.axis);
    written->set_left(SideText(conflict.left, conflict.left_type));
    written->set_right(SideText(conflict.right, conflict.right_type));
    written->set_code(std::string(conflict.code));
    written->set_message(Printable(conflict.reason));
  }
}

void ResultWriter::WriteNotes() {
  for (const shape::Note& note : run_.algebra.notes) {
    v1::Diagnostic* diagnostic = out_->add_notes();
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
  const bool is_settled = run.message.merge().policy() == v1::MERGE_POLICY_REFINE;
  writer.WriteConflicts();
  writer.WriteNotes();
  if (!run.algebra.conflicts.empty() && !is_settled) return;
  writer.WriteOutcome(outcome);
  WriteLearned(run, begin, writer.dims(), out);
}

}  // namespace shapewright::query
