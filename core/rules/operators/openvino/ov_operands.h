#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_OPERANDS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_OPERANDS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Sets of element types. kHalfOrSingle are bf16, f16 and f32; kColour is u8 and all of kReal;
// kPixel and kWide are what Interpolate takes for images and for axes.
enum class OvKind : uint8_t {
  kAny,
  kBool,
  kReal,
  kInteger,
  kNumber,
  kIndex,
  kIntegerOrBool,
  kHalfOrSingle,
  kColour,
  kByte,
  kString,
  kPixel,
  kWide
};

bool IsOfKind(ElementType element, OvKind kind);
// Such as "an integer type".
absl::string_view NameOfKind(OvKind kind);

// What operators of OpenVINO take for an operand, as OpenVINO 2026.4 has it. Operands that the rule
// itself checks have no row.
struct OvOperands {
  // With commas between them.
  absl::string_view operators;
  int since_version;
  // Its number; -1: each operand.
  int input;
  OvKind kind;
  int min_rank = 0;
  int max_rank = kAnyRank;
};

// The rows of an operator, of all versions.
absl::Span<const OvOperands* const> OvOperandsOf(absl::string_view op_type);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_OPENVINO_OV_OPERANDS_H_
