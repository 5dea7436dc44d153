#include "server/process/stop_guard.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace shapewright::server {
namespace {

constexpr std::chrono::seconds kLimitOfFunction{2};

// Takes no lock, so nothing that a thread holds can keep it from ending the process. An alarm that
// another process sends changes nothing.
void EndAtAlarm() {
  struct sigaction action {};
  action.sa_sigaction = [](int, siginfo_t* info, void*) {
    if (info->si_code == SI_KERNEL) _exit(StopGuard::kExitCode);
  };
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
}

void UnblockAlarm() {
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarms, nullptr);
}

}  // namespace

StopGuard::StopGuard(std::chrono::seconds limit, std::function<void()> on_overdue) {
  EndAtAlarm();
  alarm(static_cast<unsigned>((limit + kLimitOfFunction).count()));
  thread_ = std::thread([this, limit, on_overdue = std::move(on_overdue)] {
    UnblockAlarm();
    std::unique_lock<std::mutex> lock(mutex_);
    if (changed_.wait_for(lock, limit, [this] { return is_over_; })) return;
    on_overdue();
    // Threads still run, so destructors must not.
    _exit(kExitCode);
  });
}

StopGuard::~StopGuard() {
  alarm(0);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

}  // namespace shapewright::server
