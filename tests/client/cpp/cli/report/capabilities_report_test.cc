#include "client/cpp/cli/report/capabilities_report.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/cpp/cli/screen/style.h"

namespace shapewright::cli {
namespace {

TEST(CapabilitiesReport, IsATable) {
  v1::GetCapabilitiesResponse response;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
      R"pb(
        version: "1.2.3"
        answers_id: "abc"
        limits { name: "max_rank" value: 64 }
        limits { name: "max_bytes_in_flight" value: 67108864 }
        limits { name: "work_memory_bytes" value: 12345678 }
        limits { name: "free" }
        newest_opsets { version: 28 }
        newest_opsets { domain: "ai.onnx.ml" version: 5 }
        strip_keep_elements: 1024
        grammar_version: 1
      )pb",
      &response));
  EXPECT_EQ(RenderLines(ReportCapabilities("unix:s", true, response, {}), false),
            "  server         unix:s\n"
            "  serving        yes\n"
            "  version        1.2.3\n"
            "  answers        abc\n"
            "  notation       version 1\n"
            "  features       none\n"
            "  keeps tensors  of at most 1024 elements\n"
            "\n"
            "  operator set  newest version\n"
            "  ai.onnx       28\n"
            "  ai.onnx.ml    5\n"
            "\n"
            "  limit                value\n"
            "  max_rank             64\n"
            "  max_bytes_in_flight  67108864  64 MiB\n"
            "  work_memory_bytes    12345678  11.8 MiB\n"
            "  free                 none\n");
}

}  // namespace
}  // namespace shapewright::cli
