// Honest calls at half of what the server can do, and one hostile request a second beside them.
// usage: soak [MINUTES]     exits with 1 if an honest call failed
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/soak/honest.h"
#include "tests/soak/hostile.h"

namespace shapewright::soak {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int kCallers = 8;
constexpr Seconds kCapacityTime{5};
constexpr Seconds kQuietTime{30};
constexpr Seconds kCurveStep{10};
// Calls may be made so much later than they were due, and so many may fail, before a run is given
// up.
constexpr Seconds kLateness{20};
constexpr int kMostFailures = 200;

// As in deploy/kubernetes/sidecar.
const std::vector<std::string>& SidecarOptions() {
  static const std::vector<std::string> kOptions = {
      "--http-listen=127.0.0.1:0",      "--drain-seconds=30",
      "--result-cache-bytes=64MiB",     "--model-cache-bytes=96MiB",
      "--compiled-cache-bytes=32MiB",   "--max-bytes-in-flight=128MiB",
      "--transport-memory-bytes=256MiB"};
  return kOptions;
}

// What became of honest calls. Thread-safe.
class Tally {
 public:
  explicit Tally(size_t kinds) : counts_(kinds) {}

  void Add(size_t kind, const absl::Status& status, Seconds time) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++counts_[kind];
    if (kind == 0) tiny_ms_.push_back(time.count() * 1000);
    if (status.ok()) return;
    ++failed_;
    if (failed_ <= kShown) absl::FPrintF(stderr, "FAILED kind %d: %s\n", kind, status.ToString());
  }

  // What was due and was not called, as others took too long.
  void SetLeftOut(uint64_t calls) { left_out_ = calls; }

  int failed() const { return failed_; }
  uint64_t left_out() const { return left_out_; }
  uint64_t calls() const {
    uint64_t all = 0;
    for (const uint64_t count : counts_) all += count;
    return all;
  }
  // Of tiny calls, in milliseconds.
  double Percentile(double part) {
    if (tiny_ms_.empty()) return 0;
    const auto at =
        tiny_ms_.begin() + static_cast<int64_t>(part * static_cast<double>(tiny_ms_.size() - 1));
    std::nth_element(tiny_ms_.begin(), at, tiny_ms_.end());
    return *at;
  }

 private:
  static constexpr int kShown = 20;

  std::mutex mutex_;
  std::vector<uint64_t> counts_;
  std::vector<double> tiny_ms_;
  std::atomic<int> failed_ = 0;
  uint64_t left_out_ = 0;
};

// The kind of call number `number`, by the weights.
size_t KindOf(const std::vector<HonestCall>& calls, uint64_t number) {
  int all = 0;
  for (const HonestCall& call : calls) all += call.weight;
  // Spread, not in runs.
  auto place = static_cast<int>(number * 37 % static_cast<uint64_t>(all));
  for (size_t kind = 0; kind < calls.size(); ++kind) {
    place -= calls[kind].weight;
    if (place < 0) return kind;
  }
  return 0;
}

