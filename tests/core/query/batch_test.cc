// The cases of a request do not know of each other: what they share, a scope that is
// reset between them, must not show. The oracle is each case in a request of its own.
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "tests/data_path/data_path.h"

namespace shapewright::query {
namespace {

using google::protobuf::util::MessageDifferencer;
using nlohmann::json;

constexpr int kOrders = 4;

template <typename Case, typename Result>
struct Answered {
  Case message;
  Result result;
};

// The first case of each fact in `key`, with its answer, where it has one; of merges those in one
// notation, which belongs to the request.
template <typename Request, typename Response, typename Case, typename Result>
std::vector<Answered<Case, Result>> AnswerEach(const std::string& key,
                                               absl::Status (*answer)(const Request&,
                                                                      const QueryOptions&,
                                                                      Response*)) {
  std::ifstream file(DataPath("algebra_facts.json"));
  std::vector<Answered<Case, Result>> all;
  for (const json& fact : json::parse(file)) {
    if (!fact.contains(key)) continue;
    Request request;
    const auto read =
        google::protobuf::util::JsonStringToMessage(fact[key][0].dump(), request.add_cases());
    EXPECT_TRUE(read.ok()) << read.ToString();
    if constexpr (std::is_same_v<Request, v1::MergeShapesRequest>) {
      if (fact.value("notation", "") != "NOTATION_OPENVINO") continue;
      request.set_notation(v1::NOTATION_OPENVINO);
    }
    Response response;
    if (!answer(request, QueryOptions(), &response).ok()) continue;
    all.push_back({request.cases(0), response.results(0)});
  }
  return all;
}

template <typename Request, typename Response, typename Case, typename Result>
void ExpectSameInOneRequest(const std::string& key,
                            absl::Status (*answer)(const Request&, const QueryOptions&,
                                                   Response*)) {
  auto all = AnswerEach<Request, Response, Case, Result>(key, answer);
  EXPECT_GE(all.size(), 500U);
  std::mt19937 random(7);
  for (int order = 0; order < kOrders; ++order) {
    std::shuffle(all.begin(), all.end(), random);
    Request request;
    if constexpr (std::is_same_v<Request, v1::MergeShapesRequest>) {
      request.set_notation(v1::NOTATION_OPENVINO);
    }
    for (const auto& one : all) *request.add_cases() = one.message;
    Response response;
    ASSERT_TRUE(answer(request, QueryOptions(), &response).ok());
    ASSERT_EQ(static_cast<size_t>(response.results_size()), all.size());
    for (size_t i = 0; i < all.size(); ++i) {
      const Result& result = response.results(static_cast<int>(i));
      EXPECT_TRUE(MessageDifferencer::Equals(result, all[i].result))
          << all[i].message.DebugString() << result.DebugString() << all[i].result.DebugString();
    }
  }
}

TEST(Batch, MergesAreAsAlone) {
  ExpectSameInOneRequest<v1::MergeShapesRequest, v1::MergeShapesResponse, v1::MergeCase,
                         v1::MergeResult>("merge", MergeShapes);
}

TEST(Batch, LayoutsAreAsAlone) {
  ExpectSameInOneRequest<v1::ComputeLayoutRequest, v1::ComputeLayoutResponse, v1::LayoutCase,
                         v1::LayoutResult>("layout", ComputeLayout);
}

}  // namespace
}  // namespace shapewright::query
