#include "server/process/periodic_thread.h"

#include <utility>

namespace shapewright::server {

PeriodicThread::PeriodicThread(Clock::duration pause, std::function<void()> work)
    : pause_(pause), work_(std::move(work)), thread_([this] { Run(); }) {}

PeriodicThread::~PeriodicThread() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void PeriodicThread::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopping_) {
    lock.unlock();
    work_();
    lock.lock();
    wake_.wait_for(lock, pause_, [this] { return is_stopping_; });
  }
}

}  // namespace shapewright::server
