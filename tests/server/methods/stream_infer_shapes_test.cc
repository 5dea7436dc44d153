#include "server/methods/stream_infer_shapes.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/graph/read_error.h"
#include "server/errors/status.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {
namespace {

grpc::ByteBuffer BufferOf(const std::vector<std::string>& pieces) {
  std::vector<grpc::Slice> slices;
  for (const std::string& piece : pieces) slices.emplace_back(piece);
  return {slices.data(), slices.size()};
}

std::string TextOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(buffer.Dump(&slices).ok());
  std::string text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

// As the API says that pieces are put together.
v1::InferShapesResponse Together(const std::vector<grpc::ByteBuffer>& messages) {
  v1::InferShapesResponse answer;
  for (const grpc::ByteBuffer& message : messages) {
    v1::StreamInferShapesResponse piece;
    EXPECT_TRUE(piece.ParseFromString(TextOf(message)));
    v1::InferShapesResponse rest = piece.part();
    rest.clear_graphs();
    answer.MergeFrom(rest);
    for (int i = 0; i < piece.part().graphs_size(); ++i) {
      const int number = static_cast<int>(piece.graph()) + i;
      EXPECT_LE(number, answer.graphs_size());
      if (number == answer.graphs_size()) answer.add_graphs();
      answer.mutable_graphs(number)->MergeFrom(piece.part().graphs(i));
    }
  }
  return answer;
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int Below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(engine_); }
  std::string Text(int end) { return std::string(static_cast<size_t>(Below(end)), 't'); }

 private:
  std::mt19937 engine_;
};

void AddValue(Random& random, v1::ValueInfo* value) {
  value->set_name(random.Text(300));
  value->set_number(static_cast<uint32_t>(random.Below(1000)));
}

v1::InferShapesResponse RandomAnswer(uint32_t seed) {
  Random random(seed);
  v1::InferShapesResponse answer;
  answer.set_model_id(random.Text(80));
  answer.set_inference_id(random.Text(80));
  answer.set_consistent(random.Below(2) == 0);
  for (int i = random.Below(5); i > 0; --i) AddValue(random, answer.add_inputs());
  for (int i = random.Below(20); i > 0; --i) answer.add_facts()->set_text(random.Text(200));
  for (int i = random.Below(8); i > 0; --i) {
    v1::GraphInfo& graph = *answer.add_graphs();
    graph.set_name(random.Text(40));
    for (int k = random.Below(60); k > 0; --k) AddValue(random, graph.add_values());
    for (int k = random.Below(60); k > 0; --k) graph.add_nodes()->set_name(random.Text(100));
    if (random.Below(2) == 0) graph.mutable_owner()->set_node(3);
  }
  for (int i = random.Below(4); i > 0; --i) answer.add_audit()->set_message(random.Text(200));
  return answer;
}

TEST(SplitAnswer, PiecesTogetherAreTheAnswer) {
  size_t most = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const v1::InferShapesResponse answer = RandomAnswer(seed);
    const std::string bytes = answer.SerializeAsString();
    for (const size_t max_bytes : {size_t{1024}, size_t{2000}, size_t{8192}, bytes.size() + 32}) {
      SCOPED_TRACE(testing::Message() << seed << ", " << max_bytes);
      const auto messages = SplitAnswer(BufferOf({bytes}), max_bytes);
      ASSERT_TRUE(messages.ok()) << messages.status();
      for (const grpc::ByteBuffer& message : *messages) EXPECT_LE(message.Length(), max_bytes);
      if (max_bytes >= bytes.size() + 32) {
        EXPECT_LE(messages->size(), 1U);
      }
      most = std::max(most, messages->size());
      EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(Together(*messages), answer));
    }
  }
  EXPECT_GT(most, 20U);
}

// As answers are kept: the ids apart from the rest.
TEST(SplitAnswer, InTwoSlices) {
  v1::InferShapesResponse head;
  head.set_model_id("sha256:m");
  v1::InferShapesResponse rest = RandomAnswer(1);
  rest.clear_model_id();
  const auto messages =
      SplitAnswer(BufferOf({head.SerializeAsString(), rest.SerializeAsString()}), 1024);
  ASSERT_TRUE(messages.ok()) << messages.status();
  rest.set_model_id("sha256:m");
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(Together(*messages), rest));
}

