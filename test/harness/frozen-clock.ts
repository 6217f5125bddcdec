import type { TestService } from './open-service.ts';

/** Runs `work` while the service's clock stands still, so that nothing expires and equal requests get equal replies. */
export async function freezeClock<Result>(
  { clock }: Pick<TestService, 'clock'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { offset } = clock;
  const moment = Date.now() + offset;
  Object.defineProperty(clock, 'offset', { configurable: true, get: () => moment - Date.now() });
  try {
    return await work();
  } finally {
    Object.defineProperty(clock, 'offset', { configurable: true, writable: true, value: offset });
  }
}
