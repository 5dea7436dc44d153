#ifndef SHAPEWRIGHT_CORE_QUESTIONS_ROWS_ROW_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_ROWS_ROW_H_

#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/inference/engine/options.h"
#include "core/inference/infer_run.h"
#include "core/inference/request_size.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::questions {

// What a list of a request has. A server has a limit for each kind.
enum class ListKind : uint8_t {
  kBindings,
  kBuckets,
  kLinks,
  kObservations,
  kQuestions,
  kScenarios,
  kStages,
};

// A list of a request whose length a server limits.
struct ListLimit {
  ListKind kind;
  // Its path in the request, which errors tell.
  absl::string_view field;
  // How long it is, by the message's accessors: a field that is renamed does not compile.
  size_t (*size)(const google::protobuf::Message& request);
};

// A method about one model; its request begins with a ModelSpec. The server and the library find
// and call these methods by their table (core/questions/model_rpc.h). Immutable.
struct ModelRpc {
  absl::string_view name;
  const google::protobuf::Message* request_prototype;
  // The serialized response. `request` has the type of the prototype; `model` is its model, already
  // read, so that the source in its ModelSpec is ignored. The errors are those of InferRequest().
  absl::StatusOr<std::string> (*answer)(const google::protobuf::Message& request,
                                        const graph::Model& model,
                                        const inference::InferOptions& options);
  absl::Span<const ListLimit> lists;
};

template <typename Request>
Request RequestWith(int (Request::*size)() const);  // names a type; not defined

// ListLimit::size by an accessor, such as &v1::EvaluateShapesRequest::bindings_size.
template <auto size>
size_t SizeBy(const google::protobuf::Message& request) {
  using Request = decltype(RequestWith(size));
  return static_cast<size_t>((static_cast<const Request&>(request).*size)());
}

// What an answer from one run says: `prepare` reads what inference has to know beside the
// ModelSpec, and `write` writes the response about the finished run.
using PrepareStep = absl::FunctionRef<absl::Status(inference::InferRun& run)>;
using WriteStep = absl::FunctionRef<absl::Status(inference::InferRun& run, WireWriter* out)>;
absl::StatusOr<std::string> AnswerFromRun(const v1::ModelSpec& spec,
                                          const v1::RequestLimits& limits, uint64_t work_limit,
                                          const graph::Model& model,
                                          const inference::InferOptions& options,
                                          PrepareStep prepare, WriteStep write);

template <typename Request>
absl::Status PrepareNothing(const Request& /*request*/, inference::InferRun& /*run*/) {
  return absl::OkStatus();
}

// The row of a question by the function that answers it.
template <typename Request,
          absl::StatusOr<std::string> (*answer)(const Request&, const graph::Model&,
                                                const inference::InferOptions&)>
ModelRpc RowOf(absl::string_view name, absl::Span<const ListLimit> lists = {}) {
  const auto answer_message = [](const google::protobuf::Message& request,
                                 const graph::Model& model,
                                 const inference::InferOptions& options) {
    return answer(static_cast<const Request&>(request), model, options);
  };
  return {name, &Request::default_instance(), answer_message, lists};
}

// The same for one that is answered from a run.
template <typename Request, auto write, auto prepare>
absl::StatusOr<std::string> AnswerByRun(const Request& request, const graph::Model& model,
                                        const inference::InferOptions& options) {
  return AnswerFromRun(
      request.model(), request.limits(), inference::RequestLimit(request, model, options), model,
      options, [&](inference::InferRun& run) { return prepare(request, run); },
      [&](inference::InferRun& run, WireWriter* out) { return write(request, run, out); });
}
template <typename Request, auto write, auto prepare = PrepareNothing<Request>>
ModelRpc RowByRun(absl::string_view name, absl::Span<const ListLimit> lists = {}) {
  return RowOf<Request, AnswerByRun<Request, write, prepare>>(name, lists);
}

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_ROWS_ROW_H_
