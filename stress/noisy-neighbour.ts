import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rateLimitNames } from '../src/domain/kernel/rate-limits.ts';
import { findFreePort } from '../test/harness/free-port.ts';
import { killLeftoverProcesses } from './kill/check-processes.ts';
import { startMailSink } from './kill/mail-sink.ts';
import type { Attacker } from './noisy-neighbour/attack.ts';
import { findFailures } from './noisy-neighbour/failures.ts';
import { type PhaseFigures, printPhase } from './noisy-neighbour/figures.ts';
import {
  loadDemoAndAccounts,
  openAnonymousBrowser,
  signEverybodyIn,
} from './noisy-neighbour/participants.ts';
import { createPeople } from './noisy-neighbour/people.ts';
import { runBaseline, runUnderAttack } from './noisy-neighbour/phases.ts';
import { type ServiceOptions, startWatchedService } from './noisy-neighbour/watched-service.ts';
import type { StressTest, StressTestOptions } from './stress-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Seconds a phase with --short, as in CI. */
const shortSeconds = 10;
/** Not measured: a process that has just started is slow. */
const warmUpSeconds = 5;

/** The phases: rate limits and fair sharing, then fair sharing alone. */
const attackPhases = {
  limited: { name: 'attacked, default rate limits', environment: {} },
  unlimited: {
    name: 'attacked, no rate limits',
    environment: { RATE_LIMITS: rateLimitNames.map((name) => `${name}=100000000`).join(',') },
  },
};

export const noisyNeighbour: StressTest = {
  name: 'noisy-neighbour',
  summary: 'One account and one anonymous client overload the service while nine people work.',
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'settlements-noisy-neighbour-'));
    const started: (() => Promise<void>)[] = [];
    const dataDir = join(folder, 'data');
    const close = async () => {
      for (const stop of started.splice(0).reverse()) await stop();
      await killLeftoverProcesses(dataDir);
    };
    const stop = () => void close().finally(() => process.exit(130));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const complaints: string[] = [];
    try {
      complaints.push(...(await attackWhilePeopleWork(folder, dataDir, options, started)));
    } finally {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      await close();
      await rm(dataDir, { recursive: true, force: true });
    }
    console.log(complaints.length === 0 ? '\nAll other users were served.' : '');
    for (const complaint of complaints) console.log(`FAILED: ${complaint}`);
    if (complaints.length === 0) await rm(folder, { recursive: true, force: true });
    else console.log(`The log of the service is ${join(folder, 'service.log')}`);
    return complaints.length === 0;
  },
};

async function attackWhilePeopleWork(
  folder: string,
  dataDir: string,
  options: StressTestOptions,
  started: (() => Promise<void>)[],
): Promise<string[]> {
  const seconds = options.short ? Math.min(shortSeconds, options.seconds) : options.seconds;
  const checkout = options.service === '' ? root : resolve(options.service);
  await mkdir(dataDir);
  const sink = await startMailSink(join(folder, 'letters.jsonl'));
  started.push(sink.close);
  const place = { checkout, folder, dataDir, port: await findFreePort() };
  const environment = { SMTP_URL: sink.url, DEMO: 'off' };
  const serve = async (further: Record<string, string>) => {
    const serviceOptions: ServiceOptions = { ...place, environment: { ...environment, ...further } };
    const service = await startWatchedService(serviceOptions);
    started.push(service.stop);
    return service;
  };
  console.log(`Seed ${options.seed}, ${seconds} s a phase, the service of ${checkout}`);
  const accounts = await loadDemoAndAccounts({ ...place, environment });
  let village: Awaited<ReturnType<typeof signEverybodyIn>> | undefined;
  let quiet: PhaseFigures | undefined;
  const complaints: string[] = [];
  for (const protection of options.unlimited
    ? [attackPhases.unlimited]
    : [attackPhases.limited, attackPhases.unlimited]) {
    const service = await serve(protection.environment);
    village ??= await signEverybodyIn(service.url, dataDir, accounts);
    const attacker: Attacker = {
      ...village,
      person: village.attacker,
      stranger: await openAnonymousBrowser(service.url),
      victimEmail: village.people[0]?.email ?? '',
    };
    const nine = await createPeople(service.url, village.people);
    const onStart = (stop: () => Promise<void>) => void started.push(stop);
    const stage = { service, dataDir, nine, seconds, seed: options.seed, onStart };
    await nine.work(warmUpSeconds, options.seed + 1);
    if (quiet === undefined) {
      quiet = await runBaseline(stage, 'the nine alone');
      printPhase(quiet, undefined);
    }
    const { count, only } = options;
    const phase = await runUnderAttack(stage, protection.name, { attacker, count, only });
    printPhase(phase, quiet);
    complaints.push(...findFailures(phase, quiet, !options.busy && !options.short));
    await service.stop();
    complaints.push(
      ...(await killLeftoverProcesses(dataDir)).map((left) => `${protection.name}: left over: ${left}`),
    );
  }
  return complaints;
}
