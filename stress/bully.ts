import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { surfaces } from '../src/domain/kernel/budget.ts';
import { findFreePort } from '../test/harness/free-port.ts';
import type { Bully } from './bully/attack.ts';
import { type PhaseFigures, printPhase } from './bully/figures.ts';
import { gatherPeople } from './bully/people.ts';
import { runAttacked, runQuiet } from './bully/phases.ts';
import { type ServiceOptions, startService } from './bully/service.ts';
import { judge } from './bully/verdict.ts';
import { loadVillage, openStranger, settle } from './bully/village.ts';
import type { Campaign, CampaignOptions } from './campaign.ts';
import { endLeftovers } from './kill/check-processes.ts';
import { startMailSink } from './kill/mail-sink.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Seconds a phase with --short, as in CI. */
const shortSeconds = 10;
/** Not measured: a process that has just started is slow. */
const warmUpSeconds = 5;

/** The phases: rate limits and fair sharing, then fair sharing alone. */
const protections = {
  limited: { name: 'attacked, default rate limits', environment: {} },
  unlimited: {
    name: 'attacked, no rate limits',
    environment: { RATE_LIMITS: surfaces.map((name) => `${name}=100000000`).join(',') },
  },
};

export const bully: Campaign = {
  name: 'bully',
  summary: 'One account and one anonymous client overload the service while nine people work.',
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'settlements-bully-'));
    const started: (() => Promise<void>)[] = [];
    const dataDir = join(folder, 'data');
    const close = async () => {
      for (const stop of started.splice(0).reverse()) await stop();
      await endLeftovers(dataDir);
    };
    const stop = () => void close().finally(() => process.exit(130));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const complaints: string[] = [];
    try {
      complaints.push(...(await bullyWhilePeopleWork(folder, dataDir, options, started)));
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

async function bullyWhilePeopleWork(
  folder: string,
  dataDir: string,
  options: CampaignOptions,
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
    const service = await startService(serviceOptions);
    started.push(service.stop);
    return service;
  };
  console.log(`Seed ${options.seed}, ${seconds} s a phase, the service of ${checkout}`);
  const accounts = await loadVillage({ ...place, environment });
  let village: Awaited<ReturnType<typeof settle>> | undefined;
  let quiet: PhaseFigures | undefined;
  const complaints: string[] = [];
  for (const protection of options.unlimited
    ? [protections.unlimited]
    : [protections.limited, protections.unlimited]) {
    const service = await serve(protection.environment);
    village ??= await settle(service.url, dataDir, accounts);
    const attacker: Bully = {
      ...village,
      person: village.bully,
      stranger: await openStranger(service.url),
      victimEmail: village.people[0]?.email ?? '',
    };
    const nine = await gatherPeople(service.url, village.people);
    const onStart = (stop: () => Promise<void>) => void started.push(stop);
    const stage = { service, dataDir, nine, seconds, seed: options.seed, onStart };
    await nine.work(warmUpSeconds, options.seed + 1);
    if (quiet === undefined) {
      quiet = await runQuiet(stage, 'the nine alone');
      printPhase(quiet, undefined);
    }
    const { count, only } = options;
    const phase = await runAttacked(stage, protection.name, { bully: attacker, count, only });
    printPhase(phase, quiet);
    complaints.push(...judge(phase, quiet, !options.busy && !options.short));
    await service.stop();
    complaints.push(...(await endLeftovers(dataDir)).map((left) => `${protection.name}: left over: ${left}`));
  }
  return complaints;
}
