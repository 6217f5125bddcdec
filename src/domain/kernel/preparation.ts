import { Refusal } from './refusal.ts';

/**
 * Thrown by `handle` where what `prepare` worked on has changed meanwhile: the transaction is taken back, and both run
 * again. So slow work is never done while a transaction is open.
 */
export class PreparationOutdated extends Error {
  override name = 'PreparationOutdated';

  constructor() {
    super('What was prepared has changed meanwhile.');
  }
}

/** Whoever gives up waiting for somebody else's change is told to come back. */
export const beingChanged = new Refusal({
  kind: 'unavailable',
  text: {
    en: 'Somebody else is changing the same thing just now. Try again in a few seconds.',
    ru: 'Это прямо сейчас меняет кто-то ещё. Повторите через несколько секунд.',
  },
});
