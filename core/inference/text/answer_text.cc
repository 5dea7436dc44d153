#include "core/inference/text/answer_text.h"

#include <algorithm>
#include <string>

namespace shapewright::inference {
namespace {

using shape::Type;
using shape::TypeKind;
using symbolic::Interval;
using symbolic::Site;

// Why an expression that is one anonymous symbol is not known.
absl::string_view ReasonOf(const symbolic::ExprArena& arena, symbolic::Expr e) {
  const symbolic::Symbol* const symbol = arena.AsSymbol(e);
  return symbol == nullptr ? absl::string_view() : symbol->reason;
}

void WriteIndex(WireWriter& out, uint32_t field, int32_t index) {
  if (index != Site::kNone) out.Varint(field, static_cast<uint64_t>(index));
}

}  // namespace

absl::string_view AnswerText::Print(symbolic::Expr e) {
  const symbolic::NodeId key = e.node();
  if (key >= texts_.size()) texts_.resize(workspace_.exprs().node_count());
  if (texts_[key].data() == nullptr) {
    const std::string text = printer_.Print(e);
    auto* const copy = static_cast<char*>(memory_.allocate(text.size(), 1));
    std::copy(text.begin(), text.end(), copy);
    texts_[key] = {copy, text.size()};
    printed_.push_back(e);
  }
  return texts_[key];
}

void AnswerText::WriteInterval(WireWriter& out, uint32_t field, Interval interval) {
  const size_t begin = out.Begin(field);
  if (interval.has_min()) {
    out.Varint(1, static_cast<uint64_t>(interval.min));
  }
  if (interval.has_max()) {
    out.Varint(2, static_cast<uint64_t>(interval.max));
  }
  out.End(begin);
}

void AnswerText::WriteDim(WireWriter& out, uint32_t field, symbolic::Expr dim) {
  const size_t begin = out.Begin(field);
  if (dim.is_constant()) {
    out.Varint(1, static_cast<uint64_t>(dim.constant()));
  } else if (dim.is_symbolic()) {
    out.Text(2, Print(dim));
    const Interval bounds = workspace_.exprs().Bounds(dim);
    if (!(bounds == Interval::Size())) WriteInterval(out, 3, bounds);
    out.Prose(4, ReasonOf(workspace_.exprs(), dim));
  }
  out.End(begin);
}

void AnswerText::WriteSite(WireWriter& out, uint32_t field, const Site& site) {
  const size_t begin = out.Begin(field);
  out.NonZero(1, static_cast<uint64_t>(site.graph));
  WriteIndex(out, 2, site.node);
  WriteIndex(out, 3, site.input);
  WriteIndex(out, 4, site.output);
  WriteIndex(out, 5, site.axis);
  WriteIndex(out, 6, site.element);
  out.End(begin);
}

void AnswerText::WriteShape(WireWriter& out, uint32_t field, const shape::Shape& shape) {
  const size_t begin = out.Begin(field);
  for (const shape::Dim dim : shape.dims) WriteDim(out, 1, dim);
  if (!shape.has_rank) {
    // An empty interval message: nothing is known of the rank.
    const Interval bounds = shape.rank_bounds;
    WriteInterval(out, 2, bounds == Interval::Size() ? Interval::All() : bounds);
  }
  out.End(begin);
}

void AnswerText::WriteTensorType(WireWriter& out, const Type& type) {
  const size_t begin = out.Begin(1);
  out.NonZero(1, static_cast<uint64_t>(type.element));
  WriteShape(out, 2, type.shape);
  out.NonZero(3, type.kind == TypeKind::kSparseTensor ? 1 : 0);
  out.End(begin);
}

void AnswerText::WriteSequenceType(WireWriter& out, const Type& type) {
  const size_t begin = out.Begin(2);
  if (type.inner != shape::kUnknownType) {
    WriteType(out, 1, workspace_.types().at(type.inner));
  }
  if (!type.length.is_unknown()) WriteDim(out, 2, type.length);
  for (const shape::TypeId position : type.positions) {
    WriteType(out, 3, workspace_.types().at(position));
  }
  out.End(begin);
}

void AnswerText::WriteType(WireWriter& out, uint32_t field, const Type& type) {
  const size_t begin = out.Begin(field);
  switch (type.kind) {
    case TypeKind::kUnknown:
      break;
    case TypeKind::kTensor:
    case TypeKind::kSparseTensor:
      WriteTensorType(out, type);
      break;
    case TypeKind::kSequence:
      WriteSequenceType(out, type);
      break;
    case TypeKind::kMap: {
      const size_t map = out.Begin(3);
      out.NonZero(1, static_cast<uint64_t>(type.element));
      WriteType(out, 2, workspace_.types().at(type.inner));
      out.End(map);
      break;
    }
    case TypeKind::kOptional: {
      const size_t optional = out.Begin(4);
      WriteType(out, 1, workspace_.types().at(type.inner));
      if (type.presence != shape::Presence::kUnknown) {
        out.Varint(2, type.presence == shape::Presence::kPresent ? 1 : 0);
      }
      out.End(optional);
      break;
    }
    case TypeKind::kOpaque: {
      const size_t opaque = out.Begin(5);
      out.NonEmpty(1, type.domain);
      out.NonEmpty(2, type.name);
      out.End(opaque);
      break;
    }
    case TypeKind::kProgram:  // no value of a graph is one
      break;
  }
  out.End(begin);
}

}  // namespace shapewright::inference
