#include "client/cpp/client.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <limits>

#include "absl/base/attributes.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/error_text.h"

namespace shapewright {
namespace {

using HealthCheckResponse = grpc::health::v1::HealthCheckResponse;

void SetDeadline(absl::Duration deadline, grpc::ClientContext& context) {
  if (deadline == absl::InfiniteDuration()) return;
  context.set_deadline(absl::ToChronoTime(absl::Now() + deadline));
}

void ReadServerTiming(const grpc::ClientContext& context, std::string& timing) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto entry = trailers.find("server-timing");
  if (entry == trailers.end()) return;
  timing.assign(entry->second.data(), entry->second.size());
}

}  // namespace

Client::Client(const std::shared_ptr<grpc::ChannelInterface>& channel)
    : shapes_(channel), health_(channel) {}

std::unique_ptr<Client> Client::Connect(const std::string& target,
                                        std::shared_ptr<grpc::ChannelCredentials> credentials) {
  if (credentials == nullptr) credentials = grpc::InsecureChannelCredentials();
  grpc::ChannelArguments arguments;
  // The answer for a large model is large, and we asked for it.
  arguments.SetMaxReceiveMessageSize(std::numeric_limits<int>::max());
  // The constructor is private.
  return std::unique_ptr<Client>(
      new Client(grpc::CreateCustomChannel(target, credentials, arguments)));
}

absl::StatusOr<v1::InferShapesResponse> Client::InferShapes(const v1::InferShapesRequest& request,
                                                            absl::Duration deadline,
                                                            std::string* server_timing) {
  grpc::ClientContext context;
  SetDeadline(deadline, context);
  v1::InferShapesResponse response;
  const grpc::Status status = shapes_.InferShapes(&context, request, &response);
  if (server_timing != nullptr) ReadServerTiming(context, *server_timing);
  if (!status.ok()) return ToAbslStatus(status);
  return response;
}

absl::StatusOr<v1::MergeShapesResponse> Client::MergeShapes(const v1::MergeShapesRequest& request,
                                                            absl::Duration deadline) {
  grpc::ClientContext context;
  SetDeadline(deadline, context);
  v1::MergeShapesResponse response;
  const grpc::Status status = shapes_.MergeShapes(&context, request, &response);
  if (!status.ok()) return ToAbslStatus(status);
  return response;
}

absl::StatusOr<v1::ComputeLayoutResponse> Client::ComputeLayout(
    const v1::ComputeLayoutRequest& request, absl::Duration deadline) {
  grpc::ClientContext context;
  SetDeadline(deadline, context);
  v1::ComputeLayoutResponse response;
  const grpc::Status status = shapes_.ComputeLayout(&context, request, &response);
  if (!status.ok()) return ToAbslStatus(status);
  return response;
}

absl::StatusOr<v1::GetCapabilitiesResponse> Client::GetCapabilities(absl::Duration deadline) {
  grpc::ClientContext context;
  SetDeadline(deadline, context);
  v1::GetCapabilitiesResponse response;
  const grpc::Status status =
      shapes_.GetCapabilities(&context, v1::GetCapabilitiesRequest(), &response);
  if (!status.ok()) return ToAbslStatus(status);
  return response;
}

absl::Status Client::CheckHealth(const std::string& service, absl::Duration deadline) {
  grpc::ClientContext context;
  SetDeadline(deadline, context);
  grpc::health::v1::HealthCheckRequest request;
  request.set_service(service);
  HealthCheckResponse response;
  const grpc::Status status = health_.Check(&context, request, &response);
  if (!status.ok()) return ToAbslStatus(status);
  if (response.status() == HealthCheckResponse::SERVING) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      absl::StrCat("the server is ", HealthCheckResponse::ServingStatus_Name(response.status())));
}

}  // namespace shapewright
