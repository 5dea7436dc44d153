#include "core/query/merge/merge_operands.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/case_error.h"
#include "core/query/merge/operand_layouts.h"
#include "core/query/read_type.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {
namespace {

using graph::Item;
using graph::Within;
using shape::Dim;
using shape::ElementType;
using shape::ParsedOperand;
using shape::Shape;
using shape::TypeId;
using symbolic::Interval;

// The two ends of a dim that is nothing but a range, if they are the wrong way
// round; else nothing.
std::optional<Interval> EmptyRange(absl::string_view text) {
  const size_t dots = text.find("..");
  Interval range;
  if (dots == absl::string_view::npos || !absl::SimpleAtoi(text.substr(0, dots), &range.min) ||
      !absl::SimpleAtoi(text.substr(dots + 2), &range.max) || !range.is_empty()) {
    return std::nullopt;
  }
  return range;
}

std::optional<Interval> EmptyRange(const v1::Dim& dim) {
  if (dim.kind_case() == v1::Dim::kExpr) return EmptyRange(dim.expr());
  if (dim.kind_case() != v1::Dim::KIND_NOT_SET || !dim.has_range()) return std::nullopt;
  const Interval range{dim.range().min(), dim.range().max()};
  if (!dim.range().has_min() || !dim.range().has_max() || !range.is_empty()) return std::nullopt;
  return range;
}

// The same of the text of a shape of one axis, `[5..4]`, or its message.
std::optional<Interval> EmptyRange(const v1::Type& type) {
  if (type.kind_case() == v1::Type::kTensor) {
    const auto& dims = type.tensor().shape().dims();
    return dims.size() == 1 ? EmptyRange(dims[0]) : std::nullopt;
  }
  absl::string_view text = absl::StripAsciiWhitespace(type.text());
  const bool has_brackets = absl::ConsumePrefix(&text, "[") && absl::ConsumeSuffix(&text, "]");
  if (!has_brackets) return std::nullopt;
  return EmptyRange(absl::StripAsciiWhitespace(text));
}

// Where only dims can stand, `{2,8}` is a range: `2..8`, and -1 no end of it. `memory`
// is for what is put together.
absl::string_view RangeText(absl::string_view text, std::string& memory) {
  text = absl::StripAsciiWhitespace(text);
  if (!absl::StartsWith(text, "{") || !absl::EndsWith(text, "}")) return text;
  text = text.substr(1, text.size() - 2);
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits(',', 1));
  const auto end_text = [](absl::string_view end) {
    end = absl::StripAsciiWhitespace(end);
    return end == "-1" ? absl::string_view() : end;
  };
  return memory = absl::StrCat(end_text(ends.first), "..", end_text(ends.second));
}

// Where the operands of each question are.
template <typename List>
GivenOperands InList(absl::string_view list, const List& types) {
  GivenOperands given{list, {}, {}};
  for (const v1::Type& type : types) given.types.push_back(&type);
  return given;
}

GivenOperands InField(absl::string_view field, const v1::Type& type) {
  return {"", {field}, {&type}};
}

class OperandReader {
 public:
  OperandReader(const QueryOptions& options, SymbolScope& scope, shape::Notation notation,
                const v1::MergeCase& message)
      : options_(options),
        scope_(scope),
        notation_(notation),
        message_(message),
        reader_(options, scope, true, notation) {}

  absl::StatusOr<MergeOperands> Read();

 private:
  absl::Status ReadType(const v1::Type& type, uint32_t index);
  absl::Status ReadText(const std::string& text, uint32_t index);
  absl::Status ReadDims(const v1::IntersectDims& question);
  // Of a case with a dim that holds nothing.
  absl::Status TakeRanges(const GivenOperands& given,
                          absl::Span<const std::optional<Interval>> empty);
  void AddDim(Dim dim) {
    result_.types.push_back(scope_.types().Tensor(ElementType::kUndefined, Shape::Of({&dim, 1})));
  }
  bool AsksForLayouts() const { return message_.has_compare(); }
  // Whether a dim may hold nothing.
  bool TakesEmptyRanges() const { return message_.has_compare() || message_.has_compute(); }
  absl::Status CheckRank(TypeId type) const;
  void NormalizeRanks();

  const QueryOptions& options_;
  SymbolScope& scope_;
  const shape::Notation notation_;
  const v1::MergeCase& message_;
  TypeReader reader_;
  MergeOperands result_;
};

