import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/base/db/connect.ts';
import { createCrossInstanceChecks } from '../../test/processes/cross-instance-checks.ts';
import { increment } from '../kill/figures.ts';
import type { Cluster } from './cluster.ts';
import { countFailures, type FaultInjector } from './faults.ts';
import type { ClusterFigures } from './figures.ts';
import { currentProgram, type Instance } from './instances.ts';

/** Rolling upgrade under load: the schema first, then each instance, with compatibility checks in between. */
export function createUpgrade(cluster: Cluster, figures: ClusterFigures): FaultInjector {
  const meetings = createCrossInstanceChecks(cluster);
  const [first, second, third] = cluster.instances as [Instance, Instance, Instance];
  const say = (line: string) => console.log(`  ${line}`);

  /** Runs the checks in both directions until the time is over; every kind at least once. */
  const meet = async (older: Instance, newer: Instance, milliseconds: number, isOver: () => boolean) => {
    const end = performance.now() + milliseconds;
    const kinds = Object.entries(meetings);
    for (let turn = 0; turn < 2 * kinds.length || performance.now() < end; turn += 1) {
      if (isOver()) return;
      const [what, meeting] = kinds[(turn >> 1) % kinds.length] as (typeof kinds)[number];
      const [from, to] = turn % 2 === 0 ? [older, newer] : [newer, older];
      const direction = from === older ? 'older to newer' : 'newer to older';
      increment(figures.compatibilityChecks, `${what}, ${direction}`);
      await meeting(from.name, to.name).catch((error: Error) => {
        figures.failedCompatibilityChecks.push(`${what}, ${direction}: ${error.message}`);
      });
    }
  };
  const replace = async (instance: Instance) => {
    const before = countFailures(figures);
    await instance.stop();
    instance.setProgram(currentProgram);
    instance.start();
    await instance.waitUntilReady();
    // Until the balancer's health check has seen it, too.
    await sleep(1_500);
    figures.failedWhileRolling += countFailures(figures) - before;
    say(`${instance.name} runs this version`);
  };

  return {
    current: 'rolling',
    async injectFor(minutes, isOver) {
      const part = (minutes * 60_000) / 4;
      figures.faults.rolling += 1;
      const holders = watchJobHolders(cluster);
      await sleep(part / 2);
      await migrate(cluster);
      say('schema migrated; all instances still run the previous version');
      await sleep(part / 2);
      await replace(first);
      await meet(second, first, part, isOver);
      await replace(second);
      await meet(third, second, part, isOver);
      figures.jobHolders = await holders.stop();
      await replace(third);
      await sleep(part);
    },
  };
}

async function migrate({ environment }: Cluster): Promise<void> {
  const child = spawn(process.execPath, [currentProgram, 'migrate'], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The migration ended with ${code}.`);
}

/** Counts the processes that took jobs. */
function watchJobHolders({ databaseUrl }: Cluster): { stop(): Promise<number> } {
  const sql = connect({ to: databaseUrl, maxConnections: 1 });
  const seen = new Set<string>();
  const look = async () => {
    const rows = await sql<{ by: string }[]>`
      select distinct locked_by::text as by from job where locked_by is not null`.catch(() => []);
    for (const { by } of rows) seen.add(by);
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = look();
  }, 100);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await sql.end({ timeout: 2 });
      return seen.size;
    },
  };
}
