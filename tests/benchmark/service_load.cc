// Measures the service against an echo server, with one client of one thread on
// the same socket kind: one table, and what is the service's rate of the echo's.
//
// usage: service_load SERVICE PID ECHO PID [--seconds=S] [--rounds=N] [--only=PARTS] MODEL.onnx...
//   SERVICE and ECHO are addresses (unix:PATH or HOST:PORT), PID the process
//   that serves there. PARTS, separated by commas, are of the table kParts
//   below. Each number is of the median round by rate; what is of the echo is
//   the median of the rounds' own ratios.
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/benchmark/echo_size.h"
#include "tests/benchmark/load.h"
#include "tests/benchmark/workloads.h"
#include "tests/core/inference/support/chain_models.h"

namespace shapewright::benchmark {
namespace {

constexpr int kInFlight[] = {1, 8, 64};
constexpr size_t kHitBytes[] = {500, 2000, 10'000};
constexpr double kOverload = 5;

struct Settings {
  Target service;
  Target echo;
  Seconds time{1};
  int rounds = 3;
  std::vector<std::string> parts;  // none: all
  std::vector<std::string> models;
};

Target Connect(const std::string& address, const std::string& pid) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetMaxSendMessageSize(-1);
  Target target;
  target.channel =
      grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  if (!absl::SimpleAtoi(pid, &target.pid)) std::exit(2);
  return target;
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Basename(const std::string& path) {
  return std::string(absl::StripSuffix(path.substr(path.rfind('/') + 1), ".onnx"));
}

// Numbers that no request has had: all are distinct, also between rounds.
uint64_t FreshNumbers() {
  static uint64_t next = 0;
  constexpr uint64_t kPerRound = 100'000'000;
  return next += kPerRound;
}

Outcome Median(std::vector<Outcome> outcomes) {
  std::sort(outcomes.begin(), outcomes.end(),
            [](const Outcome& a, const Outcome& b) { return a.rate() < b.rate(); });
  return outcomes[outcomes.size() / 2];
}

void PrintHead() {
  std::printf("%-26s %8s %8s %9s %10s %9s %9s %12s %8s\n", "calls", "B in", "B out", "in flight",
              "calls/s", "p50 us", "p99 us", "CPU us/call", "of echo");
}

void PrintRow(const std::string& name, const std::string& in_flight, const Outcome& outcome,
              const std::string& of_echo) {
  std::printf("%-26s %8zu %8zu %9s %10.0f %9.0f %9.0f %12.1f %8s", name.c_str(),
              outcome.request_bytes, outcome.answer_bytes, in_flight.c_str(), outcome.rate(),
              outcome.p50_us, outcome.p99_us, outcome.server_us_per_call, of_echo.c_str());
  if (outcome.refused > 0) std::printf("  %zu refused", outcome.refused);
  if (outcome.failed > 0) {
    std::printf("  %zu failed: %s", outcome.failed, outcome.first_error.c_str());
  }
  std::printf("\n");
  std::fflush(stdout);
}

// One call; its answer, or nothing where it fails.
std::string CallOnce(const Target& target, const Calls& calls) {
  grpc::GenericStub stub(target.channel);
  grpc::CompletionQueue queue;
  grpc::ClientContext context;
  grpc::ByteBuffer answer;
  grpc::Status status;
  const auto reader = stub.PrepareUnaryCall(&context, calls.method, calls.request(0), &queue);
  reader->StartCall();
  reader->Finish(&answer, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  std::vector<grpc::Slice> slices;
  if (!status.ok() || !answer.Dump(&slices).ok()) return "";
  std::string bytes;
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

v1::InferShapesResponse Inferred(const Target& service, absl::string_view model) {
  v1::InferShapesResponse response;
  response.ParseFromString(CallOnce(service, SameCalls(kInferShapes, ModelRequest(model))));
  return response;
}

std::string IdOf(const Target& service, absl::string_view model) {
  return Inferred(service, model).model_id();
}

// Of the rates of two targets that took turns, round by round: what else the machine does meets
// both.
double MedianRatio(const std::vector<Outcome>& outcomes, const std::vector<Outcome>& base) {
  std::vector<double> ratios;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    ratios.push_back(outcomes[i].rate() / base[i].rate());
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios[ratios.size() / 2];
}

// Echoes of as many bytes both ways as these calls have. The client makes each request of the calls
// and sends the other: its own work, which takes CPUs from the servers, is the same for both.
Calls EchoesLike(const Settings& settings, const Calls& calls) {
  const size_t answer_size = CallOnce(settings.service, calls).size();
  const Calls echoes = SameCalls(kInferShapes, EchoRequest(calls.request(0).Length(), answer_size));
  return {kInferShapes, [calls, echoes](uint64_t i) {
            const grpc::ByteBuffer made = calls.request(i);
            return echoes.request(made.Length());
          }};
}

void CompareWithEcho(const Settings& settings, const std::string& name, const Calls& calls) {
  const Calls echoes = EchoesLike(settings, calls);
  for (const int in_flight : kInFlight) {
    std::vector<Outcome> hit;
    std::vector<Outcome> echo;
    for (int round = 0; round < settings.rounds; ++round) {
      echo.push_back(RunClosed(settings.echo, echoes, in_flight, settings.time, 0));
      hit.push_back(RunClosed(settings.service, calls, in_flight, settings.time, FreshNumbers()));
    }
    PrintRow("echo", absl::StrCat(in_flight), Median(echo), "");
    PrintRow(name, absl::StrCat(in_flight), Median(hit),
             absl::StrFormat("%.2f", MedianRatio(hit, echo)));
  }
}

// All requests distinct. Returns the outcome with the best rate.
Outcome MeasureDistinct(const Settings& settings, const std::string& name, const Calls& calls) {
  Outcome best;
  for (const int in_flight : kInFlight) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(static_cast<size_t>(settings.rounds));
    for (int round = 0; round < settings.rounds; ++round) {
      outcomes.push_back(
          RunClosed(settings.service, calls, in_flight, settings.time, FreshNumbers()));
    }
    const Outcome median = Median(outcomes);
    PrintRow(name, absl::StrCat(in_flight), median, "");
    if (median.rate() > best.rate()) best = median;
  }
  return best;
}

// Five times the calls that the server can answer; the peak is measured right
// before, as the client's own work counts in both. Where client and server share
// their CPUs, the client's further calls take from the server's work: what the
// server does per second of its own CPU time is told too.
void MeasureOverload(const Settings& settings, const std::string& name, const Calls& calls) {
  const Outcome peak = MeasureDistinct(settings, name, calls);
  if (peak.ok == 0) return;
  std::vector<Outcome> outcomes;
  outcomes.reserve(static_cast<size_t>(settings.rounds));
  for (int round = 0; round < settings.rounds; ++round) {
    outcomes.push_back(
        RunOpen(settings.service, calls, kOverload * peak.rate(), settings.time, FreshNumbers()));
  }
  const Outcome median = Median(outcomes);
  PrintRow(name, absl::StrCat(kOverload, "x"), median, "");
  std::printf("accepted work at %gx: %.2f of its peak; per CPU second of the server: %.2f\n",
              kOverload, median.rate() / peak.rate(),
              peak.server_us_per_call / median.server_us_per_call);
}

// A chain of nodes whose request has about that many bytes.
std::string ModelOfBytes(size_t bytes) {
  const Chain& chain = Chains()[0];
  int nodes = 1;
  while (ModelRequest(chain.build(nodes + 1)).size() <= bytes) ++nodes;
  return chain.build(nodes);
}

void MeasureHits(const Settings& settings) {
  for (const size_t bytes : kHitBytes) {
    CompareWithEcho(settings, absl::StrCat("hit, ", bytes, " B"),
                    SameCalls(kInferShapes, ModelRequest(ModelOfBytes(bytes))));
  }
}

void MeasureHitsById(const Settings& settings) {
  for (const std::string& path : settings.models) {
    const std::string by_id = IdRequest(IdOf(settings.service, ReadFile(path)));
    CompareWithEcho(settings, absl::StrCat("hit by id, ", Basename(path)),
                    SameCalls(kInferShapes, by_id));
  }
}

// The names of the symbols of a model's inputs.
std::vector<std::string> InputSymbols(const Settings& settings, const std::string& model) {
  v1::InferShapesResponse response;
  response.ParseFromString(
      CallOnce(settings.service, SameCalls(kInferShapes, ModelRequest(model))));
  std::vector<std::string> names;
  for (const v1::Symbol& symbol : response.symbols()) {
    if (symbol.kind() == v1::Symbol::KIND_INPUT_DIM) names.push_back(symbol.name());
  }
  return names;
}

// One binding in a call, never the same twice, answered from the inference that is kept.
void MeasureBindings(const Settings& settings) {
  for (const std::string& path : settings.models) {
    const std::string model = ReadFile(path);
    v1::ModelSpec spec;
    spec.set_model_id(IdOf(settings.service, model));
    CompareWithEcho(settings, absl::StrCat("bind, ", Basename(path)),
                    DistinctBindings(spec, InputSymbols(settings, model)));
  }
}

// The same by inference_id: the shortest request there is.
void MeasureInferences(const Settings& settings) {
  for (const std::string& path : settings.models) {
    const std::string model = ReadFile(path);
    v1::ModelSpec spec;
    spec.set_inference_id(Inferred(settings.service, model).inference_id());
    CompareWithEcho(settings, absl::StrCat("sizes, ", Basename(path)),
                    DistinctBindings(spec, InputSymbols(settings, model)));
  }
}

void MeasureModels(const Settings& settings) {
  for (const std::string& path : settings.models) {
    MeasureDistinct(settings, Basename(path), DistinctModels(ReadFile(path)));
  }
}

// Of the first output of each model; and, to compare with, of the model alone.
void MeasureChains(const Settings& settings) {
  for (const std::string& path : settings.models) {
    const v1::InferShapesResponse alone = Inferred(settings.service, ReadFile(path));
    if (alone.outputs().empty()) continue;
    MeasureDistinct(settings, absl::StrCat("alone, ", Basename(path)),
                    DistinctLimits(alone.model_id()));
    MeasureDistinct(settings, absl::StrCat("chain, ", Basename(path)),
                    DistinctChains(alone.model_id(), alone.outputs(0).name()));
  }
}

void MeasureMerges(const Settings& settings) {
  MeasureDistinct(settings, "MergeShapes", DistinctMerges());
}

// By id the requests are small: what is too much is the inference, not the bytes. Of the last two
// models: a refusal costs the same whatever the work.
void MeasureOverloadById(const Settings& settings) {
  const size_t models = settings.models.size();
  for (size_t i = models - std::min<size_t>(models, 2); i < models; ++i) {
    const std::string id = IdOf(settings.service, ReadFile(settings.models[i]));
    MeasureOverload(settings, absl::StrCat("overload, ", Basename(settings.models[i])),
                    DistinctLimits(id));
  }
}

// In this order.
struct Part {
  const char* name;
  void (*measure)(const Settings&);
};
constexpr Part kParts[] = {{"hit", MeasureHits},      {"id", MeasureHitsById},
                           {"bind", MeasureBindings}, {"sizes", MeasureInferences},
                           {"model", MeasureModels},  {"chain", MeasureChains},
                           {"merge", MeasureMerges},  {"overload", MeasureOverloadById}};

bool IsPart(const std::string& name) {
  return std::any_of(std::begin(kParts), std::end(kParts),
                     [&name](const Part& part) { return part.name == name; });
}

void Measure(const Settings& settings) {
  PrintHead();
  const std::vector<std::string>& wanted = settings.parts;
  for (const Part& part : kParts) {
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), part.name) != wanted.end();
    if (wanted.empty() || is_wanted) part.measure(settings);
  }
}

int Main(const std::vector<std::string>& arguments) {
  constexpr size_t kTargets = 4;
  if (arguments.size() <= kTargets) {
    std::fprintf(stderr, "usage: service_load SERVICE PID ECHO PID [OPTION]... MODEL.onnx...\n");
    return 2;
  }
  Settings settings;
  settings.service = Connect(arguments[0], arguments[1]);
  settings.echo = Connect(arguments[2], arguments[3]);
  for (size_t i = kTargets; i < arguments.size(); ++i) {
    absl::string_view argument = arguments[i];
    double seconds = 0;
    if (absl::ConsumePrefix(&argument, "--seconds=")) {
      if (!absl::SimpleAtod(argument, &seconds) || seconds <= 0) return 2;
      settings.time = Seconds(seconds);
    } else if (absl::ConsumePrefix(&argument, "--rounds=")) {
      if (!absl::SimpleAtoi(argument, &settings.rounds) || settings.rounds < 1) return 2;
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      settings.parts = absl::StrSplit(argument, ',');
      if (!std::all_of(settings.parts.begin(), settings.parts.end(), IsPart)) return 2;
    } else {
      settings.models.push_back(arguments[i]);
    }
  }
  if (settings.models.empty()) return 2;
  Measure(settings);
  return 0;
}

}  // namespace
}  // namespace shapewright::benchmark

int main(int argc, char** argv) {
  return shapewright::benchmark::Main(std::vector<std::string>(argv + 1, argv + argc));
}
