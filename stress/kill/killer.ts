import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmasterOf } from '../../src/base/db/embedded/process.ts';
import type { Figures, KillKind } from './figures.ts';
import type { Random } from './random.ts';
import type { SupervisedService } from './supervised-service.ts';

/** Longer than any start takes: without a recovery by then the service hangs. In ms. */
const hangTimeoutMs = 75_000;
/** Share of kills that come before the service has recovered from the previous one. */
const earlyKillShare = 0.15;

export interface Killer {
  /** Kills once, after a random delay. */
  killOnce(): Promise<void>;
  /** Waits until a write has succeeded since the last kill; restarts a service that hangs. */
  waitForRecovery(): Promise<void>;
  /** Called by the writers: a write that began at this time was acknowledged. */
  onSuccess(begunAt: number): void;
}

export function createKiller(service: SupervisedService, figures: Figures, random: Random): Killer {
  let last: { kind: KillKind; at: number; pid: number | undefined; recovered: () => void } | undefined;
  let recovery = Promise.resolve();

  /** Verifies the pid, which may have been reused. */
  async function findDatabase(): Promise<number | undefined> {
    const pid = await service.findPostmasterPid();
    const clusterDir = await realpath(join(service.dataDir, 'postgres'));
    return pid !== undefined && (await isPostmasterOf(pid, clusterDir)) ? pid : undefined;
  }

  function chooseKind(): KillKind {
    const number = random.next();
    return number < 0.45 ? 'service' : number < 0.8 ? 'database' : 'both';
  }

  async function isBack(): Promise<boolean> {
    const waiting = new AbortController();
    const late = sleep(hangTimeoutMs, false, { signal: waiting.signal }).catch(() => false);
    const outcome = await Promise.race([recovery.then(() => true), late]);
    waiting.abort();
    return outcome;
  }

  async function waitForRecovery(): Promise<void> {
    if (await isBack()) return;
    // An operator would restart it.
    figures.hung += 1;
    service.kill();
    if (!(await isBack())) throw new Error('No write succeeds, even after a restart.');
  }

  return {
    waitForRecovery,
    async killOnce() {
      const isEarly = random.next() < earlyKillShare && last !== undefined;
      if (!isEarly) await waitForRecovery();
      await sleep(isEarly ? random.between(50, 2500) : random.between(300, 4000));
      let kind = chooseKind();
      let database = kind === 'service' ? undefined : await findDatabase();
      while (service.pid === undefined || (kind !== 'service' && database === undefined)) {
        await sleep(20);
        if (kind !== 'service') database = await findDatabase();
        if (database === undefined && service.pid !== undefined) kind = 'service';
      }
      if (last === undefined || last.kind === 'service') figures.unexplainedEnds += service.unexpectedExits;
      service.resetUnexpectedExits();
      if (last !== undefined) figures.killsWhileStarting += 1;
      const { pid } = service;
      recovery = new Promise((recovered) => {
        last = { kind, at: performance.now(), pid, recovered };
      });
      figures.kills[kind] += 1;
      if (kind !== 'service' && database !== undefined) process.kill(database, 'SIGKILL');
      if (kind !== 'database') service.kill();
    },
    onSuccess(begunAt) {
      if (last === undefined || begunAt <= last.at) return;
      const { kind, at, pid, recovered } = last;
      last = undefined;
      figures.recoveries[kind] += 1;
      figures.longestRecovery[kind] = Math.max(figures.longestRecovery[kind], performance.now() - at);
      if (kind === 'database') {
        if (service.pid === pid) figures.survivedDatabase += 1;
        else figures.diedWithDatabase += 1;
        service.resetUnexpectedExits();
      }
      if (kind === 'both') service.resetUnexpectedExits();
      recovered();
    },
  };
}
