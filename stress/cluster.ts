import { join } from 'node:path';
import { type Cluster, startCluster } from './cluster/cluster.ts';
import { createFaultInjector } from './cluster/faults.ts';
import { createClusterFigures, hasNoFailures, printClusterFigures, watchGaps } from './cluster/figures.ts';
import { prepareFinalChecks } from './cluster/final-checks.ts';
import { readLogTails } from './cluster/processes.ts';
import { type ReaderOptions, runReadBack, runVisitor } from './cluster/readers.ts';
import { createUpgrade } from './cluster/upgrade.ts';
import { openLedger } from './kill/ledger.ts';
import { createRandom } from './kill/random.ts';
import { createWriter, runWriter, WriteRefused, type WriterOptions } from './kill/writer.ts';
import { createWriters } from './kill/writers.ts';
import { createWritersGate } from './kill/writers-gate.ts';
import type { StressTest } from './stress-test.ts';

const prefix = 'cluster-';
const visitors = 3;
/** How long running writes may take after the end, in ms. */
const lastWait = 180_000;

export const cluster: StressTest = {
  name: 'cluster',
  summary:
    'Injects faults into a cluster, or upgrades it, while people read and write (--minutes, --previous).',
  async run({ minutes, seed, busy, previous }) {
    const begun = performance.now();
    const asked = new AbortController();
    let isUp = false;
    // Child processes end with this one (pdeathsig), so before the cluster is up a plain exit is enough.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => (isUp ? asked.abort() : process.exit(1)));
    const started = await startCluster({
      log: (line) => console.log(line),
      ...(previous !== '' && { previous }),
    });
    isUp = true;
    let wasGood = false;
    try {
      console.log(
        `Up after ${Math.round((performance.now() - begun) / 1000)} s. Seed ${seed}, ${minutes} minutes.`,
      );
      wasGood = await workOn(started, { minutes, seed, isBusy: busy, isUpgrade: previous !== '' }, asked);
    } finally {
      await started.stop(!wasGood);
      const logs = join(started.folder, 'logs');
      if (!wasGood) console.log(`${await readLogTails(logs)}\nAll logs are in ${logs}`);
    }
    return wasGood;
  },
};

async function workOn(
  started: Cluster,
  {
    minutes,
    seed,
    isBusy,
    isUpgrade,
  }: { minutes: number; seed: number; isBusy: boolean; isUpgrade: boolean },
  asked: AbortController,
): Promise<boolean> {
  const { access, url } = started;
  const figures = createClusterFigures();
  const aftermath = await prepareFinalChecks(started, prefix);
  const ledger = await openLedger(join(started.folder, 'ledger.jsonl'));
  const striker = isUpgrade
    ? createUpgrade(started, figures)
    : createFaultInjector(started, figures, createRandom(seed));
  const gate = createWritersGate(Object.keys(access.accounts).length + 1);
  if (asked.signal.aborted) return false;
  asked.signal.addEventListener('abort', () => gate.stop());
  const gaveUp = new AbortController();
  const writeSucceeded = watchGaps(figures.longestWithoutWrite, () => striker.current);
  const parts: WriterOptions = {
    baseUrl: url,
    prefix,
    session: 1,
    seed,
    ledger,
    figures: figures.writing,
    onSuccess: writeSucceeded,
    mayGoOn: async () => {
      figures.requests += 1;
      // A write that is never answered is a failure.
      if (gaveUp.signal.aborted) throw new Error('A write was never answered.');
      await gate.mayGoOn();
    },
  };
  const cast = await createWriters({ ...parts, access });
  const reader: ReaderOptions = {
    url,
    slug: access.settlement.slug,
    figures,
    onSuccess: watchGaps(figures.longestWithoutRead, () => striker.current),
    isOver: gate.isOver,
  };
  // The neighbour has two concurrent writers, with different session numbers in their markers.
  const second = createWriter({ ...parts, session: 2 }, 'neighbour', access.accounts.neighbour);
  const [plot] = (await second.read.list_my_parcels({})).data;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    gate.stop();
  };
  const working: Promise<void>[] = [
    ...cast.map(({ writer, acts }) =>
      runWriter(writer, acts, gate, (error) => console.log(`  refused: ${writer.persona} ${error.message}`)),
    ),
    ...Array.from({ length: visitors }, () => runVisitor(reader)),
    runReadBack(second, plot?.plot_number ?? '', reader),
  ].map((work) =>
    work.catch((error: unknown) => {
      if (error instanceof WriteRefused) console.log(`  refused: ${error.message}`);
      fail(error);
    }),
  );
  await striker.injectFor(minutes, gate.isOver).catch(fail);
  gate.stop();
  const giveUp = setTimeout(() => gaveUp.abort(), lastWait);
  await Promise.all(working);
  clearTimeout(giveUp);
  await ledger.close();
  if (failure !== undefined) throw failure;
  const { leader, frozen, instance } = figures.faults;
  const outcome = await aftermath.run(ledger.entries, leader + frozen + instance);
  printClusterFigures(figures, outcome);
  return hasNoFailures(figures, outcome, isBusy);
}
