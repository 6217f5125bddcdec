import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('contact editor of the board', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let directory: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    directory = `/settlements/${settlement}/directory`;
  });
  const blank = { address: '', hours: '', site: '', notes: '' };

  it('adds, edits and archives a contact, and shows conflicting edits', async () => {
    const { editor } = actors.village.clients;
    const browser = await signIn(actors.service, 'editor', 'ru');
    const action = `${directory}/new`;
    const page = await browser.get(action);
    const fields = { ...blank, name: 'Пекарня', category: 'shop', phones: '12' };
    const bad = await browser.submit(page, action, fields);
    assert.equal(bad.status, 422);
    assert.match(bad.html, /id="write-phones-error"/);
    assert.match(bad.html, /value="Пекарня"/);
    const added = await browser.submit(bad, action, { ...fields, phones: '8 496 000 00 12' });
    const card = added.location ?? '';
    assert.match(card, /\/directory\/[^/]+$/);
    const form = await browser.get(`${card}/edit`);
    const slug = card.split('/').at(-1) ?? '';
    await editor.edit_contact({ settlement, contact: slug, notes: 'Хлеб до обеда' });
    const shown = { ...fields, phones: '+7 496 000-00-12' };
    const saved = await browser.submit(form, `${card}/edit`, { ...shown, hours: 'с 8' });
    assert.equal(saved.location, card);
    const read = async () => (await editor.list_contacts({ settlement, contact: slug })).contacts[0];
    assert.deepEqual([(await read())?.hours, (await read())?.notes], ['с 8', 'Хлеб до обеда']);

    // The same field was edited since the form was rendered: the conflict is shown, a resubmit overwrites.
    await editor.edit_contact({ settlement, contact: slug, hours: 'с 9' });
    const late = await browser.submit(form, `${card}/edit`, { ...shown, hours: 'с 7' });
    assert.equal(late.status, 422);
    assert.match(visibleText(late.html), /здесь записали: с 9/);
    assert.match(late.html, /value="с 7"/);
    assert.equal((await read())?.hours, 'с 9');
    assert.equal((await browser.submit(late, `${card}/edit`, { ...shown, hours: 'с 7' })).location, card);
    assert.equal((await read())?.hours, 'с 7');
    const last = await browser.get(`${card}/edit`);
    const now = { ...shown, hours: 'с 7', notes: 'Хлеб до обеда' };
    await browser.submit(last, `${card}/edit`, { ...now, archived: 'true' });
    assert.equal((await read())?.archived, true);
  });

  it('refuses everybody but the current board', async () => {
    const { service, village } = actors;
    const { data } = await village.clients.editor.write_contact({
      settlement,
      name: 'Охрана',
      category: 'board',
    });
    const pages = [`${directory}/new`, `${directory}/${data.slug}/edit`];
    for (const persona of ['resident', 'outsider', 'company', 'moderator'] as const) {
      const browser = await signIn(service, persona);
      for (const page of pages) assert.equal((await browser.get(page)).status, 403, `${persona} ${page}`);
    }
    const editor = await signIn(service, 'editor');
    const drawn = await Promise.all(pages.map((page) => editor.get(page)));
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    for (const [index, page] of pages.entries()) {
      const fields = { ...blank, name: 'Другое имя', category: 'board', phones: '' };
      assert.equal((await editor.submit(drawn[index] as (typeof drawn)[0], page, fields)).status, 403);
    }
    const { contacts } = await village.clients.resident.list_contacts({ settlement, contact: data.slug });
    assert.equal(contacts[0]?.name, 'Охрана');
  });
});
