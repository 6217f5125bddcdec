import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parsePlotNumber } from '../../src/features/site-search/search-place.ts';
import { startService } from '../harness/service.ts';
import { personas } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createSampleData } from './cases/sample-data.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('global search page', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    await createSampleData(actors);
  });
  const address = (q: string) => `/search?${new URLSearchParams({ q })}`;
  /** Text of the results only. */
  const readFound = (html: string) =>
    visibleText(html.slice(html.indexOf('data-region="found"')).split('</main>')[0] ?? '');
  const find = async (persona: Parameters<typeof signIn>[1] | null, q: string) => {
    const browser = persona ? await signIn(actors.service, persona) : openBrowser(actors.service);
    const { status, html } = await browser.get(address(q));
    assert.equal(status, 200);
    return { html, words: readFound(html) };
  };

  it('shows results of every list the user may read, grouped under headings', async () => {
    for (const [q, heading, title] of [
      ['электрик', 'Directory', 'Электрик Иван'],
      ['элетрик', 'Directory', 'Электрик Иван'],
      ['воды', 'News and diaries', 'Вода'],
      ['фонарь', 'Tasks', 'Фонарь не горит'],
      ['эй', 'Messages', 'Neighbour'],
      ['насос', 'Advice', 'Насос'],
    ] as const) {
      const { words } = await find('resident', q);
      assert.match(words, new RegExp(`${heading} .*${title}`), q);
    }
  });

  it('finds a plot by number in several spellings, without articles', async () => {
    for (const q of ['1', 'уч. 1', 'участок №1', 'plot 1', 'Уч 1']) {
      const { words } = await find('resident', q);
      assert.match(words, /Plots Plot 1/, q);
      assert.doesNotMatch(words, /Advice/, q);
    }
    assert.match((await find('resident', 'участок 999')).words, /Nothing found/);
    assert.equal(parsePlotNumber('как слить воду из насоса за 1 час'), undefined);
    assert.equal(parsePlotNumber('уч. 12а'), '12а');
  });

  it('hides results the user may not read', async () => {
    for (const [persona, q, hidden] of [
      ['neighbour', 'фонарь', /Фонарь/],
      ['outsider', 'электрик', /Электрик/],
      ['outsider', 'эй', /Messages/],
      ['editor', 'эй', /Messages/],
      [null, 'электрик', /Электрик|Directory/],
      [null, 'фонарь', /Фонарь|Tasks/],
      [null, '1', /Plots/],
    ] as const)
      assert.doesNotMatch((await find(persona, q)).words, hidden, `${persona}: ${q}`);
  });

  it('shows settlements and knowledge articles to signed-out visitors', async () => {
    assert.match((await find(null, 'насос')).words, /Advice .*Насос/);
    assert.match((await find(null, 'березка')).words, /Villages /);
  });

  it('finds people for the board, and for others only those of their own plot', async () => {
    const board = await find('editor', 'neighbour');
    assert.match(board.words, /People Neighbour Ivanova Plot 2/);
    for (const persona of ['neighbour', 'outsider', 'moderator', 'company', null] as const)
      assert.doesNotMatch((await find(persona, 'resident')).words, /People [A-Z]/, `${persona}`);
    assert.doesNotMatch((await find('resident', 'neighbour')).words, /People Neighbour/);
  });

  it('says where it searched', async () => {
    const here =
      /Searched in: people, directory, documents, on your plot, news and diaries, tasks, messages, advice/;
    assert.match((await find('resident', 'абракадабра')).words, here);
    assert.match((await find(null, 'абракадабра')).words, /Searched in: villages, advice/);
  });

  it('shows only what the reader may open', async () => {
    const queries = [
      'электрик',
      'вода',
      'фонарь',
      'эй',
      'насос',
      '1',
      '2',
      'neighbour',
      'resident',
      'ремонт',
      'а',
    ];
    for (const persona of [...personas, null]) {
      const browser = persona ? await signIn(actors.service, persona) : openBrowser(actors.service);
      const opened = new Set<string>();
      for (const q of queries) {
        const { html } = await browser.get(address(q));
        const region = html.slice(html.indexOf('data-region="found"')).split('</main>')[0] ?? '';
        for (const [, href = ''] of region.matchAll(/href="([^"]+)"/g))
          opened.add(href.replaceAll('&amp;', '&'));
      }
      for (const href of opened)
        assert.equal((await browser.get(href)).status, 200, `${persona ?? 'anybody'}: ${href}`);
      assert.ok(opened.size > 0, `${persona}`);
    }
  });

  it('hides the directory after the membership was ended', async () => {
    const { editor } = actors.village.clients;
    const settlement = actors.village.settlement.slug;
    const { residents } = await editor.list_residents({ settlement, state: 'confirmed' });
    const neighbour = residents.find(({ account }) => account.id === actors.village.accounts.neighbour);
    assert.match((await find('neighbour', 'электрик')).words, /Электрик Иван/);
    await editor.remove_resident({ settlement, resident: neighbour?.id ?? '', reason: 'Уехал' });
    assert.doesNotMatch((await find('neighbour', 'электрик')).words, /Электрик/);
  });

  it('escapes and truncates odd queries, and shows nothing for an empty one', async () => {
    const odd = await find('resident', `<b>"'&%_\\ ${'я'.repeat(300)}`);
    assert.doesNotMatch(odd.html, /<b>"/);
    assert.doesNotMatch((await find('resident', '   ')).words, /Nothing found/);
    const browser = await signIn(actors.service, 'resident');
    for (const address of ['/search', '/search?q=a&q=b', '/search?q=%00'])
      assert.equal((await browser.get(address)).status, 200, address);
  });
});
