#ifndef SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_
#define SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace shapewright {

// Finds the known name that a misspelt one was probably meant to be: one that begins so, or that
// few changes of single letters turn into it. What it takes is bounded: long names, and names
// beyond the first some thousand, are passed over.
class NearestName {
 public:
  explicit NearestName(absl::string_view misspelt);

  // `known` outlives this.
  void Consider(absl::string_view known);
  // Empty: none is near.
  absl::string_view found() const { return found_; }
  // Ends a message: "; did you mean `batch`?", or nothing.
  std::string Question() const;
  // "did you mean batch?", a suggestion, with the name between two `quote`; empty if none is near.
  std::string Suggestion(absl::string_view quote = "") const;

 private:
  const absl::string_view misspelt_;
  absl::string_view found_;
  size_t distance_;
  size_t considered_ = 0;
};

// "did you mean float32?", a suggestion; empty if none of the known names is near.
std::string DidYouMean(absl::string_view name, absl::Span<const absl::string_view> known);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_NEAREST_NAME_H_
