import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createProcesses,
  type Process,
  readLogTails,
  respondsWith,
  timeouts,
  waitUntil,
} from '../cluster/processes.ts';

const loopWatchModule = fileURLToPath(new URL('./loop-watch.mjs', import.meta.url));

/** Of the main thread, in ms: how late its timer was and its CPU time between two ticks. */
export interface LoopFigures {
  late: Percentiles;
  cpu: Percentiles;
  gc: Percentiles;
  /** The longest ones, by CPU time. */
  holds: { at: number; late: number; cpu: number }[];
  active: number;
  utilization: number;
  /** Of the whole process, including worker threads. */
  cpuSeconds: number;
  memoryBytes: number;
}
export interface Percentiles {
  p50: number;
  p999: number;
  max: number;
}

export interface ServiceOptions {
  /** The checkout whose build is run. */
  checkout: string;
  folder: string;
  dataDir: string;
  port: number;
  environment: Record<string, string>;
}

/** The built service in its own process, with loop-watch.mjs preloaded. */
export interface WatchedService {
  readonly url: string;
  readonly isRunning: boolean;
  /** Loop figures since the previous call. */
  readLoop(): Promise<LoopFigures>;
  stop(): Promise<void>;
  readLogTails(): Promise<string>;
}

export async function startWatchedService(options: ServiceOptions): Promise<WatchedService> {
  const { folder, port } = options;
  const processes = createProcesses(folder);
  const loopPath = join(folder, 'loop.json');
  const url = `http://127.0.0.1:${port}`;
  const service: Process = processes.start({
    name: 'service',
    program: process.execPath,
    args: ['--import', loopWatchModule, join(options.checkout, 'bin/settlements.js'), 'serve'],
    env: {
      DATA_DIR: options.dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      LOOP_WATCH: loopPath,
      ...options.environment,
    },
  });
  try {
    await waitUntil('the service answers', () => respondsWith(`${url}/health`, 200), timeouts.start);
  } catch (error) {
    await processes.stopAll();
    throw new Error(`${(error as Error).message}\n${await readLogTails(folder)}`);
  }
  return {
    url,
    get isRunning() {
      return service.isRunning;
    },
    async readLoop() {
      await rm(loopPath, { force: true });
      service.signal('SIGUSR2');
      let said = '';
      await waitUntil(
        'loop-watch.mjs answers',
        async () => {
          said = await readFile(loopPath, 'utf8');
          return true;
        },
        timeouts.end,
      );
      return JSON.parse(said) as LoopFigures;
    },
    stop: () => processes.stopAll(),
    readLogTails: () => readLogTails(folder),
  };
}
