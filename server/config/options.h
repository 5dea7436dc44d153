#ifndef SHAPEWRIGHT_SERVER_CONFIG_OPTIONS_H_
#define SHAPEWRIGHT_SERVER_CONFIG_OPTIONS_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"

namespace shapewright::server {

// The values of all options; OptionTable() documents each field. Not changed after the start, hence
// readable from every thread.
struct Options {
  std::vector<std::string> listen;
  int64_t socket_mode = 0;
  std::string model_root;
  std::string warm;
  int64_t threads = 0;
  int64_t max_queued_calls = 0;
  int64_t max_calls_in_flight = 0;
  int64_t max_bytes_in_flight = 0;
  int64_t max_message_bytes = 0;
  int64_t max_upload_bytes = 0;
  int64_t max_answer_bytes = 0;
  int64_t max_streamed_answer_bytes = 0;
  int64_t stream_message_bytes = 0;
  int64_t default_deadline_seconds = 0;
  int64_t max_deadline_seconds = 0;
  int64_t upload_idle_seconds = 0;
  int64_t send_seconds = 0;
  int64_t liveness_seconds = 0;
  std::string http_listen;
  int64_t http_guards = 0;
  int64_t envoy_guards = 0;
  std::string guard_models;
  std::string json_listen;
  std::vector<std::string> json_allow_origin;
  int64_t report_page = 0;
  std::string tls_cert;
  std::string tls_key;
  std::string tls_client_ca;
  int64_t tls_refresh_seconds = 0;
  int64_t drain_wait_seconds = 0;
  int64_t drain_seconds = 0;
  int64_t result_cache_bytes = 0;
  int64_t model_cache_bytes = 0;
  int64_t compiled_cache_bytes = 0;
  int64_t max_nodes = 0;
  int64_t max_subgraph_depth = 0;
  int64_t max_function_depth = 0;
  int64_t max_rank = 0;
  int64_t max_type_depth = 0;
  int64_t max_operator_rules = 0;
  int64_t max_expression_nodes = 0;
  int64_t transport_memory_bytes = 0;
  int64_t max_connections = 0;
  int64_t max_connections_per_peer = 0;
  int64_t handshake_seconds = 0;
  int64_t work_memory_bytes = 0;
  int64_t max_concurrent_streams = 0;
  int64_t max_connection_age_seconds = 0;
  int64_t max_connection_age_grace_seconds = 0;
  int64_t max_connection_idle_seconds = 0;
  int64_t keepalive_seconds = 0;
  int64_t keepalive_timeout_seconds = 0;
  int64_t min_ping_seconds = 0;
  int64_t channelz = 0;
  int64_t reflection = 0;
  int64_t options_page = 0;
  int64_t status_page = 0;
  std::vector<std::string> allow_san;
  std::vector<std::string> allow_uid;
  std::vector<std::string> allow_gid;
  std::vector<std::string> admin_san;
  std::vector<std::string> admin_uid;
  int64_t max_cases = 0;
  int64_t max_bindings = 0;
  int64_t max_buckets = 0;
  int64_t max_observations = 0;
  int64_t max_questions = 0;
  int64_t max_scenarios = 0;
  int64_t max_stages = 0;
  int64_t max_links = 0;
  int64_t max_work = 0;
  int64_t max_queries = 0;
  int64_t max_places = 0;
  int64_t log_level = 0;
  int64_t log_buffer_bytes = 0;
  int64_t log_every = 0;
  int64_t log_failures_per_second = 0;
  std::string otlp_endpoint;
  int64_t trace_sample = 0;
};

// The form of an option's value, by an example.
enum class OptionKind : uint8_t {
  kNumber,     // 12
  kBytes,      // 65536, 64KiB, 64MiB, 1GiB
  kMode,       // 0660: octal
  kShare,      // 0.01; the number is in millionths
  kLogLevel,   // debug, info, warning, error
  kText,       // any text, such as a path
  kAddresses,  // unix:PATH or HOST:PORT; the flag may be repeated
  kNames,      // texts; the flag may be repeated, and is never given without one
};

// A row of the table of options: `--flag VALUE` or `--flag=VALUE`, else the environment variable,
// else the default.
struct OptionRow {
  using Field =
      std::variant<int64_t Options::*, std::string Options::*, std::vector<std::string> Options::*>;

  absl::string_view flag;  // without the dashes
  Field field;
  // As a user writes it.
  absl::string_view default_value;
  int64_t min;
  int64_t max;
  OptionKind kind;
  // Whether GetCapabilities reports it.
  bool is_limit;
  // The reason of the error for calls that exceed it, one of docs/errors.md; may be empty.
  absl::string_view reason;
  absl::string_view doc;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CONFIG_OPTIONS_H_
