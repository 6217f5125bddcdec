import { open } from 'node:fs/promises';
import { refuseMedia } from './media-refusal.ts';

const tailBytes = 4096;

/** PDFs are not interpreted; this only detects a truncated file. */
export async function requireWholePdf(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    await handle.read(tail, 0, tail.length, size - tail.length);
    if (!tail.includes('%%EOF')) throw refuseMedia.damaged();
  } finally {
    await handle.close();
  }
}
