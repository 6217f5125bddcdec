import { Worker } from 'node:worker_threads';

export interface WorkerStart {
  /** The worker's module, without its ending. */
  module: URL;
  memory: { oldMegabytes: number; youngMegabytes?: number; stackMegabytes?: number };
  workerData?: unknown;
  transferList?: ArrayBuffer[];
}

/** A thread with its memory bounded. What a library prints there is a stranger's doing and no matter for the log. */
export function startWorker({ module, memory, workerData, transferList }: WorkerStart): Worker {
  const options = {
    workerData,
    ...(transferList && { transferList }),
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: memory.oldMegabytes,
      ...(memory.youngMegabytes !== undefined && { maxYoungGenerationSizeMb: memory.youngMegabytes }),
      ...(memory.stackMegabytes !== undefined && { stackSizeMb: memory.stackMegabytes }),
    },
  };
  const isSource = import.meta.url.endsWith('.ts');
  const start = isSource
    ? bootFromSource(`${module.href}.ts`)
    : `import(${JSON.stringify(`${module.href}.js`)})`;
  const worker = new Worker(`${lowerPriority}\n${start}`, { ...options, eval: true });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/**
 * Where every core is busy, the thread that answers goes first; a worker gets about a third of its share, so that bounds of
 * time still mean something. Linux counts a thread as a process here; elsewhere it would be the priority of the whole service.
 */
const lowerPriority = `if (process.platform === 'linux') require('node:os').setPriority(0, 5);`;

/** From the sources a worker needs the loader that runs them; compiled, it is an ordinary file. */
function bootFromSource(source: string): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
}
