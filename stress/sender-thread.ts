/** Worker thread that sends requests, so that sending does not count as the service's work. */
import { parentPort, workerData } from 'node:worker_threads';
import { createSender, type HostileRequest } from '../test/security/hostile-request.ts';

const sender = createSender((workerData as { url: string }).url, 1);
let held: HostileRequest | undefined;

parentPort?.on('message', async (told: HostileRequest | 'send' | 'end') => {
  if (told === 'end') {
    sender.close();
    parentPort?.close();
  } else if (told !== 'send') {
    held = told;
    parentPort?.postMessage('ready');
  } else if (held !== undefined) {
    const sent = await sender.send(held).then(
      ({ status }) => ({ status }),
      (error: Error) => ({ status: 0, error: error.message }),
    );
    parentPort?.postMessage(sent);
  }
});
