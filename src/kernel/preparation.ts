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
