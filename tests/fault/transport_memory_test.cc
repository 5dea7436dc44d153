// What HTTP/2 alone makes gRPC take, without any message: streams, resets, control frames.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/process_memory.h"
#include "tests/fault/raw_http2.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

constexpr uint32_t kStreams = 150'000;
constexpr char kPath[] = "/shapewright.v1.ShapeService/InferShapes";

struct Flood {
  const char* name;
  // The bytes of one of many.
  std::function<std::string(uint32_t stream)> bytes;
};

const Flood kFloods[] = {
    // 12 kB each: as gRPC 1.51 holds a client only to settings that it has acknowledged.
    {"Streams",
     [](uint32_t stream) {
       return RawHttp2::BytesOfBegin(stream, kPath, {{"a", std::string(100, 'v')}});
     }},
    {"Resets",
     [](uint32_t stream) {
       return RawHttp2::BytesOfBegin(stream, kPath) +
              RawHttp2::BytesOf(RawHttp2::kReset, 0, stream, std::string("\0\0\0\x8", 4));
     }},
    {"Pings",
     [](uint32_t /*stream*/) { return RawHttp2::BytesOf(RawHttp2::kPing, 0, 0, "12345678"); }},
};

class TransportFloodTest : public testing::TestWithParam<Flood> {};

// Until the memory is free again, and a call is answered: connections are cut meanwhile.
bool ServesInTheEnd(ServerProcess& server) {
  constexpr int kTries = 400;
  for (int i = 0; i < kTries; ++i) {
    const bool is_free = ResidentBytes(server) < WithSanitizer(128 * kMiB);
    if (is_free && server.client().CheckHealth("", absl::Seconds(5)).ok()) return true;
    absl::SleepFor(absl::Milliseconds(50));
  }
  return false;
}

// In a control group of 512 MiB each of them ended the process within 11 MB. Whether one is cut or
// worked off in time, and how far it comes until it is cut, depends on the machine.
TEST_P(TransportFloodTest, DoesNotFillTheMemory) {
  ServerProcess server({"--transport-memory-bytes=64MiB"});
  ExpectServing(server);
  {
    RawHttp2 client(server.socket());
    bool is_open = true;
    for (uint32_t stream = 1; is_open && stream < 2 * kStreams;) {
      std::string bytes;
      for (int i = 0; i < 100; ++i, stream += 2) bytes += GetParam().bytes(stream);
      is_open = client.SendAll(bytes);
    }
  }
  EXPECT_TRUE(ServesInTheEnd(server));
  EXPECT_LT(PeakBytes(server), WithSanitizer(512 * kMiB));
  ExpectServing(server);
}

INSTANTIATE_TEST_SUITE_P(TransportMemory, TransportFloodTest, testing::ValuesIn(kFloods),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace shapewright::end_to_end
