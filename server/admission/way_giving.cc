#include "server/admission/way_giving.h"

#include <pthread.h>
#include <sched.h>

namespace shapewright::server {

void GiveWay(bool gives_way) {
  thread_local bool gives_way_now = false;
  if (gives_way == gives_way_now) return;
  gives_way_now = gives_way;
  const sched_param no_priority{};
  // Where it is forbidden, calls are turned away at a higher price.
  pthread_setschedparam(pthread_self(), gives_way ? SCHED_BATCH : SCHED_OTHER, &no_priority);
}

}  // namespace shapewright::server
