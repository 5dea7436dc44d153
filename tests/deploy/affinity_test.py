"""Three replicas behind the real HAProxy and the real Envoy, with the configurations of deploy/: what affinity is worth, and
that a replica may die or be replaced under load. Run by `./dev affinity-test`."""

import asyncio
import contextlib
import sys
import tempfile
import unittest

from cluster import replicas as replicas_of, traffic
from cluster.replicas import Balancer, Replica

REPLICAS = 3
CALLS = 1200
CALLERS = 6
DRAINING = ("--threads=1", "--drain-wait-seconds=4", "--drain-seconds=20")


class Cluster:
    """Replicas and a balancer, which end with it."""

    def __init__(self, kind, flags, has_affinity=True):
        with contextlib.ExitStack() as made:  # what was made before something fails ends
            folder = made.enter_context(tempfile.TemporaryDirectory())
            self.replicas = []
            for _ in range(REPLICAS):
                self.replicas.append(Replica(flags))
                made.callback(self.replicas[-1].kill)
            self.balancer = Balancer(kind, self.replicas, folder, has_affinity)
            made.callback(self.balancer.stop)
            self.made = made.pop_all()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.made.close()

    def metric_of_each(self, metric):
        return [replica.metrics().get(metric, 0) for replica in self.replicas]


def compilations(kind, has_affinity, asked):
    """Of many calls about many models: those for which a replica had to infer a model that it had not kept."""
    with Cluster(kind, ("--threads=1",), has_affinity) as cluster:
        load = traffic.Traffic(cluster.balancer.target, asked, seed=1, callers=CALLERS)
        asyncio.run(load.run(CALLS))
        hits, misses, kept = (cluster.metric_of_each(f'shapewright_cache_{what}{{cache="compiled"}}')
                              for what in ("hits_total", "misses_total", "entries"))
        print(f"{kind}, {'with' if has_affinity else 'without'} affinity: {load.calls} calls about {len(asked)} models, "
              f"{sum(misses):.0f} of {sum(hits + misses):.0f} bindings found no inference, {kept} are kept, "
              f"hit rate {sum(hits) / sum(hits + misses):.3f}")
        return load, sum(misses)


class Affinity(unittest.TestCase):
    def check_hit_rate(self, kind):
        asked = traffic.models(10_000, 160_000)
        (load, without), (other, with_affinity) = (compilations(kind, has, asked) for has in (False, True))
        self.assertEqual((load.failed, other.failed), ({}, {}))
        # Without it every replica infers every model; with it one does, and another where one replica has too much to do.
        self.assertGreater(without, 2 * len(asked))
        self.assertLess(with_affinity, 0.75 * without)

    def test_haproxy_finds_the_replica_that_has_the_model(self):
        self.check_hit_rate("haproxy")

    def test_envoy_finds_the_replica_that_has_the_model(self):
        self.check_hit_rate("envoy")


class Failures(unittest.TestCase):
    """No call fails with the clients' own policy of repeating."""

    def run_under_load(self, kind, disturb):
        asked = traffic.models(60_000, 160_000)
        with Cluster(kind, DRAINING) as cluster:
            load = traffic.Traffic(cluster.balancer.target, asked, seed=2, callers=CALLERS, rate=100)

            async def all_of_it():
                running = asyncio.create_task(load.run())
                await disturb(cluster, load)
                load.stop()
                await running

            asyncio.run(all_of_it())
            print(f"{kind}: {load.calls} calls, {sum(load.failed.values())} failed")
            self.assertEqual(load.failed, {})

    @staticmethod
    async def wait_for(load, more):
        """Until so many calls more were begun, however slow the machine is: the limit is on the time without any. It is longer
        than a call may take, so that calls that hang are told as failed ones."""
        until = load.calls + more
        while load.calls < until:
            before = load.calls
            async with asyncio.timeout(replicas_of.LIMIT):
                while load.calls == before:
                    await asyncio.sleep(0.01)

    async def kill_each(self, cluster, load):
        for replica in cluster.replicas:
            await self.wait_for(load, 200)
            replica.kill()
            await self.wait_for(load, 200)
            await asyncio.to_thread(replica.start)
        await self.wait_for(load, 200)

    async def replace_each(self, cluster, load):
        """As a rolling restart: the next one goes when the last one's successor serves."""
        for replica in cluster.replicas:
            await self.wait_for(load, 200)
            self.assertEqual(await asyncio.to_thread(replica.stop), 0)
            await asyncio.to_thread(replica.start)
            await asyncio.sleep(3)  # until the balancer sends calls to it again: its checks are 1 or 2 s apart
        await self.wait_for(load, 200)

    def test_a_replica_behind_haproxy_is_killed(self):
        self.run_under_load("haproxy", self.kill_each)

    def test_a_replica_behind_envoy_is_killed(self):
        self.run_under_load("envoy", self.kill_each)

    def test_replicas_behind_haproxy_are_replaced(self):
        self.run_under_load("haproxy", self.replace_each)

    def test_replicas_behind_envoy_are_replaced(self):
        self.run_under_load("envoy", self.replace_each)


if __name__ == "__main__":
    missing = [name for name, path in (("haproxy", replicas_of.HAPROXY), ("envoy", replicas_of.ENVOY),
                                       ("the server", replicas_of.SERVER)) if not path or not replicas_of.pathlib.Path(path).exists()]
    if missing:
        sys.exit(f"affinity_test: missing: {', '.join(missing)}")
    unittest.main(verbosity=2)
