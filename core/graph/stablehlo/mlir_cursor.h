#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_CURSOR_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_CURSOR_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/arena.h"
#include "core/graph/reader_options.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

enum class MlirToken : uint8_t {
  kEnd,
  kWord,     // module, stablehlo.add, tensor
  kValue,    // %arg0
  kSymbol,   // @main, @"a b"
  kHash,     // #loc1, #stablehlo.gather, #0
  kBang,     // !stablehlo.token
  kCaret,    // ^bb0
  kString,   // "..."
  kInteger,  // 12, 0x1F
  kFloat,    // 1.5e+01
  kArrow,    // ->
  kMark,     // one character
};

// The attribute and type aliases of a module, by name.
struct MlirAliases {
  HashMap<absl::string_view, const MlirAttribute*> attributes;
  HashMap<absl::string_view, const MlirType*> types;
  // What stands in loc(..).
  HashMap<absl::string_view, absl::string_view> locations;
  // The names of those that were asked for.
  HashMap<absl::string_view, absl::string_view> location_names;
};

// Whose text it is. HLO's has the same tokens, but `-` within words, comments as in C, exponents
// without a point, and no brackets < >.
enum class TextSyntax : uint8_t { kMlir, kHlo };

// Reads the tokens of MLIR's text one by one; the parsers of types, attributes and operations share
// it. The first error stays: all functions return false then.
class MlirCursor {
 public:
  MlirCursor(absl::string_view text, const ReaderLimits& limits, Work* work, Arena* arena,
             TextSyntax syntax = TextSyntax::kMlir)
      : text_(text), syntax_(syntax), limits_(limits), work_(*work), arena_(arena) {
    Advance();
  }

  MlirToken token() const { return token_; }
  // The text of the token, with its first mark.
  absl::string_view text() const { return text_.substr(begin_, end_ - begin_); }
  // The name of a kValue, kSymbol, kHash, kBang or kCaret, or the text of a kString: unescaped.
  absl::string_view Name();

  bool Advance();
  bool IsMark(char mark) const { return token_ == MlirToken::kMark && text_[begin_] == mark; }
  bool IsWord(absl::string_view word) const { return token_ == MlirToken::kWord && text() == word; }
  // Whether the token stands directly behind the one before.
  bool IsAdjacent() const { return begin_ == last_end_; }
  // Passes the mark or word if it is there.
  bool Take(char mark) { return IsMark(mark) && Advance(); }
  bool TakeWord(absl::string_view word) { return IsWord(word) && Advance(); }
  // Passes the mark or word; an error if it is not there.
  bool Expect(char mark);
  bool ExpectWord(absl::string_view word);
  bool ExpectInteger(int64_t* value);

  // The bytes from the current token on, for what has no tokens (dims, bodies of dialect
  // attributes); Resume() goes on behind the first `size` of them.
  absl::string_view Rest() const { return text_.substr(begin_); }
  bool Resume(size_t size);
  // At an opening bracket: passes all up to its closing one. `body` gets what is between.
  bool TakeBalanced(absl::string_view* body);

  // Fails with `expected` and what stands here.
  bool Fail(absl::string_view expected);
  bool FailLimit(absl::string_view reason, absl::string_view message);
  const absl::Status& error() const { return error_; }
  bool failed() const { return failed_; }

  // Recursion of types, attributes and regions.
  class Nested {
   public:
    explicit Nested(MlirCursor& cursor) : cursor_(cursor) { ++cursor_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { --cursor_.depth_; }
    // False, with an error, if it is too deep.
    bool ok() const;

   private:
    MlirCursor& cursor_;
  };

  Arena* arena() { return arena_; }
  const ReaderLimits& limits() const { return limits_; }
  MlirAliases& aliases() { return aliases_; }
  bool Count(uint64_t operations);

 private:
  static constexpr int kMaxDepth = 256;

  void SkipBlank();
  bool IsHlo() const { return syntax_ == TextSyntax::kHlo; }
  char ClosingOf(char open) const;
  void ScanToken();
  size_t ScanString(size_t begin);
  size_t ScanName(size_t begin) const;
  size_t ScanNumber(size_t begin);
  absl::string_view Unescaped(absl::string_view quoted);

  const absl::string_view text_;
  const TextSyntax syntax_;
  const ReaderLimits& limits_;
  Work& work_;
  Arena* arena_;
  MlirAliases aliases_;
  MlirToken token_ = MlirToken::kEnd;
  size_t begin_ = 0;
  size_t end_ = 0;
  size_t last_end_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  absl::Status error_;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_CURSOR_H_
