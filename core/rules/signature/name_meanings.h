#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_NAME_MEANINGS_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_NAME_MEANINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/rules/signature/signature.h"

namespace shapewright::rules {

// INVALID_ARGUMENT at a place of a signature, from 0.
absl::Status SignatureError(size_t at, absl::string_view message);

// Whether a name is a variable's: none of an attribute, of an element, of an occurrence or a call.
bool IsPlain(absl::string_view name);

// Where a formula stands: that decides what it may speak of.
struct Context {
  enum class Place : uint8_t { kOperand, kDefinition, kCondition, kResult, kCost };
  Place place;
  // Of an operand: whether it is the variadic one.
  bool is_variadic = false;
  size_t at = 0;
  absl::string_view text = {};
};

// Finds the names of a signature whose variables are bound, and gives those of formulas a meaning.
// Keeps the first error.
class NameMeanings {
 public:
  explicit NameMeanings(Signature* signature) : signature_(*signature) {}

  const absl::Status& error() const { return error_; }
  void Fail(const Context& context, absl::string_view name, absl::string_view message);

  // kNone if there is none.
  uint32_t FindDim(absl::string_view name) const;
  uint32_t FindOrAddDim(absl::string_view name);
  uint32_t FindRank(absl::string_view name) const;
  uint32_t FindOperand(absl::string_view name) const;
  uint32_t FindResult(absl::string_view name) const;
  // The operand whose elements have the name.
  uint32_t FindElements(absl::string_view name) const;
  uint32_t FindDefinition(absl::string_view name) const;

  // Adds what the names of a program mean. True if one is of an occurrence of the variadic operand.
  bool Add(const symbolic::Program& program, const Context& context);
  // The number of an attribute, which is read as a number or as a list; `text` is what reads it.
  uint32_t UseAttribute(absl::string_view name, bool is_list, const Context& context,
                        absl::string_view text);

 private:
  NameMeaning MeaningOf(absl::string_view name, const Context& context, bool* is_own);
  NameMeaning MeaningOfCall(absl::string_view name, absl::string_view argument,
                            const Context& context);
  NameMeaning MeaningOfSize(absl::string_view argument, const Context& context);
  NameMeaning MeaningOfAttribute(absl::string_view name, const Context& context);
  NameMeaning MeaningOfElement(absl::string_view name, absl::string_view index,
                               const Context& context);
  NameMeaning MeaningOfVariable(absl::string_view name, const Context& context);
  // The variable of `x.N`.
  uint32_t OwnVariable(absl::string_view name, const Context& context);
  uint32_t FindOrAddAttribute(absl::string_view name);

  Signature& signature_;
  HashMap<std::string, uint32_t> dims_;
  absl::Status error_;
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_NAME_MEANINGS_H_
