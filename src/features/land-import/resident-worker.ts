import { parentPort } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import type { ListedLine } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { readResidentLines } from './resident-lines.ts';

export type ResidentReply = { lines: ListedLine[] } | { fault: Text };

function read(csv: string): ResidentReply {
  try {
    return { lines: readResidentLines(csv) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.text };
    throw error;
  }
}

parentPort?.on('message', (csv: string) => parentPort?.postMessage(read(csv)));
parentPort?.postMessage('ready');
