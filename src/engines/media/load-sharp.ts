import type sharp from 'sharp';

export type SharpLibrary = typeof sharp;

let loading: Promise<SharpLibrary> | undefined;

/**
 * Loaded with the first picture: its library has 18 MB. One thread per picture and two pictures at a time: two cores are
 * busy, and half of libuv's four threads stay free for files. Nothing is read twice, so libvips' operation cache would
 * only use memory.
 */
export function loadSharp(): Promise<SharpLibrary> {
  loading ??= import('sharp').then(({ default: loaded }) => {
    loaded.concurrency(1);
    loaded.cache(false);
    return loaded;
  });
  return loading;
}
