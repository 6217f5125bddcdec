import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import type { TableSheet } from '../../domain/rules/land-columns.ts';
import { type LandFile, readLandFile } from './formats/land-file.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { type LandFeature, splitIntoBatches, toLandFeature } from './land-feature.ts';

/** A file without its bytes, which are requested by `want`. */
export type LandTask = Omit<LandFile, 'chunks' | 'onSheet'> & { isAsked: boolean };

/**
 * One reply per message to the worker thread. Messages are bytes after `want`, or null at the end of the file or to
 * request features.
 */
export type LandReply =
  | { kind: 'want' }
  | { kind: 'sheet'; sheet: TableSheet }
  | { kind: 'features'; features: LandFeature[] }
  | { kind: 'end' }
  | { kind: 'fault'; text: Text };

const batchSize = 500;

const port = parentPort as MessagePort;

async function sendAndWait(reply: LandReply): Promise<Uint8Array | null> {
  port.postMessage(reply);
  const [answer] = (await once(port, 'message')) as [Uint8Array | null];
  return answer;
}

async function* requestBytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await sendAndWait({ kind: 'want' });
    if (bytes === null) return;
    yield bytes;
  }
}

async function* readFeatures({ isAsked, ...task }: LandTask): AsyncGenerator<LandFeature> {
  let sheet: TableSheet | null = null;
  const onSheet = (found: TableSheet) => {
    sheet = found;
  };
  const sendSheet = async () => {
    if (sheet !== null) await sendAndWait({ kind: 'sheet', sheet });
    sheet = null;
  };
  const file = { ...task, chunks: requestBytes(), ...(isAsked && { onSheet }) };
  for await (const read of readLandFile(file)) {
    await sendSheet();
    yield toLandFeature(read);
  }
  await sendSheet();
}

async function readAll(): Promise<LandReply> {
  try {
    for await (const features of splitIntoBatches(readFeatures(workerData as LandTask), batchSize))
      await sendAndWait({ kind: 'features', features });
    return { kind: 'end' };
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'fault', text: error.text };
    throw error;
  }
}

const firstRequest = once(port, 'message');
port.postMessage('ready');
await firstRequest;
port.postMessage(await readAll());