// Makes honest calls for that long, `rate` a second, or as fast as they are answered if it is 0.
// The time of a call counts from when it was due. Returns the calls per second.
double Run(const std::string& target, const std::vector<HonestCall>& calls, double rate,
           Seconds time, uint64_t first, Tally& tally) {
  const Clock::time_point start = Clock::now();
  std::atomic<uint64_t> next = 0;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (int i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      const auto client = Client::Connect(target);
      while (true) {
        const uint64_t number = next++;
        Clock::time_point due = Clock::now();
        if (rate > 0) {
          due = start + std::chrono::duration_cast<Clock::duration>(
                            Seconds(static_cast<double>(number) / rate));
        }
        if (due - start >= time) return;
        if (Clock::now() - start >= time + kLateness || tally.failed() >= kMostFailures) {
          return;
        }
        std::this_thread::sleep_until(due);
        const size_t kind = KindOf(calls, first + number);
        const absl::Status status = calls[kind].call(*client, first + number);
        tally.Add(kind, status, Clock::now() - due);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  const auto due = static_cast<uint64_t>(rate * time.count());
  if (tally.calls() < due) tally.SetLeftOut(due - tally.calls());
  return static_cast<double>(tally.calls()) / Seconds(Clock::now() - start).count();
}

// In MiB; 0 if the server has gone.
double ResidentMemory(const end_to_end::Process& server) {
  const std::string status = end_to_end::ReadFile(absl::StrCat("/proc/", server.pid(), "/status"));
  const size_t at = status.find("VmRSS:");
  if (at == std::string::npos) return 0;
  return static_cast<double>(std::strtoll(status.c_str() + at + 6, nullptr, 10)) / 1024;
}

// Sends one hostile request a second until it is told to stop. Each has a thread: slow ones do not
// keep the next from coming.
void BeHostile(const end_to_end::ServerProcess& server, const std::atomic<bool>& stops) {
  const std::vector<Hostility> hostilities = Hostilities();
  std::vector<std::string> outcomes(hostilities.size());
  std::vector<std::thread> under_way(hostilities.size());
  for (size_t i = 0; !stops; i = (i + 1) % hostilities.size()) {
    const Clock::time_point due = Clock::now() + std::chrono::seconds(1);
    if (under_way[i].joinable()) under_way[i].join();
    under_way[i] = std::thread([&, i] { outcomes[i] = hostilities[i].send(server); });
    std::this_thread::sleep_until(due);
  }
  for (std::thread& one : under_way) {
    if (one.joinable()) one.join();
  }
  absl::PrintF("what became of the last hostile request of each kind\n");
  for (size_t i = 0; i < hostilities.size(); ++i) {
    absl::PrintF("  %-36s %s\n", hostilities[i].name, outcomes[i]);
  }
}

void PrintCurve(const end_to_end::Process& server, const std::atomic<bool>& stops) {
  absl::PrintF("resident memory, MiB, each %.0f s:", kCurveStep.count());
  for (int i = 0; !stops; ++i) {
    absl::PrintF("%s%.0f", i % 12 == 0 ? "\n  " : " ", ResidentMemory(server));
    std::fflush(stdout);
    const Clock::time_point due =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(kCurveStep);
    while (!stops && Clock::now() < due) std::this_thread::sleep_for(Seconds(0.1));
  }
  absl::PrintF("\n");
}

int Soak(double minutes) {
  end_to_end::ServerProcess server(SidecarOptions());
  const std::vector<HonestCall> calls = HonestCalls();
  Tally unbounded(calls.size());
  const double capacity = Run(server.target(), calls, 0, kCapacityTime, 0, unbounded);
  const double rate = capacity / 2;
  absl::PrintF("%d honest callers: %.0f calls a second at most, %.0f from now on\n", kCallers,
               capacity, rate);
  Tally quiet(calls.size());
  Run(server.target(), calls, rate, kQuietTime, unbounded.calls(), quiet);
  const double quiet_p99 = quiet.Percentile(0.99);
  absl::PrintF("quiet: %d calls, %d failed; tiny p50 %.2f ms, p99 %.2f ms; %.0f MiB\n",
               quiet.calls(), quiet.failed(), quiet.Percentile(0.5), quiet_p99,
               ResidentMemory(server.process()));
  std::fflush(stdout);

  std::atomic<bool> stops = false;
  std::thread curve([&] { PrintCurve(server.process(), stops); });
  std::thread hostile([&] { BeHostile(server, stops); });
  Tally soaked(calls.size());
  Run(server.target(), calls, rate, Seconds(minutes * 60), unbounded.calls() + quiet.calls(),
      soaked);
  stops = true;
  curve.join();
  hostile.join();
  const double p99 = soaked.Percentile(0.99);
  absl::PrintF("soak: %d calls, %d failed; tiny p50 %.2f ms, p99 %.2f ms (%.1f of the quiet one)\n",
               soaked.calls(), soaked.failed(), soaked.Percentile(0.5), p99,
               quiet_p99 > 0 ? p99 / quiet_p99 : 0);
  if (soaked.left_out() > 0) absl::PrintF("NOT CALLED IN TIME: %d\n", soaked.left_out());
  absl::PrintF("resident memory at the end: %.0f MiB\n", ResidentMemory(server.process()));
  const bool is_good = unbounded.failed() + quiet.failed() + soaked.failed() == 0 &&
                       quiet.left_out() + soaked.left_out() == 0;
  if (!server.process().IsRunning()) absl::PrintF("THE SERVER HAS GONE\n");
  server.process().Signal(SIGTERM);
  const int code = server.process().Wait();
  if (code != 0) absl::PrintF("the server ended with %d\n", code);
  return is_good && code == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace shapewright::soak

int main(int argc, char** argv) {
  double minutes = 30;
  if (argc > 2 || (argc == 2 && !absl::SimpleAtod(argv[1], &minutes))) {
    absl::FPrintF(stderr, "usage: soak [MINUTES]\n");
    return 2;
  }
  std::signal(SIGPIPE, SIG_IGN);
  return shapewright::soak::Soak(minutes);
}
