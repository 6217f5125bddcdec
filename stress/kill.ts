import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoAccessFile } from '../src/entry/demo/load.ts';
import { findFreePort } from '../test/harness/free-port.ts';
import { makeBackups } from './kill/backups.ts';
import { type CheckDependencies, checkAfterRun, checkDuringRun } from './kill/check.ts';
import { countNotifications } from './kill/check-leftovers.ts';
import { killPreviousService } from './kill/check-processes.ts';
import { withDatabase } from './kill/database.ts';
import { findFailures } from './kill/failures.ts';
import { countKills, printFigures } from './kill/figures.ts';
import { createKiller } from './kill/killer.ts';
import { openLedger } from './kill/ledger.ts';
import { startMailSink } from './kill/mail-sink.ts';
import { createRandom } from './kill/random.ts';
import { readState, saveState } from './kill/run-state.ts';
import { superviseService } from './kill/supervised-service.ts';
import { runWriter } from './kill/writer.ts';
import { createWriters } from './kill/writers.ts';
import { createWritersGate } from './kill/writers-gate.ts';
import type { StressTest } from './stress-test.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkEvery = 10;

export const kill: StressTest = {
  name: 'kill',
  summary: 'Kills the service and its database while people write (--times, --backups, --folder to resume).',
  async run({ times, seed, folder, backups }) {
    const place = folder === '' ? await mkdtemp(join(tmpdir(), 'settlements-kill-')) : resolve(folder);
    await mkdir(place, { recursive: true });
    const isGood = await killWhilePeopleWrite(place, times, seed, backups);
    if (folder === '' && isGood) await rm(place, { recursive: true, force: true });
    else console.log(`Data and logs are in ${place}`);
    return isGood;
  },
};

async function killWhilePeopleWrite(
  folder: string,
  times: number,
  seed: number,
  withBackups: boolean,
): Promise<boolean> {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The build failed.');
  console.log(`Seed ${seed}, ${times} kills, in ${folder}`);
  const state = await readState(folder);
  const { figures } = state;
  const dataDir = join(folder, 'data');
  await mkdir(dataDir, { recursive: true });
  await killPreviousService(dataDir);
  const [ledger, sink] = [
    await openLedger(join(folder, 'ledger.jsonl')),
    await startMailSink(join(folder, 'letters.jsonl')),
  ];
  const service = superviseService({
    dataDir,
    port: await findFreePort(),
    smtpUrl: sink.url,
    logPath: join(folder, 'service.log'),
  });
  try {
    if (!(await service.waitUntilHealthy(180)))
      throw new Error(`The service did not start; see ${folder}/service.log`);
    service.resetUnexpectedExits();
    const access = JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;
    const readers = [access.accounts.editor.id, access.accounts.moderator.id, access.accounts.company.id];
    state.toldBefore ??= await withDatabase(dataDir, (sql) => countNotifications(sql, readers));
    await saveState(folder, state);
    const checked: CheckDependencies = { service, ledger, sink, state, readers };
    const killer = createKiller(service, figures, createRandom(seed + state.session * 1000));
    const gate = createWritersGate(Object.keys(access.accounts).length);
    const cast = await createWriters({
      baseUrl: service.url,
      access,
      prefix: state.prefix,
      session: state.session,
      seed,
      ledger,
      figures,
      onSuccess: killer.onSuccess,
      mayGoOn: gate.mayGoOn,
    });
    process.once('SIGINT', () => gate.stop());
    const backups = withBackups
      ? makeBackups(service, await createFolder(join(folder, 'backups')))
      : undefined;
    let failure: unknown;
    const writing = cast.map(({ writer, acts }) =>
      runWriter(writer, acts, gate, ({ message }) =>
        console.log(`  refused: ${writer.persona} ${message}`),
      ).catch((error: unknown) => {
        failure ??= error;
        gate.stop();
      }),
    );
    let problems = 0;
    for (let done = 1; done <= times && !gate.isOver(); done += 1) {
      await killer.killOnce();
      await saveState(folder, state);
      if (done % checkEvery !== 0 && done !== times) continue;
      await killer.waitForRecovery();
      console.log(`After ${countKills(figures)} kills:`);
      if (done === times || gate.isOver()) break;
      await gate.pause();
      problems += await checkDuringRun(checked);
      gate.resume();
    }
    gate.stop();
    await Promise.all(writing);
    const backedUp = await backups?.finish();
    if (failure !== undefined) throw failure;
    problems += await checkAfterRun(checked);
    await saveState(folder, state);
    printFigures(figures);
    if (backedUp)
      console.log(
        `Backups: ${backedUp.whole} written to their end, ${backedUp.good} of them proven; ${backedUp.cut} cut off.`,
      );
    const complaints = [...(await findFailures(service, figures)), ...(backedUp?.complaints ?? [])];
    for (const complaint of complaints) console.log(`FAILED: ${complaint}`);
    console.log(
      problems + complaints.length === 0 ? '\nNothing lost, nothing doubled.' : '\nSomething is wrong.',
    );
    return problems + complaints.length === 0;
  } finally {
    await service.stop();
    await ledger.close();
    await sink.close();
  }
}

async function createFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return path;
}
