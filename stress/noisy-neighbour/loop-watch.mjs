/**
 * Preloaded into the service (`node --import`): measures how long its event loop was blocked. A late timer means that it
 * was; the CPU time of the thread between two ticks tells work from not being scheduled. On SIGUSR2 the figures since the
 * last signal are written to the file in LOOP_WATCH. Plain JavaScript: the built service has no TypeScript loader.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const every = 5;
const most = { holds: 5 };

/** CPU time of this thread in ms; the kernel updates it every few ms. */
const threadCpu = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;

function atShare(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function summarize(values) {
  const sorted = Float64Array.from(values).sort();
  return { p50: atShare(sorted, 0.5), p999: atShare(sorted, 0.999), max: atShare(sorted, 1) };
}

function watch(path) {
  let [late, cpu, collecting] = [[], [], []];
  let holds = [];
  let from = { usage: process.cpuUsage(), loop: performance.eventLoopUtilization() };
  let [lastTick, lastCpu] = [performance.now(), threadCpu()];
  const tick = () => {
    const [now, used] = [performance.now(), threadCpu()];
    const hold = { at: Date.now(), late: Math.max(0, now - lastTick - every), cpu: used - lastCpu };
    [lastTick, lastCpu] = [now, used];
    late.push(hold.late);
    cpu.push(hold.cpu);
    if (holds.length < most.holds || hold.cpu > holds.at(-1).cpu)
      holds = [...holds, hold].sort((a, b) => b.cpu - a.cpu).slice(0, most.holds);
  };
  setInterval(tick, every).unref();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collecting.push(duration);
  }).observe({ entryTypes: ['gc'] });
  process.on('SIGUSR2', () => {
    const { user, system } = process.cpuUsage(from.usage);
    const { active, utilization } = performance.eventLoopUtilization(from.loop);
    const figures = {
      late: summarize(late),
      cpu: summarize(cpu),
      gc: summarize(collecting),
      holds,
      active,
      utilization,
      cpuSeconds: (user + system) / 1e6,
      memoryBytes: process.memoryUsage().rss,
    };
    writeFileSync(`${path}.part`, JSON.stringify(figures));
    renameSync(`${path}.part`, path);
    [late, cpu, collecting, holds] = [[], [], [], []];
    from = { usage: process.cpuUsage(), loop: performance.eventLoopUtilization() };
    [lastTick, lastCpu] = [performance.now(), threadCpu()];
  });
}

const { LOOP_WATCH } = process.env;
if (isMainThread && LOOP_WATCH) watch(LOOP_WATCH);
