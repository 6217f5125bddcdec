import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupervisedService } from './supervised-service.ts';

interface Process {
  pid: number;
  parent: number;
  isDatabase: boolean;
}

/** Processes of this data folder: PostgreSQL has it as its working directory, the service in its environment. */
async function listProcesses(dataDir: string): Promise<Process[]> {
  const clusterDir = await realpath(join(dataDir, 'postgres'));
  const found: Process[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const isDatabase = (await readlink(`/proc/${name}/cwd`)) === clusterDir;
      const isService =
        !isDatabase &&
        (await readFile(`/proc/${name}/environ`, 'utf8')).split('\0').includes(`DATA_DIR=${dataDir}`);
      if (!isDatabase && !isService) continue;
      const stat = await readFile(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z') found.push({ pid: Number(name), parent: Number(parent), isDatabase });
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return found;
}

/** Processes other than the service and its database; ending backends get up to 10 s. */
export async function findOrphanProcesses(service: SupervisedService): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  for (let attempt = 1; ; attempt += 1) {
    const [postmaster, processes] = [await service.findPostmasterPid(), await listProcesses(service.dataDir)];
    const orphans = processes.filter(({ pid, parent, isDatabase }) =>
      isDatabase
        ? pid !== postmaster && parent !== postmaster
        : pid !== service.pid && parent !== service.pid,
    );
    if (orphans.length === 0 || attempt === 50) return orphans.map(describeProcess);
    await sleep(200);
  }
}

/** A previous run that was killed may have left its service running, which would lock the folder. */
export async function killPreviousService(dataDir: string): Promise<void> {
  const processes = await listProcesses(dataDir).catch(() => []);
  for (const { pid, isDatabase } of processes) if (!isDatabase) process.kill(pid, 'SIGKILL');
}

/** After the service was stopped: reports and ends processes that still use its folder. */
export async function killLeftoverProcesses(dataDir: string): Promise<string[]> {
  const find = () => listProcesses(dataDir).catch(() => []);
  const left = await waitUntilNone(find);
  // SIGQUIT makes a postmaster end its children and release shared memory.
  for (const { pid, isDatabase } of left) signalProcess(pid, isDatabase ? 'SIGQUIT' : 'SIGKILL');
  for (const { pid } of await waitUntilNone(find)) signalProcess(pid, 'SIGKILL');
  const pids = new Set(left.map(({ pid }) => pid));
  return left.filter(({ parent }) => !pids.has(parent)).map(describeProcess);
}

async function waitUntilNone(find: () => Promise<Process[]>): Promise<Process[]> {
  for (let attempt = 1; ; attempt += 1) {
    const left = await find();
    if (left.length === 0 || attempt === 150) return left;
    await sleep(200);
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

function describeProcess({ pid, isDatabase }: Process): string {
  return `${isDatabase ? 'database' : 'service'} process ${pid}`;
}
