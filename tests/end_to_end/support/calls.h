#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CALLS_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CALLS_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/end_to_end/support/server_process.h"

// Calls below the C++ client: of any bytes, and with all of their status.
namespace shapewright::end_to_end {

std::shared_ptr<grpc::Channel> OpenChannel(const ServerProcess& server);

// A call that is under way.
class PendingCall {
 public:
  // Of a method such as `/shapewright.v1.ShapeService/InferShapes`.
  PendingCall(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
              const std::string& request,
              const std::multimap<std::string, std::string>& metadata = {},
              std::chrono::milliseconds deadline = std::chrono::milliseconds::max());
  ~PendingCall();

  void Cancel() { context_.TryCancel(); }
  // In place of Wait(): fails the test if the call was over already.
  void ExpectCancels();
  // Once; blocks until the call is over.
  grpc::Status Wait() { return status_.get_future().get(); }
  // After Wait().
  const std::string& response() const { return response_; }
  std::string Trailer(const std::string& name) const;
  // What became of a call that was answered: hit, miss or joined. A hit is one of which the server
  // says nothing.
  std::string CacheWord() const;

 private:
  struct Buffers;

  grpc::ClientContext context_;
  std::unique_ptr<Buffers> buffers_;
  std::promise<grpc::Status> status_;
  std::string response_;
};

inline constexpr char kExplainShapes[] = "/shapewright.v1.ShapeService/ExplainShapes";
inline constexpr char kPlanBuckets[] = "/shapewright.v1.PlanService/PlanBuckets";
inline constexpr char kChooseBuckets[] = "/shapewright.v1.PlanService/ChooseBuckets";
inline constexpr char kPlanProfiles[] = "/shapewright.v1.PlanService/PlanProfiles";
inline constexpr char kFindLargestSizes[] = "/shapewright.v1.PlanService/FindLargestSizes";
inline constexpr char kFindSymbolsToBind[] = "/shapewright.v1.PlanService/FindSymbolsToBind";
inline constexpr char kCompileGuard[] = "/shapewright.v1.PlanService/CompileGuard";
inline constexpr char kEstimateCost[] = "/shapewright.v1.PlanService/EstimateCost";
inline constexpr char kRewriteModel[] = "/shapewright.v1.PlanService/RewriteModel";
inline constexpr char kInferShapes[] = "/shapewright.v1.ShapeService/InferShapes";
inline constexpr char kEvaluateShapes[] = "/shapewright.v1.ShapeService/EvaluateShapes";
inline constexpr char kMergeShapes[] = "/shapewright.v1.ShapeService/MergeShapes";
inline constexpr char kInferChain[] = "/shapewright.v1.ShapeService/InferChain";
inline constexpr char kComputeLayout[] = "/shapewright.v1.ShapeService/ComputeLayout";

// Calls with one request and waits.
grpc::Status Call(const ServerProcess& server, const std::string& method,
                  const std::string& request, std::string* response = nullptr);

// What a stream answers to one request.
std::vector<std::string> CallStream(const ServerProcess& server, const std::string& method,
                                    const std::string& request);

google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status);
// The first field that is to blame.
std::string FieldOf(const grpc::Status& status);
bool HasRetryInfo(const grpc::Status& status);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_CALLS_H_
