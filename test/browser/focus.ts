import type { Locator } from 'playwright-core';

/** A page that has come puts the cursor somewhere only when it is drawn: whoever asks at once may be too early. */
export function waitForFocus(field: Locator): Promise<void> {
  return field.and(field.page().locator(':focus')).waitFor();
}
