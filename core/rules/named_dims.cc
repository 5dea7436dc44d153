#include "core/rules/named_dims.h"

#include "core/rules/checks/checks.h"

namespace shapewright::rules {

void NamedDims::Unify(char letter, Dim dim, const Place& place, const Check& check) {
  Named& named = At(letter);
  if (named.dim.is_unknown()) {
    named = {dim, place};
  } else if (!dim.is_unknown()) {
    named.dim = ctx_.Unify(named.dim, named.place, dim, place, check);
  }
}

void NamedDims::Read(int input, absl::string_view letters) {
  if (!ctx_.HasInput(input) || !ctx_.CheckRank(input, static_cast<int>(letters.size()))) return;
  const Shape shape = ctx_.InputShape(input);
  if (!shape.has_rank) return;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const char letter = letters[static_cast<size_t>(axis)];
    if (letter == '.') continue;
    Unify(letter, shape.dims[axis], Place::Input(input, axis), "sizes.agree"_check);
  }
}

void NamedDims::Write(int output, ElementType element, absl::string_view letters) {
  if (!ctx_.HasOutput(output)) return;
  DimVector dims;
  for (size_t axis = 0; axis < letters.size(); ++axis) {
    Named& named = At(letters[axis]);
    if (named.dim.is_unknown()) {
      named = {
          ctx_.Fresh(Place::Output(output, static_cast<int>(axis)), "not known from the operands"),
          {}};
    }
    dims.push_back(named.dim);
  }
  ctx_.SetOutput(output, element, dims);
}

}  // namespace shapewright::rules
