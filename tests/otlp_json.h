#ifndef SHAPEWRIGHT_TESTS_OTLP_JSON_H_
#define SHAPEWRIGHT_TESTS_OTLP_JSON_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/data_path/data_path.h"

namespace shapewright {

// Reads an ExportTraceServiceRequest by the official messages of the OpenTelemetry protocol, which
// are data of the tests. Fails the test where it is none, or has fields that they do not know.
inline nlohmann::json ReadOtlp(const std::string& bytes) {
  google::protobuf::FileDescriptorSet files;
  std::ifstream file(SourcePath("tests/data/otlp/trace_service.binpb"), std::ios::binary);
  EXPECT_TRUE(files.ParseFromIstream(&file));
  google::protobuf::DescriptorPool pool;
  for (const auto& each : files.file()) EXPECT_NE(pool.BuildFile(each), nullptr) << each.name();
  const google::protobuf::Descriptor* const type = pool.FindMessageTypeByName(
      "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest");
  if (type == nullptr) return {};
  google::protobuf::DynamicMessageFactory factory(&pool);
  const std::unique_ptr<google::protobuf::Message> message(factory.GetPrototype(type)->New());
  EXPECT_TRUE(message->ParseFromString(bytes));
  const size_t size = message->ByteSizeLong();
  message->DiscardUnknownFields();
  EXPECT_EQ(message->ByteSizeLong(), size) << "unknown fields";
  std::string text;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(*message, &text).ok());
  return nlohmann::json::parse(text);
}

// The value of a span's or a resource's attribute, as OTLP's JSON has it: {"stringValue": "grpc"}.
inline nlohmann::json AttributeOf(const nlohmann::json& holder, const std::string& key) {
  for (const nlohmann::json& each : holder.at("attributes")) {
    if (each.at("key") == key) return each.at("value");
  }
  return nullptr;
}

}  // namespace shapewright

#endif  // SHAPEWRIGHT_TESTS_OTLP_JSON_H_
