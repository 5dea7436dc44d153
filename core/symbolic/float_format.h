#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_FORMAT_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::symbolic {

// The floating-point formats whose arithmetic is followed (S14). The numbers of each are doubles
// too: operations are computed in double and rounded once, which for + - * / of the narrower
// formats gives the correctly rounded result.
enum class FloatFormat : uint8_t { kNone, kFloat16, kBfloat16, kFloat32, kFloat64 };

// An integer in the format; the narrow formats are rounded from float32, as runtimes do.
double FloatFromInt(int64_t value, FloatFormat format);

// Truncates towards zero; nothing for NaN and where the result leaves 64 bits.
std::optional<int64_t> TruncateToInt(double value);

// Half to even; infinite beyond the format's range.
double RoundToFormat(double value, FloatFormat format);

// `f32`; the text form's name of the conversion into the format.
absl::string_view FormatName(FloatFormat format);
// The shortest text that gives the value again: `0.7`, `320`, `1e-05`, for infinity
// `1e999`.
std::string FloatText(double value, FloatFormat format);
// kNone for any other name.
FloatFormat FindFormat(absl::string_view name);

// Floats as integers of the same order, so that intervals of them are intervals
// of integers; -0 is 0. NaN has no key.
int64_t FloatKey(double value);
double FloatOfKey(int64_t key);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_FLOAT_FORMAT_H_
