#include "core/graph/hlo/hlo_attributes.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "core/graph/arena.h"
#include "core/graph/stablehlo/struct_members.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {
namespace {

using Ints = std::vector<int64_t>;

// How a value is written.
enum class Form : uint8_t {
  kInt,        // 3, true
  kInts,       // {1,2}
  kFirstInt,   // {1}, as a number
  kWord,       // LT
  kText,       // "Sharding"
  kSlice,      // {[0:4:2], [1:2]}
  kPadding,    // 0_1_0x2_2
  kWindow,     // {size=3x3 pad=1_1x1_1}
  kDimLabels,  // b01f_01io->b01f
  kGroups,     // {{0,1},{2,3}}, [2,2]<=[4]
};

struct AttributeRow {
  absl::string_view hlo;
  absl::string_view opcode;  // empty: of all
  Form form;
  absl::string_view name;  // as rules know it; empty where the form has several
};

// The attributes that rules read.
constexpr AttributeRow kRows[] = {
    {"dimensions", "all-gather", Form::kFirstInt, "all_gather_dim"},
    {"dimensions", "all-gather-start", Form::kFirstInt, "all_gather_dim"},
    {"dimensions", "broadcast", Form::kInts, "broadcast_dimensions"},
    {"dimensions", "concatenate", Form::kFirstInt, "dimension"},
    {"dimensions", "get-dimension-size", Form::kFirstInt, "dimension"},
    {"dimensions", "reduce-scatter", Form::kFirstInt, "scatter_dimension"},
    {"dimensions", "set-dimension-size", Form::kFirstInt, "dimension"},
    {"dimensions", "sort", Form::kFirstInt, "dimension"},
    {"dimensions", "transpose", Form::kInts, "permutation"},
    {"dimensions", "", Form::kInts, "dimensions"},
    {"batch_group_count", "", Form::kInt, "batch_group_count"},
    {"collapsed_slice_dims", "", Form::kInts, "collapsed_slice_dims"},
    {"custom_call_target", "", Form::kText, "call_target_name"},
    {"dim_labels", "", Form::kDimLabels, ""},
    {"direction", "compare", Form::kWord, "comparison_direction"},
    {"dynamic_slice_sizes", "", Form::kInts, "slice_sizes"},
    {"feature_group_count", "", Form::kInt, "feature_group_count"},
    {"feature_index", "", Form::kInt, "feature_index"},
    {"fft_length", "", Form::kInts, "fft_length"},
    {"fft_type", "", Form::kWord, "fft_type"},
    {"index_vector_dim", "", Form::kInt, "index_vector_dim"},
    {"input_batching_dims", "", Form::kInts, "input_batching_dims"},
    {"inserted_window_dims", "", Form::kInts, "inserted_window_dims"},
    {"iota_dimension", "", Form::kInt, "iota_dimension"},
    {"k", "", Form::kInt, "k"},
    {"left_side", "", Form::kInt, "left_side"},
    {"lhs_batch_dims", "", Form::kInts, "lhs_batching_dimensions"},
    {"lhs_contracting_dims", "", Form::kInts, "lhs_contracting_dimensions"},
    {"offset_dims", "", Form::kInts, "offset_dims"},
    {"operand_batching_dims", "", Form::kInts, "operand_batching_dims"},
    {"padding", "", Form::kPadding, ""},
    {"replica_groups", "", Form::kGroups, "replica_groups"},
    {"rhs_batch_dims", "", Form::kInts, "rhs_batching_dimensions"},
    {"rhs_contracting_dims", "", Form::kInts, "rhs_contracting_dimensions"},
    {"scatter_dims_to_operand_dims", "", Form::kInts, "scatter_dims_to_operand_dims"},
    {"scatter_indices_batching_dims", "", Form::kInts, "scatter_indices_batching_dims"},
    {"slice", "", Form::kSlice, ""},
    {"slice_sizes", "", Form::kInts, "slice_sizes"},
    {"start_index_map", "", Form::kInts, "start_index_map"},
    {"start_indices_batching_dims", "", Form::kInts, "start_indices_batching_dims"},
    {"type", "compare", Form::kWord, "compare_type"},
    {"update_window_dims", "", Form::kInts, "update_window_dims"},
    {"window", "", Form::kWindow, ""},
};

const AttributeRow* FindRow(absl::string_view opcode, absl::string_view name) {
  for (const AttributeRow& row : kRows) {
    if (row.hlo == name && (row.opcode.empty() || row.opcode == opcode)) return &row;
  }
  return nullptr;
}

// A part of a window, and its names in a convolution and elsewhere.
struct WindowRow {
  absl::string_view hlo;
  absl::string_view of_convolution;
  absl::string_view otherwise;
};

constexpr WindowRow kWindowRows[] = {
    {"size", "window_dimensions", "window_dimensions"},
    {"stride", "window_strides", "window_strides"},
    {"pad", "padding", "padding"},
    {"lhs_dilate", "lhs_dilation", "base_dilations"},
    {"rhs_dilate", "rhs_dilation", "window_dilations"},
    {"rhs_reversal", "window_reversal", "window_reversal"},
};

class HloAttributeReader {
 public:
  HloAttributeReader(MlirCursor& cursor, absl::string_view opcode, std::vector<Attribute>* made)
      : cursor_(cursor), opcode_(opcode), made_(*made) {}

