#include "core/graph/message/message_type_reader.h"

#include "absl/strings/str_cat.h"
#include "core/graph/element_number.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/type_text_reader.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using shape::TypeKind;

class TypeMessageReader {
 public:
  TypeMessageReader(const ReaderLimits& limits, Work* work, Arena* arena)
      : limits_(limits), work_(work), arena_(arena) {}

  absl::Status Read(const v1::Type& message, int depth, DeclaredType* type);

 private:
  absl::Status ReadTensor(const v1::TensorType& message, DeclaredType* type);
  absl::Status ReadShape(const v1::Shape& message, DeclaredType* type);
  absl::Status ReadDim(const v1::Dim& message, DeclaredDim* dim);
  absl::Status ReadRankBounds(const v1::Interval& message, symbolic::Interval* bounds);
  absl::Status ReadInterval(const v1::Interval& message, symbolic::Interval* interval);
  // The type within another one, if the message has it.
  absl::Status ReadInner(bool is_set, const v1::Type& message, int depth, DeclaredType* type);

  const ReaderLimits& limits_;
  Work* const work_;
  Arena* const arena_;
};

absl::Status TypeMessageReader::Read(const v1::Type& message, int depth, DeclaredType* type) {
  if (depth > limits_.max_type_depth) {
    return ReadError(reason::kTypeTooDeep,
                     absl::StrCat("types nested more than ", limits_.max_type_depth, " deep"));
  }
  switch (message.kind_case()) {
    case v1::Type::kTensor:
      type->kind = TypeKind::kTensor;
      return Within("tensor", ReadTensor(message.tensor(), type));
    case v1::Type::kSparseTensor:
      type->kind = TypeKind::kSparseTensor;
      return Within("sparse_tensor", ReadTensor(message.sparse_tensor(), type));
    case v1::Type::kSequence:
      type->kind = TypeKind::kSequence;
      return Within("sequence.element", ReadInner(message.sequence().has_element(),
                                                  message.sequence().element(), depth, type));
    case v1::Type::kOptional:
      type->kind = TypeKind::kOptional;
      return Within("optional.element", ReadInner(message.optional().has_element(),
                                                  message.optional().element(), depth, type));
    case v1::Type::kMap:
      type->kind = TypeKind::kMap;
      type->element = ElementOf(message.map().key());
      return Within("map.value",
                    ReadInner(message.map().has_value(), message.map().value(), depth, type));
    case v1::Type::kOpaque:
      type->kind = TypeKind::kOpaque;
      type->domain = message.opaque().domain();
      type->name = message.opaque().name();
      return absl::OkStatus();
    case v1::Type::kProgram:
      return FieldError("program", "no value of a graph is one");
    case v1::Type::KIND_NOT_SET:
      if (message.text().empty()) break;
      return ReadTypeText(message.text(), limits_, depth, work_, arena_, type);
  }
  return absl::OkStatus();
}

absl::Status TypeMessageReader::ReadInner(bool is_set, const v1::Type& message, int depth,
                                          DeclaredType* type) {
  if (!is_set) return absl::OkStatus();
  auto* inner = New<DeclaredType>(arena_);
  absl::Status status = Read(message, depth + 1, inner);
  if (inner->kind != TypeKind::kUnknown) type->inner = inner;
  return status;
}

absl::Status TypeMessageReader::ReadTensor(const v1::TensorType& message, DeclaredType* type) {
  type->element = ElementOf(message.element_type());
  if (message.has_rank()) {
    if (message.has_shape()) return FieldError("rank", "the shape tells it");
    return Within("rank", ReadRankBounds(message.rank(), &type->rank_bounds));
  }
  if (!message.has_shape()) return absl::OkStatus();
  return Within("shape", ReadShape(message.shape(), type));
}

absl::Status TypeMessageReader::ReadShape(const v1::Shape& message, DeclaredType* type) {
  if (message.dims_size() > limits_.max_rank) {
    return Within("dims", ReadError(reason::kRankTooLarge,
                                    absl::StrCat("more than ", limits_.max_rank, " dimensions")));
  }
  type->has_shape = true;
  const absl::Span<DeclaredDim> dims =
      NewArray<DeclaredDim>(arena_, static_cast<size_t>(message.dims_size()));
  type->dims = dims;
  for (int i = 0; i < message.dims_size(); ++i) {
    absl::Status status = ReadDim(message.dims(i), &dims[i]);
    if (!status.ok()) return Within(Item("dims", i), status);
  }
  return absl::OkStatus();
}

absl::Status TypeMessageReader::ReadRankBounds(const v1::Interval& message,
                                               symbolic::Interval* bounds) {
  absl::Status status = ReadInterval(message, bounds);
  *bounds = Intersect(*bounds, symbolic::Interval::Size());
  if (status.ok() && bounds->is_empty()) {
    return FieldError("max", "a rank is not negative");
  }
  return status;
}

absl::Status TypeMessageReader::ReadDim(const v1::Dim& message, DeclaredDim* dim) {
  if (message.kind_case() == v1::Dim::kExpr) {
    absl::Status status = ReadDimText(message.expr(), work_, arena_, dim);
    if (!status.ok()) return status;
  } else if (message.kind_case() == v1::Dim::kSize) {
    if (message.size() < 0) return FieldError("size", "a size is not negative");
    dim->has_size = true;
    dim->size = message.size();
  }
  if (!message.has_range()) return absl::OkStatus();
  symbolic::Interval range;
  absl::Status status = ReadInterval(message.range(), &range);
  dim->bounds = Intersect(dim->bounds, range);
  if (status.ok() && (dim->bounds.is_empty() || (dim->has_size && !range.Contains(dim->size)))) {
    status = FieldError("", "it does not hold what the dim says");
  }
  return Within("range", status);
}

absl::Status TypeMessageReader::ReadInterval(const v1::Interval& message,
                                             symbolic::Interval* interval) {
  *interval = symbolic::Interval::All();
  if (message.has_min()) interval->min = message.min();
  if (message.has_max()) interval->max = message.max();
  if (!interval->is_empty()) return absl::OkStatus();
  return FieldError("min", "it is greater than max");
}

}  // namespace

absl::Status ReadTypeMessage(const v1::Type& message, const ReaderLimits& limits, Work* work,
                             Arena* arena, DeclaredType* type) {
  return TypeMessageReader(limits, work, arena).Read(message, 0, type);
}

}  // namespace shapewright::graph
