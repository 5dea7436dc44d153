#ifndef SHAPEWRIGHT_CLIENT_CPP_CLIENT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLIENT_H_

#include <grpcpp/security/credentials.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cpp/retry.h"
#include "client/cpp/sent_models.h"
#include "client/cpp/told_inferences.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright {

// How a client connects and what it repeats.
struct ClientOptions {
  // None: no TLS; credentials.h makes some.
  std::shared_ptr<grpc::ChannelCredentials> credentials;
  RetryPolicy retry;
  // How calls are spread over the addresses of a target, by gRPC's name:
  // `pick_first`, or `round_robin` where several servers stand behind it.
  std::string load_balancing = "pick_first";
};

// A connection to a Shapewright server, or to several behind one target.
// Thread-safe. Errors have the code that the server answered, and its details in
// the message (see error_text.h).
class Client {
 public:
  // `target` is unix:PATH, HOST:PORT, or another form of gRPC's. Nothing is sent
  // yet: a server that is not there shows in the first call, as UNAVAILABLE.
  static std::unique_ptr<Client> Connect(const std::string& target,
                                         const ClientOptions& options = ClientOptions());

  // Retries as ClientOptions::retry says: calls that an overloaded or draining server refused, and
  // calls that got no response. The deadline covers all attempts.
  //
  // Models are best sent without their weights: see strip.h. A large `onnx` that this client has
  // sent before is sent as its model_id; if the server has evicted it, the model is sent again. A
  // model larger than the server's message limit is uploaded. `server_timing`, if given, receives
  // the times that the server measured, in milliseconds: `cache;desc=miss, queue;dur=0.1,
  // infer;dur=2.5`.
  //
  // The answer's inference_id is the shortest way to say the same model in all calls about models.
  // Where a server does not know it, this client says again what it stands for, if it was told to
  // this client not long ago.
  absl::StatusOr<v1::InferShapesResponse> InferShapes(
      const v1::InferShapesRequest& request, absl::Duration deadline = absl::InfiniteDuration(),
      std::string* server_timing = nullptr);

  // The same by StreamInferShapes, for an answer that is too large for one message.
  absl::StatusOr<v1::InferShapesResponse> StreamInferShapes(
      const v1::InferShapesRequest& request, absl::Duration deadline = absl::InfiniteDuration(),
      std::string* server_timing = nullptr);

  // The same for sizes; many bindings at once go best in one request.
  absl::StatusOr<v1::EvaluateShapesResponse> EvaluateShapes(
      const v1::EvaluateShapesRequest& request, absl::Duration deadline = absl::InfiniteDuration(),
      std::string* server_timing = nullptr);

