#include "client/cpp/client.h"

#include <google/protobuf/util/field_mask_util.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "client/cpp/answer_pieces.h"
#include "client/cpp/error_text.h"
#include "client/cpp/route.h"
#include "core/wire/model_id.h"

namespace shapewright {
namespace {

using grpc::health::v1::HealthCheckResponse;

// Smaller models are sent each time: hashing and remembering them gains nothing.
constexpr size_t kNameFromBytes = 64 << 10;
// Larger requests might be beyond the limit of the server, which is asked for first.
constexpr size_t kAskLimitFromBytes = 1 << 20;
// A request is at least so much larger than its model.
constexpr int64_t kRequestMargin = 64 << 10;
constexpr int64_t kChunkBytes = 1 << 20;
constexpr int64_t kChunkMargin = 64;
// A model that is uploaded goes to one server, and the call that names it perhaps to another.
constexpr int kUploads = 4;
// After a server has gone, gRPC waits this long before it connects anew, and longer each time.
constexpr int kFirstReconnectMs = 100;
constexpr int kLongestReconnectMs = 5'000;

constexpr char kNotCached[] = "MODEL_NOT_CACHED";
constexpr char kInferenceNotCached[] = "INFERENCE_NOT_CACHED";

absl::Time EndOf(absl::Duration deadline) { return absl::Now() + deadline; }

void SetDeadline(absl::Time end, grpc::ClientContext& context) {
  if (end != absl::InfiniteFuture()) context.set_deadline(absl::ToChronoTime(end));
}

bool HasReason(const absl::Status& status, absl::string_view reason) {
  return !status.ok() && ErrorReason(status) == reason;
}

// The bytes of a model that may be uploaded, and then named by their id; empty: it comes otherwise.
const std::string& UploadOf(const v1::ModelSpec& spec) {
  // A format that is said, and weights, do not go with an upload.
  const v1::ModelFile& file = spec.file();
  const bool is_alone = file.weights().empty() && file.format() == v1::MODEL_FORMAT_UNSPECIFIED;
  return spec.has_file() && is_alone ? file.content() : spec.onnx();
}

template <typename Request>
Request NamedRequest(const Request& request, const std::string& model_id) {
  // All fields but the source of the model, which is not copied.
  google::protobuf::FieldMask fields;
  const google::protobuf::Descriptor& type = *Request::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->number() == Request::kModelFieldNumber) continue;
    fields.add_paths(type.field(i)->name());
  }
  const google::protobuf::Descriptor& spec = *v1::ModelSpec::descriptor();
  for (int i = 0; i < spec.field_count(); ++i) {
    if (spec.field(i)->containing_oneof() != nullptr) continue;
    fields.add_paths(absl::StrCat("model.", spec.field(i)->name()));
  }
  Request named;
  google::protobuf::util::FieldMaskUtil::MergeMessageTo(request, fields, {}, &named);
  named.mutable_model()->set_model_id(model_id);
  return named;
}

// A call about a model.
template <typename ServiceStub, typename AskedFor, typename Answered,
          grpc::Status (ServiceStub::*method)(grpc::ClientContext*, const AskedFor&, Answered*)>
struct ModelRpc {
  using Stub = ServiceStub;
  using Request = AskedFor;
  using Response = Answered;
  static grpc::Status Call(Stub& stub, grpc::ClientContext* context, const Request& request,
                           Response* response) {
    return (stub.*method)(context, request, response);
  }
};

using Shapes = v1::ShapeService::Stub;
using Plans = v1::PlanService::Stub;
using Models = v1::ModelService::Stub;
using InferRpc =
    ModelRpc<Shapes, v1::InferShapesRequest, v1::InferShapesResponse, &Shapes::InferShapes>;
// Its pieces are put together.
struct StreamInferRpc {
  using Stub = Shapes;
  using Request = v1::InferShapesRequest;
  using Response = v1::InferShapesResponse;
  static grpc::Status Call(Stub& stub, grpc::ClientContext* context, const Request& request,
                           Response* response) {
    v1::StreamInferShapesRequest whole;
    *whole.mutable_request() = request;
    const auto pieces = stub.StreamInferShapes(context, whole);
    bool is_whole = true;
    for (v1::StreamInferShapesResponse piece; is_whole && pieces->Read(&piece);) {
      is_whole = AddPiece(piece, response);
    }
    if (is_whole) return pieces->Finish();
    context->TryCancel();
    pieces->Finish();
    return {grpc::StatusCode::DATA_LOSS, "a piece of the answer is missing"};
  }
};
using EvaluateRpc = ModelRpc<Shapes, v1::EvaluateShapesRequest, v1::EvaluateShapesResponse,
                             &Shapes::EvaluateShapes>;
