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
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(bootFromSource(`${module.href}.ts`), { ...options, eval: true })
    : new Worker(new URL(`${module.href}.js`), options);
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** From the sources a worker needs the loader that runs them; compiled, it is an ordinary file. */
function bootFromSource(source: string): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
}
