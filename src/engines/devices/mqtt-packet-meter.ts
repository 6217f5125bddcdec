/**
 * Tracks packet boundaries of an MQTT stream and returns false as soon as a packet declares more than `maxBytes`. The
 * client library would buffer up to 256 MB first.
 */
export function createPacketMeter(maxBytes: number): (chunk: Uint8Array) => boolean {
  let stage: 'type' | 'length' | 'body' = 'type';
  let left = 0;
  let shift = 0;
  return (chunk) => {
    let index = 0;
    while (index < chunk.length) {
      if (stage === 'body') {
        const step = Math.min(left, chunk.length - index);
        left -= step;
        index += step;
        if (left === 0) stage = 'type';
        continue;
      }
      const byte = chunk[index] as number;
      index += 1;
      if (stage === 'type') {
        stage = 'length';
        left = 0;
        shift = 0;
        continue;
      }
      left += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (left > maxBytes || (byte >= 0x80 && shift >= 28)) return false;
      if (byte < 0x80) stage = left === 0 ? 'type' : 'body';
    }
    return true;
  };
}
