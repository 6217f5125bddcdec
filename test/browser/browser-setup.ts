import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import type { ServiceOptions } from '../harness/open-service.ts';
import { startService, type TestService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { type BrowserWindow, type Look, openWindow } from './browser-window.ts';
import { findChromium, launchChromium } from './chromium.ts';

/** Service and browser of one test file; both are closed at its end. */
export interface BrowserSetup {
  /** Reason to skip; false when a browser was found or REQUIRE_CHROMIUM is set. */
  readonly skip: string | false;
  /** Path of the browser; throws when there is none. */
  readonly executable: string;
  /** Available after `open`. */
  readonly browser: Browser;
  open(environment?: Record<string, string>, options?: ServiceOptions): Promise<TestService>;
  openWithActors(environment?: Record<string, string>, options?: ServiceOptions): Promise<OAuthTestClient>;
  /** New browser context with its own cookies. */
  openWindow(look: Look): Promise<BrowserWindow>;
}

/** `unseen` names what is not tested without a browser; it is logged, because skipped tests count as passed. */
export function prepareBrowser(unseen: string): BrowserSetup {
  const executable = findChromium();
  const notice = `no Chromium found (set CHROMIUM to its path), not tested: ${unseen}`;
  const isSkipped = executable === undefined && !process.env.REQUIRE_CHROMIUM;
  if (isSkipped) console.warn(`test/browser: ${notice}`);
  let opened: { service: TestService; browser: Browser } | undefined;
  const onStage = () => {
    assert.ok(opened, 'open() was called');
    return opened;
  };
  const stage: BrowserSetup = {
    skip: isSkipped && notice,
    get executable() {
      assert.ok(executable, notice);
      return executable;
    },
    get browser() {
      return onStage().browser;
    },
    async open(environment, options) {
      const program = stage.executable;
      const service = await startService(environment, options);
      const browser = await launchChromium(program);
      addFileCleanup(() => browser.close());
      opened = { service, browser };
      return service;
    },
    openWithActors: async (environment, options) =>
      prepareOAuthTestClient(await stage.open(environment, options)),
    openWindow: (look) => openWindow(onStage().browser, onStage().service.url, look),
  };
  return stage;
}
