"""Mixed calls through HAProxy to three replicas, at half of what they can do, while each minute one of them is stopped or
killed, and started anew; the first one goes on. Fails if a call does, or if the memory of the first one grows. Run by
`./dev soak cluster [MINUTES [CALLS_PER_SECOND]]`."""

import asyncio
import sys
import time

from affinity_test import CALLERS, Cluster
from cluster import traffic

# Caches that are full after a while, so that memory is flat from then on.
FLAGS = ("--threads=1", "--drain-wait-seconds=4", "--drain-seconds=20", "--model-cache-bytes=8MiB",
         "--compiled-cache-bytes=8MiB", "--result-cache-bytes=4MiB")
SAMPLE_SECONDS = 10
RESTART_SECONDS = 60
MEASURING_CALLS = 1500
# Of the greatest memory in the last quarter to that in the second one.
MOST_GROWTH = 1.25


async def capacity(target, asked):
    """Calls per second, once all models are known."""
    load = traffic.Traffic(target, asked, seed=1, callers=CALLERS, is_mixed=True)
    await load.run(MEASURING_CALLS // 2)
    begin = time.monotonic()
    await load.run(MEASURING_CALLS)
    return MEASURING_CALLS / (time.monotonic() - begin)


async def restarts(cluster, begin, end):
    """One a minute; the last one early enough to be seen through."""
    number = 0
    while time.monotonic() + RESTART_SECONDS < end:
        await asyncio.sleep(RESTART_SECONDS / 2 if number == 0 else RESTART_SECONDS)
        replica = cluster.replicas[1 + number // 2 % 2]
        how = (replica.stop, replica.kill)[number % 2]
        await asyncio.to_thread(how)
        await asyncio.to_thread(replica.start)
        number += 1
        print(f"{time.monotonic() - begin:6.0f} s  restart {number}: {how.__name__}", flush=True)
    return number


async def soak(cluster, minutes, rate):
    asked = traffic.models(10_000, 160_000)
    rate = rate or await capacity(cluster.balancer.target, asked) / 2
    load = traffic.Traffic(cluster.balancer.target, asked, seed=2, callers=CALLERS, rate=rate, is_mixed=True)
    print(f"{len(asked)} models, {rate:.0f} calls/s asked for", flush=True)
    begin = time.monotonic()
    end = begin + 60 * minutes
    running = asyncio.create_task(load.run())
    restarting = asyncio.create_task(restarts(cluster, begin, end))
    curve = []
    while time.monotonic() < end:
        await asyncio.sleep(SAMPLE_SECONDS)
        each = await asyncio.to_thread(cluster.metric_of_each, "process_resident_memory_bytes")
        curve.append(each[0])
        memory = "  ".join(f"{size / 2**20:6.1f}" for size in each)
        print(f"{time.monotonic() - begin:6.0f} s  {load.calls:7} calls, {sum(load.failed.values())} failed, MiB: {memory}",
              flush=True)
    number = await restarting
    load.stop()
    await running
    quarter = len(curve) // 4
    growth = max(curve[-quarter:]) / max(curve[quarter:2 * quarter])
    print(f"{load.calls} calls, {load.calls / (time.monotonic() - begin):.0f}/s, {number} restarts, "
          f"{sum(load.failed.values())} failed, memory of the first replica x {growth:.2f}")
    for what, count in load.failed.items():
        print(f"FAILED {count}: {what}")
    return not load.failed and growth < MOST_GROWTH


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    rate = float(sys.argv[2]) if len(sys.argv) > 2 else None
    if minutes < 1:
        sys.exit("soak_cluster: at least a minute")
    with Cluster("haproxy", FLAGS) as cluster:
        return 0 if asyncio.run(soak(cluster, minutes, rate)) else 1


if __name__ == "__main__":
    sys.exit(main())
