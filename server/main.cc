#include <grpc/grpc.h>
#include <pthread.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_join.h"
#include "absl/synchronization/mutex.h"
#include "core/base/reuse_memory.h"
#include "core/version/build_info.h"
#include "server/config/options.h"
#include "server/config/parse_options.h"
#include "server/net/descriptors.h"
#include "server/observe/log.h"
#include "server/observe/process_log.h"
#include "server/process/memory_limit.h"
#include "server/server.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

constexpr int kExitUsage = 2;

// Terminals, supervisors and log rotation send these by habit; they must not end the server. For
// SIGPIPE and SIGXFSZ the failed write returns an error.
constexpr int kIgnoredSignals[] = {SIGHUP,    SIGUSR1, SIGUSR2, SIGALRM,
                                   SIGVTALRM, SIGIO,   SIGPIPE, SIGXFSZ};

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGQUIT}) sigaddset(&signals, signal);
  return signals;
}

// The stop signals and SIGHUP, which is only logged, as some expect it to reload something. An
// ignored signal can be awaited while it is blocked.
sigset_t AwaitedSignals() {
  sigset_t signals = StopSignals();
  sigaddset(&signals, SIGHUP);
  return signals;
}

// Called before the first thread starts: threads inherit the mask, so the signals wait for
// WaitForStop().
void HoldSignals() {
  const sigset_t signals = AwaitedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  // A shell starts background jobs with SIGINT and SIGQUIT ignored; here they mean stop.
  for (const int signal : {SIGTERM, SIGINT, SIGQUIT}) std::signal(signal, SIG_DFL);
}

// Returns the signal. A second signal ends the process at once.
int WaitForStop(Log& log) {
  const sigset_t awaited = AwaitedSignals();
  int signal = 0;
  while (true) {
    if (sigwait(&awaited, &signal) != 0) continue;
    if (signal != SIGHUP) break;
    log.Write(LogLevel::kInfo, "signal_ignored", {{"signal", static_cast<int64_t>(signal)}});
  }
  const sigset_t stop = StopSignals();
  pthread_sigmask(SIG_UNBLOCK, &stop, nullptr);
  return signal;
}

int Serve(const Options& options) {
  // Never destroyed: threads of gRPC may log until the end.
  Log& log = *new Log(static_cast<LogLevel>(options.log_level),
                      static_cast<size_t>(options.log_buffer_bytes));
  const absl::Cleanup flush = [&log] { log.Flush(); };
  LogProcess(log);
  HoldSignals();
  // No grpc_shutdown: with gRPC 1.51 it may take 10 s, in a poll that nothing
  // ends.
  grpc_init();
  Server server(options, log);
  const absl::Status started = server.Start();
  if (!started.ok()) {
    log.Write(LogLevel::kError, "start_failed", {{"message", started.message()}});
    return EXIT_FAILURE;
  }
  log.Write(LogLevel::kInfo, "started",
            {{"version", BuildText()},
             {"listen", absl::StrJoin(server.addresses(), ",")},
             {"http", server.http_address()},
             {"json", server.json_address()}});
  const int signal = WaitForStop(log);
  log.Write(LogLevel::kInfo, "stopping", {{"signal", static_cast<int64_t>(signal)}});
  server.Stop();
  log.Write(LogLevel::kInfo, "stopped");
  return EXIT_SUCCESS;
}

int Main(const std::vector<std::string>& arguments) {
  for (const int signal : kIgnoredSignals) std::signal(signal, SIG_IGN);
  ReuseLargeAllocations();
  ShareHeaps();
  // Debian builds Abseil with its search for deadlocks, which costs time at each lock of gRPC.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  for (const std::string& argument : arguments) {
    if (argument == "--help") {
      std::fputs(HelpText().c_str(), stdout);
      return EXIT_SUCCESS;
    }
    if (argument == "--help-markdown") {
      std::fputs(HelpMarkdown().c_str(), stdout);
      return EXIT_SUCCESS;
    }
    if (argument == "--help-man") {
      std::fputs(HelpManual(Version()).c_str(), stdout);
      return EXIT_SUCCESS;
    }
    if (argument == "--version") {
      std::printf("%s\n", BuildText().c_str());
      return EXIT_SUCCESS;
    }
  }
  const absl::StatusOr<Options> options = ParseOptions(
      arguments, [](const char* name) { return std::getenv(name); }, MemoryLimit());
  if (!options.ok()) {
    std::fprintf(stderr, "shapewright-server: %s\n",
                 std::string(options.status().message()).c_str());
    return kExitUsage;
  }
  return Serve(*options);
}

// Before main(), because constructors of libraries open descriptors already.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() = OpenStandardDescriptors;

}  // namespace
}  // namespace shapewright::server

int main(int argc, char** argv) {
  return shapewright::server::Main(std::vector<std::string>(argv + 1, argv + argc));
}
