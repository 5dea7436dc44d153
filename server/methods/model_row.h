#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/cache/cache_key.h"
#include "server/call/split_request.h"
#include "server/config/options.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// What the server knows of a method about a model besides its ModelRpc.
struct ModelMethodRow {
  Method method;
  KeyKind key_kind;
  // The lists that, besides the model, decide how much work a request is.
  absl::Span<const ItemList> items = {};
  // The fields of the response with the ids of the model and of what is said of it, which the
  // server writes; 0: there is none.
  uint32_t model_id_field = 0;
  uint32_t inference_id_field = 0;
  // The message field of the response that has these two; 0: the response has them.
  uint32_t ids_within_field = 0;
  // The RPC of core/questions that gives the answer. Empty: it has the name of the method.
  absl::string_view answered_as = {};
  int64_t Options::*max_answer_bytes = &Options::max_answer_bytes;
  // The RPC that gives larger answers; empty: there is none.
  absl::string_view streamed_by = {};
};

// The row of an RPC about a model; ends the process for other methods.
const ModelMethodRow& RowOf(Method method);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_ROW_H_
