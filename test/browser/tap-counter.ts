import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Taps (phone) or clicks (desktop) elements by their accessible name and counts them. */
export class TapCounter {
  count = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async #tap(what: ReturnType<Page['getByRole']>): Promise<void> {
    this.count += 1;
    const seen = what.filter({ visible: true }).first();
    await ((this.#page.viewportSize()?.width ?? 0) < 600 ? seen.tap() : seen.click());
  }
  link(name: string, exact = false) {
    return this.#tap(this.#page.getByRole('link', { name, exact }));
  }
  button(name: string, exact = true) {
    return this.#tap(this.#page.getByRole('button', { name, exact }));
  }
  option(name: RegExp) {
    return this.#tap(this.#page.getByRole('option', { name }));
  }
  menu(name: string) {
    return this.#tap(this.#page.locator(`summary[aria-label="${name}"]`));
  }
  chip(name: string) {
    return this.#tap(this.#page.locator('label.chip', { hasText: name }));
  }
  sheetButton(sheet: string, name: string) {
    return this.#tap(this.#page.locator(`#${sheet}`).getByRole('button', { name, exact: true }));
  }
  async radio(name: RegExp): Promise<void> {
    this.count += 1;
    await this.#page.getByRole('radio', { name }).check();
  }
  /** The file picker counts as one tap. */
  async photograph(name: string, buffer: Buffer): Promise<void> {
    this.count += 1;
    await this.#page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  }
  atMost(most: number): void {
    assert.ok(this.count <= most, `${this.count} taps, ${most} are meant`);
  }
}