using ExplainRpc =
    ModelRpc<Shapes, v1::ExplainShapesRequest, v1::ExplainShapesResponse, &Shapes::ExplainShapes>;
using BucketsRpc =
    ModelRpc<Plans, v1::PlanBucketsRequest, v1::PlanBucketsResponse, &Plans::PlanBuckets>;
using ChooseRpc =
    ModelRpc<Plans, v1::ChooseBucketsRequest, v1::ChooseBucketsResponse, &Plans::ChooseBuckets>;
using ProfileRpc =
    ModelRpc<Plans, v1::PlanProfilesRequest, v1::PlanProfilesResponse, &Plans::PlanProfiles>;
using LargestRpc = ModelRpc<Plans, v1::FindLargestSizesRequest, v1::FindLargestSizesResponse,
                            &Plans::FindLargestSizes>;
using BindRpc = ModelRpc<Plans, v1::FindSymbolsToBindRequest, v1::FindSymbolsToBindResponse,
                         &Plans::FindSymbolsToBind>;
using GuardRpc =
    ModelRpc<Plans, v1::CompileGuardRequest, v1::CompileGuardResponse, &Plans::CompileGuard>;
using CostRpc =
    ModelRpc<Plans, v1::EstimateCostRequest, v1::EstimateCostResponse, &Plans::EstimateCost>;
using RewriteRpc =
    ModelRpc<Plans, v1::RewriteModelRequest, v1::RewriteModelResponse, &Plans::RewriteModel>;
using DescribeRpc =
    ModelRpc<Models, v1::DescribeModelRequest, v1::DescribeModelResponse, &Models::DescribeModel>;

void ReadServerTiming(const grpc::ClientContext& context, std::string& timing) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto entry = trailers.find("server-timing");
  if (entry == trailers.end()) return;
  timing.assign(entry->second.data(), entry->second.size());
}

}  // namespace

Client::Client(const std::shared_ptr<grpc::ChannelInterface>& channel, const std::string& target,
               const RetryPolicy& retry)
    : shapes_(channel),
      plans_(channel),
      models_(channel),
      health_(channel),
      target_(target),
      retry_(retry) {}

std::unique_ptr<Client> Client::Connect(const std::string& target, const ClientOptions& options) {
  grpc::ChannelArguments arguments;
  // The answer for a large model is large, and we asked for it.
  arguments.SetMaxReceiveMessageSize(std::numeric_limits<int>::max());
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kFirstReconnectMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kLongestReconnectMs);
  arguments.SetLoadBalancingPolicyName(options.load_balancing);
  const auto channel = grpc::CreateCustomChannel(
      target,
      options.credentials == nullptr ? grpc::InsecureChannelCredentials() : options.credentials,
      arguments);
  // The constructor is private.
  return std::unique_ptr<Client>(new Client(channel, target, options.retry));
}

template <typename Response, typename Attempt>
absl::StatusOr<Response> Client::Try(absl::Time end, const Attempt& attempt) const {
  std::optional<std::minstd_rand> random;
  for (int number = 1;; ++number) {
    grpc::ClientContext context;
    SetDeadline(end, context);
    Response response;
    const grpc::Status status = attempt(context, response);
    if (status.ok()) return response;
    absl::Status error = ToAbslStatus(status, target_);
    AddPushback(context, error);
    if (!random.has_value()) random.emplace(std::random_device()());
    const std::optional<absl::Duration> delay =
        RetryDelay(retry_, error, number, std::uniform_real_distribution<double>()(*random));
    if (!delay.has_value() || absl::Now() + *delay >= end) return error;
    absl::SleepFor(*delay);
  }
}

