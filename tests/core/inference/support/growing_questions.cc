#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/core/inference/support/growing_requests.h"
#include "tests/core/inference/support/growing_specs.h"
#include "tests/core/inference/support/growing_texts.h"

namespace shapewright {
namespace {

using Question = std::shared_ptr<const google::protobuf::Message>;

template <typename Request>
std::shared_ptr<Request> Asking(v1::InferShapesRequest about) {
  auto request = std::make_shared<Request>();
  *request->mutable_model() = std::move(*about.mutable_model());
  return request;
}

Question Buckets(int n) {
  auto request = Asking<v1::PlanBucketsRequest>(ChainOfNodes(20));
  v1::BucketAxis& axis = *request->add_axes();
  axis.set_symbol("N");
  for (int i = 0; i < n; ++i) axis.add_sizes(i);
  return request;
}

Question Placements(int n) {
  auto request = Asking<v1::PlanBucketsRequest>(ChainOfNodes(20));
  v1::BucketAxis& axis = *request->add_axes();
  axis.set_symbol("N");
  axis.add_sizes(n / 2);
  for (int i = 0; i < n; ++i) {
    v1::SymbolSize& size = *request->add_bindings()->add_symbols();
    size.set_symbol("N");
    size.set_size(i);
  }
  return request;
}

std::shared_ptr<v1::ChooseBucketsRequest> Observing(int n, int buckets) {
  auto request = Asking<v1::ChooseBucketsRequest>(ChainOfNodes(1));
  request->add_symbols("N");
  request->set_buckets(buckets);
  for (int i = 0; i < n; ++i) {
    v1::ObservedSizes& observed = *request->add_observed();
    observed.add_sizes(i * 7);
    observed.set_count(static_cast<uint64_t>(i % 13 + 1));
  }
  return request;
}

Question ObservedSizes(int n) { return Observing(n, 4); }

Question ChosenBuckets(int n) { return Observing(2000, n); }

Question Explained(int n) {
  auto request = Asking<v1::ExplainShapesRequest>(ChainOfNodes(n));
  for (int i = 0; i < 10; ++i) {
    request->add_questions()->mutable_value()->set_name(Named("v", n - i));
  }
  return request;
}

Question ExplainedFacts(int n) {
  auto request = Asking<v1::ExplainShapesRequest>(MatMuls(n));
  for (int i = 0; i < 10; ++i) request->add_questions()->set_fact(static_cast<uint32_t>(i));
  return request;
}

// Each fact rests on all nodes before its own.
Question ExplainedFactsOfAChain(int n) {
  auto request = Asking<v1::ExplainShapesRequest>(
      Of(absl::StrCat(kInput, "input w: float32[K, 3]\n", Lines(n, [](int i) {
                        return absl::StrCat("v", i + 1, " = Relu(", i == 0 ? "x" : Named("v", i),
                                            ")\nm", i, " = MatMul(v", i + 1, ", w)");
                      }))));
  for (int i = 0; i < 10; ++i) request->add_questions()->set_fact(static_cast<uint32_t>(i));
  return request;
}

Question BadQuestions(int n) {
  auto request = Asking<v1::ExplainShapesRequest>(ChainOfNodes(20));
  for (int i = 0; i < n; ++i) request->add_questions()->mutable_value()->set_name("nobody");
  return request;
}

Question Profiled(int n) { return Asking<v1::PlanProfilesRequest>(MatMuls(n)); }

Question CommonSizes(int n) {
  auto request = Asking<v1::PlanProfilesRequest>(Premises(n));
  for (int i = 0; i < n; ++i) {
    v1::SymbolSize& size = *request->add_common();
    size.set_symbol(Named("N", i));
    size.set_size(i + 1 + (i + 1) % 2);
  }
  return request;
}

// As many facts as operands, each about all operands before its own.
Question GuardedMax(int n) {
  std::string inputs, operands;
  for (int i = 0; i < n; ++i) {
    absl::StrAppend(&inputs, "input x", i, ": float32[N", i, ", 3]\n");
    absl::StrAppend(&operands, i == 0 ? "" : ", ", "x", i);
  }
  return Asking<v1::CompileGuardRequest>(
      Of(absl::StrCat("opset 17\n", inputs, "y = Max(", operands, ")\noutput y\n")));
}

// Chains that compute the targets of Reshape, and identities, one behind the other.
template <v1::RewriteModelRequest::Goal goal>
Question Scaffolds(int n) {
  std::string nodes =
      "opset 17\ninput x: float32[4, 6, 8]\nconst i: int64[1] = 0\n"
      "const rest: int64[2] = 6 8\nv0 = Relu(x)\n";
  for (int i = 0; i < n; ++i) {
    absl::StrAppend(&nodes, "s", i, " = Shape(v", i, ")\ng", i, " = Gather(s", i, ", i)\nt", i,
                    " = Concat(g", i, ", rest) axis=0\nr", i, " = Reshape(v", i, ", t", i, ")\nv",
                    i + 1, " = Identity(r", i, ")\n");
  }
  auto request =
      Asking<v1::RewriteModelRequest>(Of(absl::StrCat(nodes, "y = Relu(v", n, ")\noutput y\n")));
  request->set_goal(goal);
  return request;
}

constexpr GrowingQuestion kTable[] = {
    {"buckets", 500, Buckets},
    {"placements", 1000, Placements},
    {"observed sizes", 2000, ObservedSizes},
    {"chosen buckets", 100, ChosenBuckets},
    {"explained nodes", 500, Explained},
    {"explained facts", 500, ExplainedFacts},
    {"explained facts of a chain", 200, ExplainedFactsOfAChain},
    {"questions that make no sense", 1000, BadQuestions},
    {"profiled facts", 200, Profiled},
    {"guarded operands of Max", 1000, GuardedMax},
    {"common sizes", 1000, CommonSizes},
    {"frozen nodes", 300, Scaffolds<v1::RewriteModelRequest::GOAL_FREEZE>},
    {"simplified nodes", 300, Scaffolds<v1::RewriteModelRequest::GOAL_SIMPLIFY>},
    {"rebatched nodes", 300, Scaffolds<v1::RewriteModelRequest::GOAL_REBATCH>},
};

}  // namespace

absl::Span<const GrowingQuestion> GrowingQuestions() { return kTable; }

}  // namespace shapewright
