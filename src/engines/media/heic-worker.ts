import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { convertToSrgb } from './display-p3.ts';

export interface HeicTask {
  bytes: Uint8Array;
  maxPixels: number;
  maxHeapBytes: number;
  isDisplayP3: boolean;
}

export type HeicReply =
  | { outcome: 'done'; data: Uint8Array; width: number; height: number }
  | { outcome: 'too_many_pixels' | 'damaged' };

/** The parts of libheif used here. */
interface Libheif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  heif_js_decode_image2(handle: unknown, colourspace: unknown, chroma: unknown): Promise<Decoded>;
  heif_colorspace: Record<string, unknown>;
  heif_chroma: Record<string, unknown>;
  heif_channel: Record<string, unknown>;
}
interface HeifImage {
  handle: unknown;
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
}
interface Decoded {
  code?: unknown;
  channels?: { id: unknown; width: number; height: number; stride: number; data: Uint8Array }[];
}

type LoadLibheif = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance) => unknown,
  ): unknown;
}) => Promise<Libheif>;

const require = createRequire(import.meta.url);

/**
 * The size declared in a picture may be false, so the decoder's memory is limited. The library accepts an instance
 * created outside, which allows a limit on the memory of that instance.
 */
async function loadLibheif(maxBytes: number): Promise<Libheif> {
  const load = require('libheif-js/libheif-wasm/libheif.js') as LoadLibheif;
  const code = await readFile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return load({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(code), imports);
      for (const part of Object.values(instance.exports))
        if (part instanceof WebAssembly.Memory) limitMemory(part, maxBytes);
      return receive(instance);
    },
  });
}

function limitMemory(memory: WebAssembly.Memory, maxBytes: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * 65_536 > maxBytes) throw new RangeError('memory limit exceeded');
    return grow(pages);
  };
}

async function decodeHeicTask({ bytes, maxPixels, maxHeapBytes, isDisplayP3 }: HeicTask): Promise<HeicReply> {
  const heif = await loadLibheif(maxHeapBytes);
  const images = new heif.HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return { outcome: 'damaged' };
  const [width, height] = [image.get_width(), image.get_height()];
  if (!(width > 0 && height > 0)) return { outcome: 'damaged' };
  if (width * height > maxPixels) return { outcome: 'too_many_pixels' };
  const decoded = await heif.heif_js_decode_image2(
    image.handle,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  );
  const plane = decoded.channels?.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved);
  if (!plane || plane.width !== width || plane.height !== height) return { outcome: 'damaged' };
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = row * plane.stride;
    data.set(plane.data.subarray(start, start + width * 4), row * width * 4);
  }
  if (isDisplayP3) convertToSrgb(data);
  return { outcome: 'done', data, width, height };
}

const task = workerData as HeicTask;
const reply = await decodeHeicTask(task).catch((): HeicReply => ({ outcome: 'damaged' }));
parentPort?.postMessage(reply, reply.outcome === 'done' ? [reply.data.buffer as ArrayBuffer] : []);
