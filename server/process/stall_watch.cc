#include "server/process/stall_watch.h"

namespace shapewright::server {

StallWatch::StallWatch(Clock::duration limit) : limit_(limit), thread_([this] { Run(); }) {}

StallWatch::~StallWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void StallWatch::Watch(Stallable& thing) {
  const std::lock_guard<std::mutex> lock(mutex_);
  thing.due_ = Clock::now() + limit_;
  std::list<Stallable*>& from = thing.place_.empty() ? watched_ : thing.place_;
  watched_.splice(watched_.end(), from, thing.entry_);
}

void StallWatch::Forget(Stallable& thing) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (thing.place_.empty()) thing.place_.splice(thing.place_.end(), watched_, thing.entry_);
  if (std::this_thread::get_id() == thread_.get_id()) return;
  changed_.wait(lock, [&] { return notified_ != &thing; });
}

void StallWatch::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  // Polls, because a wake-up per item would cost more than it is worth.
  while (!changed_.wait_for(lock, limit_ / 4, [this] { return is_stopping_; })) NotifyDue(lock);
}

void StallWatch::NotifyDue(std::unique_lock<std::mutex>& lock) {
  const Clock::time_point now = Clock::now();
  while (!watched_.empty() && watched_.front()->due_ <= now) {
    notified_ = watched_.front();
    notified_->place_.splice(notified_->place_.end(), watched_, notified_->entry_);
    Stallable& thing = *notified_;
    lock.unlock();
    thing.OnStalled();
    lock.lock();
    notified_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace shapewright::server
