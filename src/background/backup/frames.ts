import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** A backup is a sequence of frames: kind byte, length, payload. Streamable, and truncation is detected. */
export type FrameKind = 'manifest' | 'table' | 'blob' | 'data' | 'end';

const kindBytes: Record<FrameKind, number> = { manifest: 77, table: 84, blob: 66, data: 68, end: 69 };
const kinds = new Map(Object.entries(kindBytes).map(([kind, letter]) => [letter, kind as FrameKind]));
const maxFrameBytes = 512 * 1024 * 1024;

export async function writeFrame(output: Writable, kind: FrameKind, payload: Buffer): Promise<void> {
  const head = Buffer.alloc(5);
  head[0] = kindBytes[kind];
  head.writeUInt32BE(payload.length, 1);
  output.write(head);
  if (!output.write(payload)) await once(output, 'drain');
}

export async function* readFrames(input: Readable): AsyncGenerator<{ kind: FrameKind; payload: Buffer }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    held = held.length === 0 ? (chunk as Buffer) : Buffer.concat([held, chunk as Buffer]);
    for (;;) {
      if (held.length < 5) break;
      const kind = kinds.get(held[0] as number);
      const length = held.readUInt32BE(1);
      if (kind === undefined || length > maxFrameBytes)
        throw new Error('This is not a backup of the service, or it is damaged.');
      if (held.length < 5 + length) break;
      yield { kind, payload: held.subarray(5, 5 + length) };
      held = held.subarray(5 + length);
    }
  }
  if (held.length > 0) throw new Error('The backup breaks off in the middle.');
}
