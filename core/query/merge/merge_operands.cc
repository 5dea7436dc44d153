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
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/layout/layout_text.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/query/merge/ignored_aspects.h"
#include "core/query/merge/interval_operations.h"
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
  if (absl::StartsWith(text, "[") || absl::StartsWith(text, "{")) return std::nullopt;
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
  if (dim.kind_case() != v1::Dim::KIND_NOT_SET || !dim.has_bounds()) return std::nullopt;
  const Interval range{dim.bounds().min(), dim.bounds().max()};
  if (!dim.bounds().has_min() || !dim.bounds().has_max() || !range.is_empty()) return std::nullopt;
  return range;
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

// What a scalar has without a word.
constexpr absl::string_view kLayoutOfScalar = "{}";

absl::StatusOr<LayoutTexts> ReadLayouts(const shape::TypeTable& types,
                                        const ParsedOperand& operand) {
  LayoutTexts texts;
  const shape::Type& type = types.at(operand.type);
  if (operand.layouts.empty() && type.is_tensor()) {
    const bool is_scalar = type.shape.has_rank && type.shape.rank() == 0;
    texts.emplace_back(is_scalar ? kLayoutOfScalar : absl::string_view());
  }
  for (const shape::ParsedLayout& noted : operand.layouts) {
    texts.emplace_back();
    if (noted.text.empty() && noted.rank == 0 && noted.has_rank)
      texts.back() = std::string(kLayoutOfScalar);
    if (noted.text.empty()) continue;
    absl::StatusOr<layout::Layout> layout =
        layout::ParseLayout(absl::StrReplaceAll(noted.text, {{" ", ""}}));
    if (!layout.ok()) return layout.status();
    const auto fault = Complete(*layout, noted.rank);
    if (fault) {
      return absl::InvalidArgumentError(
          absl::StrCat("layout ", noted.text, ": ", fault->field, ": ", fault->message));
    }
    texts.back() = layout::FormatLayout(*layout);
  }
  return texts;
}

bool NamesLayouts(const ParsedOperand& operand) {
  return std::any_of(operand.layouts.begin(), operand.layouts.end(),
                     [](const shape::ParsedLayout& noted) { return !noted.text.empty(); });
}

class OperandReader {
 public:
  OperandReader(const QueryOptions& options, SymbolScope& scope, const v1::MergeCase& message)
      : options_(options), scope_(scope), message_(message), reader_(options, scope, true) {}

  absl::StatusOr<MergeOperands> Read();

 private:
  absl::Status ReadTypes();
  absl::Status ReadDims();
  absl::Status ReadTexts();
  absl::Status ReadText(absl::string_view text, uint32_t index, ParsedOperand& operand);
  absl::Status AddTexts(absl::Span<const ParsedOperand> operands);
  void AddDim(Dim dim) {
    result_.types.push_back(scope_.types().Tensor(ElementType::kUndefined, Shape::Of({&dim, 1})));
  }
  bool AsksForLayouts() const {
    return message_.operation() == v1::MergeCase::OPERATION_EQUAL ||
           message_.operation() == v1::MergeCase::OPERATION_SAME_LAYOUT ||
           message_.operation() == v1::MergeCase::OPERATION_HAS_PROPERTY;
  }
  absl::Status CheckRank(TypeId type) const;
  void NormalizeRanks();

  const QueryOptions& options_;
  SymbolScope& scope_;
  const v1::MergeCase& message_;
  TypeReader reader_;
  MergeOperands result_;
};

absl::Status OperandReader::ReadTypes() {
  for (int i = 0; i < message_.operands_size(); ++i) {
    reader_.set_operand(static_cast<uint32_t>(i));
    const absl::StatusOr<TypeId> type = reader_.ReadType(message_.operands(i));
    if (!type.ok()) return Within(Item("operands", i), type.status());
    scope_.PlaceNewSymbols(shape::PlaceOf(static_cast<uint32_t>(i), 0));
    result_.types.push_back(*type);
  }
  return absl::OkStatus();
}

absl::Status OperandReader::ReadDims() {
  result_.are_dims = true;
  std::vector<Interval> ranges;
  bool has_empty = false;
  for (int i = 0; i < message_.dims_size(); ++i) {
    const std::optional<Interval> empty = EmptyRange(message_.dims(i));
    has_empty |= empty.has_value();
    ranges.push_back(empty.value_or(Interval::Size()));
    if (empty) continue;
    const absl::StatusOr<Dim> dim = reader_.ReadDim(message_.dims(i));
    if (!dim.ok()) return Within(Item("dims", i), dim.status());
    scope_.PlaceNewSymbols(shape::PlaceOf(static_cast<uint32_t>(i), 0));
    ranges.back() = scope_.exprs().Bounds(*dim);
    AddDim(*dim);
  }
  if (has_empty) result_.ranges = ranges;
  return absl::OkStatus();
}

absl::Status OperandReader::CheckRank(TypeId type) const {
  if (scope_.types().at(type).shape.rank() <= options_.max_rank) return absl::OkStatus();
  return graph::ReadError(graph::reason::kRankTooLarge,
                          absl::StrCat("more than ", options_.max_rank, " dimensions"));
}

