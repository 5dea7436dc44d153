#include "core/query/merge/merge_result.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "core/answer/message_writer.h"
#include "core/query/result_wire.h"
#include "core/query/write_type.h"
#include "core/shape/algebra/relations.h"
#include "core/shape/notation/notation.h"
#include "core/shape/notation/notation_print.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/text/print.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::query {
namespace {

using shape::Dim;
using shape::Notation;
using shape::Type;
using shape::TypeId;
using symbolic::Interval;

using DimList = absl::InlinedVector<Dim, 8>;

class ResultWriter {
 public:
  ResultWriter(MergeCase& run, WireWriter& out)
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
  void Set(TypeId type) { WriteTypeAndText(v1::MergeResult::kTypeFieldNumber, type); }
  void Set(const TypeRelations& relations);
  void Set(const NumberRange& range);
  void Set(const TypeFacts& facts);

  void WriteTypeAndText(uint32_t field, TypeId type);
  void WriteSizes(const shape::Shape& shape);
  void WriteElements(const shape::Shape& shape);
  std::string SideText(Dim dim, TypeId type) const;
  // Counts where unknowns stand, in the outcome and in the operands.
  void CountUses();
  TypeId FinalType(TypeId id);
  std::string TypeText(TypeId id) const;

  MergeCase& run_;
  symbolic::ExprArena& arena_;
  WireWriter& out_;
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

void ResultWriter::WriteTypeAndText(uint32_t field, TypeId type) {
  type = FinalType(type);
  CountUses();
  PutType(arena_, run_.scope.types(), field, type, TypeText(type), out_);
}

void ResultWriter::Set(const TypeRelations& relations) {
  using Message = v1::TypeComparison;
  const size_t begin = out_.Begin(v1::MergeResult::kComparisonFieldNumber);
  out_.NonZero(Message::kCompatibleFieldNumber, relations.compatible ? 1 : 0);
  out_.NonZero(Message::kEqualFieldNumber, relations.equal ? 1 : 0);
  out_.NonZero(Message::kRelaxesFieldNumber, relations.relaxes ? 1 : 0);
  out_.NonZero(Message::kRefinesFieldNumber, relations.refines ? 1 : 0);
  out_.NonZero(Message::kSameSchemeFieldNumber, relations.same_scheme ? 1 : 0);
  out_.NonZero(Message::kSameLayoutFieldNumber, relations.same_layout ? 1 : 0);
  out_.End(begin);
}

void ResultWriter::Set(const NumberRange& range) {
  using Message = v1::DimRange;
  const size_t begin = out_.Begin(v1::MergeResult::kRangeFieldNumber);
  if (!range.range.is_empty())
    answer::MessageWriter::PutInterval(Message::kRangeFieldNumber, range.range, out_);
  if (range.count) {
    out_.Varint(Message::kCountFieldNumber, static_cast<uint64_t>(*range.count));
  }
  if (range.contains_number) {
    out_.Varint(Message::kContainsNumberFieldNumber, *range.contains_number ? 1 : 0);
  }
  out_.End(begin);
}

// The product of the sizes; nothing where it is beyond 64 bits, or a size is none.
void ResultWriter::WriteElements(const shape::Shape& shape) {
  Dim product(1);
  for (const Dim dim : shape.dims) product = symbolic::Multiply(arena_, product, dim);
  if (product.is_symbolic()) {
    dims_.push_back(product);
    run_.scope.PlaceNewSymbols({});
  }
  answer::PlainExprTexts texts(arena_);
  answer::MessageWriter(arena_, run_.scope.types(), texts)
      .PutAmount(v1::TypeSummary::kElementsFieldNumber, product, out_);
}

// The least and the greatest ones.
void ResultWriter::WriteSizes(const shape::Shape& shape) {
  const auto put = [this](std::optional<int64_t> size) {
    const size_t begin = out_.Begin(v1::Shape::kDimsFieldNumber);
    if (size) out_.Varint(v1::Dim::kSizeFieldNumber, static_cast<uint64_t>(*size));
    out_.End(begin);
  };
  size_t begin = out_.Begin(v1::TypeSummary::kLeastFieldNumber);
  for (const Dim dim : shape.dims) {
    put(dim.is_constant() ? dim.constant() : std::max<int64_t>(arena_.Bounds(dim).min, 0));
  }
  out_.End(begin);
  begin = out_.Begin(v1::TypeSummary::kGreatestFieldNumber);
  for (const Dim dim : shape.dims) {
    const Interval bounds = arena_.Bounds(dim);
    const bool is_known = dim.is_constant() || bounds.has_max();
    put(is_known ? std::optional<int64_t>(bounds.max) : std::nullopt);
  }
  out_.End(begin);
}

void ResultWriter::Set(const TypeFacts& facts) {
  using Message = v1::TypeSummary;
  const size_t begin = out_.Begin(v1::MergeResult::kSummaryFieldNumber);
  WriteTypeAndText(Message::kTypeFieldNumber, facts.type);
  const bool has_negative_size = !AllNonNegative(run_.algebra, facts.type);
  out_.NonZero(Message::kIsStaticFieldNumber, IsStatic(run_.algebra, facts.type) ? 1 : 0);
  out_.NonZero(Message::kHasNegativeSizeFieldNumber, has_negative_size ? 1 : 0);
  const Type& type = run_.scope.types().at(FinalType(facts.type));
  if (type.is_tensor()) {
    answer::MessageWriter::PutInterval(Message::kRankFieldNumber, RankOf(type.shape), out_);
    if (type.shape.has_rank) WriteSizes(type.shape);
    if (type.shape.has_rank && !has_negative_size) WriteElements(type.shape);
  }
  out_.End(begin);
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
  using Message = v1::Conflict;
  for (const shape::Conflict& conflict : run_.algebra.conflicts) {
    const size_t begin = out_.Begin(v1::MergeResult::kConflictsFieldNumber);
    out_.NonEmpty(Message::kCodeFieldNumber, conflict.code);
    out_.Prose(Message::kMessageFieldNumber, conflict.reason);
    out_.NonZero(Message::kLeftOperandFieldNumber, conflict.left_operand);
    out_.NonZero(Message::kRightOperandFieldNumber, conflict.right_operand);
    if (conflict.axis) out_.Varint(Message::kAxisFieldNumber, *conflict.axis);
    out_.NonEmpty(Message::kLeftFieldNumber, SideText(conflict.left, conflict.left_type));
    out_.NonEmpty(Message::kRightFieldNumber, SideText(conflict.right, conflict.right_type));
    out_.End(begin);
  }
}

void ResultWriter::WriteNotes() {
  using Message = v1::Diagnostic;
  for (const shape::Note& note : run_.algebra.notes) {
    const size_t begin = out_.Begin(v1::MergeResult::kNotesFieldNumber);
    const bool is_error = note.code == "OVERFLOW";
    out_.Varint(Message::kSeverityFieldNumber,
                is_error ? Message::SEVERITY_ERROR : Message::SEVERITY_INFO);
    out_.NonEmpty(Message::kCodeFieldNumber, note.code);
    out_.Prose(Message::kMessageFieldNumber, note.message);
    out_.End(begin);
  }
}

}  // namespace

void WriteResult(MergeCase& run, const MergeOutcome& outcome, const MergeBegin& begin,
                 WireWriter& out) {
  out.NonEmpty(v1::MergeResult::kLabelFieldNumber, run.message.label());
  ResultWriter writer(run, out);
  const bool picks_side = run.message.merge().policy() == v1::MERGE_POLICY_REFINE;
  const bool has_outcome = run.algebra.conflicts.empty() || picks_side;
  if (has_outcome) writer.WriteOutcome(outcome);
  writer.WriteConflicts();
  if (has_outcome) WriteLearned(run, begin, writer.dims(), out);
  writer.WriteNotes();
}

}  // namespace shapewright::query
