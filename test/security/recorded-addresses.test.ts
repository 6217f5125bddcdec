import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { importPeople } from '../../src/features/land-import/people-import.ts';
import { parsePeopleList } from '../../src/features/land-import/people-list-parser.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { waitForEmail } from './mailbox.ts';

const password = 'a long enough one';

describe('an email address that the board has recorded', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService({}, { jobs: true });
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });

  type Person = 'newcomer' | 'company' | 'outsider' | 'moderator';
  const browsers = new Map<Person, Browser>();
  const letters = new Map<string, number>();

  async function browserOf(person: Person): Promise<Browser> {
    const known = browsers.get(person);
    if (known) return known;
    const id = village.accounts[person];
    await service.db`update account set password_hash = ${await quickHash(password)} where id = ${id}`;
    const browser = openBrowser(service);
    const form = await browser.get('/login');
    await browser.submit(form, '/login', { email: `${person}@example.org`, password });
    browsers.set(person, browser);
    return browser;
  }

  /** As a person does it: the form, the email to the new address, its link. */
  async function moveTo(person: Person, email: string): Promise<void> {
    const browser = await browserOf(person);
    const asked = { email, current_password: password };
    await browser.submit(await browser.get('/account/security'), '/account/email', asked);
    for (;;) {
      const count = (letters.get(email) ?? 0) + 1;
      letters.set(email, count);
      const { link } = await waitForEmail(service, email, count);
      if (!link.startsWith('/confirm')) continue;
      assert.equal((await browser.submit(await browser.get(link), '/confirm')).status, 303);
      return;
    }
  }

  const list = (...lines: string[]) =>
    importPeople(
      { ...service.app.kernelDependencies, pool: service.pool },
      village.settlement.id,
      parsePeopleList(`plot,name,email\n${lines.join('\n')}\n`).lines,
    );
  const claim = async (person: Person, parcel: string) =>
    (await village.clients[person].request_residency({ settlement, parcel })).data;
  const remove = (resident: string) =>
    village.clients.editor.remove_resident({ settlement, resident, reason: 'Продали участок' });

  it('does not readmit a removed resident under another address, until the board lists them again', async () => {
    await list('3,Новосёлова,newcomer@example.org');
    const first = await claim('newcomer', '3');
    assert.equal(first.state, 'confirmed');
    await moveTo('newcomer', 'newcomer-elsewhere@example.org');
    await remove(first.id);
    await moveTo('newcomer', 'newcomer@example.org');
    const second = await claim('newcomer', '3');
    assert.equal(second.state, 'claimed', 'change, strike, change back, claim');
    assert.deepEqual(await list('3,Новосёлова,newcomer@example.org'), {
      read: 1,
      listed: 1,
      refused: 0,
      confirmed: 1,
    });
    await remove(second.id);
    const third = await claim('newcomer', '3');
    assert.equal(third.state, 'claimed', 'strike, claim');
    await remove(third.id);
    await list('3,Новосёлова,newcomer@example.org');
    const fourth = await claim('newcomer', '3');
    assert.equal(fourth.state, 'confirmed', 'strike, list again, claim');
    await remove(fourth.id);
  });

  it('confirms one person, not a second account that took over the address', async () => {
    await list('12А,Компанейцева,company@example.org');
    const first = await claim('company', '12А');
    assert.equal(first.state, 'confirmed');
    await moveTo('company', 'company-elsewhere@example.org');
    await moveTo('outsider', 'company@example.org');
    const second = await claim('outsider', '12А');
    assert.equal(second.state, 'claimed', 'while the first lives there');
    assert.equal((await list('12А,Компанейцева,company@example.org')).confirmed, 0);
    await remove(first.id);
    assert.equal((await list()).confirmed, 0, 'a list that says nothing of it');
    await village.clients.outsider.remove_resident({ settlement, resident: second.id });
    assert.equal((await claim('outsider', '12А')).state, 'claimed', 'after the first was let go');
  });

  it('confirms nobody who was removed and took over an address listed before', async () => {
    const entry = '3,Модераторова,company-elsewhere@example.org';
    const first = await claim('moderator', '3');
    await list(entry);
    await remove(first.id);
    await moveTo('company', 'company-third@example.org');
    await moveTo('moderator', 'company-elsewhere@example.org');
    const second = await claim('moderator', '3');
    assert.equal(second.state, 'claimed');
    assert.equal((await list(entry)).confirmed, 0, 'the same line again is no new decision');
  });

  it('also counts for a person confirmed by hand', async () => {
    await moveTo('company', 'by-hand@example.org');
    const { id } = await claim('company', '3');
    await village.clients.editor.confirm_resident({ settlement, resident: id });
    await list('3,Ручкина,by-hand@example.org');
    await moveTo('company', 'after-hand@example.org');
    await remove(id);
    await moveTo('newcomer', 'by-hand@example.org');
    assert.equal((await claim('newcomer', '3')).state, 'claimed');
  });

  it('stays used when the account it confirmed is deleted', async () => {
    await list('12А,Компанейцева,after-hand@example.org');
    assert.equal((await claim('company', '12А')).state, 'confirmed');
    await moveTo('company', 'company-last@example.org');
    await moveTo('newcomer', 'after-hand@example.org');
    const browser = await browserOf('company');
    const gone = await browser.submit(await browser.get('/account/data'), '/account/delete', { password });
    assert.equal(gone.location, '/account/deleted');
    assert.equal((await claim('newcomer', '12А')).state, 'claimed');
  });
});
