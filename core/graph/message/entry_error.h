#ifndef SHAPEWRIGHT_CORE_GRAPH_MESSAGE_ENTRY_ERROR_H_
#define SHAPEWRIGHT_CORE_GRAPH_MESSAGE_ENTRY_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "core/graph/read_error.h"
#include "core/wire/printable.h"
#include "shapewright/v1/fact.pb.h"

namespace shapewright::graph {

namespace reason {
// Of an entry that asks something, in ExplainShapes and in ComputeLayout.
inline constexpr char kMalformedQuestion[] = "MALFORMED_QUESTION";
}  // namespace reason

// Tells an error about an entry of the request, whose field is named from the entry on.
inline void WriteEntryError(const absl::Status& status, v1::EntryError* out) {
  out->set_reason(std::string(status.GetPayload(kReasonPayload).value_or(absl::Cord())));
  out->set_field(FieldOf(status));
  out->set_message(Printable(status.message()));
  out->set_suggestion(Printable(SuggestionOf(status)));
}

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MESSAGE_ENTRY_ERROR_H_
