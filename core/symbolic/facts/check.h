#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_CHECK_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_CHECK_H_

#include "core/base/static_text.h"

namespace shapewright::symbolic {

// What asks for a fact.
struct Check {
  // Stable, for programs: `conv.channels` (core/rules/checks). Empty: no operator asks.
  StaticText id = {};
  // One line for people.
  StaticText sentence = {};
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FACTS_CHECK_H_
