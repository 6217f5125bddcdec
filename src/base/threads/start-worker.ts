import { Worker } from 'node:worker_threads';

export interface WorkerStart {
  /** URL of the worker's module, without the extension. */
  module: URL;
  memory: { oldMegabytes: number; youngMegabytes?: number; stackMegabytes?: number };
  workerData?: unknown;
  transferList?: ArrayBuffer[];
}

/** A worker thread with limited memory. Output that libraries print there is discarded. */
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
 * When all cores are busy the main thread goes first; at nice 5 a worker gets about a third of its share, so that
 * timeouts remain meaningful. Only on Linux does setPriority(0) apply to a single thread; elsewhere it would affect
 * the whole process.
 */
const lowerPriority = `if (process.platform === 'linux') require('node:os').setPriority(0, 5);`;

/** When run from TypeScript sources, the worker needs the loader; compiled code does not. */
function bootFromSource(source: string): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
}