  bool Read(const AttributeRow& row);

 private:
  bool ReadInt(absl::string_view name);
  bool ReadInts(absl::string_view name, bool is_first_only);
  bool ReadIntList(char open, char close, Ints* ints);
  bool ReadSlice();
  bool ReadPadding();
  bool ReadWindow();
  bool ReadDimLabels();
  bool ReadGroups(absl::string_view name);
  bool AddLabels(const ConvolutionPart& part, absl::string_view labels);
  // The text up to a character that is not of `characters`.
  absl::string_view Raw(absl::string_view characters) const {
    const absl::string_view rest = cursor_.Rest();
    return rest.substr(0, std::min(rest.find_first_not_of(characters), rest.size()));
  }
  bool ReadNumbers(absl::string_view text, char separator, Ints* numbers);

  void AddInt(absl::string_view name, int64_t value) { made_.push_back(IntAttribute(name, value)); }
  void AddInts(absl::string_view name, const Ints& ints) {
    made_.push_back(IntsAttribute(name, CopyToArena(cursor_.arena(), ints)));
  }

  MlirCursor& cursor_;
  const absl::string_view opcode_;
  std::vector<Attribute>& made_;
};

bool HloAttributeReader::Read(const AttributeRow& row) {
  switch (row.form) {
    case Form::kInt:
      return ReadInt(row.name);
    case Form::kInts:
      return ReadInts(row.name, false);
    case Form::kFirstInt:
      return ReadInts(row.name, true);
    case Form::kWord:
      if (cursor_.token() != MlirToken::kWord) return cursor_.Fail("a word");
      made_.push_back(StringAttribute(row.name, cursor_.text()));
      return cursor_.Advance();
    case Form::kText:
      if (cursor_.token() != MlirToken::kString) return cursor_.Fail("a text");
      made_.push_back(StringAttribute(row.name, cursor_.Name()));
      return cursor_.Advance();
    case Form::kSlice:
      return ReadSlice();
    case Form::kPadding:
      return ReadPadding();
    case Form::kWindow:
      return ReadWindow();
    case Form::kDimLabels:
      return ReadDimLabels();
    case Form::kGroups:
      return ReadGroups(row.name);
  }
  return false;
}

bool HloAttributeReader::ReadInt(absl::string_view name) {
  int64_t value = 0;
  const bool is_bool = cursor_.IsWord("true") || cursor_.IsWord("false");
  if (is_bool) value = cursor_.IsWord("true") ? 1 : 0;
  if (!(is_bool ? cursor_.Advance() : cursor_.ExpectInteger(&value))) return false;
  AddInt(name, value);
  return true;
}

bool HloAttributeReader::ReadIntList(char open, char close, Ints* ints) {
  if (!cursor_.Expect(open)) return false;
  if (cursor_.Take(close)) return true;
  do {
    if (!cursor_.ExpectInteger(&ints->emplace_back())) return false;
  } while (cursor_.Take(','));
  return cursor_.Expect(close);
}

bool HloAttributeReader::ReadInts(absl::string_view name, bool is_first_only) {
  Ints ints;
  if (!ReadIntList('{', '}', &ints)) return false;
  if (!is_first_only) {
    AddInts(name, ints);
  } else if (ints.size() == 1) {
    AddInt(name, ints[0]);
  } else {
    return cursor_.Fail("one dim in the braces before it");
  }
  return true;
}

bool HloAttributeReader::ReadSlice() {
  Ints starts;
  Ints limits;
  Ints strides;
  if (!cursor_.Expect('{')) return false;
  while (!cursor_.IsMark('}')) {
    if (!starts.empty() && !cursor_.Expect(',')) return false;
    const bool is_read = cursor_.Expect('[') && cursor_.ExpectInteger(&starts.emplace_back()) &&
                         cursor_.Expect(':') && cursor_.ExpectInteger(&limits.emplace_back());
    if (!is_read) return false;
    strides.push_back(1);
    if (cursor_.Take(':') && !cursor_.ExpectInteger(&strides.back())) return false;
    if (!cursor_.Expect(']')) return false;
  }
  AddInts("start_indices", starts);
  AddInts("limit_indices", limits);
  AddInts("strides", strides);
  return cursor_.Expect('}');
}

bool HloAttributeReader::ReadNumbers(absl::string_view text, char separator, Ints* numbers) {
  if (!cursor_.Count(text.size())) return false;
  for (const absl::string_view part : absl::StrSplit(text, separator)) {
    if (!absl::SimpleAtoi(part, &numbers->emplace_back())) return cursor_.Fail("numbers");
  }
  return true;
}

// By dim `low_high`, or `low_high_interior`.
bool HloAttributeReader::ReadPadding() {
  Ints low;
  Ints high;
  Ints interior;
  const absl::string_view text = Raw("0123456789_x-");
  for (const absl::string_view dim : absl::StrSplit(text, 'x', absl::SkipEmpty())) {
    Ints numbers;
    if (!ReadNumbers(dim, '_', &numbers)) return false;
    if (numbers.size() < 2 || numbers.size() > 3) return cursor_.Fail("two or three numbers a dim");
    low.push_back(numbers[0]);
    high.push_back(numbers[1]);
    interior.push_back(numbers.size() > 2 ? numbers[2] : 0);
  }
  AddInts("edge_padding_low", low);
  AddInts("edge_padding_high", high);
  AddInts("interior_padding", interior);
  return cursor_.Resume(text.size());
}

bool HloAttributeReader::ReadWindow() {
  if (!cursor_.Expect('{')) return false;
  while (!cursor_.IsMark('}')) {
    const absl::string_view part = cursor_.text();
    const auto* const row =
        std::find_if(std::begin(kWindowRows), std::end(kWindowRows),
                     [part](const WindowRow& known) { return known.hlo == part; });
    if (row == std::end(kWindowRows)) return cursor_.Fail("a part of a window, such as size");
    if (!cursor_.Advance()) return false;
    if (!cursor_.IsMark('=')) return cursor_.Fail("`=`");
    if (!cursor_.Advance()) return false;
    const absl::string_view text = Raw("0123456789_x-");
    Ints numbers;
    for (const absl::string_view dim : absl::StrSplit(text, 'x')) {
      const size_t before = numbers.size();
      if (!ReadNumbers(dim, '_', &numbers)) return false;
      if (numbers.size() - before != (row->hlo == "pad" ? 2 : 1)) {
        return cursor_.Fail(row->hlo == "pad" ? "two numbers a dim" : "a number a dim");
      }
    }
    AddInts(opcode_ == "convolution" ? row->of_convolution : row->otherwise, numbers);
    if (!cursor_.Resume(text.size())) return false;
  }
  return cursor_.Expect('}');
}

bool HloAttributeReader::AddLabels(const ConvolutionPart& part, absl::string_view labels) {
  Ints places;
  for (size_t place = 0; place < labels.size(); ++place) {
    const char label = labels[place];
    const auto at = static_cast<int64_t>(place);
    if (label == part.first_label) {
      AddInt(part.first, at);
    } else if (label == part.second_label) {
      AddInt(part.second, at);
    } else if (absl::ascii_isdigit(label)) {
      const auto number = static_cast<size_t>(label - '0');
      if (places.size() <= number) places.resize(number + 1);
      places[number] = at;
    } else if (label != '?') {
      return cursor_.Fail("labels of dims such as b01f_01io->b01f");
    }
  }
  AddInts(part.spatial, places);
  return true;
}

bool HloAttributeReader::ReadDimLabels() {
  const absl::string_view text = Raw("0123456789abcdefghijklmnopqrstuvwxyz?_->");
  const size_t rhs = text.find('_');
  const size_t arrow = text.find("->");
  if (rhs == absl::string_view::npos || arrow == absl::string_view::npos || arrow < rhs) {
    return cursor_.Fail("labels of dims such as b01f_01io->b01f");
  }
  return AddLabels(kConvolutionParts[0], text.substr(0, rhs)) &&
         AddLabels(kConvolutionParts[1], text.substr(rhs + 1, arrow - rhs - 1)) &&
         AddLabels(kConvolutionParts[2], text.substr(arrow + 2)) && cursor_.Resume(text.size());
}

// Of groups of one size how many there are, and how large they are; else nothing.
bool HloAttributeReader::ReadGroups(absl::string_view name) {
  Ints dims;
  if (cursor_.IsMark('[')) {
    if (!ReadIntList('[', ']', &dims)) return false;
    // How the processes are numbered.
    if (cursor_.IsMark('<') && !SkipHloValue(cursor_)) return false;
  } else if (!cursor_.IsMark('{')) {
    return SkipHloValue(cursor_);
  } else {
    int64_t count = 0;
    bool are_even = true;
    if (!cursor_.Advance()) return false;
    while (!cursor_.IsMark('}')) {
      if (count > 0 && !cursor_.Expect(',')) return false;
      Ints group;
      if (!ReadIntList('{', '}', &group)) return false;
      const auto size = static_cast<int64_t>(group.size());
      if (count++ == 0) dims = {0, size};
      are_even &= dims[1] == size;
    }
    if (!cursor_.Expect('}')) return false;
    if (!are_even || count == 0) return true;
    dims[0] = count;
  }
  const bool are_sizes = std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d >= 0; });
  if (dims.size() != 2 || !are_sizes) return true;
  auto* tensor = graph::New<Tensor>(cursor_.arena());
  tensor->element = shape::ElementType::kInt64;
  tensor->dims = CopyToArena(cursor_.arena(), dims);
  made_.push_back(TensorAttribute(name, tensor));
  return true;
}

}  // namespace

