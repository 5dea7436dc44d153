#include <limits>

#include "server/options.h"

namespace shapewright::server {
namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr int64_t kGiB = 1024 * kMiB;
constexpr int64_t kTiB = 1024 * kGiB;
constexpr int64_t kDay = 24 * 60 * 60;
// gRPC counts milliseconds in an int.
constexpr int64_t kMaxConnectionSeconds = 24 * kDay;
constexpr int64_t kMaxInt = std::numeric_limits<int32_t>::max();
// gRPC counts messages in an int, and its own limit lies 1 MiB higher.
constexpr int64_t kMaxMessageBytes = 2 * kGiB - 2 * kMiB;

// Flag, kind, field, default, least, greatest, whether it is a limit, the reason of the error that
// a breach gives, documentation.
constexpr OptionRow kTable[] = {
    {"listen", OptionKind::kAddresses, &Options::listen, "unix:/run/shapewright/shapewright.sock",
     0, 0, false, "",
     "Where to listen: unix:PATH or HOST:PORT. May be repeated; in the\n"
     "environment, separated by commas. Port 0: any free one. The file of a\n"
     "socket that nobody serves any more is replaced."},
    {"socket-mode", OptionKind::kMode, &Options::socket_mode, "0660", 0, 0777, false, "",
     "Permissions of the Unix sockets."},
    {"model-root", OptionKind::kText, &Options::model_root, "", 0, 0, false, "PATH_NOT_SERVED",
     "The folder whose files a request may name by `path`. Empty: none. Links\n"
     "are not followed, and nothing outside can be reached."},
    {"http-listen", OptionKind::kText, &Options::http_listen, "", 0, 0, false, "",
     "HOST:PORT of the HTTP port for /metrics, /healthz, /readyz and a page for\n"
     "people. Without TLS. Port 0: any free one."},
    {"tls-cert", OptionKind::kText, &Options::tls_cert, "", 0, 0, false, "",
     "PEM file: the certificate of the server and those that vouch for it. With\n"
     "it, all TCP addresses speak TLS only; Unix sockets never do."},
    {"tls-key", OptionKind::kText, &Options::tls_key, "", 0, 0, false, "",
     "PEM file: its private key."},
    {"tls-client-ca", OptionKind::kText, &Options::tls_client_ca, "", 0, 0, false, "",
     "PEM file: who may sign the certificates of clients. With it, clients\n"
     "without one are turned away (mTLS)."},
    {"tls-refresh-seconds", OptionKind::kNumber, &Options::tls_refresh_seconds, "10", 1, kDay,
     false, "", "How often these files are looked at again."},
    {"threads", OptionKind::kNumber, &Options::threads, "0", 0, 1024, false, "",
     "Threads that infer. 0: one per CPU that the process may use, by its\n"
     "control group's quota and its affinity."},
    {"max-queued-calls", OptionKind::kNumber, &Options::max_queued_calls, "256", 1, 1'000'000, true,
     "OVERLOADED", "Calls that may wait for a thread; more are refused at once."},
    {"max-calls-in-flight", OptionKind::kNumber, &Options::max_calls_in_flight, "4096", 1,
     1'000'000, true, "OVERLOADED",
     "Calls that may wait or be worked on, also those that wait for the answer\n"
     "of an equal one; more are refused at once."},
    {"max-bytes-in-flight", OptionKind::kBytes, &Options::max_bytes_in_flight, "512MiB", kMiB, kTiB,
     true, "OVERLOADED",
     "Bytes of the requests, uploads and new answers of these calls; beyond it\n"
     "calls are refused at once. A call that is alone may be larger."},
    {"max-message-bytes", OptionKind::kBytes, &Options::max_message_bytes, "64MiB", kKiB,
     kMaxMessageBytes, true, "MESSAGE_TOO_LARGE", "The size of a request."},
    {"max-upload-bytes", OptionKind::kBytes, &Options::max_upload_bytes, "256MiB", kKiB,
     kMaxMessageBytes, true, "UPLOAD_TOO_LARGE", "The size of a model that is uploaded."},
    {"default-deadline-seconds", OptionKind::kNumber, &Options::default_deadline_seconds, "300", 1,
     kDay, true, "DEADLINE_EXCEEDED", "The deadline of calls that come without one."},
    {"drain-wait-seconds", OptionKind::kNumber, &Options::drain_wait_seconds, "0", 0, kDay, false,
     "",
     "After SIGTERM or SIGINT: how long calls are still taken on while the\n"
     "server already reports that it is not ready."},
    {"drain-seconds", OptionKind::kNumber, &Options::drain_seconds, "30", 0, kDay, false,
     "CANCELLED",
     "After that wait: how long calls that were accepted may take before they\n"
     "are cancelled."},
    {"result-cache-bytes", OptionKind::kBytes, &Options::result_cache_bytes, "256MiB", 0, kTiB,
     true, "", "Answers that are kept. 0: none."},
    {"model-cache-bytes", OptionKind::kBytes, &Options::model_cache_bytes, "512MiB", 0, kTiB, true,
     "MODEL_NOT_CACHED", "Models that are kept, to be named by model_id. 0: none."},
    {"compiled-cache-bytes", OptionKind::kBytes, &Options::compiled_cache_bytes, "256MiB", 0, kTiB,
     true, "",
     "Finished inferences that are kept, to answer other bindings of the same\n"
     "symbols without inferring again. 0: none."},
    {"max-nodes", OptionKind::kNumber, &Options::max_nodes, "4000000", 1, kMaxInt, true,
     "TOO_MANY_NODES", "Nodes of a model."},
    {"max-subgraph-depth", OptionKind::kNumber, &Options::max_subgraph_depth, "32", 0, 64, true,
     "SUBGRAPH_TOO_DEEP", "Graphs within graphs."},
    {"max-function-depth", OptionKind::kNumber, &Options::max_function_depth, "32", 0, 64, true,
     "FUNCTION_TOO_DEEP",
     "Calls of functions within functions. A breach is a diagnostic, not an\n"
     "error."},
    {"max-rank", OptionKind::kNumber, &Options::max_rank, "64", 1, 1024, true, "RANK_TOO_LARGE",
     "Axes of a tensor."},
    {"max-type-depth", OptionKind::kNumber, &Options::max_type_depth, "16", 1, 64, true,
     "TYPE_TOO_DEEP", "Types within types, as in a sequence of sequences."},
    {"max-expression-nodes", OptionKind::kNumber, &Options::max_expression_nodes, "4194304", 1024,
     kMaxInt, true, "TOO_MANY_EXPRESSIONS", "Nodes of all dimension expressions of one inference."},
    {"max-cases", OptionKind::kNumber, &Options::max_cases, "10000", 1, kMaxInt, true,
     "TOO_MANY_CASES", "Cases of one request of MergeShapes or ComputeLayout."},
    {"max-bindings", OptionKind::kNumber, &Options::max_bindings, "10000", 1, kMaxInt, true,
     "TOO_MANY_BINDINGS", "Bindings of one request of InferShapes."},
    {"transport-memory-bytes", OptionKind::kBytes, &Options::transport_memory_bytes, "1GiB",
     16 * kMiB, kTiB, false, "",
     "What gRPC may take for bytes on their way; beyond it, connections are\n"
     "slowed and dropped."},
    {"max-concurrent-streams", OptionKind::kNumber, &Options::max_concurrent_streams, "1024", 1,
     1'000'000, false, "", "Calls at a time on one connection; more wait in the client."},
    {"max-connection-age-seconds", OptionKind::kNumber, &Options::max_connection_age_seconds, "0",
     0, kMaxConnectionSeconds, false, "",
     "A connection this old (10 % more or less) is asked to come anew, so that\n"
     "clients spread over new replicas. 0: never."},
    {"max-connection-age-grace-seconds", OptionKind::kNumber,
     &Options::max_connection_age_grace_seconds, "300", 0, kMaxConnectionSeconds, false, "",
     "How long its calls may then take. 0: for ever."},
    {"max-connection-idle-seconds", OptionKind::kNumber, &Options::max_connection_idle_seconds, "0",
     0, kMaxConnectionSeconds, false, "",
     "A connection without calls for so long is closed. 0: never."},
    {"keepalive-seconds", OptionKind::kNumber, &Options::keepalive_seconds, "120", 0,
     kMaxConnectionSeconds, false, "",
     "A client that is silent for so long is asked whether it lives. 0: never."},
    {"keepalive-timeout-seconds", OptionKind::kNumber, &Options::keepalive_timeout_seconds, "20", 1,
     kMaxConnectionSeconds, false, "", "How long it has for the answer."},
    {"min-ping-seconds", OptionKind::kNumber, &Options::min_ping_seconds, "10", 1,
     kMaxConnectionSeconds, false, "",
     "A client that pings more often than this, and sends nothing else, is cut\n"
     "off."},
    {"channelz", OptionKind::kNumber, &Options::channelz, "0", 0, 1, false, "",
     "1: serve gRPC's channelz, which tells about all connections."},
    {"log-level", OptionKind::kLogLevel, &Options::log_level, "info", 0, 3, false, "",
     "The least level that is logged: debug, info, warning, error."},
    {"log-every", OptionKind::kNumber, &Options::log_every, "100", 0, 1'000'000'000, false, "",
     "Of the calls that succeed, each n-th is logged; 0: none."},
    {"log-failures-per-second", OptionKind::kNumber, &Options::log_failures_per_second, "100", 0,
     1'000'000, false, "", "So many of the calls that fail are logged; all are counted."},
};

}  // namespace

absl::Span<const OptionRow> OptionTable() { return kTable; }

}  // namespace shapewright::server
