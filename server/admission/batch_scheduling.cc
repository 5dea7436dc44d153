#include "server/admission/batch_scheduling.h"

#include <pthread.h>
#include <sched.h>

namespace shapewright::server {

void SetBatchScheduling(bool is_batch) {
  thread_local bool gives_way_now = false;
  if (is_batch == gives_way_now) return;
  gives_way_now = is_batch;
  const sched_param no_priority{};
  // If that is forbidden, refusing calls only costs more CPU.
  pthread_setschedparam(pthread_self(), is_batch ? SCHED_BATCH : SCHED_OTHER, &no_priority);
}

}  // namespace shapewright::server
