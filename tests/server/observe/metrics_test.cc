#include "server/observe/metrics.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/version/build_info.h"
#include "server/config/services.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

// The samples of the text format by name and labels.
std::map<std::string, double> Samples(Metrics& metrics) {
  std::map<std::string, double> samples;
  std::istringstream lines(metrics.Render());
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t space = line.rfind(' ');
    samples[line.substr(0, space)] = std::stod(line.substr(space + 1));
  }
  return samples;
}

std::string OfMethod(const std::string& name, const std::string& method,
                     const std::string& first_labels = "", const std::string& type = "unary",
                     const std::string& service = "shapewright.v1.ShapeService") {
  return name + "{" + first_labels + "grpc_method=\"" + method + "\",grpc_service=\"" + service +
         "\",grpc_type=\"" + type + "\"}";
}

std::string TypeOf(const google::protobuf::MethodDescriptor& method) {
  if (method.client_streaming()) return method.server_streaming() ? "bidi_stream" : "client_stream";
  return method.server_streaming() ? "server_stream" : "unary";
}

// Every method of the API has its series, and every service is one of our own.
TEST(Metrics, MethodsAreThoseOfTheServices) {
  const auto& file = *google::protobuf::DescriptorPool::generated_pool()->FindFileByName(
      "shapewright/v1/service.proto");
  Metrics metrics;
  auto samples = Samples(metrics);
  std::vector<std::string> services;
  size_t methods = 0;
  for (int i = 0; i < file.service_count(); ++i) {
    const auto& service = *file.service(i);
    services.push_back(service.full_name());
    methods += static_cast<size_t>(service.method_count());
    for (int k = 0; k < service.method_count(); ++k) {
      const auto& method = *service.method(k);
      EXPECT_EQ(samples.count(OfMethod("grpc_server_started_total", method.name(), "",
                                       TypeOf(method), service.full_name())),
                1)
          << method.full_name();
    }
  }
  EXPECT_EQ(methods, kMethods);
  EXPECT_EQ(services, std::vector<std::string>(kOwnServices.begin(), kOwnServices.end()));
}

// The names and labels are those of go-grpc-prometheus.
TEST(Metrics, Calls) {
  Metrics metrics;
  metrics.CallStarted(Method::kInferShapes);
  metrics.CallStarted(Method::kInferShapes);
  metrics.MessageReceived(Method::kInferShapes, 300);
  metrics.MessageSent(Method::kInferShapes, 70);
  metrics.CallHandled(Method::kInferShapes, absl::StatusCode::kOk, std::chrono::milliseconds(3));
  metrics.CallHandled(Method::kInferShapes, absl::StatusCode::kCancelled, {});
  metrics.CallStarted(Method::kUploadModel);
  auto samples = Samples(metrics);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_started_total", "InferShapes")), 2);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_started_total", "MergeShapes")), 0);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_started_total", "UploadModel", "", "client_stream",
                                "shapewright.v1.ModelService")),
            1);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_msg_received_total", "InferShapes")), 1);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_msg_sent_total", "InferShapes")), 1);
  const auto handled = [](const std::string& code) {
    return OfMethod("grpc_server_handled_total", "InferShapes", "grpc_code=\"" + code + "\",");
  };
  EXPECT_EQ(samples.at(handled("OK")), 1);
  EXPECT_EQ(samples.at(handled("Canceled")), 1);
  EXPECT_EQ(samples.at(handled("ResourceExhausted")), 0);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_handling_seconds_count", "InferShapes")), 2);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_handling_seconds_sum", "InferShapes")), 0.003);
  EXPECT_EQ(samples.at(OfMethod("shapewright_request_bytes_sum", "InferShapes")), 300);
  EXPECT_EQ(samples.at(OfMethod("shapewright_response_bytes_sum", "InferShapes")), 70);
}

