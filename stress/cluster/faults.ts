import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../kill/random.ts';
import type { Cluster } from './cluster.ts';
import type { DatabaseNode } from './databases.ts';
import { type ClusterFigures, type FaultKind, faultKinds, faultNames } from './figures.ts';
import type { Instance } from './instances.ts';
import { timeouts, waitUntil } from './processes.ts';

export interface FaultInjector {
  /** The current fault, until the cluster has recovered from it. */
  readonly current: FaultKind | undefined;
  /** Injects every kind once, then again until the time is over. */
  injectFor(minutes: number, isOver: () => boolean): Promise<void>;
}

/** Injects faults one at a time, each only after full recovery from the previous one. */
export function createFaultInjector(
  cluster: Cluster,
  figures: ClusterFigures,
  random: Random,
): FaultInjector {
  let current: FaultKind | undefined;
  const pickInstance = () => random.pick(cluster.instances) as Instance;

  const findLeader = async () => {
    await cluster.databases.waitUntilRecovered();
    const leader = await cluster.databases.findLeader();
    if (leader === undefined) throw new Error('There is no primary database.');
    return leader;
  };
  const untilAnotherLeads = async (than: DatabaseNode) => {
    const hasAnother = async () => {
      const found = await cluster.databases.findLeader();
      return found !== undefined && found !== than;
    };
    await waitUntil('another node leads', hasAnother, timeouts.whole);
    await sleep(random.between(500, 3_000));
  };

  const strikes: Record<FaultKind, () => Promise<void>> = {
    async leader() {
      const leader = await findLeader();
      await leader.kill();
      await untilAnotherLeads(leader);
      leader.start();
      await cluster.databases.waitUntilRecovered();
    },
    async frozen() {
      const leader = await findLeader();
      await leader.freeze();
      try {
        await untilAnotherLeads(leader);
      } finally {
        await leader.thaw();
      }
      await cluster.databases.waitUntilRecovered();
    },
    async instance() {
      const instance = pickInstance();
      await instance.kill();
      await sleep(random.between(500, 3_000));
      instance.start();
      await instance.waitUntilReady();
    },
    redis: () => cluster.redis.killMaster(),
    async reload() {
      cluster.proxy.reload();
      await sleep(3_000);
    },
    async rolling() {
      const failuresBefore = countFailures(figures);
      for (const instance of cluster.instances) {
        await instance.stop();
        instance.start();
        await instance.waitUntilReady();
        // Until the balancer's health check has seen it, too.
        await sleep(1_500);
      }
      figures.failedWhileRolling += countFailures(figures) - failuresBefore;
    },
  };

  return {
    get current() {
      return current;
    },
    async injectFor(minutes, isOver) {
      const end = performance.now() + minutes * 60_000;
      await sleep(3_000);
      for (let turn = 0; turn < faultKinds.length || performance.now() < end; turn += 1) {
        if (isOver()) return;
        const kind = faultKinds[turn % faultKinds.length] as FaultKind;
        const begun = performance.now();
        current = kind;
        figures.faults[kind] += 1;
        await strikes[kind]();
        console.log(
          `  ${faultNames[kind]}; recovered after ${Math.round((performance.now() - begun) / 1000)} s`,
        );
        await Promise.all(cluster.instances.map((instance) => instance.waitUntilReady()));
        // Late effects are counted for this fault.
        await sleep(random.between(2_000, 4_000));
        current = undefined;
      }
    },
  };
}

export function countFailures({ writing, readerReplies }: ClusterFigures): number {
  const ofReaders = Object.entries(readerReplies)
    .filter(([status]) => status !== '200')
    .reduce((sum, [, number]) => sum + number, 0);
  return writing.repeats + ofReaders;
}
