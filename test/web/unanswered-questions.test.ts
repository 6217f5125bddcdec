import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { chooseKeptWords } from '../../src/features/knowledge/unanswered-words.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { startService } from '../harness/service.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { visibleText } from './sign-in.ts';

describe('questions that no article answers', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, { jobs: true }));
    await actors.village.clients.moderator.write_knowledge_article({
      title: 'Забор',
      body: 'Столбы забора ставят весной.',
      publish: true,
    });
  });
  const signIn = async (name: 'resident' | 'editor' | 'moderator'): Promise<Browser> => {
    const browser = openBrowser(actors.service);
    const login = await browser.get(paths.login);
    await browser.submit(login, paths.login, { email: `${name}@example.org`, password });
    return browser;
  };
  const at = (question: string) => `${paths.knowledge}?${new URLSearchParams({ question })}`;
  const ask = async (question: string) => {
    const { html } = await openBrowser(actors.service).get(at(question));
    await actors.service.app.services.unansweredQuestions.flush();
    return html;
  };
  const nextDay = () => actors.service.db`update unanswered_question set last_on = last_on - 1`;
  const listKept = async () =>
    (await actors.service.db<{ words: string }[]>`select words from unanswered_question order by words`).map(
      ({ words }) => words,
    );

  it('can be asked of the neighbours, with the question filled in', async () => {
    const browser = await signIn('resident');
    const { html } = await browser.get(at('Где купить попугая?'));
    assert.match(visibleText(html), /Ask the neighbours/);
    const link = /href="(\/tasks\/new\?kind=request[^"]*)"/.exec(html)?.[1];
    assert.ok(link, 'a link');
    const page = await browser.get(link.replaceAll('&amp;', '&'));
    assert.match(page.html, /value="Где купить попугая\?"/);
    assert.match(page.html, /name="shown"[^>]* checked/);
    assert.doesNotMatch(
      await ask('Где купить попугая?'),
      /Ask the neighbours/,
      'strangers have no neighbours',
    );
    assert.doesNotMatch((await browser.get(at('столбы забора'))).html, /Ask the neighbours/);
  });

  it('are listed for moderators alone, once they came on several days', async () => {
    await ask('кормить попугая');
    await ask('Кормить попугая?');
    const shown = async (name: 'resident' | 'editor' | 'moderator') =>
      visibleText((await (await signIn(name)).get(paths.moderationTexts)).html);
    assert.ok(!(await shown('moderator')).includes('кормить попугая'), 'on one day only');
    await nextDay();
    await ask('кормить попугая');
    assert.match(await shown('moderator'), /Asked, and no article answers.*кормить попугая 3 times/);
    for (const name of ['resident', 'editor'] as const)
      assert.ok(!(await shown(name)).includes('кормить попугая'), name);
  });

  it('are kept without what tells of a person, and not from programs', async () => {
    await actors.service.db`delete from unanswered_question`;
    await ask('телефон Ивана Петрова +7 912 345-67-89 ivan@example.org example.org/ivan верблюда');
    await actors.village.clients.resident.search_shared_knowledge({ question: 'жираф' });
    await ask('столбы забора');
    assert.deepEqual(await listKept(), ['телефон верблюда']);
    assert.equal(chooseKeptWords('что'), null);
    assert.equal(chooseKeptWords('8 912 345-67-89'), null);
    assert.equal(chooseKeptWords('мой сосед вчера ночью опять громко слушал старую музыку'), null);
  });

  it('are forgotten, sooner when they do not come again, and are bounded', async () => {
    const { db } = actors.service;
    const now = new Date();
    await db`delete from unanswered_question`;
    await db`insert into unanswered_question (words, times, days, last_on)
             values ('once', 1, 1, now()::date - 20), ('again', 3, 2, now()::date - 20), ('old', 3, 2, now()::date - 200)`;
    await sweepExpired(db, now);
    assert.deepEqual(await listKept(), ['again']);
    await db`insert into unanswered_question (words, times, days, last_on)
             select 'made ' || n, 1, 1, now()::date from generate_series(1, 1999) n`;
    await ask('кормить жирафа');
    await ask('again');
    assert.equal((await listKept()).length, 2000);
    const [again] = await db<
      { times: number }[]
    >`select times from unanswered_question where words = 'again'`;
    assert.equal(again?.times, 4);
  });
});
