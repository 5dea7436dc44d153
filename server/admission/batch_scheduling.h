#ifndef SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_

namespace shapewright::server {

// Sets the scheduling policy of the calling thread: SCHED_BATCH, which does not preempt running
// threads when the thread wakes up, or the default. It makes no difference on idle CPUs.
//
// gRPC's threads use it while calls are refused: they then refuse many at a time, and do not
// preempt the threads of the pool for each.
void SetBatchScheduling(bool is_batch);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_
