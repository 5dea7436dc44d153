#include "server/json/kept_page.h"

#include <grpcpp/support/proto_buffer_reader.h>

#include "absl/strings/str_cat.h"
#include "page/guarded_message.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// `sha256:` and as many digits as people compare.
constexpr size_t kShortId = 7 + 12;

// Many exporters give all graphs one name, so that the beginning of the id stands beside it.
std::string NameOf(const std::string& model_id, const v1::InferShapesResponse& shapes) {
  const std::string id = model_id.substr(0, kShortId);
  const std::string graph = shapes.graphs().empty() ? "" : shapes.graphs(0).name();
  return graph.empty() ? id : absl::StrCat(graph, " ", id);
}

bool Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  grpc::ByteBuffer copy = bytes;
  grpc::ProtoBufferReader reader(&copy);
  return ParseMessage(reader, message);
}

}  // namespace

v1::InferShapesRequest ShapesForPage(const std::string& model_id) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(model_id);
  request.set_scope(v1::SCOPE_ALL_GRAPHS);
  request.add_include(v1::PART_NODES);
  request.add_include(v1::PART_ELEMENTS);
  request.add_include(v1::PART_WIRING);
  return request;
}

v1::EstimateCostRequest CostForPage(const std::string& model_id) {
  v1::EstimateCostRequest request;
  request.mutable_model()->set_model_id(model_id);
  for (const v1::CostGrouping grouping :
       {v1::COST_GROUPING_NODE, v1::COST_GROUPING_SCOPE, v1::COST_GROUPING_OPERATOR}) {
    request.mutable_parts()->add_group_by(grouping);
  }
  return request;
}

absl::StatusOr<std::string> KeptPage(const std::string& model_id, const PageAnswers& answers,
                                     const PageOptions& options) {
  PageModel shown;
  const bool is_message = Parse(answers.shapes, &shown.response);
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  if (!is_message) return absl::InternalError("the answer is broken");
  if (answers.cost != nullptr && !Parse(*answers.cost, &shown.cost.emplace())) shown.cost.reset();
  shown.name = NameOf(model_id, shown.response);
  shown.wiring = WiringOf(shown.response);
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  absl::StatusOr<std::string> page = RenderPage({&shown, 1}, options);
  if (!absl::IsResourceExhausted(page.status())) return page;
  // Too large, or too little memory.
  if (absl::Status good = options.wanted(); !good.ok()) return good;
  return CallError(absl::StatusCode::kResourceExhausted, reason::kAnswerTooLarge,
                   page.status().message());
}

}  // namespace shapewright::server
