import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SupervisedService } from './supervised-service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface BackupsReport {
  /** Written to the end, although the service and its database were killed meanwhile. */
  whole: number;
  /** Cut off by a kill. */
  cut: number;
  /** Restored for a trial and found good. */
  good: number;
  complaints: string[];
}

/** Makes one backup after the other, beside the service, until `finish`, which restores each for a trial. */
export function makeBackups(
  service: SupervisedService,
  folder: string,
): { finish(): Promise<BackupsReport> } {
  let isOver = false;
  let number = 0;
  const made: string[] = [];
  const run = (command: string[]) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      let output = '';
      const child = spawn(process.execPath, [join(root, 'bin/settlements.js'), ...command], {
        env: {
          PATH: process.env.PATH ?? '',
          HOME: process.env.HOME ?? '',
          DATA_DIR: service.dataDir,
          LOG_LEVEL: 'error',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-2000);
        });
      child.once('exit', (code) => done({ code, output }));
    });
  const working = (async () => {
    while (!isOver) {
      if (!(await service.waitUntilHealthy(60))) continue;
      number += 1;
      const name = `campaign-${number}.backup`;
      if ((await run(['backup', join(folder, name), '--no-proof'])).code === 0) made.push(name);
      await sleep(500);
    }
  })();
  return {
    async finish() {
      isOver = true;
      await working;
      const complaints: string[] = [];
      const kept = await readdir(folder);
      for (const name of kept.filter((each) => !made.includes(each)))
        complaints.push(`a backup that failed left ${name}`);
      for (const name of made) if (!kept.includes(name)) complaints.push(`${name} is gone`);
      if (made.length === 0) complaints.push('no backup was written to its end');
      let good = 0;
      for (const name of made) {
        const { code, output } = await run(['backup', 'verify', join(folder, name)]);
        if (code === 0) good += 1;
        else complaints.push(`${name} is not good: ${output.trim().split('\n').at(-1)}`);
      }
      return { whole: made.length, cut: number - made.length, good, complaints };
    },
  };
}
