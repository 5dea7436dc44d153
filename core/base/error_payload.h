#ifndef SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_
#define SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_

namespace shapewright {

// Payloads of statuses: a stable reason of docs/errors.md, and the beginning of the keys of what
// else is told of an error, its facts.
inline constexpr char kReasonPayload[] = "shapewright/reason";
inline constexpr char kFactPayloads[] = "shapewright/fact/";

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_ERROR_PAYLOAD_H_
