import type { Part } from '../rings/packed-shapes.ts';
import { createDisjointSets } from './disjoint-sets.ts';

/**
 * Groups parts that share a corner, to the millimetre. A hash key collision only makes a group larger, so keys may
 * wrap around.
 */
export function clusterByCorners(parts: readonly Part[]): number[][] {
  let corners = 0;
  for (const part of parts) for (const ring of part) corners += ring.length / 2;
  const size = 1 << Math.ceil(Math.log2(corners * 2 + 2));
  const keysX = new Int32Array(size);
  const keysY = new Int32Array(size);
  const owners = new Int32Array(size).fill(-1);
  const groups = createDisjointSets(parts.length);

  parts.forEach((part, owner) => {
    let last = owner;
    for (const ring of part) {
      for (let i = 0; i < ring.length; i += 2) {
        const kx = Math.round((ring[i] as number) * 1000) | 0;
        const ky = Math.round((ring[i + 1] as number) * 1000) | 0;
        let slot = (Math.imul(kx, 0x9e3779b1) ^ Math.imul(ky, 0x85ebca6b)) >>> 0;
        slot = (slot ^ (slot >>> 15)) & (size - 1);
        while (owners[slot] !== -1 && (keysX[slot] !== kx || keysY[slot] !== ky))
          slot = (slot + 1) & (size - 1);
        if (owners[slot] === -1) {
          keysX[slot] = kx;
          keysY[slot] = ky;
          owners[slot] = owner;
        } else if (owners[slot] !== last) {
          // Neighbours share many consecutive corners; one join is enough.
          last = owners[slot] as number;
          groups.join(owner, last);
        }
      }
    }
  });

  const members = new Map<number, number[]>();
  parts.forEach((_, i) => {
    const root = groups.find(i);
    const group = members.get(root);
    if (group) group.push(i);
    else members.set(root, [i]);
  });
  return [...members.values()];
}
