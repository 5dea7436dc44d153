#include "server/observe/process_log.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"
#include "server/observe/access_log.h"

namespace shapewright::server {
namespace {

constexpr double kLibraryLinesPerSecond = 100;
constexpr size_t kMaxMessageBytes = 1000;
constexpr int kFlushSteps = 50;
constexpr timespec kFlushStep = {0, 10'000'000};

// Global, as gRPC's log function and signal handlers have no argument for it.
std::atomic<Log*> process_log{nullptr};

LogLevel LogLevelOf(gpr_log_severity severity) {
  switch (severity) {
    case GPR_LOG_SEVERITY_DEBUG:
      return LogLevel::kDebug;
    case GPR_LOG_SEVERITY_INFO:
      return LogLevel::kInfo;
    case GPR_LOG_SEVERITY_ERROR:
      break;
  }
  return LogLevel::kError;
}

bool WantsLibraryLine() {
  static std::mutex mutex;
  static TokenBucket lines(kLibraryLinesPerSecond);
  const std::lock_guard<std::mutex> lock(mutex);
  return lines.TryTake(TokenBucket::Clock::now());
}

LogLevel LogLevelOf(google::protobuf::LogLevel level) {
  switch (level) {
    case google::protobuf::LOGLEVEL_INFO:
      return LogLevel::kInfo;
    case google::protobuf::LOGLEVEL_WARNING:
      return LogLevel::kWarning;
    default:
      return LogLevel::kError;
  }
}

void LogLibrary(LogLevel level, absl::string_view event, absl::string_view message,
                absl::string_view file, int line) {
  if (!WantsLibraryLine()) return;
  process_log.load()->Write(level, event,
                            {{"message", message.substr(0, kMaxMessageBytes)},
                             {"file", file},
                             {"line", static_cast<int64_t>(line)}});
}

void LogGrpc(gpr_log_func_args* line) {
  LogLibrary(LogLevelOf(line->severity), "grpc", line->message, line->file, line->line);
}

void LogProtobuf(google::protobuf::LogLevel level, const char* file, int line,
                 const std::string& message) {
  LogLibrary(LogLevelOf(level), "protobuf", message, file, line);
}

// Log::Flush() for signal handlers.
void AwaitLog() {
  const Log* log = process_log.load();
  for (int i = 0; i < kFlushSteps && !log->is_idle(); ++i) nanosleep(&kFlushStep, nullptr);
}

void WriteCrashLine(int signal) {
  char line[] = R"({"level":"error","event":"crashed","signal":00})"
                "\n";
  char* const digits = std::strstr(line, "00}");
  // A JSON number must not begin with 0.
  digits[0] = signal < 10 ? ' ' : static_cast<char>('0' + signal / 10);
  digits[1] = static_cast<char>('0' + signal % 10);
  pollfd stream = {STDERR_FILENO, POLLOUT, 0};
  if (poll(&stream, 1, 0) <= 0) return;
  // The process ends now: a failure cannot be reported.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, sizeof(line) - 1);
}

// SA_RESETHAND has restored the default action: the signal raised at the end kills.
void Crash(int signal) {
  AwaitLog();
  WriteCrashLine(signal);
  std::raise(signal);
}

void CatchCrash(int signal) {
  struct sigaction action = {};
  // Keeps the handlers of sanitizers.
  if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action = {};
  action.sa_handler = Crash;
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

std::string CurrentException() {
  if (std::current_exception() == nullptr) return "";
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

[[noreturn]] void Terminate() {
  const std::string message = CurrentException();
  process_log.load()->Write(LogLevel::kError, "terminated",
                            {{"message", absl::string_view(message)}});
  std::abort();
}

}  // namespace

void LogProcess(Log& log) {
  process_log = &log;
  gpr_set_log_function(LogGrpc);
  google::protobuf::SetLogHandler(LogProtobuf);
  std::set_terminate(Terminate);
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) CatchCrash(signal);
}

}  // namespace shapewright::server
