import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import { type LandFile, readLandFile } from './formats/land-file.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { inBatches, type LandFeature, toLandFeature } from './land-feature.ts';

/** A file without its bytes, which are requested by `want`. */
export type LandTask = Omit<LandFile, 'chunks'>;

/**
 * One reply per message to the worker thread. Messages are bytes after `want`, or null at the end of the file or to
 * request features.
 */
export type LandReply =
  | { kind: 'want' }
  | { kind: 'features'; features: LandFeature[] }
  | { kind: 'end' }
  | { kind: 'fault'; text: Text };

const batchSize = 500;

const port = parentPort as MessagePort;

async function ask(reply: LandReply): Promise<Uint8Array | null> {
  port.postMessage(reply);
  const [answer] = (await once(port, 'message')) as [Uint8Array | null];
  return answer;
}

async function* askForBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await ask({ kind: 'want' });
    if (bytes === null) return;
    yield bytes;
  }
}

async function* readFeatures(task: LandTask): AsyncGenerator<LandFeature> {
  for await (const read of readLandFile({ ...task, chunks: askForBytes() })) yield toLandFeature(read);
}

async function work(): Promise<LandReply> {
  try {
    for await (const features of inBatches(readFeatures(workerData as LandTask), batchSize))
      await ask({ kind: 'features', features });
    return { kind: 'end' };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'fault', text: error.text };
    throw error;
  }
}

const asked = once(port, 'message');
port.postMessage('ready');
await asked;
port.postMessage(await work());