absl::Status OperandReader::ReadText(absl::string_view text, uint32_t index,
                                     ParsedOperand& operand) {
  const auto notation = message_.notation() == v1::MergeCase::NOTATION_UNSPECIFIED
                            ? shape::Notation::kShapewright
                            : static_cast<shape::Notation>(message_.notation());
  absl::StatusOr<ParsedOperand> read = shape::ParseOperand(
      scope_.types(), scope_.exprs(), text,
      [this](absl::string_view name) { return scope_.Resolve(name); }, notation);
  if (!read.ok()) {
    return absl::IsInvalidArgument(read.status()) ? CaseError("", read.status().message())
                                                  : read.status();
  }
  operand = *std::move(read);
  symbolic::Site site;
  site.input = static_cast<int32_t>(index);
  scope_.PlaceNewSymbols(site);
  const Shape& shape = scope_.types().at(operand.type).shape;
  for (size_t axis = 0; axis < shape.dims.size(); ++axis) {
    scope_.PlaceOnAxis(shape.dims[axis], shape::PlaceOf(index, axis));
  }
  return CheckRank(operand.type);
}

absl::Status OperandReader::ReadTexts() {
  absl::InlinedVector<ParsedOperand, 2> operands(static_cast<size_t>(message_.texts_size()));
  absl::InlinedVector<Interval, 2> ranges;
  bool has_empty = false;
  for (int i = 0; i < message_.texts_size(); ++i) {
    const std::string& given = message_.texts(i);
    std::string memory;
    const absl::string_view text =
        IsAboutRanges(message_.operation()) ? RangeText(given, memory) : given;
    const std::optional<Interval> empty = EmptyRange(text);
    ParsedOperand& operand = operands[static_cast<size_t>(i)];
    has_empty |= empty.has_value();
    if (empty) {
      operand.kind = ParsedOperand::Kind::kDim;
      operand.dim = Dim(0);
      ranges.push_back(*empty);
      continue;
    }
    const absl::Status status = ReadText(text, static_cast<uint32_t>(i), operand);
    if (!status.ok()) return Within(Item("texts", i), status);
    if (AsksForLayouts() || NamesLayouts(operand)) {
      absl::StatusOr<LayoutTexts> layouts = ReadLayouts(scope_.types(), operand);
      if (!layouts.ok()) return CaseError(Item("texts", i), layouts.status().message());
      if (AsksForLayouts()) result_.layouts.push_back(*std::move(layouts));
    }
    const bool is_dim = operand.kind == ParsedOperand::Kind::kDim;
    ranges.push_back(is_dim ? scope_.exprs().Bounds(operand.dim) : Interval::Size());
  }
  if (has_empty) result_.ranges.assign(ranges.begin(), ranges.end());
  return AddTexts(operands);
}

// What a lone `?` is depends on what stands beside it.
absl::Status OperandReader::AddTexts(absl::Span<const ParsedOperand> operands) {
  const auto has = [&](ParsedOperand::Kind kind) {
    return std::any_of(operands.begin(), operands.end(),
                       [kind](const ParsedOperand& operand) { return operand.kind == kind; });
  };
  const bool is_about_shapes = has(ParsedOperand::Kind::kType);
  result_.are_dims =
      has(ParsedOperand::Kind::kDim) || (IsAboutRanges(message_.operation()) && !is_about_shapes);
  if (result_.are_dims && is_about_shapes) {
    return CaseError("texts", "dimensions and shapes do not mix");
  }
  for (const ParsedOperand& operand : operands) {
    if (operand.kind == ParsedOperand::Kind::kType) {
      result_.types.push_back(operand.type);
    } else if (result_.are_dims) {
      const bool is_any = operand.kind == ParsedOperand::Kind::kAny;
      AddDim(is_any ? *scope_.Resolve("?") : operand.dim);
      scope_.PlaceNewSymbols(shape::PlaceOf(static_cast<uint32_t>(result_.types.size() - 1), 0));
    } else {
      result_.types.push_back(
          scope_.types().Tensor(ElementType::kUndefined, Shape::OfUnknownRank()));
    }
  }
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

absl::Status CheckNumbers(const v1::MergeCase& message) {
  absl::Status status = CheckKnown("policy", message.policy(), v1::MergePolicy_IsValid);
  if (status.ok()) {
    status = CheckKnown("broadcast", message.broadcast(), v1::MergeCase::Broadcast_IsValid);
  }
  if (status.ok()) {
    status = CheckKnown("notation", message.notation(), v1::MergeCase::Notation_IsValid);
  }
  if (status.ok()) {
    status = CheckKnown("property", message.property(), v1::MergeCase::Property_IsValid);
  }
  for (int i = 0; i < message.ignored_size() && status.ok(); ++i) {
    status = CheckKnown(Item("ignored", i), message.ignored(i), v1::MergeCase::Aspect_IsValid);
  }
  return status;
}

absl::StatusOr<MergeOperands> OperandReader::Read() {
  absl::Status status = CheckNumbers(message_);
  if (!status.ok()) return status;
  const int forms = static_cast<int>(message_.operands_size() > 0) +
                    static_cast<int>(message_.texts_size() > 0) +
                    static_cast<int>(message_.dims_size() > 0);
  if (forms > 1) return CaseError("operands", "give operands, texts or dims, not several of them");
  if (message_.dims_size() > 0) {
    status = ReadDims();
  } else if (message_.texts_size() > 0) {
    status = ReadTexts();
  } else {
    status = ReadTypes();
  }
  if (!status.ok()) return status;
  NormalizeRanks();
  if (message_.ignored_size() == 0) return std::move(result_);
  if (message_.operation() != v1::MergeCase::OPERATION_COMPATIBLE &&
      message_.operation() != v1::MergeCase::OPERATION_EQUAL) {
    return CaseError("ignored", "only COMPATIBLE and EQUAL ignore anything");
  }
  for (TypeId& type : result_.types) type = WithoutIgnored(scope_, message_, type);
  return std::move(result_);
}

}  // namespace

absl::StatusOr<MergeOperands> ReadOperands(const QueryOptions& options, SymbolScope& scope,
                                           const v1::MergeCase& message) {
  return OperandReader(options, scope, message).Read();
}

}  // namespace shapewright::query
