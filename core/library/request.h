#ifndef SHAPEWRIGHT_CORE_LIBRARY_REQUEST_H_
#define SHAPEWRIGHT_CORE_LIBRARY_REQUEST_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "shapewright/evaluate.h"
#include "shapewright/infer.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Options and bindings in the words that the engine takes.

void WriteRequest(const InferenceOptions& options, v1::InferShapesRequest* request);
v1::Binding WriteBinding(const Binding& binding);
// The path of a request's field as that of the option it was written from.
absl::Status InLibraryWords(absl::Status status);

// Whether there is reason to go on; may be null, which is always.
std::function<absl::Status()> CheckUntil(absl::Time deadline,
                                         const std::function<absl::Status()>& check);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_REQUEST_H_
