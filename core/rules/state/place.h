#ifndef SHAPEWRIGHT_CORE_RULES_STATE_PLACE_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_PLACE_H_

#include <cstdint>
#include <utility>

#include "core/symbolic/expr.h"

namespace shapewright::rules {

// An operand or result of the current node, and a position in it. It also identifies the unknowns
// of a node (S69): two of them are the same only if their places are equal in all members.
struct Place {
  // Which part or property of it.
  enum class Part : uint8_t {
    kItself,          // the dim of the axis, or the element
    kElementOfValue,  // an unknown element of a value
    kLength,          // of a sequence
    kBroadcast,       // the dim of operands that cannot be broadcast
    kJoined,          // either of a pair of expressions: `first` or `second`
    kCarried,         // in some iteration of a loop
    kFinal,           // after the last one
    kRenewed,         // decided inside a body
    kTrips,           // how often a loop runs
    kBatch,           // the leading dim that Scan 8 removes
    kPosition,        // of one element of a sequence
  };

  int input = -1;
  int output = -1;
  int axis = -1;
  int element = -1;
  Part part = Part::kItself;
  // The nesting depth within a sequence or optional, and which of several of one kind: the
  // iteration, the position, or the pair of values that are joined.
  int level = 0;
  int entry = 0;
  symbolic::Expr first = {};
  symbolic::Expr second = {};
  // Of a pair: what decides between the two, where the node itself does not say.
  symbolic::Expr condition = {};

  static Place Input(int index, int axis = -1) { return {index, -1, axis, -1}; }
  static Place Element(int index, int element) { return {index, -1, -1, element}; }
  static Place Output(int index, int axis = -1) { return {-1, index, axis, -1}; }

  Place As(Part what) const {
    Place place = *this;
    place.part = what;
    return place;
  }

  friend bool operator==(const Place&, const Place&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Place& place) {
    return H::combine(std::move(state), place.input, place.output, place.axis, place.element,
                      place.part, place.level, place.entry, place.first, place.second,
                      place.condition);
  }
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_PLACE_H_
