// Measures MergeShapes and ComputeLayout in process, on one thread, and through a
// server, one case a call and a thousand: cases per second, the best of several rounds.
// Each request has bytes of its own.
//
// usage: case_speed SERVICE [--seconds=S] [--rounds=N]
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/benchmark/load.h"
#include "tests/benchmark/shape_cases.h"

namespace shapewright::benchmark {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kBatch = 1000;
constexpr int kInFlight[] = {1, 8};

struct Settings {
  Target service;
  Seconds time{0.5};
  int rounds = 3;
};

std::vector<v1::MergeCase> MergeCases() {
  std::vector<v1::MergeCase> cases;
  for (const auto& [one, other] : ShapePairs(kBatch)) {
    v1::MergeTypes& merge = *cases.emplace_back().mutable_merge();
    merge.add_operands()->set_text(one);
    merge.add_operands()->set_text(other);
  }
  return cases;
}

std::vector<v1::LayoutCase> LayoutCases() {
  std::vector<v1::LayoutCase> cases;
  for (const PlacedSizes& placed : Placements(kBatch)) {
    v1::LayoutCase& message = cases.emplace_back();
    v1::TensorType* tensor = message.mutable_tensor()->mutable_tensor();
    tensor->set_element_type(v1::ELEMENT_TYPE_FLOAT);
    for (const int64_t size : placed.sizes) tensor->mutable_shape()->add_dims()->set_size(size);
    v1::Layout* layout = message.mutable_layout()->mutable_layout();
    for (const int64_t dim : placed.minor_to_major) layout->add_minor_to_major(dim);
  }
  return cases;
}

// Cases number `first` up to `count` more of them, starting over at the end.
template <typename Request, typename Case>
Request RequestOf(const std::vector<Case>& cases, size_t first, int count) {
  Request request;
  for (int i = 0; i < count; ++i) *request.add_cases() = cases[(first + i) % cases.size()];
  // As the pairs of shapes are written.
  if constexpr (std::is_same_v<Request, v1::MergeShapesRequest>) {
    request.set_notation(v1::NOTATION_OPENVINO);
  }
  return request;
}

double BestRate(const Settings& settings, const std::function<double()>& rate) {
  double best = 0;
  for (int round = 0; round < settings.rounds; ++round) best = std::max(best, rate());
  return best;
}

void PrintRow(const std::string& name, int cases, int in_flight, double cases_per_second) {
  std::printf("%-34s %10d %9s %12.0f\n", name.c_str(), cases,
              in_flight > 0 ? absl::StrCat(in_flight).c_str() : "-", cases_per_second);
}

// From the request's message to the bytes of the response, as in the server.
absl::Status AnswerAsBytes(const v1::MergeShapesRequest& request, int64_t& answered) {
  std::string bytes;
  const absl::Status status = query::MergeShapes(request, query::QueryOptions(), &bytes);
  answered += bytes.empty() ? 0 : request.cases_size();
  return status;
}

absl::Status AnswerAsBytes(const v1::ComputeLayoutRequest& request, int64_t& answered) {
  std::string bytes;
  const absl::Status status = query::ComputeLayout(request, query::QueryOptions(), &bytes);
  answered += bytes.empty() ? 0 : request.cases_size();
  return status;
}

template <typename Request, typename Case>
void MeasureInProcess(const Settings& settings, const std::string& name,
                      const std::vector<Case>& cases) {
  for (const int count : {1, kBatch}) {
    std::vector<Request> requests;
    for (size_t i = 0; i < cases.size(); i += static_cast<size_t>(count)) {
      requests.push_back(RequestOf<Request>(cases, i, count));
    }
    PrintRow(name + ", in process", count, 0, BestRate(settings, [&] {
               const Clock::time_point start = Clock::now();
               int64_t answered = 0;
               do {
                 for (const Request& request : requests) {
                   if (!AnswerAsBytes(request, answered).ok()) return 0.0;
                 }
               } while (Clock::now() - start < settings.time);
               return static_cast<double>(answered) / Seconds(Clock::now() - start).count();
             }));
  }
}

// The label of its first case tells a request from all others.
template <typename Request, typename Case>
void MeasureCalls(const Settings& settings, const std::string& name, const std::string& method,
                  const std::vector<Case>& cases) {
  for (const int count : {1, kBatch}) {
    Calls calls;
    calls.method = "/shapewright.v1.ShapeService/" + method;
    calls.request = [&](uint64_t i) {
      Request request = RequestOf<Request>(cases, i, count);
      request.mutable_cases(0)->set_label(absl::StrCat(i));
      const grpc::Slice slice(request.SerializeAsString());
      return grpc::ByteBuffer(&slice, 1);
    };
    uint64_t first = 0;
    for (const int in_flight : kInFlight) {
      PrintRow(name + ", gRPC", count, in_flight, BestRate(settings, [&] {
                 const Outcome outcome =
                     RunClosed(settings.service, calls, in_flight, settings.time, first);
                 first += outcome.ok + outcome.failed + outcome.refused;
                 if (outcome.failed > 0) {
                   std::fprintf(stderr, "%s: %s\n", name.c_str(), outcome.first_error.c_str());
                 }
                 return outcome.rate() * count;
               }));
    }
  }
}

int Main(int argc, char** argv) {
  if (argc < 2) return 2;
  ReuseLargeAllocations();  // as the server
  Settings settings;
  for (int i = 2; i < argc; ++i) {
    absl::string_view argument = argv[i];
    double seconds = 0;
    if (absl::ConsumePrefix(&argument, "--seconds=") && absl::SimpleAtod(argument, &seconds)) {
      settings.time = Seconds(seconds);
    } else if (!absl::ConsumePrefix(&argument, "--rounds=") ||
               !absl::SimpleAtoi(argument, &settings.rounds)) {
      return 2;
    }
  }
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  settings.service.channel =
      grpc::CreateCustomChannel(argv[1], grpc::InsecureChannelCredentials(), arguments);
  std::printf("%-34s %10s %9s %12s\n", "cases", "in a call", "in flight", "cases/s");
  const std::vector<v1::MergeCase> merges = MergeCases();
  const std::vector<v1::LayoutCase> layouts = LayoutCases();
  MeasureInProcess<v1::MergeShapesRequest>(settings, "MergeShapes", merges);
  MeasureInProcess<v1::ComputeLayoutRequest>(settings, "ComputeLayout", layouts);
  MeasureCalls<v1::MergeShapesRequest>(settings, "MergeShapes", "MergeShapes", merges);
  MeasureCalls<v1::ComputeLayoutRequest>(settings, "ComputeLayout", "ComputeLayout", layouts);
  return 0;
}

}  // namespace
}  // namespace shapewright::benchmark

int main(int argc, char** argv) { return shapewright::benchmark::Main(argc, argv); }
