import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HostileRequest } from '../test/security/hostile-request.ts';

export interface SendResult {
  status: number;
  error?: string;
}

/** A worker thread that stores a request (`hold`) and sends it with each `send`. */
export function startSender(url: string) {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = JSON.stringify(new URL('./sender-thread.ts', import.meta.url).href);
  const boot = `import(${loader}).then(({ register }) => { register(); return import(${source}); })`;
  const worker = new Worker(boot, { eval: true, workerData: { url } });
  const tell = async (told: HostileRequest | 'send') => {
    const answered = once(worker, 'message');
    worker.postMessage(told);
    return (await answered)[0] as unknown;
  };
  return {
    hold: (request: HostileRequest) => tell(request),
    send: () => tell('send') as Promise<SendResult>,
    end: () => worker.postMessage('end'),
  };
}

export type SenderThread = ReturnType<typeof startSender>;
