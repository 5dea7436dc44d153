// Measures MergeShapes and ComputeLayout in process, on one thread, from messages and from
// bytes, and through a server, one case a call and a thousand: cases per second, the best of
// several rounds. Each request to the server has bytes of its own.
//
// usage: case_speed SERVICE [--seconds=S] [--rounds=N] [--only=TEXT]
//   --only: the rows whose name has the text
#include <google/protobuf/arena.h>
#include <grpcpp/create_channel.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/base/reuse_memory.h"
#include "core/graph/message/parse_message.h"
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
  std::string only;
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

// A row of the table: the best of all rounds.
void PrintBest(const Settings& settings, const std::string& name, int cases, int in_flight,
               const std::function<double()>& rate) {
  if (!absl::StrContains(name, settings.only)) return;
  double best = 0;
  for (int round = 0; round < settings.rounds; ++round) best = std::max(best, rate());
  std::printf("%-34s %10d %9s %12.0f\n", name.c_str(), cases,
              in_flight > 0 ? absl::StrCat(in_flight).c_str() : "-", best);
}

// From the request's message to the bytes of the response, as in the server.
template <typename Request>
absl::Status AnswerAsBytes(const Request& request, int64_t& answered) {
  std::string bytes;
  absl::Status status;
  if constexpr (std::is_same_v<Request, v1::MergeShapesRequest>) {
    status = query::MergeShapes(request, query::QueryOptions(), &bytes);
  } else {
    status = query::ComputeLayout(request, query::QueryOptions(), &bytes);
  }
  answered += bytes.empty() ? 0 : request.cases_size();
  return status;
}

template <typename Request>
absl::Status AnswerAsBytes(const std::string& bytes, int64_t& answered) {
  google::protobuf::Arena arena;
  auto* const request = google::protobuf::Arena::CreateMessage<Request>(&arena);
  const absl::Status parsed = graph::ParseMessage(bytes, request);
  return parsed.ok() ? AnswerAsBytes(*request, answered) : parsed;
}

// All requests over and over.
template <typename Request, typename Form>
double RateInProcess(const Settings& settings, const std::vector<Form>& requests) {
  const Clock::time_point start = Clock::now();
  int64_t answered = 0;
  do {
    for (const Form& request : requests) {
      if (!AnswerAsBytes<Request>(request, answered).ok()) return 0;
    }
  } while (Clock::now() - start < settings.time);
  return static_cast<double>(answered) / Seconds(Clock::now() - start).count();
}

template <typename Request, typename Case>
void MeasureInProcess(const Settings& settings, const std::string& name,
                      const std::vector<Case>& cases) {
  for (const int count : {1, kBatch}) {
    std::vector<Request> requests;
    std::vector<std::string> bytes;
    for (size_t i = 0; i < cases.size(); i += static_cast<size_t>(count)) {
      requests.push_back(RequestOf<Request>(cases, i, count));
      bytes.push_back(requests.back().SerializeAsString());
    }
    PrintBest(settings, name + ", in process", count, 0,
              [&] { return RateInProcess<Request>(settings, requests); });
    PrintBest(settings, name + ", from bytes", count, 0,
              [&] { return RateInProcess<Request>(settings, bytes); });
  }
}

// The label of its first case tells a request from all others; the rest of its bytes is made
// beforehand, as the client shares the machine with the server.
template <typename Request, typename Case>
void MeasureCalls(const Settings& settings, const std::string& name, const std::string& method,
                  const std::vector<Case>& cases) {
  for (const int count : {1, kBatch}) {
    const std::string rest = RequestOf<Request>(cases, 1, count - 1).SerializeAsString();
    Calls calls;
    calls.method = "/shapewright.v1.ShapeService/" + method;
    calls.request = [&](uint64_t i) {
      Request first;
      *first.add_cases() = cases[0];
      first.mutable_cases(0)->set_label(absl::StrCat(i));
      const grpc::Slice slice(first.SerializeAsString() + rest);
      return grpc::ByteBuffer(&slice, 1);
    };
    uint64_t first = 0;
    for (const int in_flight : kInFlight) {
      PrintBest(settings, name + ", gRPC", count, in_flight, [&] {
        const Outcome outcome = RunClosed(settings.service, calls, in_flight, settings.time, first);
        first += outcome.ok + outcome.failed + outcome.refused;
        if (outcome.failed > 0) {
          std::fprintf(stderr, "%s: %s\n", name.c_str(), outcome.first_error.c_str());
        }
        return outcome.rate() * count;
      });
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
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      settings.only = std::string(argument);
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
