/** 41 bits of milliseconds since 2025-01-01, 10 bits of instance, 12 bits of sequence. */
const epoch = Date.UTC(2025, 0, 1);
const sequencePerMillisecond = 4096;

export interface Snowflakes {
  next(): string;
}

/**
 * Strictly increasing within an instance: when the clock steps back, or more than 4,096 identifiers are needed in one
 * millisecond, numbering runs ahead of the clock. `after` is the newest stored identifier: a process whose clock is
 * behind continues above it.
 */
export function createSnowflakes(
  instance: () => number,
  clock: () => number = Date.now,
  after?: string,
): Snowflakes {
  let lastMillisecond = after === undefined ? -1 : Number(BigInt(after) >> 22n);
  let sequence = after === undefined ? 0 : sequencePerMillisecond - 1;
  return {
    next() {
      const number = instance();
      if (!Number.isInteger(number) || number < 0 || number > 1023) {
        throw new Error(`Snowflake instance number out of range: ${number}`);
      }
      const millisecond = Math.max(0, Math.floor(clock()) - epoch);
      if (millisecond > lastMillisecond) {
        lastMillisecond = millisecond;
        sequence = 0;
      } else {
        sequence += 1;
        if (sequence === sequencePerMillisecond) {
          lastMillisecond += 1;
          sequence = 0;
        }
      }
      return ((BigInt(lastMillisecond) << 22n) | BigInt((number << 12) | sequence)).toString();
    },
  };
}

/** Greater than every identifier created before `time`. */
export function snowflakeAt(time: number): string {
  return (BigInt(Math.max(0, time - epoch)) << 22n).toString();
}

export function snowflakeTime(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + epoch);
}
