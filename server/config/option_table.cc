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
     "Where to listen: unix:PATH, unix-abstract:NAME or HOST:PORT. May be\n"
     "repeated; in the environment, separated by commas. Port 0: any free one.\n"
     "The file of a socket that nobody serves any more is replaced."},
    {"socket-mode", &Options::socket_mode, "0660", 0, 0777, OptionKind::kMode, false, "",
     "Permissions of the Unix sockets."},
    {"model-root", &Options::model_root, "", 0, 0, OptionKind::kText, false, "PATH_NOT_SERVED",
     "The folder whose files a request may name by `path`. Empty: none. Links\n"
     "are followed as long as they stay within it; nothing outside can be\n"
     "reached."},
    {"warm", &Options::warm, "", 0, 0, OptionKind::kText, false, "",
     "A file of paths below --model-root, one a line: these models are inferred\n"
     "before the server is ready, as far as the cache of models has room. One\n"
     "that fails is logged."},
    {"http-listen", &Options::http_listen, "", 0, 0, OptionKind::kText, false, "",
     "HOST:PORT of the HTTP port for /metrics, /healthz, /readyz and a page for\n"
     "people. Without TLS. Port 0: any free one."},
    {"http-guards", &Options::http_guards, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the HTTP port answers POST /v1/guard:check too, which tells whoever\n"
     "reaches it the sizes of models by inference_id or path."},
    {"json-listen", &Options::json_listen, "", 0, 0, OptionKind::kText, false, "",
     "HOST:PORT where the RPCs are answered in JSON over HTTP/1.1 (docs/json.md),\n"
     "with TLS if --tls-cert is given. Empty: nowhere. Port 0: any free one."},
    {"report-page", &Options::report_page, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the JSON port answers GET /report/MODEL_ID with a page about a model that\n"
     "is kept (docs/report.md): all of it but the weights, for whoever may call."},
    {"tls-cert", &Options::tls_cert, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: the certificate of the server and those that vouch for it. With\n"
     "it, all TCP addresses speak TLS only; Unix sockets never do."},
    {"tls-key", &Options::tls_key, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: its private key."},
    {"tls-client-ca", &Options::tls_client_ca, "", 0, 0, OptionKind::kText, false, "",
     "PEM file: who may sign the certificates of clients. With it, clients\n"
     "without one are turned away (mTLS)."},
    {"allow-san", &Options::allow_san, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Who may call with a client certificate: one of its subject alternative\n"
     "names, such as gateway.ml.svc, *.ml.svc or spiffe://prod/ns/ml/*. May be\n"
     "repeated. Without it: everybody whom --tls-client-ca lets in."},
    {"allow-uid", &Options::allow_uid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Who may call over a Unix socket: the number of a user. May be repeated.\n"
     "Without it and --allow-gid: everybody whom the file's mode lets in."},
    {"allow-gid", &Options::allow_gid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "The same by the number of a group, of which the caller is a member."},
    {"admin-san", &Options::admin_san, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "Who of those may list and evict the models that are kept: names of client\n"
     "certificates, in the form of --allow-san. May be repeated. Without it and\n"
     "--admin-uid: nobody."},
    {"admin-uid", &Options::admin_uid, "", 0, 0, OptionKind::kNames, false, "CALLER_NOT_ALLOWED",
     "The same over a Unix socket: the number of a user. May be repeated."},
    {"tls-refresh-seconds", &Options::tls_refresh_seconds, "10", 1, kDay, OptionKind::kNumber,
     false, "", "How often these files are looked at again."},
    {"threads", &Options::threads, "0", 0, 1024, OptionKind::kNumber, false, "",
     "Threads that infer. 0: one per CPU that the process may use, by its\n"
     "control group's quota and its affinity."},
    {"max-queued-calls", &Options::max_queued_calls, "256", 1, 1'000'000, OptionKind::kNumber, true,
     "OVERLOADED", "Calls that may wait for a thread, in each lane; more are refused at once."},
    {"max-calls-in-flight", &Options::max_calls_in_flight, "4096", 1, 1'000'000,
     OptionKind::kNumber, true, "OVERLOADED",
     "Calls that may wait or be worked on, also those that wait for the answer\n"
     "of an equal one; more are refused at once."},
    {"max-bytes-in-flight", &Options::max_bytes_in_flight, "512MiB", kMiB, kTiB, OptionKind::kBytes,
     true, "OVERLOADED",
     "Bytes of the requests, uploads and new answers of these calls; beyond it\n"
     "calls are refused at once. A call that is alone may be larger."},
    {"max-message-bytes", &Options::max_message_bytes, "64MiB", kKiB, kMaxMessageBytes,
     OptionKind::kBytes, true, "MESSAGE_TOO_LARGE", "The size of a request."},
    {"max-upload-bytes", &Options::max_upload_bytes, "256MiB", kKiB, kMaxMessageBytes,
     OptionKind::kBytes, true, "UPLOAD_TOO_LARGE", "The size of a model that is uploaded."},
    {"max-answer-bytes", &Options::max_answer_bytes, "64MiB", kKiB, kGiB, OptionKind::kBytes, true,
     "ANSWER_TOO_LARGE",
     "The size of an answer, counted while it is written. A request may ask for\n"
     "less by limits.answer_bytes."},
    {"max-streamed-answer-bytes", &Options::max_streamed_answer_bytes, "256MiB", kKiB, kGiB,
     OptionKind::kBytes, true, "ANSWER_TOO_LARGE", "The same of StreamInferShapes."},
    {"stream-message-bytes", &Options::stream_message_bytes, "1MiB", kKiB, 64 * kMiB,
     OptionKind::kBytes, true, "ANSWER_TOO_LARGE",
     "The size of the messages that StreamInferShapes sends an answer in. Clients\n"
     "of gRPC take 4 MiB if they are not told otherwise."},
    {"default-deadline-seconds", &Options::default_deadline_seconds, "300", 1, kDay,
     OptionKind::kNumber, true, "DEADLINE_EXCEEDED",
     "The deadline of calls that come without one."},
    {"max-deadline-seconds", &Options::max_deadline_seconds, "3600", 1, kDay, OptionKind::kNumber,
     true, "DEADLINE_EXCEEDED", "A deadline that is farther away counts as this one."},
    {"upload-idle-seconds", &Options::upload_idle_seconds, "30", 1, kDay, OptionKind::kNumber, true,
     "UPLOAD_STALLED", "How long an upload may wait for its next piece."},
    {"send-seconds", &Options::send_seconds, "60", 1, kDay, OptionKind::kNumber, false, "CANCELLED",
     "How long the caller may take to read an answer; then the call is cut and\n"
     "gives its memory back. Its place it gave back when it was answered."},
    {"liveness-seconds", &Options::liveness_seconds, "20", 1, kDay, OptionKind::kNumber, false, "",
     "When the server could not call itself through each of its listeners for so\n"
     "long, /healthz and the health service's `liveness` say so."},
    {"drain-wait-seconds", &Options::drain_wait_seconds, "0", 0, kDay, OptionKind::kNumber, false,
     "",
     "After SIGTERM or SIGINT: how long calls are still taken on while the\n"
     "server already reports that it is not ready."},
    {"drain-seconds", &Options::drain_seconds, "30", 0, kDay, OptionKind::kNumber, false, "",
     "After that wait: how long calls that were accepted may take before their\n"
     "connections are closed."},
    {"result-cache-bytes", &Options::result_cache_bytes, "256MiB", 0, kTiB, OptionKind::kBytes,
     true, "", "Answers that are kept. 0: none."},
    {"model-cache-bytes", &Options::model_cache_bytes, "512MiB", 0, kTiB, OptionKind::kBytes, true,
     "MODEL_NOT_CACHED",
     "Models that are kept, to be named by model_id, and in 1/64 of it what\n"
     "inference_ids stand for. 0: none."},
    {"compiled-cache-bytes", &Options::compiled_cache_bytes, "256MiB", 0, kTiB, OptionKind::kBytes,
     true, "",
     "Finished inferences that are kept, to answer other bindings of the same\n"
     "symbols without inferring again. 0: none."},
    {"max-nodes", &Options::max_nodes, "4000000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_NODES", "Nodes of a model."},
    {"max-subgraph-depth", &Options::max_subgraph_depth, "32", 0, 64, OptionKind::kNumber, true,
     "SUBGRAPH_TOO_DEEP", "Graphs within graphs."},
    {"max-function-depth", &Options::max_function_depth, "32", 0, 64, OptionKind::kNumber, true,
     "FUNCTION_TOO_DEEP",
     "Calls of functions within functions. A breach is a diagnostic, not an\n"
     "error."},
    {"max-rank", &Options::max_rank, "64", 1, 1024, OptionKind::kNumber, true, "RANK_TOO_LARGE",
     "Axes of a tensor."},
    {"max-type-depth", &Options::max_type_depth, "16", 1, 64, OptionKind::kNumber, true,
     "TYPE_TOO_DEEP", "Types within types, as in a sequence of sequences."},
    {"max-operator-rules", &Options::max_operator_rules, "1000", 0, kMaxInt, OptionKind::kNumber,
     true, "TOO_MANY_RULES", "Rules for operators that one request brings."},
    {"max-expression-nodes", &Options::max_expression_nodes, "4194304", 1024, kMaxInt,
     OptionKind::kNumber, true, "TOO_MANY_EXPRESSIONS",
     "Nodes of all dimension expressions of one inference."},
    {"max-cases", &Options::max_cases, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_CASES", "Cases of one request of MergeShapes or ComputeLayout."},
    {"max-bindings", &Options::max_bindings, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_BINDINGS", "Bindings of one request of EvaluateShapes or PlanBuckets."},
    {"max-buckets", &Options::max_buckets, "10000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_BUCKETS", "Buckets of one request of PlanBuckets: combinations of sizes."},
    {"max-observations", &Options::max_observations, "100000", 1, kMaxInt, OptionKind::kNumber,
     true, "TOO_MANY_OBSERVATIONS",
     "Observed sizes of one request of ChooseBuckets or PlanProfiles."},
    {"max-questions", &Options::max_questions, "1000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_QUESTIONS", "Questions of one request of ExplainShapes."},
    {"max-scenarios", &Options::max_scenarios, "64", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_SCENARIOS", "Scenarios of one request of InferShapes or EvaluateShapes."},
    {"max-stages", &Options::max_stages, "64", 1, 4096, OptionKind::kNumber, true,
     "TOO_MANY_STAGES", "Models of one request of InferChain."},
    {"max-links", &Options::max_links, "4096", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_LINKS", "Links of one request of InferChain, and states of one."},
    {"max-queries", &Options::max_queries, "100000", 1, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_QUERIES",
     "Changes and questions of all cases of one request of ComputeLayout: one\n"
     "of a tuple counts for the tuple and each of its elements."},
    {"max-places", &Options::max_places, "1000000", 65'536, kMaxInt, OptionKind::kNumber, true,
     "TOO_MANY_PLACES",
     "Places and elements that the answers to one request of ComputeLayout list."},
    {"max-work", &Options::max_work, "1000000000", 1'000'000, 1'000'000'000'000'000,
     OptionKind::kNumber, true, "WORK_LIMIT",
     "Operations that one answer may take, of about 5 to 20 ns each. A small\n"
     "request has less: 50 million, and 500 for each byte of it and of its model."},
    {"transport-memory-bytes", &Options::transport_memory_bytes, "1GiB", 16 * kMiB, kTiB,
     OptionKind::kBytes, false, "",
     "What gRPC may take for bytes on their way; beyond it, connections are\n"
     "slowed and dropped."},
    {"max-connections", &Options::max_connections, "4096", 1, 1'000'000, OptionKind::kNumber, false,
     "",
     "Connections at a time; more are closed as soon as they come. Fewer if the\n"
     "process may not open as many files."},
    {"max-connections-per-peer", &Options::max_connections_per_peer, "1024", 1, 1'000'000,
     OptionKind::kNumber, false, "",
     "Of these, so many of one peer: a user of Unix sockets, an IPv4 address,\n"
     "an IPv6 network of 64 bits. Never more than three quarters of all."},
    {"handshake-seconds", &Options::handshake_seconds, "20", 1, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "",
     "A connection that has not said by then that it speaks HTTP/2, after TLS if\n"
     "there is one, is closed."},
    {"work-memory-bytes", &Options::work_memory_bytes, "64GiB", 16 * kMiB, kTiB, OptionKind::kBytes,
     true, "OUT_OF_MEMORY",
     "What all calls that are worked on at a time may take together for models,\n"
     "inferences and answers before these are kept or sent. A call that needs\n"
     "more than is left fails."},
    {"max-concurrent-streams", &Options::max_concurrent_streams, "1024", 1, 1'000'000,
     OptionKind::kNumber, false, "", "Calls at a time on one connection; more wait in the client."},
    {"max-connection-age-seconds", &Options::max_connection_age_seconds, "0", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "A connection this old (10 % more or less) is asked to come anew, so that\n"
     "clients spread over new replicas. 0: never."},
    {"max-connection-age-grace-seconds", &Options::max_connection_age_grace_seconds, "300", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "How long its calls may then take. 0: for ever."},
    {"max-connection-idle-seconds", &Options::max_connection_idle_seconds, "0", 0,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "",
     "A connection without calls for so long is closed. 0: never."},
    {"keepalive-seconds", &Options::keepalive_seconds, "120", 0, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "",
     "A client that is silent for so long is asked whether it lives. 0: never."},
    {"keepalive-timeout-seconds", &Options::keepalive_timeout_seconds, "20", 1,
     kMaxConnectionSeconds, OptionKind::kNumber, false, "", "How long it has for the answer."},
    {"min-ping-seconds", &Options::min_ping_seconds, "10", 1, kMaxConnectionSeconds,
     OptionKind::kNumber, false, "",
     "A client that pings more often than this, and sends nothing else, is cut\n"
     "off."},
    {"channelz", &Options::channelz, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: serve gRPC's channelz, which tells about all connections."},
    {"reflection", &Options::reflection, "1", 0, 1, OptionKind::kNumber, false, "",
     "0: do not serve gRPC's reflection, which tells clients the methods and\n"
     "messages."},
    {"options-page", &Options::options_page, "1", 0, 1, OptionKind::kNumber, false, "",
     "0: the HTTP port has no page for people, which tells these options."},
    {"status-page", &Options::status_page, "0", 0, 1, OptionKind::kNumber, false, "",
     "1: the HTTP port has /statusz, which tells whoever reaches it what calls\n"
     "there were and the ids of models that are kept."},
    {"log-level", &Options::log_level, "info", 0, 3, OptionKind::kLogLevel, false, "",
     "The least level that is logged: debug, info, warning, error."},
    {"log-buffer-bytes", &Options::log_buffer_bytes, "1MiB", 64 * kKiB, kGiB, OptionKind::kBytes,
     false, "",
     "Lines that wait while stderr takes none; beyond it lines are dropped and\n"
     "counted."},
    {"log-every", &Options::log_every, "100", 0, 1'000'000'000, OptionKind::kNumber, false, "",
     "Of the calls that succeed, each n-th is logged; 0: none."},
    {"log-failures-per-second", &Options::log_failures_per_second, "100", 0, 1'000'000,
     OptionKind::kNumber, false, "", "So many of the calls that fail are logged; all are counted."},
    {"otlp-endpoint", &Options::otlp_endpoint, "", 0, 0, OptionKind::kText, false, "",
     "http://HOST:PORT of an OpenTelemetry collector, which is sent the spans of\n"
     "calls by OTLP over HTTP, without TLS. Empty: nothing is sent."},
    {"trace-sample", &Options::trace_sample, "0.01", 0, 1'000'000, OptionKind::kShare, false, "",
     "The share of calls without a valid `traceparent` that are traced; with one,\n"
     "those are whose caller has sampled the trace."},
};

}  // namespace

absl::Span<const OptionRow> OptionTable() { return kTable; }

}  // namespace shapewright::server
