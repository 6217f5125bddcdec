import { parentPort } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import type { ResidentListLine } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { parseResidentList } from './resident-list-parser.ts';

export type ResidentReply = { lines: ResidentListLine[] } | { fault: Text };

function parseList(csv: string): ResidentReply {
  try {
    return { lines: parseResidentList(csv) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.text };
    throw error;
  }
}

parentPort?.on('message', (csv: string) => parentPort?.postMessage(parseList(csv)));
parentPort?.postMessage('ready');
