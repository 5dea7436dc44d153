// Prints what requests cost whose lists grow: the operations and the time of the processor for each
// length, and how both grew since the length before. Twice is as it should be.
//
// Of models it prints what each costs, and how many times that it may take.
//
// Usage: work_growth [DOUBLINGS [PART-OF-A-NAME]]
//        work_growth MODEL.onnx...
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/infer_request.h"
#include "core/questions/model_rpc.h"
#include "tests/core/inference/support/growing_requests.h"
#include "tests/core/query/growing_queries.h"

namespace shapewright::inference {
namespace {

using questions::AnswerModelRpc;
using questions::EvaluateRequest;
using questions::FindModelRpc;
using questions::InferRequest;
using questions::ModelRpc;

struct Cost {
  double work = 0;
  double milliseconds = 0;
};

Cost CostOf(const v1::InferShapesRequest& request, std::string* error) {
  std::atomic<uint64_t> work{0};
  InferOptions options;
  options.progress = &work;
  const std::clock_t start = std::clock();
  const auto answer = InferRequest(request, options);
  const std::clock_t end = std::clock();
  *error = answer.ok() ? "" : std::string(answer.status().message());
  return {static_cast<double>(work), 1e3 * static_cast<double>(end - start) / CLOCKS_PER_SEC};
}

Cost CostOf(const v1::EvaluateShapesRequest& request, std::string* error) {
  std::atomic<uint64_t> work{0};
  InferOptions options;
  options.progress = &work;
  const std::clock_t start = std::clock();
  const auto answer = EvaluateRequest(request, options);
  const std::clock_t end = std::clock();
  *error = answer.ok() ? "" : std::string(answer.status().message());
  return {static_cast<double>(work), 1e3 * static_cast<double>(end - start) / CLOCKS_PER_SEC};
}

Cost CostOf(const std::shared_ptr<const google::protobuf::Message>& request, std::string* error) {
  std::atomic<uint64_t> work{0};
  InferOptions options;
  options.progress = &work;
  const std::string& name = request->GetDescriptor()->name();
  const ModelRpc& rpc = *FindModelRpc(absl::StripSuffix(name, "Request"));
  const std::clock_t start = std::clock();
  const auto answer = AnswerModelRpc(rpc, *request, options);
  const std::clock_t end = std::clock();
  *error = answer.ok() ? "" : std::string(answer.status().message());
  return {static_cast<double>(work), 1e3 * static_cast<double>(end - start) / CLOCKS_PER_SEC};
}

Cost CostOf(const query::Query& request, std::string* error) {
  std::atomic<uint64_t> work{0};
  query::QueryOptions options;
  options.progress = &work;
  const std::clock_t start = std::clock();
  const absl::Status status = query::Answer(request, options);
  const std::clock_t end = std::clock();
  *error = std::string(status.message());
  return {static_cast<double>(work), 1e3 * static_cast<double>(end - start) / CLOCKS_PER_SEC};
}

size_t BytesOf(const v1::InferShapesRequest& request) { return request.ByteSizeLong(); }
size_t BytesOf(const v1::EvaluateShapesRequest& request) { return request.ByteSizeLong(); }
size_t BytesOf(const std::shared_ptr<const google::protobuf::Message>& request) {
  return request->ByteSizeLong();
}
size_t BytesOf(const query::Query& request) {
  return std::visit([](const auto& message) { return message.ByteSizeLong(); }, request);
}

template <typename Row>
void Print(const Row& row, int doublings) {
  Cost before;
  int length = row.length;
  for (int i = 0; i <= doublings; ++i, length *= 2) {
    const auto request = row.build(length);
    std::string error;
    const Cost cost = CostOf(request, &error);
    std::cout << absl::StrFormat("%-40s %8d %10d bytes %12.0f operations %9.1f ms %6.1f ns each",
                                 row.name, length, BytesOf(request), cost.work, cost.milliseconds,
                                 cost.milliseconds * 1e6 / cost.work);
    if (i > 0) {
      std::cout << absl::StrFormat("   x%.2f x%.2f", cost.work / before.work,
                                   cost.milliseconds / before.milliseconds);
    }
    std::cout << (error.empty() ? "" : "   ") << error << std::endl;
    before = cost;
  }
}

void PrintModel(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(std::string(std::istreambuf_iterator<char>(file), {}));
  std::string error;
  const Cost cost = CostOf(request, &error);
  const uint64_t limit = WorkLimit(kDefaultMaxWork, 0, request.model().onnx().size());
  std::cout << absl::StrFormat(
                   "%12.0f operations %9.1f ms %6.1f ns each, %7.1f times that allowed: ",
                   cost.work, cost.milliseconds, cost.milliseconds * 1e6 / cost.work,
                   static_cast<double>(limit) / cost.work)
            << path << " " << error << std::endl;
}

}  // namespace
}  // namespace shapewright::inference

int main(int argc, char** argv) {
  if (argc > 1 && absl::StrContains(argv[1], ".onnx")) {
    for (int i = 1; i < argc; ++i) shapewright::inference::PrintModel(argv[i]);
    return 0;
  }
  const int doublings = argc > 1 ? std::atoi(argv[1]) : 2;
  const std::string wanted = argc > 2 ? argv[2] : "";
  for (const auto& row : shapewright::GrowingRequests()) {
    if (absl::StrContains(row.name, wanted)) shapewright::inference::Print(row, doublings);
  }
  for (const auto& row : shapewright::GrowingEvaluations()) {
    if (absl::StrContains(row.name, wanted)) shapewright::inference::Print(row, doublings);
  }
  for (const auto& row : shapewright::GrowingQuestions()) {
    if (absl::StrContains(row.name, wanted)) shapewright::inference::Print(row, doublings);
  }
  for (const auto& row : shapewright::query::GrowingQueries()) {
    if (absl::StrContains(row.name, wanted)) shapewright::inference::Print(row, doublings);
  }
}
