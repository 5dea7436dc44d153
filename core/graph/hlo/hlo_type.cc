#include "core/graph/hlo/hlo_type.h"

#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/arena.h"
#include "core/graph/read_error.h"
#include "core/shape/element_names.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;
using shape::TypeKind;

constexpr absl::string_view kOpaqueDomain = "xla";

bool IsOpaqueName(absl::string_view word) { return word == "token" || word == "opaque"; }

// Only by XLA's name.
std::optional<ElementType> FindXlaElement(absl::string_view word) {
  const std::optional<ElementType> element = shape::FindElementType(word);
  if (!element || shape::XlaElementName(*element) != word) return std::nullopt;
  return element;
}

class HloTypeReader {
 public:
  explicit HloTypeReader(MlirCursor& cursor) : cursor_(cursor) {}

  bool Read(int depth, HloType* type);

 private:
  bool ReadTuple(int depth, HloType* type);
  bool ReadArray(HloType* type);
  bool ReadDims(HloType* type);
  bool ReadDim(DeclaredDim* dim);

  MlirCursor& cursor_;
};

bool HloTypeReader::Read(int depth, HloType* type) {
  if (depth > cursor_.limits().max_type_depth) {
    return cursor_.FailLimit(reason::kTypeTooDeep,
                             absl::StrCat("a type has more than ", cursor_.limits().max_type_depth,
                                          " tuples within each other"));
  }
  return cursor_.IsMark('(') ? ReadTuple(depth, type) : ReadArray(type);
}

bool HloTypeReader::ReadTuple(int depth, HloType* type) {
  std::vector<HloType> parts;
  if (!cursor_.Expect('(')) return false;
  if (!cursor_.IsMark(')')) {
    do {
      if (!Read(depth + 1, &parts.emplace_back())) return false;
    } while (cursor_.Take(','));
  }
  *type = HloTupleOf(CopyToArena(cursor_.arena(), parts));
  return cursor_.Expect(')');
}

bool HloTypeReader::ReadArray(HloType* type) {
  const absl::string_view word = cursor_.text();
  const bool is_word = cursor_.token() == MlirToken::kWord;
  const std::optional<ElementType> element = is_word ? FindXlaElement(word) : std::nullopt;
  const bool is_opaque = is_word && IsOpaqueName(word);
  if (!element && !is_opaque) return cursor_.Fail("a type such as f32[2,3]");
  if (!cursor_.Advance() || !cursor_.Expect('[')) return false;
  if (is_opaque) {
    type->declared.kind = TypeKind::kOpaque;
    type->declared.domain = kOpaqueDomain;
    type->declared.name = word;
  } else {
    type->declared.kind = TypeKind::kTensor;
    type->declared.element = *element;
    type->declared.has_shape = true;
    if (!ReadDims(type)) return false;
  }
  if (!cursor_.Expect(']')) return false;
  // A brace behind a blank is the body of a computation.
  const bool has_layout = cursor_.IsMark('{') && cursor_.IsAdjacent();
  return !has_layout || cursor_.TakeBalanced(&type->layout);
}

bool HloTypeReader::ReadDims(HloType* type) {
  if (cursor_.IsMark(']')) return true;
  std::vector<DeclaredDim> dims;
  do {
    if (!ReadDim(&dims.emplace_back())) return false;
  } while (cursor_.Take(','));
  const int max_rank = cursor_.limits().max_rank;
  if (dims.size() > static_cast<size_t>(max_rank)) {
    return cursor_.FailLimit(reason::kRankTooLarge,
                             absl::StrCat("an array has more than ", max_rank, " dims"));
  }
  type->declared.dims = CopyToArena(cursor_.arena(), dims);
  return true;
}

// `3`, `<=8`, `?`.
bool HloTypeReader::ReadDim(DeclaredDim* dim) {
  if (cursor_.Take('?')) return true;
  const bool is_bounded = cursor_.Take('<');
  if (is_bounded && !cursor_.Expect('=')) return false;
  int64_t size = 0;
  if (!cursor_.ExpectInteger(&size)) return false;
  if (size < 0) return cursor_.Fail("a dim of at most 63 bits");
  dim->has_size = !is_bounded;
  dim->size = is_bounded ? 0 : size;
  if (is_bounded) dim->bounds = symbolic::Interval{0, size};
  return true;
}

}  // namespace

bool BeginsHloType(const MlirCursor& cursor) {
  if (cursor.IsMark('(')) return true;
  if (cursor.token() != MlirToken::kWord) return false;
  const absl::string_view word = cursor.text();
  const bool is_name = IsOpaqueName(word) || FindXlaElement(word).has_value();
  return is_name && cursor.Rest().substr(word.size(), 1) == "[";
}

bool ReadHloType(MlirCursor& cursor, HloType* type) { return HloTypeReader(cursor).Read(0, type); }

HloType HloTupleOf(absl::Span<const HloType> parts) {
  HloType tuple;
  tuple.is_tuple = true;
  tuple.parts = parts;
  tuple.leaf_count = 0;
  for (const HloType& part : parts) tuple.leaf_count += part.leaf_count;
  return tuple;
}

}  // namespace shapewright::graph
