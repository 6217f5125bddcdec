import type { TestService } from './open-service.ts';

/** Does something so many milliseconds later, and brings the clock back whatever comes of it. */
export async function later<Result>(
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
