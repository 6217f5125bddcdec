import type { Services } from './services.ts';

const slowServices = ['geometry', 'peopleLists', 'texts'] as const satisfies readonly (keyof Services)[];

/**
 * The services inside a transaction: those that wait for a worker thread throw, because nothing may wait for one
 * while holding a connection and locks. `prepare` has them all.
 */
export function withoutSlowServices(services: Services): Services {
  const quick = { ...services };
  for (const name of slowServices)
    Object.defineProperty(quick, name, {
      get() {
        throw new Error(`services.${name} is slow: call it in prepare, never inside a transaction.`);
      },
    });
  return quick;
}
