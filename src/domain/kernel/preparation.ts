import { Refusal } from './refusal.ts';

/**
 * Thrown by `write` when what `prepare` read has changed since: the transaction is rolled back and both run again,
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

/** So many concurrent writers of the same record succeed before one is told to try again. */
const maxPreparations = 6;

/** Prepares and writes again where what was prepared has changed before the write. */
export async function preparedAnew<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StalePreparation)) throw error;
      if (attempt === maxPreparations) throw concurrentChangeRefusal;
    }
  }
}
