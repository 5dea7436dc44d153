#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/wire/wire_writer.h"
#include "server/cache/cache_key.h"
#include "server/call/split_request.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// What the server adds to an RPC about a model.
struct ModelMethodRow {
  Method method;
  KeyKind key_kind;
  // What beside the model decides how much work a request is.
  absl::Span<const ItemList> items;
  // The first fields of the response, which tell of the model alone; null: there are none.
  inference::WireWriter (*head)(absl::string_view model_id);
};

// The row of a method; there is one for each RPC about a model.
const ModelMethodRow& RowOf(Method method);
// The fields of a serialized InferShapesResponse before those that inference tells.
inference::WireWriter AnswerHead(absl::string_view model_id);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_
