import type { TestService } from './open-service.ts';

/** Runs `work` with the service's clock ahead by so many milliseconds, then restores it. */
export async function withClockOffset<Result>(
  { clock }: Pick<TestService, 'clock'>,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = clock.offset;
  clock.offset = milliseconds;
  try {
    return await work();
  } finally {
    clock.offset = before;
  }
}
