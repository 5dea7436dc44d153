#include "server/config/option_table.h"

#include <limits>

namespace shapewright::server {
namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr int64_t kGiB = 1024 * kMiB;
constexpr int64_t kTiB = 1024 * kGiB;
constexpr int64_t kDay = int64_t{24} * 60 * 60;
// gRPC has milliseconds in an int.
constexpr int64_t kMaxConnectionSeconds = 24 * kDay;
constexpr int64_t kMaxInt = std::numeric_limits<int32_t>::max();
// gRPC has sizes in an int, and its own limit is 1 MiB higher.
constexpr int64_t kMaxMessageBytes = 2 * kGiB - 2 * kMiB;

// Flag, field, default, least and greatest value, kind, whether it is a limit, the reason of the
// error when the limit is exceeded, documentation.
constexpr OptionRow kTable[] = {
    {"listen", &Options::listen, "unix:/run/shapewright/shapewright.sock", 0, 0,
     OptionKind::kAddresses, false, "",
     "Address to listen on: unix:PATH, unix-abstract:NAME or HOST:PORT. May be\n"
     "repeated; the environment variable separates addresses by commas. Port 0:\n"
     "any free port. The file of a socket without a server is replaced."},
    {"socket-mode", &Options::socket_mode, "0660", 0, 0777, OptionKind::kMode, false, "",
     "Permissions of the Unix sockets."},
    {"model-root", &Options::model_root, "", 0, 0, OptionKind::kText, false, "PATH_NOT_SERVED",
     "The folder whose files a request may name by `path`. Empty: none. Links\n"
     "are followed if they stay within the folder."},
    {"warm", &Options::warm, "", 0, 0, OptionKind::kText, false, "",
     "A file with paths below --model-root, one per line. These models are\n"
     "inferred before the server is ready, as far as the model cache has room. A\n"
     "failure is logged."},
    {"http-listen", &Options::http_listen, "", 0, 0, OptionKind::kText, false, "",
     "HOST:PORT of the HTTP port for /metrics, /healthz, /readyz and a page for\n"
     "people. Without TLS. Port 0: any free port."},
    {"http-guards", &Options::http_guards, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the HTTP port also answers POST /v1/guard:check. It tells everybody who\n"
     "reaches it the sizes of models, by inference_id or path."},
    {"envoy-guards", &Options::envoy_guards, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: also serve envoy.service.auth.v3.Authorization: whether a request that\n"
     "an Envoy has for a model server passes the model's guard (docs/guards.md).\n"
     "Needs --guard-models."},
    {"guard-models", &Options::guard_models, "", 0, 0, OptionKind::kText, false, "",
     "A file with the models that doors are for, one per line: NAME enforce|shadow\n"
     "[PATH below --model-root]. `* enforce|shadow` is about all others; they are\n"
     "enforced by default. Read again within seconds when it has changed."},
    {"json-listen", &Options::json_listen, "", 0, 0, OptionKind::kText, false, "",
     "HOST:PORT for the RPCs in JSON over HTTP/1.1 (docs/json.md), with TLS if\n"
     "--tls-cert is given. Empty: none. Port 0: any free port."},
    {"json-allow-origin", &Options::json_allow_origin, "", 0, 0, OptionKind::kNames, false, "",
     "An origin, such as https://app.example.com, whose pages may call the JSON\n"
     "port from a browser (CORS), or * for all. May be repeated. Without it: none."},
    {"report-page", &Options::report_page, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the JSON port answers GET /report/MODEL_ID with a page about a kept\n"
     "model (docs/report.md). It shows the model without its weights to\n"
     "everybody who may call."},
    {"tls-cert", &Options::tls_cert, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: the certificate of the server and its chain. With it, all TCP\n"
     "addresses speak TLS only. Unix sockets never do."},
    {"tls-key", &Options::tls_key, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: the private key of the certificate."},
    {"tls-client-ca", &Options::tls_client_ca, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: the authorities that sign certificates of clients. With it,\n"
     "clients without a certificate are refused (mTLS)."},
    {"allow-san", &Options::allow_san, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Clients that may call, by a subject alternative name of their certificate,\n"
     "such as gateway.ml.svc, *.ml.svc or spiffe://prod/ns/ml/*. May be\n"
     "repeated. Without it: all clients that --tls-client-ca accepts."},
    {"allow-uid", &Options::allow_uid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Users that may call over a Unix socket, by number. May be repeated.\n"
     "Without it and --allow-gid: all users that the mode of the socket allows."},
    {"allow-gid", &Options::allow_gid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Groups whose members may call over a Unix socket, by number."},
    {"admin-san", &Options::admin_san, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Clients that may list and evict kept models: names of certificates, as for\n"
     "--allow-san. May be repeated. Without it and --admin-uid: none."},
    {"admin-uid", &Options::admin_uid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Users that may list and evict kept models over a Unix socket, by number.\n"
     "May be repeated."},
    {"tls-refresh-seconds", &Options::tls_refresh_seconds, "10", 1, kDay, OptionKind::kNumber,
     false, "", "How often the TLS files are read again."},
    {"threads", &Options::threads, "0", 0, 1024, OptionKind::kNumber, false, "",
     "Threads for inference. 0: one per CPU that the process may use, by the\n"
     "quota of its control group and its affinity."},
    {"max-queued-calls", &Options::max_queued_calls, "256", 1, 1'000'000, OptionKind::kNumber, true,
     "OVERLOADED",
     "Calls that may wait for a thread, in each lane. Further calls are refused\n"
     "at once."},
    {"max-calls-in-flight", &Options::max_calls_in_flight, "4096", 1, 1'000'000,
     OptionKind::kNumber, true, "OVERLOADED",
     "Calls that wait or run, including those that wait for the answer of an\n"
     "equal call. Further calls are refused at once."},
    {"max-bytes-in-flight", &Options::max_bytes_in_flight, "512MiB", kMiB, kTiB, OptionKind::kBytes,
     true, "OVERLOADED",
     "Bytes of the requests, uploads and new answers of these calls. Beyond it\n"
     "calls are refused at once. A single call may be larger."},
    {"max-message-bytes", &Options::max_message_bytes, "64MiB", kKiB, kMaxMessageBytes,
     OptionKind::kBytes, true, "MESSAGE_TOO_LARGE", "Size of a request."},
    {"max-upload-bytes", &Options::max_upload_bytes, "256MiB", kKiB, kMaxMessageBytes,
     OptionKind::kBytes, true, "UPLOAD_TOO_LARGE", "Size of an uploaded model."},
    {"max-answer-bytes", &Options::max_answer_bytes, "64MiB", kKiB, kGiB, OptionKind::kBytes, true,
     "ANSWER_TOO_LARGE",
     "Size of an answer, counted while it is written. A request may ask for less\n"
     "by limits.answer_bytes."},
    {"max-streamed-answer-bytes", &Options::max_streamed_answer_bytes, "256MiB", kKiB, kGiB,
     OptionKind::kBytes, true, "ANSWER_TOO_LARGE", "Size of an answer of StreamInferShapes."},
    {"stream-message-bytes", &Options::stream_message_bytes, "1MiB", kKiB, 64 * kMiB,
     OptionKind::kBytes, true, "ANSWER_TOO_LARGE",
     "Size of the messages in which StreamInferShapes sends an answer. By\n"
     "default clients of gRPC accept 4 MiB."},
    {"default-deadline-seconds", &Options::default_deadline_seconds, "300", 1, kDay,
     OptionKind::kNumber, true, "DEADLINE_EXCEEDED", "Deadline of calls that have none."},
    {"max-deadline-seconds", &Options::max_deadline_seconds, "3600", 1, kDay, OptionKind::kNumber,
     true, "DEADLINE_EXCEEDED", "Upper limit of deadlines. A later deadline is replaced by it."},
    {"upload-idle-seconds", &Options::upload_idle_seconds, "30", 1, kDay, OptionKind::kNumber, true,
     "UPLOAD_STALLED", "How long an upload may wait for its next piece."},
    {"send-seconds", &Options::send_seconds, "60", 1, kDay, OptionKind::kNumber, false, "CANCELLED",
     "How long a caller may take to read an answer. After that the call is cut\n"
     "and its memory is freed. Its place among the calls in flight is free from\n"
     "the moment of the answer."},
    {"liveness-seconds", &Options::liveness_seconds, "20", 1, kDay, OptionKind::kNumber, false, "",
     "If the server cannot call itself through a listener for this long,\n"
     "/healthz and `liveness` of the health service report it."},
    {"drain-wait-seconds", &Options::drain_wait_seconds, "0", 0, kDay, OptionKind::kNumber, false,
     "",
     "After SIGTERM or SIGINT: how long the server accepts calls while it\n"
     "already reports that it is not ready."},
    {"drain-seconds", &Options::drain_seconds, "30", 0, kDay, OptionKind::kNumber, false, "",
     "After that: how long accepted calls may take before their connections are\n"
     "closed."},
    {"result-cache-bytes", &Options::result_cache_bytes, "256MiB", 0, kTiB, OptionKind::kBytes,
     true, "", "Size of the cache of answers. 0: none."},
    {"model-cache-bytes", &Options::model_cache_bytes, "512MiB", 0, kTiB, OptionKind::kBytes, true,
     "MODEL_NOT_CACHED",
     "Size of the cache of models, which requests name by model_id. 1/64 of it\n"
     "keeps what inference_ids stand for. 0: none."},
    {"compiled-cache-bytes", &Options::compiled_cache_bytes, "256MiB", 0, kTiB, OptionKind::kBytes,
     true, "",
     "Size of the cache of finished inferences. They answer other bindings of\n"
     "the same symbols without a new inference. 0: none."},
    {"max-nodes", &Options::max_nodes, "4000000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_NODES", "Nodes of a model."},
    {"max-subgraph-depth", &Options::max_subgraph_depth, "32", 0, 64, OptionKind::kNumber, true,
     "SUBGRAPH_TOO_DEEP", "Depth of nested graphs."},
    {"max-function-depth", &Options::max_function_depth, "32", 0, 64, OptionKind::kNumber, true,
     "FUNCTION_TOO_DEEP",
     "Depth of nested function calls. Beyond it there is a diagnostic, not an\n"
     "error."},
    {"max-rank", &Options::max_rank, "64", 1, 1024, OptionKind::kNumber, true, "RANK_TOO_LARGE",
     "Axes of a tensor."},
    {"max-type-depth", &Options::max_type_depth, "16", 1, 64, OptionKind::kNumber, true,
     "TYPE_TOO_DEEP", "Depth of nested types, as in a sequence of sequences."},
    {"max-operator-rules", &Options::max_operator_rules, "1000", 0, kMaxInt, OptionKind::kNumber,
     true, "TOO_MANY_RULES", "Operator rules in one request."},
    {"max-expression-nodes", &Options::max_expression_nodes, "4194304", 1024, kMaxInt,
     OptionKind::kNumber, true, "TOO_MANY_EXPRESSIONS",
     "Nodes of all dimension expressions of one inference."},
    {"max-cases", &Options::max_cases, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_CASES", "Cases in one request of MergeShapes or ComputeLayout."},
    {"max-bindings", &Options::max_bindings, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_BINDINGS", "Bindings in one request of EvaluateShapes or PlanBuckets."},
    {"max-buckets", &Options::max_buckets, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_BUCKETS", "Buckets (combinations of sizes) in one request of PlanBuckets."},
    {"max-observations", &Options::max_observations, "100000", 1, kMaxInt, OptionKind::kNumber,
     true, "TOO_MANY_OBSERVATIONS",
     "Observed sizes in one request of ChooseBuckets or PlanProfiles."},
    {"max-questions", &Options::max_questions, "1000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_QUESTIONS", "Questions in one request of ExplainShapes."},
    {"max-scenarios", &Options::max_scenarios, "64", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_SCENARIOS", "Scenarios in one request of InferShapes or EvaluateShapes."},
    {"max-stages", &Options::max_stages, "64", 1, 4096, OptionKind::kNumber, true,
     "TOO_MANY_STAGES", "Models in one request of InferChain."},
    {"max-links", &Options::max_links, "4096", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_LINKS", "Links in one request of InferChain; also its states."},
    {"max-queries", &Options::max_queries, "100000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_QUERIES",
     "Changes and questions of all cases in one request of ComputeLayout. One\n"
     "about a tuple counts for the tuple and for each element."},
    {"max-places", &Options::max_places, "1000000", 65'536, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_PLACES", "Places and elements in the answer to one request of ComputeLayout."},
    {"max-work", &Options::max_work, "1000000000", 1'000'000, 1'000'000'000'000'000,
     OptionKind::kNumber, true, "WORK_LIMIT",
     "Operations for one answer. An operation takes about 5 to 20 ns. A small\n"
     "request has less: 50 million, and 500 for each byte of it and of its\n"
     "model."},
    {"transport-memory-bytes", &Options::transport_memory_bytes, "1GiB", 16 * kMiB, kTiB,
     OptionKind::kBytes, false, "",
     "Memory of gRPC for bytes in transit. Beyond it connections are slowed down\n"
     "and dropped."},
    {"max-connections", &Options::max_connections, "4096", 1, 1'000'000, OptionKind::kNumber, false,
     "",
     "Connections at a time. Further ones are closed at once. There are fewer if\n"
     "the process may open fewer files."},
    {"max-connections-per-peer", &Options::max_connections_per_peer, "1024", 1, 1'000'000,
     OptionKind::kNumber, false, "",
     "Connections of one peer at a time. A peer is a user of Unix sockets, an\n"
     "IPv4 address, or an IPv6 network of 64 bits. Never more than three\n"
     "quarters of all."},
    {"handshake-seconds", &Options::handshake_seconds, "20", 1, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "",
     "A connection without a start of HTTP/2 (after TLS, if there is TLS) is\n"
     "closed after this time."},
    {"work-memory-bytes", &Options::work_memory_bytes, "64GiB", 16 * kMiB, kTiB, OptionKind::kBytes,
     true, "OUT_OF_MEMORY",
     "Memory of all running calls together, for models, inferences and answers\n"
     "before they are kept or sent. A call that needs more than is left fails."},
    {"max-concurrent-streams", &Options::max_concurrent_streams, "1024", 1, 1'000'000,
     OptionKind::kNumber, false, "",
     "Calls at a time on one connection. Further calls wait in the client."},
    {"max-connection-age-seconds", &Options::max_connection_age_seconds, "0", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "After this time (10 % more or less) a client is asked to reconnect, so\n"
     "that clients spread over new replicas. 0: never."},
    {"max-connection-age-grace-seconds", &Options::max_connection_age_grace_seconds, "300", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "How long running calls of such a connection may take. 0: for ever."},
    {"max-connection-idle-seconds", &Options::max_connection_idle_seconds, "0", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "A connection without calls is closed after this time. 0: never."},
    {"keepalive-seconds", &Options::keepalive_seconds, "120", 0, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "", "A silent client is pinged after this time. 0: never."},
    {"keepalive-timeout-seconds", &Options::keepalive_timeout_seconds, "20", 1,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "How long the client has to answer the ping."},
    {"min-ping-seconds", &Options::min_ping_seconds, "10", 1, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "",
     "A client that pings more often, and sends nothing else, is disconnected."},
    {"channelz", &Options::channelz, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: serve gRPC's channelz, which lists all connections."},
    {"reflection", &Options::reflection, "1", 0, 1, OptionKind::kNumber, false, "",
     "0: do not serve gRPC's reflection, which describes the methods and\n"
     "messages."},
    {"options-page", &Options::options_page, "1", 0, 1, OptionKind::kNumber, false, "",
     "0: the HTTP port has no page for people, which shows these options."},
    {"status-page", &Options::status_page, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the HTTP port has /statusz. It shows recent calls and the ids of kept\n"
     "models to everybody who reaches the port."},
    {"log-level", &Options::log_level, "info", 0, 3, OptionKind::kLogLevel, false, "",
     "Lowest level that is logged: debug, info, warning, error."},
    {"log-buffer-bytes", &Options::log_buffer_bytes, "1MiB", 64 * kKiB, kGiB, OptionKind::kBytes,
     false, "",
     "Log lines that wait while stderr is blocked. Beyond it lines are dropped\n"
     "and counted."},
    {"log-every", &Options::log_every, "100", 0, 1'000'000'000, OptionKind::kNumber, false, "",
     "One of this many successful calls is logged. 0: none."},
    {"log-failures-per-second", &Options::log_failures_per_second, "100", 0, 1'000'000,
     OptionKind::kNumber, false, "", "Failed calls that are logged per second. All are counted."},
    {"otlp-endpoint", &Options::otlp_endpoint, "", 0, 0, OptionKind::kText, false, "",
     "http://HOST:PORT of an OpenTelemetry collector. It gets the spans of calls\n"
     "by OTLP over HTTP, without TLS. Empty: nothing is sent."},
    {"trace-sample", &Options::trace_sample, "0.01", 0, 1'000'000, OptionKind::kShare, false, "",
     "Share of the calls without a valid `traceparent` that are traced. A call\n"
     "with a `traceparent` is traced if its caller has sampled it."},
};

}  // namespace

absl::Span<const OptionRow> OptionTable() { return kTable; }

}  // namespace shapewright::server
