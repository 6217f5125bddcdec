import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Process, type Processes, respondsWith, timeouts, waitUntil } from './processes.ts';

export const currentProgram = fileURLToPath(new URL('../../bin/settlements.js', import.meta.url));

/** One instance of the built service. */
export interface Instance {
  readonly name: string;
  readonly port: number;
  readonly isRunning: boolean;
  /** Exits without a stop or kill. */
  readonly unexpectedExits: number;
  start(further?: Record<string, string>): void;
  /** Sets the program for the next start: another version. */
  setProgram(program: string): void;
  /** SIGTERM; resolves when it has exited. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  isReady(): Promise<boolean>;
  waitUntilReady(): Promise<void>;
}

export function createInstance(
  place: { name: string; port: number; folder: string },
  environment: Record<string, string>,
  processes: Processes,
): Instance {
  const { name, port } = place;
  const dataDir = join(place.folder, name);
  mkdirSync(dataDir, { recursive: true });
  let process: Process | undefined;
  let isWanted = false;
  let wasReady = false;
  let deaths = 0;
  let program = currentProgram;
  const isReady = () => respondsWith(`http://127.0.0.1:${port}/health/ready`, 200).catch(() => false);
  /** Counts an unexpected exit once. */
  const notice = () => {
    if (isWanted && wasReady && process?.isRunning === false) {
      deaths += 1;
      isWanted = false;
    }
  };
  const start = (further: Record<string, string> = {}) => {
    notice();
    process = processes.start({
      name,
      program: globalThis.process.execPath,
      args: [program, 'serve'],
      env: { ...environment, PORT: String(port), DATA_DIR: dataDir, ...further },
    });
    isWanted = true;
    wasReady = false;
  };
  return {
    name,
    port,
    get isRunning() {
      notice();
      return process?.isRunning === true;
    },
    get unexpectedExits() {
      notice();
      return deaths;
    },
    start,
    setProgram(other) {
      program = other;
    },
    async stop() {
      notice();
      isWanted = false;
      await process?.stop();
    },
    async kill() {
      notice();
      isWanted = false;
      await process?.kill();
    },
    isReady,
    waitUntilReady: () =>
      waitUntil(
        `${name} is ready`,
        async () => {
          // A start without a reachable database exits; restart it, as an init system would.
          if (isWanted && !wasReady && process?.isRunning === false) start();
          wasReady ||= await isReady();
          return wasReady && (await isReady());
        },
        timeouts.start,
      ),
  };
}
