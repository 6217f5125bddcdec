import { setTimeout as sleep } from 'node:timers/promises';

/** Only a failure takes that long, on the busiest machine. */
export const maxWaitMilliseconds = 120_000;

/** Waits until something was found or holds, however busy the machine is, and returns it. */
export async function waitUntil<Found>(
  what: string,
  find: () => Found | Promise<Found>,
): Promise<Exclude<Found, undefined | null | false>> {
  for (const end = performance.now() + maxWaitMilliseconds; ; await sleep(10)) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false)
      return found as Exclude<Found, undefined | null | false>;
    if (performance.now() > end) throw new Error(`It never came: ${what}.`);
  }
}
