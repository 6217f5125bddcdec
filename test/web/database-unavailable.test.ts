import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { createDatabaseProxy } from '../harness/database-proxy.ts';
import { startService } from '../harness/service.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { pageAddress } from './cases/index.ts';
import { createSampleData } from './cases/sample-data.ts';
import { listOpeningTags } from './html-parser.ts';
import { signIn, visibleText } from './sign-in.ts';

const all: readonly Page[] = pages;

it('every page responds with 503 and Retry-After in both languages while the database is unavailable', async () => {
  const line = await createDatabaseProxy();
  const actors = await prepareOAuthTestClient(await startService({}, { database: line }));
  const names = await createSampleData(actors);
  const browser = await signIn(actors.service, 'resident');
  line.cut(true);
  for (const page of all)
    for (const [language, heading] of [
      ['en', /Not now, please wait a little/],
      ['ru', /Сейчас не выходит, подождите немного/],
    ] as const) {
      const address = pageAddress(page, names, actors);
      const shown = await browser.get(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`);
      assert.equal(shown.status, 503, address);
      assert.ok(Number(shown.headers.get('retry-after')) > 0, address);
      assert.match(visibleText(shown.html), heading, address);
      const again = listOpeningTags(shown.html, 'a').some(
        ({ attributes }) => attributes.get('href')?.split('?')[0] === address.split('?')[0],
      );
      assert.ok(again, `${address}: a way to try again`);
    }
  line.restore();
});
