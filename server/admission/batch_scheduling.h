#ifndef SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_

namespace shapewright::server {

// Whether the calling thread, when it wakes up, waits for those that run to have had their turn
// (SCHED_BATCH) instead of interrupting them, as threads do at first. Where CPUs are idle it makes
// no difference.
//
// gRPC's threads give way while calls are turned away: they then turn away many in one go, and the
// threads of the pool, which do the work that was accepted, are not interrupted for each.
void SetBatchScheduling(bool is_batch);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_BATCH_SCHEDULING_H_
