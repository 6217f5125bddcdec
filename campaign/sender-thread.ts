/** Sends from a thread of its own, so that making and reading do not count as the service's work. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSender, type HostileRequest } from '../test/security/hostile-request.ts';

const sender = createSender((workerData as { url: string }).url, 1);
parentPort?.on('message', async (request: HostileRequest | null) => {
  if (request === null) {
    sender.close();
    parentPort?.close();
    return;
  }
  const sent = await sender.send(request).then(
    ({ status, milliseconds }) => ({ status, milliseconds }),
    (error: Error) => ({ status: 0, milliseconds: 0, error: error.message }),
  );
  parentPort?.postMessage(sent);
});
