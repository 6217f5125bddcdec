import type { Services } from './services.ts';

const slow = ['geometry', 'residentLists', 'texts'] as const satisfies readonly (keyof Services)[];

/**
 * What a handler has inside its transaction: all services but those that wait for a worker, because nothing may wait for one
 * with a connection and locks in hand. `prepare` has them.
 */
export function withoutSlowEngines(services: Services): Services {
  const quick = { ...services };
  for (const name of slow)
    Object.defineProperty(quick, name, {
      get() {
        throw new Error(`services.${name} is slow: call it in prepare, never inside a transaction.`);
      },
    });
  return quick;
}