// The dims of `intersect_dims`.
absl::Status OperandReader::ReadDims(const v1::IntersectDims& question) {
  std::vector<Interval> ranges;
  bool has_empty = false;
  for (int i = 0; i < question.dims_size(); ++i) {
    v1::Dim message = question.dims(i);
    std::string memory;
    if (message.has_expr()) message.set_expr(std::string(RangeText(message.expr(), memory)));
    const std::optional<Interval> empty = EmptyRange(message);
    has_empty |= empty.has_value();
    ranges.push_back(empty.value_or(Interval::Size()));
    if (empty) continue;
    const absl::StatusOr<Dim> dim = reader_.ReadDim(message);
    if (!dim.ok()) return Within(Item("intersect_dims.dims", i), dim.status());
    scope_.PlaceNewSymbols(shape::PlaceOf(static_cast<uint32_t>(i), 0));
    ranges.back() = scope_.exprs().Bounds(*dim);
    AddDim(*dim);
  }
  if (!has_empty) return absl::OkStatus();
  result_.types.clear();
  result_.ranges = std::move(ranges);
  return absl::OkStatus();
}

absl::Status OperandReader::CheckRank(TypeId type) const {
  const Shape& shape = scope_.types().at(type).shape;
  const int64_t rank = shape.has_rank ? shape.rank() : shape.rank_bounds.min;
  return rank <= options_.max_rank ? absl::OkStatus() : RankTooLarge(options_);
}

absl::Status OperandReader::ReadText(const std::string& text, uint32_t index) {
  absl::StatusOr<ParsedOperand> operand = shape::ParseOperand(
      scope_.types(), scope_.exprs(), text,
      [this](absl::string_view name) { return scope_.Resolve(name); }, notation_);
  if (!operand.ok()) {
    return absl::IsInvalidArgument(operand.status()) ? CaseError("", operand.status())
                                                     : operand.status();
  }
  if (operand->kind == ParsedOperand::Kind::kDim) {
    return CaseError("", absl::StrCat(graph::Quoted(text), " is a dim, and no shape"),
                     "as a shape of one axis it stands in brackets");
  }
  if (operand->kind == ParsedOperand::Kind::kAny) {
    operand->type = scope_.types().Tensor(ElementType::kUndefined, Shape::OfUnknownRank());
  }
  if (AsksForLayouts() || NamesLayouts(*operand)) {
    absl::StatusOr<LayoutTexts> layouts = ReadLayouts(scope_.types(), *operand);
    if (!layouts.ok()) return CaseError("", layouts.status().message());
    if (AsksForLayouts()) result_.layouts.push_back(*std::move(layouts));
  }
  symbolic::Site site;
  site.input = static_cast<int32_t>(index);
  scope_.PlaceNewSymbols(site);
  const Shape& shape = scope_.types().at(operand->type).shape;
  for (size_t axis = 0; axis < shape.dims.size(); ++axis) {
    scope_.PlaceOnAxis(shape.dims[axis], shape::PlaceOf(index, axis));
  }
  result_.types.push_back(operand->type);
  return CheckRank(operand->type);
}

absl::Status OperandReader::ReadType(const v1::Type& type, uint32_t index) {
  if (type.kind_case() == v1::Type::KIND_NOT_SET && !type.text().empty()) {
    absl::Status status = ReadText(type.text(), index);
    return status.ok() ? status : Within("text", std::move(status));
  }
  reader_.set_operand(index);
  const absl::StatusOr<TypeId> read = reader_.ReadType(type);
  if (!read.ok()) return read.status();
  scope_.PlaceNewSymbols(shape::PlaceOf(index, 0));
  result_.types.push_back(*read);
  if (!AsksForLayouts()) return absl::OkStatus();
  ParsedOperand unnamed;
  unnamed.type = *read;
  result_.layouts.push_back(*ReadLayouts(scope_.types(), unnamed));
  return absl::OkStatus();
}

