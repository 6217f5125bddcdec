import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('answering a diary entry', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let settlement: string;
  let slug: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    settlement = village.settlement.slug;
    slug = await write('public', 'Антоновка созрела');
  });
  const write = async (visibility: 'public' | 'private', title: string) => {
    const { neighbour } = village.clients;
    const entry = { settlement, parcel_id: '2', title, body: 'Сняли яблоки.', visibility };
    const { data } = await neighbour.write_article(entry);
    await neighbour.publish_article({ settlement, article: data.id });
    return data.slug;
  };
  const at = (article: string) => fillPath(paths.article, { settlement, article });
  const answerPath = (entry: string) => `${paths.newMessage}?${new URLSearchParams({ settlement, entry })}`;
  const open = async (persona: Persona, path: string) => {
    const browser = await signIn(actors.service, persona, 'ru');
    return { browser, page: await browser.get(path) };
  };

  it('is offered to neighbours who may write to its author, and to nobody else', async () => {
    assert.match((await open('resident', at(slug))).page.html, />Ответить</);
    for (const persona of ['neighbour', 'newcomer', 'outsider', 'editor'] as const)
      assert.doesNotMatch((await open(persona, at(slug))).page.html, />Ответить</, persona);
    const stranger = await openBrowser(actors.service, actors.service.url, 'ru').get(at(slug));
    assert.equal(stranger.status, 200);
    assert.doesNotMatch(stranger.html, />Ответить</);
  });

  it('sends the words to the author with the name of the entry and a link to it', async () => {
    const { browser, page } = await open('resident', answerPath(slug));
    assert.match(visibleText(page.html), /О записи «Антоновка созрела»/);
    assert.match(visibleText(page.html), /Прочтёт автор: Neighbour I\./);
    assert.doesNotMatch(page.html, /name="parcel"|name="to"/, 'whom is settled');
    const sent = await browser.submit(page, paths.newMessage, { body: 'Поделитесь черенком?' });
    assert.equal(sent.status, 303, visibleText(sent.html));
    const reader = await signIn(actors.service, 'neighbour', 'ru');
    const list = visibleText((await reader.get(paths.messages)).html);
    assert.match(list, /Resident I\./, 'never cut inside a word');
    assert.match(list, /Поделитесь черенком\?/);
    const { html } = await reader.get(sent.location ?? '');
    assert.match(visibleText(html), /Поделитесь черенком\? О записи «Антоновка созрела»:/);
    assert.match(html, new RegExp(`<a href="${at(slug)}">`));
  });

  it('goes on in the conversation of the two, and says so', async () => {
    const [before] = (await village.clients.resident.list_conversations({})).conversations;
    const { browser, page } = await open('resident', answerPath(slug));
    const sent = await browser.submit(page, paths.newMessage, { body: 'И рассаду?' });
    assert.equal(sent.location, fillPath(paths.conversation, { conversation: before?.id ?? '' }));
    const shown = await browser.get(sent.location ?? '');
    assert.match(visibleText(shown.html), /Вы уже переписывались: сообщение добавлено сюда/);
  });

  it('is refused for an entry that one may not read', async () => {
    const secret = await write('private', 'Только мне');
    const { browser, page } = await open('resident', answerPath(secret));
    assert.equal(page.status, 404);
    const form = await browser.get(answerPath(slug));
    const forged = await browser.submit(form, paths.newMessage, { body: 'Что там?', entry: secret });
    assert.equal(forged.status, 404);
  });

  it('ends when either blocks the other', async () => {
    const { resident, neighbour } = village.clients;
    const [talk] = (await neighbour.list_conversations({})).conversations;
    await neighbour.read_conversation({ conversation: talk?.id ?? '', block: true });
    const { browser, page } = await open('resident', at(slug));
    assert.doesNotMatch(page.html, />Ответить</);
    const refused = await browser.submit(await browser.get(answerPath(slug)), paths.newMessage, {
      body: 'Почему?',
    });
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Здесь больше не принимают сообщения/);
    assert.match(refused.html, /Почему\?/, 'the words are kept');
    assert.equal((await resident.list_conversations({})).conversations.length, 1);
  });

  it('turns no address of another site into a link', async () => {
    const { resident, neighbour } = village.clients;
    const [talk] = (await neighbour.list_conversations({})).conversations;
    const conversation = talk?.id ?? '';
    await neighbour.read_conversation({ conversation, block: false });
    const own = actors.service.url;
    await resident.send_message({
      conversation,
      body: `https://evil.example/x ${own}.evil.example/y ${own}/tasks`,
    });
    const { page } = await open('neighbour', fillPath(paths.conversation, { conversation }));
    assert.doesNotMatch(page.html, /href="[^"]*evil/);
    assert.match(page.html, new RegExp(`<a href="/tasks">${own}/tasks</a>`));
  });

  it('ends when its author has left the village', async () => {
    assert.match((await open('resident', at(slug))).page.html, />Ответить</);
    await actors.service
      .db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    assert.doesNotMatch((await open('resident', at(slug))).page.html, />Ответить</);
  });
});
