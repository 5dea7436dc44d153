// The rows of the questions. Oracles: the descriptors of the messages, and requests that are made
// by reflection.
#include "core/questions/model_rpc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/questions/chain/infer_chain.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using ::testing::ElementsAre;

struct MessageLists {
  const Message* prototype;
  absl::Span<const ListLimit> lists;
};

std::vector<MessageLists> AllLists() {
  std::vector<MessageLists> all = {{&v1::InferChainRequest::default_instance(), InferChainLists()},
                                   {&v1::Chain::default_instance(), ChainLists()}};
  for (const ModelRpc& rpc : ModelRpcs()) all.push_back({rpc.request_prototype, rpc.lists});
  return all;
}

// Adds entries to the field of this path.
void AddEntries(Message* message, const std::string& path, int count) {
  const std::vector<std::string> names = absl::StrSplit(path, '.');
  for (const std::string& name : names) {
    const FieldDescriptor* const field = message->GetDescriptor()->FindFieldByName(name);
    ASSERT_NE(field, nullptr) << path;
    if (!field->is_repeated()) {
      message = message->GetReflection()->MutableMessage(message, field);
      continue;
    }
    for (int i = 0; i < count; ++i) message->GetReflection()->AddMessage(message, field);
  }
}

TEST(ModelRpcs, AreSortedAndEachHasTheNameOfItsRequest) {
  std::vector<std::string> names;
  for (const ModelRpc& rpc : ModelRpcs()) {
    EXPECT_EQ(absl::StrCat(rpc.name, "Request"), rpc.request_prototype->GetDescriptor()->name());
    EXPECT_EQ(FindModelRpc(rpc.name), &rpc);
    names.emplace_back(rpc.name);
  }
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

TEST(ListLimits, CountTheFieldThatTheyName) {
  for (const auto& [prototype, lists] : AllLists()) {
    for (const ListLimit& list : lists) {
      const std::unique_ptr<Message> request(prototype->New());
      if (list.kind == ListKind::kBuckets) continue;
      EXPECT_EQ(list.size(*request), 0u);
      AddEntries(request.get(), std::string(list.field), 3);
      EXPECT_EQ(list.size(*request), 3u) << prototype->GetDescriptor()->name() << list.field;
    }
  }
}

// Each combination of sizes is a bucket; more of them than fit are as many as fit.
TEST(ListLimits, CountBuckets) {
  const ListLimit& buckets = FindModelRpc("PlanBuckets")->lists.back();
  ASSERT_EQ(buckets.kind, ListKind::kBuckets);
  const auto count = [&](const std::vector<int>& axes) {
    v1::PlanBucketsRequest request;
    for (const int sizes : axes) {
      v1::BucketAxis* const axis = request.add_axes();
      for (int i = 0; i < sizes; ++i) axis->add_sizes(i);
    }
    return buckets.size(request);
  };
  EXPECT_EQ(count({}), 1u);
  EXPECT_EQ(count({3, 4}), 12u);
  EXPECT_EQ(count({3, 0}), 0u);
  EXPECT_EQ(count({65536, 65536, 65536, 65536, 1}), SIZE_MAX);
}

// Lists of messages without a limit of their own, which the bytes of the request and its work limit
// alone. Which of the two it shall be is decided where a list is added.
TEST(ListLimits, AllOtherListsAreKnown) {
  std::vector<std::string> others;
  for (const auto& [prototype, lists] : AllLists()) {
    const google::protobuf::Descriptor& type = *prototype->GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      const bool is_limited = std::any_of(lists.begin(), lists.end(), [&](const ListLimit& list) {
        return list.field == field.name();
      });
      const bool is_list =
          field.is_repeated() && field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      if (is_list && !is_limited) others.push_back(absl::StrCat(type.name(), ".", field.name()));
    }
  }
  EXPECT_THAT(others, ElementsAre("Chain.operator_rules", "CompileGuardRequest.max_request",
                                  "FindLargestSizesRequest.symbols", "PlanProfilesRequest.common",
                                  "RewriteModelRequest.axes"));
}

}  // namespace
}  // namespace shapewright::questions
