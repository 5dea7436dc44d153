#include "server/call/split_request.h"

#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {
namespace {

// In pieces of a few bytes, as they come off the wire.
grpc::ByteBuffer Buffer(const std::string& bytes, size_t piece = 7) {
  std::vector<grpc::Slice> slices;
  for (size_t i = 0; i < bytes.size(); i += piece) {
    slices.emplace_back(bytes.substr(i, piece));
  }
  return {slices.data(), slices.size()};
}

v1::InferShapesRequest Parsed(const std::string& bytes) {
  v1::InferShapesRequest request;
  EXPECT_TRUE(request.ParseFromString(bytes));
  return request;
}

v1::InferShapesRequest FullRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(std::string(1000, 'm'));
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  request.add_values("y");
  request.mutable_model()->add_input_types()->set_name("x");
  return request;
}

// Both pieces together are what protobuf reads in the whole.
TEST(SplitRequest, TakesTheModelOut) {
  v1::InferShapesRequest request = FullRequest();
  const auto split = SplitModelRequest(Buffer(request.SerializeAsString()));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->onnx, request.model().onnx());
  v1::InferShapesRequest rest;
  ASSERT_TRUE(rest.ParseFromString(split->rest));
  request.mutable_model()->clear_source();
  EXPECT_EQ(rest.SerializeAsString(), request.SerializeAsString());
}

TEST(SplitRequest, AModelAloneLeavesNoSpec) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("m");
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  const auto split = SplitModelRequest(Buffer(request.SerializeAsString()));
  ASSERT_TRUE(split.has_value());
  request.clear_model();
  EXPECT_EQ(split->rest, request.SerializeAsString());
}

TEST(SplitRequest, TheModelMayStandAnywhere) {
  v1::InferShapesRequest model;
  model.mutable_model()->set_onnx("m");
  v1::InferShapesRequest rest = FullRequest();
  rest.clear_model();
  const auto split =
      SplitModelRequest(Buffer(rest.SerializeAsString() + model.SerializeAsString()));
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->onnx, "m");
  EXPECT_EQ(split->rest, rest.SerializeAsString());
}

TEST(SplitRequest, OtherFormsStayWhole) {
  v1::InferShapesRequest onnx;
  onnx.mutable_model()->set_onnx("m");
  v1::InferShapesRequest id;
  id.mutable_model()->set_model_id("sha256:00");
  const std::string twice = onnx.SerializeAsString() + onnx.SerializeAsString();
  const std::string merged = onnx.SerializeAsString() + id.SerializeAsString();
  const std::string bytes = FullRequest().SerializeAsString();
  // Of two sources of one spec the last one counts.
  std::string two = onnx.model().SerializeAsString() + id.model().SerializeAsString();
  two = absl::StrCat("\x0a", std::string(1, static_cast<char>(two.size())), two);
  ASSERT_EQ(Parsed(two).model().source_case(), v1::ModelSpec::kModelId);
  for (const std::string& other :
       {std::string(), id.SerializeAsString(), twice, merged, two,
        bytes.substr(0, bytes.size() - 1), std::string("\xff\xff\xff"),
        std::string("\x0a\x03\x0a\x09m", 5),
        // The model ends with the request, but says that more of it follows.
        std::string("\x0a\x09\x0a\x01m", 5), std::string("\x0a\x03\x0a\x02mx", 6),
        // Tags and lengths in more bytes than a tag or length may have.
        std::string("\x0a\x03\x0a\x01m\xb0\x80\x80\x80\x80\x80\x00\x01", 13),
        std::string("\x0a\x03\x0a\x01m\x12\x82\x80\x80\x80\x80\x00\x0a\x00", 14),
        std::string("\x0a\x83\x80\x80\x80\x80\x00\x0a\x01m", 10)}) {
    EXPECT_FALSE(SplitModelRequest(Buffer(other)).has_value()) << other.size();
  }
}

// Wherever the bytes end, it says what protobuf says, or leaves it to protobuf.
TEST(SplitRequest, Truncated) {
  const std::string bytes = FullRequest().SerializeAsString();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::string part = bytes.substr(0, size);
    const auto split = SplitModelRequest(Buffer(part, 100));
    v1::InferShapesRequest request;
    if (split.has_value()) {
      EXPECT_TRUE(request.ParseFromString(part)) << size;
      EXPECT_EQ(split->onnx, request.model().onnx()) << size;
    }
  }
}