  // The same for all other questions about a model.
  absl::StatusOr<v1::ExplainShapesResponse> ExplainShapes(
      const v1::ExplainShapesRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::PlanBucketsResponse> PlanBuckets(
      const v1::PlanBucketsRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::ChooseBucketsResponse> ChooseBuckets(
      const v1::ChooseBucketsRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::PlanProfilesResponse> PlanProfiles(
      const v1::PlanProfilesRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::FindLargestSizesResponse> FindLargestSizes(
      const v1::FindLargestSizesRequest& request,
      absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::FindSymbolsToBindResponse> FindSymbolsToBind(
      const v1::FindSymbolsToBindRequest& request,
      absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::CompileGuardResponse> CompileGuard(
      const v1::CompileGuardRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::EstimateCostResponse> EstimateCost(
      const v1::EstimateCostRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  // The edits of a rewrite; rewrite/apply_edits.h makes them.
  absl::StatusOr<v1::RewriteModelResponse> RewriteModel(
      const v1::RewriteModelRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  // What model servers tell of a model (KServe v2 metadata).
  absl::StatusOr<v1::DescribeModelResponse> DescribeModel(
      const v1::DescribeModelRequest& request, absl::Duration deadline = absl::InfiniteDuration());

  // Models that run one after the other. Stages that are named by an id have to be known to the
  // server.
  absl::StatusOr<v1::InferChainResponse> InferChain(
      const v1::InferChainRequest& request, absl::Duration deadline = absl::InfiniteDuration());

  // Many cases at once go best in one request.
  absl::StatusOr<v1::MergeShapesResponse> MergeShapes(
      const v1::MergeShapesRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::ComputeLayoutResponse> ComputeLayout(
      const v1::ComputeLayoutRequest& request, absl::Duration deadline = absl::InfiniteDuration());
  // Sends a model in pieces, to be named by its id from then on for as long as
  // the server keeps it.
  absl::StatusOr<v1::UploadModelResponse> UploadModel(
      absl::string_view onnx, absl::Duration deadline = absl::InfiniteDuration());

  absl::StatusOr<v1::GetCapabilitiesResponse> GetCapabilities(
      absl::Duration deadline = absl::InfiniteDuration());

  // Of those whom the server allows it. All models that it keeps, by their ids, in as many calls
  // as there are pages; and whether there was a model that it is to forget.
  absl::StatusOr<v1::ListModelsResponse> ListModels(
      absl::Duration deadline = absl::InfiniteDuration());
  absl::StatusOr<v1::EvictModelResponse> EvictModel(
      absl::string_view model_id, absl::Duration deadline = absl::InfiniteDuration());

  // Whether the server serves: OK, UNAVAILABLE if it says that it does not, or
  // the error of the call. For a service of the server, or, if it is empty, for
  // the server as a whole.
  absl::Status CheckHealth(const std::string& service = "",
                           absl::Duration deadline = absl::Seconds(5));

 private:
  Client(const std::shared_ptr<grpc::ChannelInterface>& channel, const std::string& target,
         const RetryPolicy& retry);

  // One call, in as many attempts as it takes. `attempt` makes one with a context,
  // and fills in the response.
  template <typename Response, typename Attempt>
  absl::StatusOr<Response> Try(absl::Time end, const Attempt& attempt) const;

  template <typename Rpc>
  absl::StatusOr<v1::InferShapesResponse> Infer(const v1::InferShapesRequest& request,
                                                absl::Duration deadline,
                                                std::string* server_timing);

  // A call about a model: `Rpc` has its service, its messages and its method.
  template <typename Rpc>
  typename Rpc::Stub& StubOf();
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> Ask(const typename Rpc::Request& request,
                                             absl::Duration deadline, std::string* server_timing);
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> AskInFull(const typename Rpc::Request& request,
                                                   absl::Time end, std::string* server_timing);
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> Call(const typename Rpc::Request& request, absl::Time end,
                                              std::string* server_timing);
  // For a model that is named by an inference_id.
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> CallByInference(const typename Rpc::Request& request,
                                                         absl::Time end,
                                                         std::string* server_timing);
  // For models large enough to be sent as their id.
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> CallByName(const typename Rpc::Request& request,
                                                    absl::Time end, std::string* server_timing);
  template <typename Rpc>
  absl::StatusOr<typename Rpc::Response> UploadAndCall(const typename Rpc::Request& named,
                                                       absl::string_view onnx, absl::Time end,
                                                       std::string* server_timing);
  absl::StatusOr<v1::UploadModelResponse> Upload(absl::string_view onnx,
                                                 const std::string& model_id, absl::Time end);
  // The server's message limit, requested once.
  absl::StatusOr<int64_t> MessageLimit(absl::Time end);

  v1::ShapeService::Stub shapes_;
  v1::PlanService::Stub plans_;
  v1::ModelService::Stub models_;
  grpc::health::v1::Health::Stub health_;
  const std::string target_;
  const RetryPolicy retry_;
  // Models by their ids, and inferences by theirs.
  SentModels sent_;
  ToldInferences told_;
  std::mutex mutex_;
  int64_t message_limit_ = 0;  // guarded by mutex_; 0: not known
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLIENT_H_
