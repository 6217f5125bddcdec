import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { listOpeningTags } from './html-parser.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('a letter that invites somebody without an account', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    ({ service, village } = await prepareOAuthTestClient(await startService()));
  });

  const invite = async () => {
    const page = fillPath(paths.inviteToPlot, { plot: village.plots.resident });
    const browser = await signIn(service, 'resident', 'ru');
    await browser.submit(await browser.get(page), page, { email: 'tanya@example.org', role: 'family' });
    const [letter] = await service.db<{ subject: string; text: string }[]>`
      select subject, body_text as text from letter where to_address = 'tanya@example.org' order by id desc limit 1`;
    return letter ?? assert.fail('no letter was written');
  };
  const emailFieldOf = (html: string) =>
    listOpeningTags(html, 'input').find(({ attributes }) => attributes.get('name') === 'email')?.attributes;

  it('names the village in its subject, nests quotation marks, and says nothing of an account', async () => {
    await service.db`update settlement set name = 'СНТ «Берёзка»' where id = ${village.settlement.id}`;
    const { subject, text } = await invite();
    assert.equal(subject, 'СНТ «Берёзка»: приглашение на участок');
    assert.match(text, /посёлок «СНТ „Берёзка“»/);
    assert.doesNotMatch(text, /вашей учётной записи/);
  });

  it('leads to registering with the address filled in, and from there to the plot', async () => {
    await service.db`delete from plot_code`;
    const { text } = await invite();
    const link = new URL(/http\S+\/join\S+/.exec(text)?.[0] ?? assert.fail('no link'));
    const browser = openBrowser(service, service.url, 'ru');
    const sentAway = await browser.get(link.pathname + link.search);
    const login = await browser.get(sentAway.location ?? '');
    assert.equal(emailFieldOf(login.html)?.get('value'), 'tanya@example.org');
    const button = listOpeningTags(login.html, 'a').find(
      ({ attributes }) =>
        attributes.get('class')?.startsWith('button') && attributes.get('href')?.startsWith(paths.register),
    );
    const register = await browser.get(button?.attributes.get('href') ?? assert.fail('no button'));
    assert.equal(emailFieldOf(register.html)?.get('value'), 'tanya@example.org');
    assert.match(visibleText(register.html), /участок/);
    assert.ok(
      listOpeningTags(register.html, 'input').some(
        ({ attributes }) =>
          attributes.get('name') === 'next' && attributes.get('value')?.startsWith(link.pathname),
      ),
    );
  });

  it('is told from a visitor who was not invited', async () => {
    const browser = openBrowser(service, service.url, 'ru');
    const login = await browser.get('/login?next=/today');
    assert.equal(emailFieldOf(login.html)?.get('value') ?? '', '');
  });
});