v1::EvaluateShapesRequest RequestThatBinds() {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_model_id("sha256:00");
  request.mutable_model()->add_premises("N <= 8");
  request.add_values("y");
  request.add_bindings()->add_symbols()->set_symbol("N");
  request.mutable_memory();
  return request;
}

// What is left is what protobuf writes where nothing binds.
TEST(SplitBindingRequest, TakesModelAndBindingsOut) {
  v1::EvaluateShapesRequest request = RequestThatBinds();
  request.add_bindings()->set_label("second");
  const std::string bytes = request.SerializeAsString();
  const auto split = SplitBindingRequest(bytes);
  ASSERT_TRUE(split.has_value());
  EXPECT_EQ(split->model_id, "sha256:00");
  v1::ModelSpec spec = request.model();
  spec.clear_source();
  EXPECT_EQ(split->spec, spec.SerializeAsString());
  v1::EvaluateShapesRequest bindings;
  *bindings.mutable_bindings() = request.bindings();
  EXPECT_EQ(split->bindings, bindings.SerializeAsString());
  request.clear_model();
  request.clear_bindings();
  EXPECT_EQ(split->unbound, request.SerializeAsString());
}

TEST(SplitBindingRequest, TakesAnInferenceIdToo) {
  v1::EvaluateShapesRequest request = RequestThatBinds();
  request.mutable_model()->Clear();
  request.mutable_model()->set_inference_id("inference:00");
  const auto split = SplitBindingRequest(request.SerializeAsString());
  ASSERT_TRUE(split.has_value());
  EXPECT_TRUE(split->model_id.empty());
  EXPECT_TRUE(split->spec.empty());
}

TEST(SplitBindingRequest, OtherFormsAreNone) {
  v1::EvaluateShapesRequest unbound = RequestThatBinds();
  unbound.clear_bindings();
  v1::EvaluateShapesRequest onnx = RequestThatBinds();
  onnx.mutable_model()->set_onnx("m");
  v1::EvaluateShapesRequest path = RequestThatBinds();
  path.mutable_model()->set_path("a");
  v1::EvaluateShapesRequest none = RequestThatBinds();
  none.clear_model();
  const std::string bytes = RequestThatBinds().SerializeAsString();
  v1::EvaluateShapesRequest second;
  second.add_bindings();
  // Apart from the first one.
  const std::string far_binding = second.SerializeAsString();
  for (const std::string& other :
       {std::string(), unbound.SerializeAsString(), onnx.SerializeAsString(),
        path.SerializeAsString(), none.SerializeAsString(), bytes + bytes, bytes + far_binding,
        bytes + path.SerializeAsString(), std::string("\xff\xff\xff"),
        std::string("\x0a\xff\xff\xff\xff\x0f", 6),
        // Tags and lengths in more bytes than they need: of the model, and of its id.
        std::string("\x0a\x83\x80\x80\x80\x80\x00\x1a\x01m\x12\x00", 12),
        std::string("\x8a\x00\x03\x1a\x01m\x12\x00", 8),
        std::string("\x0a\x08\x1a\x81\x80\x80\x80\x80\x00m\x12\x00", 12),
        std::string("\x0a\x04\x9a\x00\x01m\x12\x00", 8)}) {
    EXPECT_FALSE(SplitBindingRequest(other).has_value()) << other.size();
  }
}

// Wherever the bytes end: what protobuf reads of them, or nothing.
TEST(SplitBindingRequest, Truncated) {
  const std::string bytes = RequestThatBinds().SerializeAsString();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::string part = bytes.substr(0, size);
    const auto split = SplitBindingRequest(part);
    v1::EvaluateShapesRequest request;
    if (!split.has_value() || !request.ParseFromString(part)) continue;
    EXPECT_EQ(split->model_id, request.model().model_id()) << size;
    EXPECT_GT(request.bindings_size(), 0) << size;
  }
}

TEST(SplitRequest, SeesPaths) {
  v1::InferShapesRequest request;
  EXPECT_FALSE(NamesModelPath(""));
  request.mutable_model()->set_onnx("m");
  EXPECT_FALSE(NamesModelPath(request.SerializeAsString()));
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  request.mutable_model()->set_path("a/b.onnx");
  EXPECT_TRUE(NamesModelPath(request.SerializeAsString()));
  v1::InferShapesRequest other;
  other.mutable_model()->set_model_id("x");
  EXPECT_TRUE(NamesModelPath(other.SerializeAsString() + request.SerializeAsString()));
  EXPECT_FALSE(NamesModelPath("\xff\xff\xff"));
}

}  // namespace
}  // namespace shapewright::server
