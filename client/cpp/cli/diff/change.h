#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_CHANGE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_CHANGE_H_

#include <cstdint>
#include <optional>
#include <string>

namespace shapewright::cli {

// What a change means for those who call the model.
enum class Effect : uint8_t {
  kBreaks,  // what worked before may fail, or an output is something else
  kWidens,  // more inputs are accepted
  kOther,
};

// Which part of a model changed.
enum class Part : uint8_t { kInput, kOutput, kSymbol, kFact, kDiagnostic, kValue };

// How.
enum class What : uint8_t {
  kAdded,
  kGone,
  kRenamed,
  kOrder,
  kType,  // the type of a value, or one of its sizes
  kRange,
  kStricter,
  kLooser,
};

// A difference between two models. Texts are as the answers have them, and may need Printable().
struct Change {
  Effect effect = Effect::kOther;
  Part part = Part::kValue;
  What what = What::kType;
  // Of the value or symbol; the text of a fact, the code of a diagnostic.
  std::string name;
  std::optional<int64_t> axis;
  // Empty: it was not there, or is not any more.
  std::string before;
  std::string after;
  // Why it is so. Empty: nothing to add.
  std::string reason;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_CHANGE_H_
