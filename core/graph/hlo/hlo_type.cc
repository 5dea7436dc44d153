#include "core/graph/hlo/hlo_type.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
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

bool FailTooDeep(MlirCursor& cursor) {
  return cursor.FailLimit(reason::kTypeTooDeep,
                          absl::StrCat("a type has more than ", cursor.limits().max_type_depth,
                                       " tuples within each other"));
}

class HloTypeReader {
 public:
  explicit HloTypeReader(MlirCursor& cursor) : cursor_(cursor) {}

  bool Read(int depth, HloType* type);

 private:
  bool ReadTuple(int depth, HloType* type);
  bool ReadArray(HloType* type);
  bool ReadDims(HloType* type);
  bool ReadLayout(HloType* type);
  bool ReadDim(DeclaredDim* dim);

  MlirCursor& cursor_;
};

bool HloTypeReader::Read(int depth, HloType* type) {
  if (depth > cursor_.limits().max_type_depth) return FailTooDeep(cursor_);
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
  return cursor_.Expect(')') && MakeHloTuple(cursor_, std::move(parts), type);
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
  return !has_layout || ReadLayout(type);
}

// `{1,0:T(8,128)}`: before the colon each dim once, or nothing.
bool HloTypeReader::ReadLayout(HloType* type) {
  if (!cursor_.TakeBalanced(&type->layout)) return false;
  const absl::string_view order = type->layout.substr(0, type->layout.find(':'));
  if (order.empty()) return true;
  const size_t rank = type->declared.dims.size();
  std::vector<bool> is_named(rank, false);
  size_t count = 0;
  for (const absl::string_view text : absl::StrSplit(order, ',')) {
    size_t dim = 0;
    const bool is_dim = absl::SimpleAtoi(text, &dim) && dim < rank && !is_named[dim];
    if (!is_dim) return cursor_.Fail("each dim once in the layout before it");
    is_named[dim] = true;
    ++count;
  }
  return count == rank || cursor_.Fail("each dim once in the layout before it");
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

bool AreSameHloTypes(const HloType& a, const HloType& b) {
  const DeclaredType& x = a.declared;
  const DeclaredType& y = b.declared;
  const auto is_open = [](const HloType& type) {
    return !type.is_tuple && type.declared.kind == TypeKind::kUnknown;
  };
  if (is_open(a) || is_open(b)) return true;
  if (a.is_tuple != b.is_tuple || a.parts.size() != b.parts.size()) return false;
  for (size_t i = 0; i < a.parts.size(); ++i) {
    if (!AreSameHloTypes(a.parts[i], b.parts[i])) return false;
  }
  if (x.kind != y.kind || x.element != y.element || x.name != y.name) return false;
  if (x.dims.size() != y.dims.size()) return false;
  for (size_t i = 0; i < x.dims.size(); ++i) {
    if (x.dims[i].has_size && y.dims[i].has_size && x.dims[i].size != y.dims[i].size) return false;
  }
  return true;
}

bool MakeHloTuple(MlirCursor& cursor, std::vector<HloType> parts, HloType* tuple) {
  HloType made;
  made.is_tuple = true;
  made.leaf_count = 0;
  for (HloType& part : parts) {
    part.first_leaf = made.leaf_count;
    made.leaf_count += part.leaf_count;
    made.type_count += part.type_count;
    made.depth = std::max(made.depth, part.depth);
  }
  if (made.depth++ >= cursor.limits().max_type_depth) return FailTooDeep(cursor);
  made.parts = CopyToArena(cursor.arena(), parts);
  *tuple = made;
  return true;
}

}  // namespace shapewright::graph
