#ifndef SHAPEWRIGHT_CORE_RULES_STATE_CASE_SET_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_CASE_SET_H_

#include <array>
#include <cstdint>

namespace shapewright::rules {

// A set of cases, the ways in which a few conditions can come out together: a bit for each.
class CaseSet {
 public:
  static constexpr int kMaxConditions = 8;

  // None.
  CaseSet() = default;
  static CaseSet All() {
    CaseSet all;
    all.words_.fill(~uint64_t{0});
    return all;
  }
  // Those in which a condition, given by its number, holds or does not.
  static CaseSet Where(int condition, bool holds);

  bool IsEmpty() const { return *this == CaseSet(); }

  friend CaseSet operator&(CaseSet a, const CaseSet& b) {
    for (size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend CaseSet operator|(CaseSet a, const CaseSet& b) {
    for (size_t i = 0; i < a.words_.size(); ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend CaseSet operator-(CaseSet a, const CaseSet& b) {
    for (size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  // The cases that are in the set with the condition coming out so, however it does come out.
  CaseSet Given(int condition, bool holds) const;

  friend bool operator==(const CaseSet&, const CaseSet&) = default;

 private:
  std::array<uint64_t, (1 << kMaxConditions) / 64> words_ = {};
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_CASE_SET_H_
