#include "tests/benchmark/load.h"

#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace shapewright::benchmark {
namespace {

using Clock = std::chrono::steady_clock;

// Further calls of an open run wait, so that the client's memory stays bounded.
constexpr int kMaxInFlight = 2048;
constexpr double kMicroseconds = 1e6;

// User and system time of a process, from /proc/PID/stat.
double CpuSeconds(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  // The name may hold spaces; what follows its bracket is field 3.
  std::istringstream rest(line.substr(std::min(line.size(), line.rfind(')') + 2)));
  const std::vector<std::string> fields{std::istream_iterator<std::string>(rest), {}};
  constexpr size_t kUserTime = 11;
  if (fields.size() <= kUserTime + 1) return 0;
  const double ticks = std::stod(fields[kUserTime]) + std::stod(fields[kUserTime + 1]);
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

struct Pending {
  grpc::ClientContext context;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  grpc::ByteBuffer answer;
  grpc::Status status;
  Clock::time_point start;
};

// One measurement.
class Run {
 public:
  Run(const Target& target, const Calls& calls, uint64_t first)
      : calls_(calls),
        pid_(target.pid),
        stub_(target.channel),
        next_(first),
        cpu_(CpuSeconds(pid_)),
        start_(Clock::now()) {}

  double elapsed() const { return Seconds(Clock::now() - start_).count(); }
  int in_flight() const { return in_flight_; }

  void Start() {
    auto* call = new Pending();
    const grpc::ByteBuffer request = calls_.request(next_++);
    outcome_.request_bytes = request.Length();
    call->start = Clock::now();
    call->reader = stub_.PrepareUnaryCall(&call->context, calls_.method, request, &queue_);
    call->reader->StartCall();
    call->reader->Finish(&call->answer, &call->status, call);
    ++in_flight_;
  }

  // Waits for a call to end, at most until then; whether one did.
  bool Await(std::chrono::system_clock::time_point deadline) {
    void* tag = nullptr;
    bool ok = false;
    if (queue_.AsyncNext(&tag, &ok, deadline) != grpc::CompletionQueue::GOT_EVENT) return false;
    const std::unique_ptr<Pending> call(static_cast<Pending*>(tag));
    --in_flight_;
    Count(*call);
    return true;
  }

  Outcome Finish() {
    outcome_.seconds = elapsed();
    outcome_.ok_in_time = outcome_.ok;
    while (in_flight_ > 0) Await(std::chrono::system_clock::time_point::max());
    if (outcome_.ok > 0) {
      const double cpu = CpuSeconds(pid_) - cpu_;
      outcome_.server_us_per_call = cpu / static_cast<double>(outcome_.ok) * kMicroseconds;
    }
    std::sort(times_.begin(), times_.end());
    if (!times_.empty()) {
      outcome_.p50_us = times_[times_.size() / 2];
      outcome_.p99_us = times_[times_.size() * 99 / 100];
    }
    return outcome_;
  }

 private:
  void Count(const Pending& call) {
    if (call.status.ok()) {
      ++outcome_.ok;
      outcome_.answer_bytes = call.answer.Length();
      times_.push_back(Seconds(Clock::now() - call.start).count() * kMicroseconds);
    } else if (call.status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) {
      ++outcome_.refused;
    } else if (outcome_.failed++ == 0) {
      outcome_.first_error = call.status.error_message();
    }
  }

  const Calls& calls_;
  const int pid_;
  grpc::GenericStub stub_;
  grpc::CompletionQueue queue_;
  uint64_t next_;
  int in_flight_ = 0;
  const double cpu_;
  const Clock::time_point start_;
  std::vector<double> times_;
  Outcome outcome_;
};

}  // namespace

Outcome RunClosed(const Target& target, const Calls& calls, int in_flight, Seconds time,
                  uint64_t first) {
  Run run(target, calls, first);
  for (int i = 0; i < in_flight; ++i) run.Start();
  while (run.elapsed() < time.count()) {
    run.Await(std::chrono::system_clock::time_point::max());
    run.Start();
  }
  return run.Finish();
}

Outcome RunOpen(const Target& target, const Calls& calls, double rate, Seconds time,
                uint64_t first) {
  Run run(target, calls, first);
  double due = 0;
  while (run.elapsed() < time.count()) {
    while (due <= run.elapsed() && run.in_flight() < kMaxInFlight) {
      run.Start();
      due += 1 / rate;
    }
    const double wait = std::max(0.0, due - run.elapsed());
    run.Await(std::chrono::system_clock::now() +
              std::chrono::duration_cast<std::chrono::microseconds>(Seconds(wait)));
  }
  return run.Finish();
}

}  // namespace shapewright::benchmark
