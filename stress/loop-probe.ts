import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** The longest time the event loop of this process worked at once, and in all, in ms. */
export interface LoopTimes {
  longest: number;
  busy: number;
}

/** CPU time of the main thread in ms. Other programs on the machine do not count, as they would in the time that passes. */
const threadCpu = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;

/** Measures the event loop while `work` runs, by the CPU time between two ticks of a timer. */
export async function measureLoop<Result>(
  work: () => Promise<Result>,
): Promise<{ held: LoopTimes; result: Result }> {
  let last = threadCpu();
  let longest = 0;
  const tick = () => {
    const now = threadCpu();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, every);
  const before = threadCpu();
  try {
    const result = await work();
    tick();
    return { held: { longest, busy: threadCpu() - before }, result };
  } finally {
    clearInterval(timer);
  }
}

const every = 1;

/** CPU profile: the functions that took most of the time, with their share of the non-idle samples. */
export async function profileLoop(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    await work();
    const { profile } = await session.post('Profiler.stop');
    const named = profile.nodes.map(({ callFrame: { functionName, url, lineNumber }, hitCount = 0 }) => ({
      name: `${functionName || '(unnamed)'} ${url.replace(/^.*\/(src|node_modules)\//, '$1/')}${url === '' ? '' : `:${lineNumber + 1}`}`,
      hitCount,
    }));
    const worked = named.filter(({ name }) => !/^\((idle|program|root)\)/.test(name));
    const all = worked.reduce((sum, { hitCount }) => sum + hitCount, 0) || 1;
    const byName = new Map<string, number>();
    for (const { name, hitCount } of worked) byName.set(name, (byName.get(name) ?? 0) + hitCount);
    return [...byName]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 4)
      .map(([name, hits]) => `${Math.round((100 * hits) / all)} % ${name.trim()}`);
  } finally {
    session.disconnect();
  }
}