bool ReadHloAttribute(MlirCursor& cursor, absl::string_view opcode, absl::string_view name,
                      std::vector<Attribute>* attributes) {
  const AttributeRow* const row = FindRow(opcode, name);
  if (row == nullptr) return SkipHloValue(cursor);
  return HloAttributeReader(cursor, opcode, attributes).Read(*row);
}

void AddHloDefaults(absl::string_view opcode, std::vector<Attribute>* attributes) {
  const auto is_side = [](const Attribute& known) { return known.name == "left_side"; };
  if (opcode != "triangular-solve" ||
      std::any_of(attributes->begin(), attributes->end(), is_side)) {
    return;
  }
  attributes->push_back(IntAttribute("left_side", 0));
}

bool SkipHloValue(MlirCursor& cursor) {
  bool is_first = true;
  // Parts of one value stand without blanks between them.
  while (is_first || (cursor.IsAdjacent() && !cursor.IsMark(',') && !cursor.IsMark('}') &&
                      !cursor.IsMark(')') && cursor.token() != MlirToken::kEnd)) {
    is_first = false;
    absl::string_view body;
    const bool is_open = cursor.IsMark('{') || cursor.IsMark('[') || cursor.IsMark('(');
    if (cursor.token() == MlirToken::kEnd) return cursor.Fail("a value");
    if (!(is_open ? cursor.TakeBalanced(&body) : cursor.Advance())) return false;
  }
  return !cursor.failed();
}

}  // namespace shapewright::graph
