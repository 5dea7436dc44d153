#include "server/transport.h"

#include <grpc/compression.h>
#include <grpc/grpc.h>
#include <grpcpp/ext/channelz_service_plugin.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/impl/server_builder_option.h>
#include <grpcpp/impl/server_builder_plugin.h>
#include <grpcpp/resource_quota.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace shapewright::server {
namespace {

// gRPC's own limit is higher by this, so that a message which is slightly too large gets our error,
// with details.
constexpr int64_t kMessageMargin = 1 << 20;
constexpr int kMaxReadBytes = 256 << 10;

struct TimeRow {
  const char* argument;
  int64_t Options::*seconds;
};
// Options in seconds; gRPC takes milliseconds.
constexpr TimeRow kTimes[] = {
    {GRPC_ARG_KEEPALIVE_TIME_MS, &Options::keepalive_seconds},
    {GRPC_ARG_KEEPALIVE_TIMEOUT_MS, &Options::keepalive_timeout_seconds},
    {GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, &Options::min_ping_seconds},
    {GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, &Options::handshake_seconds},
    {GRPC_ARG_MAX_CONNECTION_AGE_MS, &Options::max_connection_age_seconds},
    {GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, &Options::max_connection_age_grace_seconds},
    {GRPC_ARG_MAX_CONNECTION_IDLE_MS, &Options::max_connection_idle_seconds},
};

// gRPC's library for reflection adds itself to every server as soon as it is loaded.
class WithoutReflection final : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments* /*arguments*/) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    plugins->erase(std::remove_if(plugins->begin(), plugins->end(),
                                  [](const std::unique_ptr<grpc::ServerBuilderPlugin>& plugin) {
                                    return plugin->name() == "proto_server_reflection";
                                  }),
                   plugins->end());
  }
};

// 0 means never.
int Milliseconds(int64_t seconds) {
  constexpr int64_t kNever = std::numeric_limits<int>::max();
  return static_cast<int>(seconds == 0 ? kNever : std::min(seconds * 1000, kNever));
}

}  // namespace

std::unique_ptr<grpc::ServerBuilder> MakeServerBuilder(const Options& options) {
  // The builder adds only services that were enabled before it was made.
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  if (options.channelz != 0) grpc::channelz::experimental::InitChannelzService();
  auto builder = std::make_unique<grpc::ServerBuilder>();
  if (options.reflection == 0) builder->SetOption(std::make_unique<WithoutReflection>());
  builder->SetMaxReceiveMessageSize(static_cast<int>(options.max_message_bytes + kMessageMargin));
  // With it, two servers could share a port, and each would get some of the calls.
  builder->AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  // Clients may send keepalive pings while they have no calls.
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                              static_cast<int>(options.max_concurrent_streams));
  // No compression: a request would be decompressed before its size is checked.
  builder->AddChannelArgument(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET,
                              1 << GRPC_COMPRESS_NONE);
  // All that one read returns is handled before anything else, and the answers to control frames
  // take up to a hundred times their bytes.
  builder->AddChannelArgument(GRPC_ARG_TCP_MAX_READ_CHUNK_SIZE, kMaxReadBytes);
  for (const TimeRow& row : kTimes) {
    builder->AddChannelArgument(row.argument, Milliseconds(options.*row.seconds));
  }
  grpc::ResourceQuota quota("server");
  quota.Resize(static_cast<size_t>(options.transport_memory_bytes));
  builder->SetResourceQuota(quota);
  return builder;
}

}  // namespace shapewright::server
