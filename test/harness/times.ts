import { appendFileSync } from 'node:fs';

/** What `npm test -- --slowest` lists, one per line of a file; CPU time is that of the process. */
export interface TimeRecord {
  kind: 'file' | 'setup';
  name: string;
  wallMs: number;
  cpuMs: number;
}

/** The returned function records the time since the call, if the test command asked for it. */
export function startTiming(kind: TimeRecord['kind'], name: string): () => void {
  const path = process.env.SETTLEMENTS_TEST_TIMES;
  if (path === undefined) return () => {};
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const record: TimeRecord = {
      kind,
      name,
      wallMs: performance.now() - wall,
      cpuMs: (user + system) / 1000,
    };
    appendFileSync(path, `${JSON.stringify(record)}\n`);
  };
}