template <typename Rpc>
absl::StatusOr<v1::InferShapesResponse> Client::Infer(const v1::InferShapesRequest& request,
                                                      absl::Duration deadline,
                                                      std::string* server_timing) {
  auto response = Ask<Rpc>(request, deadline, server_timing);
  if (!response.ok() || response->inference_id().empty()) return response;
  told_.Told(*response, request.model());
  if (!request.model().has_inference_id()) sent_.Sent(response->inference_id());
  return response;
}

absl::StatusOr<v1::InferShapesResponse> Client::InferShapes(const v1::InferShapesRequest& request,
                                                            absl::Duration deadline,
                                                            std::string* server_timing) {
  return Infer<InferRpc>(request, deadline, server_timing);
}

absl::StatusOr<v1::InferShapesResponse> Client::StreamInferShapes(
    const v1::InferShapesRequest& request, absl::Duration deadline, std::string* server_timing) {
  return Infer<StreamInferRpc>(request, deadline, server_timing);
}

absl::StatusOr<v1::EvaluateShapesResponse> Client::EvaluateShapes(
    const v1::EvaluateShapesRequest& request, absl::Duration deadline, std::string* server_timing) {
  return Ask<EvaluateRpc>(request, deadline, server_timing);
}

absl::StatusOr<v1::ExplainShapesResponse> Client::ExplainShapes(
    const v1::ExplainShapesRequest& request, absl::Duration deadline) {
  return Ask<ExplainRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::PlanBucketsResponse> Client::PlanBuckets(const v1::PlanBucketsRequest& request,
                                                            absl::Duration deadline) {
  return Ask<BucketsRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::ChooseBucketsResponse> Client::ChooseBuckets(
    const v1::ChooseBucketsRequest& request, absl::Duration deadline) {
  return Ask<ChooseRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::PlanProfilesResponse> Client::PlanProfiles(
    const v1::PlanProfilesRequest& request, absl::Duration deadline) {
  return Ask<ProfileRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::FindLargestSizesResponse> Client::FindLargestSizes(
    const v1::FindLargestSizesRequest& request, absl::Duration deadline) {
  return Ask<LargestRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::FindSymbolsToBindResponse> Client::FindSymbolsToBind(
    const v1::FindSymbolsToBindRequest& request, absl::Duration deadline) {
  return Ask<BindRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::CompileGuardResponse> Client::CompileGuard(
    const v1::CompileGuardRequest& request, absl::Duration deadline) {
  return Ask<GuardRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::EstimateCostResponse> Client::EstimateCost(
    const v1::EstimateCostRequest& request, absl::Duration deadline) {
  return Ask<CostRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::RewriteModelResponse> Client::RewriteModel(
    const v1::RewriteModelRequest& request, absl::Duration deadline) {
  return Ask<RewriteRpc>(request, deadline, nullptr);
}

absl::StatusOr<v1::DescribeModelResponse> Client::DescribeModel(
    const v1::DescribeModelRequest& request, absl::Duration deadline) {
  return Ask<DescribeRpc>(request, deadline, nullptr);
}

template <typename Rpc>
typename Rpc::Stub& Client::StubOf() {
  if constexpr (std::is_same_v<typename Rpc::Stub, v1::PlanService::Stub>) {
    return plans_;
  } else if constexpr (std::is_same_v<typename Rpc::Stub, v1::ModelService::Stub>) {
    return models_;
  } else {
    return shapes_;
  }
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::Ask(const typename Rpc::Request& request,
                                                   absl::Duration deadline,
                                                   std::string* server_timing) {
  const absl::Time end = EndOf(deadline);
  if (request.model().has_inference_id()) return CallByInference<Rpc>(request, end, server_timing);
  return AskInFull<Rpc>(request, end, server_timing);
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::AskInFull(const typename Rpc::Request& request,
                                                         absl::Time end,
                                                         std::string* server_timing) {
  if (UploadOf(request.model()).size() < kNameFromBytes)
    return Call<Rpc>(request, end, server_timing);
  return CallByName<Rpc>(request, end, server_timing);
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::CallByInference(const typename Rpc::Request& request,
                                                               absl::Time end,
                                                               std::string* server_timing) {
  const std::string& id = request.model().inference_id();
  v1::ModelSpec named;
  named.set_inference_id(id);
  // The server tells what is wrong with saying more.
  const bool is_alone = named.ByteSizeLong() == request.model().ByteSizeLong();
  const std::shared_ptr<const v1::ModelSpec> spec = is_alone ? told_.SpecOf(id) : nullptr;
  if (spec == nullptr || sent_.IsNamed(id)) {
    auto response = Call<Rpc>(request, end, server_timing);
    if (spec == nullptr || !HasReason(response.status(), kInferenceNotCached)) return response;
    sent_.Missed(id);
  }
  typename Rpc::Request whole = request;
  *whole.mutable_model() = *spec;
  auto response = AskInFull<Rpc>(whole, end, server_timing);
  if (response.ok()) sent_.Sent(id);
  return response;
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::CallByName(const typename Rpc::Request& request,
                                                          absl::Time end,
                                                          std::string* server_timing) {
  const std::string& onnx = UploadOf(request.model());
  const std::string id = ModelId(onnx);
  if (sent_.IsNamed(id)) {
    auto response = Call<Rpc>(NamedRequest(request, id), end, server_timing);
    if (!HasReason(response.status(), kNotCached)) return response;
    sent_.Missed(id);
  }
  const absl::StatusOr<int64_t> limit = onnx.size() < kAskLimitFromBytes ? 0 : MessageLimit(end);
  if (!limit.ok()) return limit.status();
  const auto size = static_cast<int64_t>(onnx.size());
  auto response = *limit > 0 && size > *limit - kRequestMargin
                      ? UploadAndCall<Rpc>(NamedRequest(request, id), onnx, end, server_timing)
                      : Call<Rpc>(request, end, server_timing);
  if (HasReason(response.status(), "MESSAGE_TOO_LARGE")) {
    response = UploadAndCall<Rpc>(NamedRequest(request, id), onnx, end, server_timing);
  }
  if (response.ok()) sent_.Sent(id);
  return response;
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::UploadAndCall(const typename Rpc::Request& named,
                                                             absl::string_view onnx, absl::Time end,
                                                             std::string* server_timing) {
  absl::StatusOr<typename Rpc::Response> response;
  for (int upload = 1; upload <= kUploads; ++upload) {
    const auto uploaded = Upload(onnx, named.model().model_id(), end);
    if (!uploaded.ok()) return uploaded.status();
    // Once more each time: of servers that take turns, uploads alone would reach some only.
    for (int call = 0; call <= upload; ++call) {
      response = Call<Rpc>(named, end, server_timing);
      if (!HasReason(response.status(), kNotCached)) return response;
    }
  }
  return response;
}

template <typename Rpc>
absl::StatusOr<typename Rpc::Response> Client::Call(const typename Rpc::Request& request,
                                                    absl::Time end, std::string* server_timing) {
  const v1::ModelSpec& model = request.model();
  const std::string route =
      model.has_inference_id() ? told_.RouteTo(model.inference_id()) : RouteOf(model);
  return Try<typename Rpc::Response>(
      end, [&](grpc::ClientContext& context, typename Rpc::Response& response) {
        AddRoute(route, context);
        grpc::Status status = Rpc::Call(StubOf<Rpc>(), &context, request, &response);
        if (server_timing != nullptr) ReadServerTiming(context, *server_timing);
        return status;
      });
}

absl::StatusOr<v1::UploadModelResponse> Client::UploadModel(absl::string_view onnx,
                                                            absl::Duration deadline) {
  return Upload(onnx, ModelId(onnx), EndOf(deadline));
}

absl::StatusOr<v1::UploadModelResponse> Client::Upload(absl::string_view onnx,
                                                       const std::string& model_id,
                                                       absl::Time end) {
  const absl::StatusOr<int64_t> limit = MessageLimit(end);
  if (!limit.ok()) return limit.status();
  const int64_t chunk = std::min(kChunkBytes, std::max<int64_t>(*limit - kChunkMargin, 1));
  return Try<v1::UploadModelResponse>(
      end, [&](grpc::ClientContext& context, v1::UploadModelResponse& response) {
        AddRoute(model_id, context);
        const auto writer = models_.UploadModel(&context, &response);
        v1::UploadModelRequest request;
        request.set_size_bytes(static_cast<int64_t>(onnx.size()));
        request.set_model_id(model_id);
        // Alone, as the server may have the model. A stream that ends early has an answer already:
        // the model is known, or refused.
        bool is_open = writer->Write(request);
        request.Clear();
        for (absl::string_view rest = onnx; is_open && !rest.empty();
             rest.remove_prefix(request.chunk().size())) {
          request.set_chunk(std::string(rest.substr(0, static_cast<size_t>(chunk))));
          is_open = writer->Write(request);
        }
        if (is_open) writer->WritesDone();
        return writer->Finish();
      });
}

absl::StatusOr<int64_t> Client::MessageLimit(absl::Time end) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (message_limit_ > 0) return message_limit_;
  }
  const auto capabilities = GetCapabilities(end - absl::Now());
  if (!capabilities.ok()) return capabilities.status();
  int64_t limit = std::numeric_limits<int32_t>::max();
  for (const v1::ServerLimit& row : capabilities->limits()) {
    if (row.name() == "max_message_bytes" && row.value() > 0) limit = row.value();
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  message_limit_ = limit;
  return limit;
}

absl::StatusOr<v1::InferChainResponse> Client::InferChain(const v1::InferChainRequest& request,
                                                          absl::Duration deadline) {
  return Try<v1::InferChainResponse>(
      EndOf(deadline), [&](grpc::ClientContext& context, v1::InferChainResponse& response) {
        return shapes_.InferChain(&context, request, &response);
      });
}

absl::StatusOr<v1::MergeShapesResponse> Client::MergeShapes(const v1::MergeShapesRequest& request,
                                                            absl::Duration deadline) {
  return Try<v1::MergeShapesResponse>(
      EndOf(deadline), [&](grpc::ClientContext& context, v1::MergeShapesResponse& response) {
        return shapes_.MergeShapes(&context, request, &response);
      });
}

absl::StatusOr<v1::ComputeLayoutResponse> Client::ComputeLayout(
    const v1::ComputeLayoutRequest& request, absl::Duration deadline) {
  return Try<v1::ComputeLayoutResponse>(
      EndOf(deadline), [&](grpc::ClientContext& context, v1::ComputeLayoutResponse& response) {
        return shapes_.ComputeLayout(&context, request, &response);
      });
}

absl::StatusOr<v1::GetCapabilitiesResponse> Client::GetCapabilities(absl::Duration deadline) {
  return Try<v1::GetCapabilitiesResponse>(
      EndOf(deadline), [&](grpc::ClientContext& context, v1::GetCapabilitiesResponse& response) {
        return models_.GetCapabilities(&context, v1::GetCapabilitiesRequest(), &response);
      });
}

absl::StatusOr<v1::ListModelsResponse> Client::ListModels(absl::Duration deadline) {
  const absl::Time end = EndOf(deadline);
  v1::ListModelsRequest request;
  v1::ListModelsResponse all;
  do {
    absl::StatusOr<v1::ListModelsResponse> page = Try<v1::ListModelsResponse>(
        end, [&](grpc::ClientContext& context, v1::ListModelsResponse& response) {
          return models_.ListModels(&context, request, &response);
        });
    if (!page.ok()) return page.status();
    request.set_page_token(page->next_page_token());
    for (v1::KeptModel& model : *page->mutable_models()) *all.add_models() = std::move(model);
  } while (!request.page_token().empty());
  return all;
}

absl::StatusOr<v1::EvictModelResponse> Client::EvictModel(absl::string_view model_id,
                                                          absl::Duration deadline) {
  v1::EvictModelRequest request;
  request.set_model_id(std::string(model_id));
  return Try<v1::EvictModelResponse>(
      EndOf(deadline), [&](grpc::ClientContext& context, v1::EvictModelResponse& response) {
        return models_.EvictModel(&context, request, &response);
      });
}

absl::Status Client::CheckHealth(const std::string& service, absl::Duration deadline) {
  grpc::ClientContext context;
  SetDeadline(EndOf(deadline), context);
  grpc::health::v1::HealthCheckRequest request;
  request.set_service(service);
  HealthCheckResponse response;
  const grpc::Status status = health_.Check(&context, request, &response);
  if (!status.ok()) return ToAbslStatus(status, target_);
  if (response.status() == HealthCheckResponse::SERVING) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      absl::StrCat("the server is ", HealthCheckResponse::ServingStatus_Name(response.status())));
}

}  // namespace shapewright
