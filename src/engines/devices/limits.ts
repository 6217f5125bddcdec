/** Limits per connection; no ordinary household comes near. */
export const limits = {
  answerBytes: 2_000_000,
  devices: 500,
  sensors: 5_000,
  pendingReadings: 5_000,
  nameLength: 120,
  keyLength: 200,
  unitLength: 24,
  textLength: 255,
  topics: 5_000,
  requestMs: 15_000,
  handshakeMs: 10_000,
} as const;

/**
 * Token bucket: allows a burst (retained messages, a full list of states) but no lasting flood, whose parsing would
 * take CPU time from other users.
 */
export function createByteRateLimit(
  now: () => number,
  burst = 16_000_000,
  bytesPerSecond = 256_000,
): (bytes: number) => boolean {
  let left = burst;
  let checkedAt = now();
  return (bytes) => {
    const time = now();
    left = Math.min(burst, left + (Math.max(0, time - checkedAt) / 1000) * bytesPerSecond) - bytes;
    checkedAt = time;
    return left >= 0;
  };
}
