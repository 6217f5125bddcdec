import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findHelp, guideNames, guides } from '../../src/entry/web/words/help-topics.ts';
import { startService, type TestService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { listOpeningTags } from './html-parser.ts';
import { findHtmlFaults } from './html-rules.ts';
import { visibleText } from './sign-in.ts';

describe('help', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });

  it('has every guide in both languages, with the sections that `?` of pages leads to', async () => {
    for (const language of ['en', 'ru'] as const) {
      const browser = openBrowser(service, service.url, language);
      const list = await browser.get('/help');
      for (const name of guideNames) {
        assert.ok(visibleText(list.html).includes(guides[name].title[language]));
        const { status, html } = await browser.get(`/help/${name}`);
        assert.equal(status, 200, name);
        assert.deepEqual(findHtmlFaults(html), [], name);
        const ids = listOpeningTags(html, 'h2').map(({ attributes }) => attributes.get('id') ?? '');
        for (const section of guides[name].sections)
          assert.ok(
            ids.some((id) => id === section) || html.includes(`id="${section}"`),
            `${language}/${name}#${section}`,
          );
        for (const { attributes } of listOpeningTags(html, 'a')) {
          const href = attributes.get('href') ?? '';
          assert.ok(!href.endsWith('.md') && !href.includes('.md#'), `${name}: ${href}`);
        }
      }
    }
  });

  it('does not answer to a name that is no guide', async () => {
    const browser = openBrowser(service);
    for (const name of ['nobody', '%2e%2e%2foperator', 'constructor'])
      assert.equal((await browser.get(`/help/${name}`)).status, 404, name);
  });

  it('is found for pages with parameters in their paths, and for no others', () => {
    assert.equal(findHelp('/settlements/berezka/board/people'), '/help/board#people');
    assert.equal(findHelp('/setup/address'), '/help/small-server#name');
    assert.equal(findHelp('/settlements/berezka/news'), null);
  });
});
