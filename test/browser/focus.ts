import type { Locator } from 'playwright-core';

/** Autofocus happens after the first paint, so checking at once would be a race. */
export function waitForFocus(field: Locator): Promise<void> {
  return field.and(field.page().locator(':focus')).waitFor();
}
