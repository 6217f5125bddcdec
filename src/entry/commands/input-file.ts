import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CommandArguments, CommandError, requirePositional } from './command.ts';

export interface InputFile {
  chunks: AsyncIterable<Buffer>;
  /** Null for standard input. */
  bytes: number | null;
  /** Without its folder; empty for standard input. */
  name: string;
}

/** The file named by the first argument, or standard input for `-`. */
export async function openInput(given: CommandArguments): Promise<InputFile> {
  const path = requirePositional(given, 0, 'FILE, or - for standard input');
  if (path === '-') return { chunks: process.stdin, bytes: null, name: '' };
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) throw new CommandError(`There is no file ${path}.`);
  return {
    chunks: createReadStream(path, { highWaterMark: 256 * 1024 }),
    bytes: found.size,
    name: basename(path).slice(0, 200),
  };
}
