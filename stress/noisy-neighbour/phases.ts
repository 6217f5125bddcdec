import { readFile } from 'node:fs/promises';
import type { Attacker } from './attack.ts';
import { readAttackerFootprint, readDatabaseCpu } from './attacker-footprint.ts';
import type { PhaseFigures } from './figures.ts';
import type { People } from './people.ts';
import { startAttacker } from './start-attacker.ts';
import type { WatchedService } from './watched-service.ts';

/** Dependencies of a phase. */
export interface PhaseDependencies {
  service: WatchedService;
  dataDir: string;
  nine: People;
  seconds: number;
  seed: number;
  /** Registers a stop function, also called when the command is interrupted. */
  onStart(stop: () => Promise<void>): void;
}

const readLoad = async () => (await readFile('/proc/loadavg', 'utf8').catch(() => '')).trim();

/** The nine people alone: the baseline. */
export async function runBaseline(stage: PhaseDependencies, name: string): Promise<PhaseFigures> {
  return measure(stage, name, async () => undefined);
}

/** The nine people with the same actions, under attack. */
export async function runUnderAttack(
  stage: PhaseDependencies,
  name: string,
  attack: { attacker: Attacker; count: number; only: string },
): Promise<PhaseFigures> {
  const { service, dataDir, seconds } = stage;
  const attacker = await startAttacker({ url: service.url, seconds, ...attack });
  stage.onStart(attacker.stop);
  const account = attack.attacker.person.account;
  const before = await readAttackerFootprint(dataDir, account);
  const { spoils, ...phase } = await measure(stage, name, () => attacker.go());
  await attacker.stop();
  const after = await readAttackerFootprint(dataDir, account);
  return {
    ...phase,
    cpuSeconds: { ...phase.cpuSeconds, attacker: spoils.cpuSeconds },
    attacker: { tally: spoils.tally, before, after },
  };
}

async function measure<Spoils>(
  { service, dataDir, nine, seconds, seed }: PhaseDependencies,
  name: string,
  meanwhile: () => Promise<Spoils>,
): Promise<PhaseFigures & { spoils: Spoils }> {
  // Resets the loop figures.
  await service.readLoop();
  const databaseBefore = await readDatabaseCpu(dataDir);
  const [samples, spoils] = await Promise.all([nine.work(seconds, seed), meanwhile()]);
  const loop = await service.readLoop();
  const database = (await readDatabaseCpu(dataDir)) - databaseBefore;
  const cpuSeconds = { service: loop.cpuSeconds, database, attacker: 0 };
  return { name, samples, loop, cpuSeconds, load: await readLoad(), spoils };
}
