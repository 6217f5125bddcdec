import { Refusal } from './refusal.ts';

/**
 * Thrown by `handle` when what `prepare` read has changed since: the transaction is rolled back and both run again,
 * so that slow work is never done inside a transaction.
 */
export class StalePreparation extends Error {
  override name = 'PreparationOutdated';

  constructor() {
    super('The prepared data is stale.');
  }
}

/** When a lock times out, or the data changed again on every attempt. */
export const concurrentChangeRefusal = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'Somebody else is changing the same thing just now. Try again in a few seconds.',
    ru: 'Это прямо сейчас меняет кто-то ещё. Повторите через несколько секунд.',
  },
});