absl::Status OperandReader::TakeRanges(const GivenOperands& given,
                                       absl::Span<const std::optional<Interval>> empty) {
  size_t next = 0;
  for (size_t i = 0; i < empty.size(); ++i) {
    if (empty[i]) {
      result_.ranges.push_back(*empty[i]);
      continue;
    }
    const Shape& shape = scope_.types().at(result_.types[next++]).shape;
    if (!shape.has_rank || shape.rank() != 1) {
      return CaseError(given.FieldOf(i), "is not a dim, unlike the operand that holds nothing");
    }
    result_.ranges.push_back(scope_.exprs().Bounds(shape.dims[0]));
  }
  result_.types.clear();
  return absl::OkStatus();
}

// A rank that is known exactly is one with dims.
void OperandReader::NormalizeRanks() {
  shape::Algebra algebra{scope_.exprs(), scope_.facts(), scope_.types()};
  for (size_t i = 0; i < result_.types.size(); ++i) {
    const shape::Type& given = scope_.types().at(result_.types[i]);
    const Interval rank = given.shape.rank_bounds;
    if (!given.is_tensor() || given.shape.has_rank || !rank.is_point()) continue;
    if (rank.min > options_.max_rank) continue;
    shape::Type type = given;
    const shape::ShapeValue shape = NewDims(algebra, static_cast<size_t>(rank.min));
    type.shape = shape.view();
    result_.types[i] = scope_.types().Intern(type);
    for (size_t axis = 0; axis < shape.dims.size(); ++axis) {
      symbolic::Site site;
      site.input = static_cast<int32_t>(i);
      scope_.PlaceNewSymbols(site);
      scope_.PlaceOnAxis(shape.dims[axis], shape::PlaceOf(static_cast<uint32_t>(i), axis));
    }
  }
}

absl::StatusOr<MergeOperands> OperandReader::Read() {
  absl::Status status;
  if (message_.has_intersect_dims()) {
    status = ReadDims(message_.intersect_dims());
    if (!status.ok()) return status;
    return std::move(result_);
  }
  const GivenOperands given = FindOperands(message_);
  absl::InlinedVector<std::optional<Interval>, 4> empty(given.types.size());
  bool has_empty = false;
  for (size_t i = 0; i < given.types.size(); ++i) {
    if (TakesEmptyRanges()) empty[i] = EmptyRange(*given.types[i]);
    has_empty |= empty[i].has_value();
    if (empty[i]) continue;
    status = ReadType(*given.types[i], static_cast<uint32_t>(i));
    if (!status.ok()) return Within(given.FieldOf(i), status);
  }
  NormalizeRanks();
  if (has_empty) status = TakeRanges(given, empty);
  if (!status.ok()) return status;
  return std::move(result_);
}

}  // namespace

std::string GivenOperands::FieldOf(size_t operand) const {
  return list.empty() ? std::string(fields[operand]) : Item(list, static_cast<int>(operand));
}

GivenOperands FindOperands(const v1::MergeCase& message) {
  switch (message.question_case()) {
    case v1::MergeCase::kMerge:
      return InList("merge.operands", message.merge().operands());
    case v1::MergeCase::kBroadcast:
      return InList("broadcast.operands", message.broadcast().operands());
    case v1::MergeCase::kRelax:
      return InList("relax.operands", message.relax().operands());
    case v1::MergeCase::kCompare:
      return {"",
              {"compare.left", "compare.right"},
              {&message.compare().left(), &message.compare().right()}};
    case v1::MergeCase::kInspect:
      return InField("inspect.operand", message.inspect().operand());
    case v1::MergeCase::kCompute:
      return InList("compute.operands", message.compute().operands());
    case v1::MergeCase::kSelectAxes:
      return InField("select_axes.operand", message.select_axes().operand());
    case v1::MergeCase::kPutAxes:
      return InField("put_axes.operand", message.put_axes().operand());
    case v1::MergeCase::kAppendAxes:
      return InList("append_axes.operands", message.append_axes().operands());
    case v1::MergeCase::kConvolve:
      return {"",
              {"convolve.data", "convolve.filters"},
              {&message.convolve().data(), &message.convolve().filters()}};
    case v1::MergeCase::kSlideWindow:
      return InField("slide_window.data", message.slide_window().data());
    case v1::MergeCase::kIntersectDims:
    case v1::MergeCase::QUESTION_NOT_SET:
      break;
  }
  return {};
}

absl::StatusOr<MergeOperands> ReadOperands(const QueryOptions& options, SymbolScope& scope,
                                           shape::Notation notation, const v1::MergeCase& message) {
  return OperandReader(options, scope, notation, message).Read();
}

}  // namespace shapewright::query
