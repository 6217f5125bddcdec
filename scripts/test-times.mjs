import { readFile } from 'node:fs/promises';

const mostFiles = 40;

/** Times of setup steps and test files. Test processes append theirs to the file (see `test/harness/times.ts`). */
export function createTimes(path) {
  const steps = [];
  return {
    path,

    async measure(name, work) {
      const [wall, before] = [performance.now(), process.cpuUsage()];
      const result = await work();
      const { user, system } = process.cpuUsage(before);
      steps.push({ name, wallMs: performance.now() - wall, cpuMs: (user + system) / 1000 });
      return result;
    },

    async describe(clusterPid) {
      const text = await readFile(path, 'utf8').catch(() => '');
      const records = text.split('\n').filter(Boolean).map(JSON.parse);
      const files = records.filter(({ kind }) => kind === 'file').sort((a, b) => b.cpuMs - a.cpuMs);
      const setup = [...steps, ...sumByName(records.filter(({ kind }) => kind === 'setup'))];
      const database = await readServerCpu(clusterPid);
      return [
        '\nSlowest files by CPU time of their process:',
        ...files.slice(0, mostFiles).map(formatTime),
        formatTime({ ...sum(files), name: `all ${files.length} files` }),
        ...(database === undefined ? [] : [formatTime({ name: 'database server', cpuMs: database })]),
        'Setup (CPU time without that of the compiler and other programs):',
        ...setup.map(formatTime),
        '',
      ].join('\n');
    },
  };
}

function formatTime({ name, wallMs, cpuMs }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  return `${seconds(cpuMs)} CPU ${wallMs === undefined ? ''.padStart(14) : `${seconds(wallMs)} wall`}  ${name}`;
}

function sum(times) {
  const add = (key) => times.reduce((total, one) => total + one[key], 0);
  return { wallMs: add('wallMs'), cpuMs: add('cpuMs') };
}

function sumByName(times) {
  const names = [...new Set(times.map(({ name }) => name))];
  return names.map((name) => {
    const all = times.filter((one) => one.name === name);
    return { ...sum(all), name: all.length > 1 ? `${name} (${all.length})` : name };
  });
}

/** CPU time of the server and its ended connections. Undefined where there is no /proc, or no server of our own. */
async function readServerCpu(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // utime, stime, cutime and cstime, in hundredths of a second.
  const ticks = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks?.reduce((total, tick) => total + Number(tick) * 10, 0);
}