TEST(Metrics, Work) {
  Metrics metrics;
  metrics.CacheLookedUp(CacheKind::kAnswers, true);
  metrics.CacheLookedUp(CacheKind::kModels, false);
  metrics.CacheEvicted(CacheKind::kModels, 4);
  metrics.SingleFlightJoined();
  metrics.Rejected(Rejection::kBytesInFlight);
  metrics.LaneRefused(Lane::kLarge);
  metrics.LaneStarted(Lane::kTiny, std::chrono::seconds(3));
  metrics.CallFailed("OVERLOADED");
  metrics.CallFailed("OVERLOADED");
  metrics.PhaseDone(Phase::kInfer, std::chrono::seconds(2));
  metrics.Inferred(11);
  metrics.UnknownDims("NonZero", 2);
  metrics.LogLinesDropped(9);
  auto samples = Samples(metrics);
  EXPECT_EQ(samples.at("shapewright_cache_hits_total{cache=\"answers\"}"), 1);
  EXPECT_EQ(samples.at("shapewright_cache_hits_total{cache=\"models\"}"), 0);
  EXPECT_EQ(samples.at("shapewright_cache_misses_total{cache=\"models\"}"), 1);
  EXPECT_EQ(samples.at("shapewright_cache_evictions_total{cache=\"models\"}"), 4);
  EXPECT_EQ(samples.at("shapewright_single_flight_joins_total"), 1);
  EXPECT_EQ(samples.at("shapewright_rejections_total{reason=\"bytes_in_flight\"}"), 1);
  EXPECT_EQ(samples.at("shapewright_rejections_total{reason=\"queue_full\"}"), 0);
  EXPECT_EQ(samples.at("shapewright_lane_refusals_total{lane=\"large\"}"), 1);
  EXPECT_EQ(samples.at("shapewright_lane_refusals_total{lane=\"normal\"}"), 0);
  EXPECT_EQ(samples.at("shapewright_lane_wait_seconds_sum{lane=\"tiny\"}"), 3);
  EXPECT_EQ(samples.at("shapewright_lane_wait_seconds_count{lane=\"large\"}"), 0);
  EXPECT_EQ(samples.at("shapewright_call_errors_total{reason=\"OVERLOADED\"}"), 2);
  EXPECT_EQ(samples.at("shapewright_phase_seconds_sum{phase=\"infer\"}"), 2);
  EXPECT_EQ(samples.at("shapewright_inferences_total"), 1);
  EXPECT_EQ(samples.at("shapewright_nodes_inferred_total"), 11);
  EXPECT_EQ(samples.at("shapewright_unknown_dims_total{op=\"NonZero\"}"), 2);
  EXPECT_EQ(samples.at("shapewright_log_lines_dropped_total"), 9);
  EXPECT_EQ(samples.at(absl::StrCat("shapewright_build_info{answers_id=\"", AnswersId(),
                                    "\",commit=\"", Commit(), "\",version=\"", Version(), "\"}")),
            1);
}

TEST(Metrics, LevelsAreReadWhenAsked) {
  Metrics metrics;
  Levels levels;
  metrics.SetSampler([&levels] { return levels; });
  levels.queued_calls = 1;
  levels.queued_by_lane = {10, 11, 12};
  levels.calls_in_flight = 2;
  levels.bytes_in_flight = 3;
  levels.pool_threads = 4;
  levels.busy_threads = 5;
  levels.caches[0] = {6, 7};
  levels.caches[1] = {8, 9};
  auto samples = Samples(metrics);
  EXPECT_EQ(samples.at("shapewright_queued_calls"), 1);
  EXPECT_EQ(samples.at("shapewright_lane_queued_calls{lane=\"tiny\"}"), 10);
  EXPECT_EQ(samples.at("shapewright_lane_queued_calls{lane=\"large\"}"), 12);
  EXPECT_EQ(samples.at("shapewright_calls_in_flight"), 2);
  EXPECT_EQ(samples.at("shapewright_bytes_in_flight"), 3);
  EXPECT_EQ(samples.at("shapewright_pool_threads"), 4);
  EXPECT_EQ(samples.at("shapewright_pool_busy_threads"), 5);
  EXPECT_EQ(samples.at("shapewright_cache_entries{cache=\"answers\"}"), 6);
  EXPECT_EQ(samples.at("shapewright_cache_bytes{cache=\"answers\"}"), 7);
  EXPECT_EQ(samples.at("shapewright_cache_entries{cache=\"models\"}"), 8);
  EXPECT_EQ(samples.at("shapewright_cache_bytes{cache=\"models\"}"), 9);
  metrics.SetSampler(nullptr);
  EXPECT_EQ(Samples(metrics).at("shapewright_queued_calls"), 0);
}

}  // namespace
}  // namespace shapewright::server