// The answer is not held twice.
TEST(SplitAnswer, RefersToTheAnswer) {
  v1::InferShapesResponse answer;
  for (int i = 0; i < 100; ++i) {
    answer.add_graphs()->add_values()->set_name(std::string(5000, 'v'));
  }
  const grpc::Slice whole(answer.SerializeAsString());
  const auto messages = SplitAnswer(grpc::ByteBuffer(&whole, 1), 16 << 10);
  ASSERT_TRUE(messages.ok()) << messages.status();
  EXPECT_GT(messages->size(), 30U);
  for (const grpc::ByteBuffer& message : *messages) {
    std::vector<grpc::Slice> slices;
    ASSERT_TRUE(message.Dump(&slices).ok());
    size_t own = 0;
    for (const grpc::Slice& slice : slices) {
      const bool is_of_answer = slice.begin() >= whole.begin() && slice.end() <= whole.end();
      if (!is_of_answer) own += slice.size();
    }
    EXPECT_LE(own, 18U);
  }
}

TEST(SplitAnswer, AnEntryThatFitsIntoNoMessage) {
  v1::InferShapesResponse of_answer;
  of_answer.add_facts()->set_text(std::string(2000, 'f'));
  v1::InferShapesResponse of_graph;
  of_graph.add_graphs()->add_values()->set_name(std::string(2000, 'v'));
  for (const auto& answer : {of_answer, of_graph}) {
    const auto bytes = BufferOf({answer.SerializeAsString()});
    const absl::Status status = SplitAnswer(bytes, 1024).status();
    EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
    EXPECT_EQ(ReasonOf(status), reason::kAnswerTooLarge);
    EXPECT_TRUE(SplitAnswer(bytes, 4096).ok());
  }
}

TEST(SplitAnswer, NothingIsNoMessage) {
  const auto messages = SplitAnswer(grpc::ByteBuffer(), 1024);
  ASSERT_TRUE(messages.ok()) << messages.status();
  EXPECT_TRUE(messages->empty());
}

absl::StatusOr<std::string> Unwrapped(const std::vector<std::string>& pieces) {
  const auto inner = StreamInferShapesRpc().unwrap(BufferOf(pieces));
  if (!inner.ok()) return inner.status();
  return TextOf(*inner);
}

TEST(StreamInferShapesRpc, FindsTheRequest) {
  v1::StreamInferShapesRequest request;
  request.mutable_request()->mutable_model()->set_onnx(std::string(300, 'm'));
  const std::string inner = request.request().SerializeAsString();
  const std::string bytes = request.SerializeAsString();
  EXPECT_EQ(*Unwrapped({bytes}), inner);
  for (size_t cut = 0; cut <= 5; ++cut) {
    EXPECT_EQ(*Unwrapped({bytes.substr(0, cut), bytes.substr(cut)}), inner);
  }
  EXPECT_EQ(*Unwrapped({""}), "");
  // Of two the fields are merged.
  v1::StreamInferShapesRequest second;
  second.mutable_request()->set_strictness(v1::STRICTNESS_COMPLETE);
  request.MergeFrom(second);
  EXPECT_EQ(*Unwrapped({bytes, second.SerializeAsString()}), request.request().SerializeAsString());
}

TEST(StreamInferShapesRpc, MistakesAreErrors) {
  v1::StreamInferShapesRequest request;
  request.mutable_request()->mutable_model()->set_onnx("m");
  const std::string bytes = request.SerializeAsString();
  EXPECT_EQ(ReasonOf(Unwrapped({bytes.substr(0, 3)}).status()), graph::reason::kMalformedRequest);
  const absl::Status unknown = Unwrapped({bytes, "\x98\x06\x01"}).status();
  EXPECT_EQ(ReasonOf(unknown), graph::reason::kUnknownField);
  EXPECT_EQ(graph::FieldOf(unknown), "99");
}

}  // namespace
}  // namespace shapewright::server
