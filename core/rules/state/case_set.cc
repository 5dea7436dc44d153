#include "core/rules/state/case_set.h"

namespace shapewright::rules {
namespace {

// A case is a number; condition i holds in it where its bit i is set. The low six bits are the
// place in a word, the others the word.
constexpr int kBitsOfPlace = 6;
// Per condition of those: the places where it holds.
constexpr std::array<uint64_t, kBitsOfPlace> kPlaces = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                                        0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                                        0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

}  // namespace

CaseSet CaseSet::Where(int condition, bool holds) {
  CaseSet set;
  for (size_t word = 0; word < set.words_.size(); ++word) {
    const uint64_t places = condition < kBitsOfPlace ? kPlaces[static_cast<size_t>(condition)]
                            : (word >> (condition - kBitsOfPlace)) & 1 ? ~uint64_t{0}
                                                                       : 0;
    set.words_[word] = holds ? places : ~places;
  }
  return set;
}

CaseSet CaseSet::Given(int condition, bool holds) const {
  CaseSet given = *this & Where(condition, holds);
  const CaseSet from = given;
  for (size_t word = 0; word < words_.size(); ++word) {
    if (condition < kBitsOfPlace) {
      const int step = 1 << condition;
      given.words_[word] |= holds ? from.words_[word] >> step : from.words_[word] << step;
    } else {
      given.words_[word] |= from.words_[word ^ (size_t{1} << (condition - kBitsOfPlace))];
    }
  }
  return given;
}

}  // namespace shapewright::rules
