import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { endWithFile } from '../harness/file-end.ts';
import type { ServiceOptions } from '../harness/open-service.ts';
import { startService, type TestService } from '../harness/service.ts';
import { type Actors, prepareActors } from '../oauth/actors.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type Look, openWindow, type Window } from './window.ts';

/** What a file of these tests plays on: a service and a browser of its own, both ended with the file. */
export interface Stage {
  /** Why nothing can be seen here; false where there is a browser, or has to be one (REQUIRE_CHROMIUM). */
  readonly skip: string | false;
  /** Where the browser's program is; fails where there is none. */
  readonly executable: string;
  /** Once the stage is open. */
  readonly browser: Browser;
  open(environment?: Record<string, string>, options?: ServiceOptions): Promise<TestService>;
  openWithActors(environment?: Record<string, string>, options?: ServiceOptions): Promise<Actors>;
  /** On the service, with cookies of its own. */
  openWindow(look: Look): Promise<Window>;
}

/** `unseen` says what nobody looked at where there is no browser: loudly, since the tests then pass. */
export function prepareStage(unseen: string): Stage {
  const executable = findChromium();
  const notice = `no Chromium is installed here: ${unseen} (CHROMIUM names one)`;
  const isSkipped = executable === undefined && !process.env.REQUIRE_CHROMIUM;
  if (isSkipped) console.warn(`test/browser: ${notice}`);
  let opened: { service: TestService; browser: Browser } | undefined;
  const onStage = () => {
    assert.ok(opened, 'the stage is open');
    return opened;
  };
  const stage: Stage = {
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
      endWithFile(() => browser.close());
      opened = { service, browser };
      return service;
    },
    openWithActors: async (environment, options) => prepareActors(await stage.open(environment, options)),
    openWindow: (look) => openWindow(onStage().browser, onStage().service.url, look),
  };
  return stage;
}
