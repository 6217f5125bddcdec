import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService } from '../harness/service.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { ringAround } from '../operations/settlement/land-fixtures.ts';
import { signIn, visibleText } from './sign-in.ts';

const at = { settlement: 'berezka' };

describe('pages of a second member of the board', () => {
  let actors: OAuthTestClient;
  let first: Browser;
  let second: Browser;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { service, village } = actors;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.newcomer,
      'editor',
      new Date(),
    );
    first = await signIn(service, 'editor', 'ru');
    second = await signIn(service, 'newcomer', 'ru');
  });
  const motions = fillPath(paths.motions, at);
  const read = async (browser: Browser, path: string) => visibleText((await browser.get(path)).html);
  /** Submits a form that proposes; the address of what waits then. */
  const propose = async (page: string, action: string, fields: Record<string, string> = {}) => {
    const shown = await first.get(page);
    assert.match(visibleText(shown.html), /Решит другой член правления; до тех пор ничего не изменится/);
    const sent = await first.submit(shown, action, fields);
    assert.match(sent.location ?? '', /\/board\/motions\/\d+$/, visibleText(sent.html).slice(0, 400));
    const waiting = await read(first, sent.location ?? '');
    assert.match(waiting, /Предложено\. Остальному правлению сообщили/);
    assert.match(waiting, /Ждёт другого члена правления Вы предложили это сами/);
    return sent.location ?? '';
  };
  const agree = async (motion: string) => {
    const sent = await second.submit(await second.get(motion), motion, { decision: 'accept' });
    assert.equal(sent.location, motion, visibleText(sent.html).slice(0, 600));
    assert.match(await read(second, motion), /Вы согласились\. Сделано/);
  };

  it('switch it on, and show it where one decided alone before', async () => {
    assert.match(await read(first, fillPath(paths.boardDesk, at)), /Согласие второго/);
    const page = await first.get(motions);
    assert.match(visibleText(page.html), /Решает один/);
    await first.submit(page, fillPath(paths.secondMember, at));
    assert.match(await read(first, motions), /Теперь решают двое.*Ничего не ждёт/);
  });

  it('propose and agree to taking somebody off the register', async () => {
    const { service, village } = actors;
    const [row] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${village.accounts.neighbour}`;
    const person = row?.id ?? '';
    const page = fillPath(paths.endPerson, { ...at, person });
    const motion = await propose(page, page, {
      reason_kind: 'sold',
      reason: 'Продал дом',
      successor: 'Пётр Новый',
    });
    assert.match(await read(second, '/today'), /Снять с учёта/);
    assert.match(await read(second, fillPath(paths.board, at)), /Согласие второго новых: 1/);
    const shown = await read(second, motion);
    for (const words of ['Neighbour Ivanova', 'Участок 2', 'Продал дом', 'Пётр Новый', 'Editor Ivanova'])
      assert.ok(shown.includes(words), `${words}: ${shown}`);
    await agree(motion);
    assert.match(await read(first, '/notifications'), /соглашается с тем, что вы предложили правлению/);
    assert.match(await read(first, fillPath(paths.audit, at)), /Согласились вторым.*Снять с учёта/);
  });

  it('refuse a dismissal with a reason, and take one back', async () => {
    const { village } = actors;
    const account = village.accounts.newcomer;
    const page = fillPath(paths.boardMember, { ...at, account });
    const own = await propose(page, page, { reason: 'Не ходит' });
    assert.match(await read(second, own), /Речь о вас самих/);
    const withdrawn = await first.submit(await first.get(own), `${own}/withdraw`);
    assert.equal(withdrawn.location, own);
    assert.match(await read(first, own), /Отозвано\. Ничего не изменилось/);
    const off = await propose(motions, fillPath(paths.singleMember, at));
    const refused = await second.submit(await second.get(off), off, { decision: 'refuse', reason: 'Рано' });
    assert.equal(refused.location, off);
    assert.match(await read(first, off), /Второй член правления отказал.*Рано/);
    assert.match(await read(first, motions), /Решено.*Снова решать по одному.*Вывести из правления/);
  });

  it('propose a boundary with its plan, and agree to it', async () => {
    const { village } = actors;
    const ring = JSON.stringify(
      ringAround([0, 0], [0, 3]).map(({ latitude, longitude }) => [longitude, latitude]),
    );
    const page = fillPath(paths.boundary, at);
    const looked = await first.submit(await first.get(page), page, { ring, look: 'look' });
    assert.match(visibleText(looked.html), /Предложить правлению/);
    const sent = await first.submit(looked, fillPath(paths.applyBoundary, at));
    const motion = sent.location ?? '';
    assert.match(motion, /\/board\/motions\/\d+$/, visibleText(sent.html).slice(0, 600));
    const shown = await second.get(motion);
    assert.match(visibleText(shown.html), /Останется участков 4/);
    assert.match(shown.html, /<svg/);
    await agree(motion);
    const { data } = await village.clients.editor.show_settlement({ settlement: 'berezka' });
    assert.ok(data.boundary);
  });

  it('read as old as they are: a page shown before the setting acts alone never, and one shown after never more', async () => {
    const { service, village } = actors;
    const [row] = await service.db<{ id: string }[]>`
      select id from membership where account_id = ${village.accounts.resident}`;
    const page = fillPath(paths.endPerson, { ...at, person: row?.id ?? '' });
    const proposing = await first.get(page);
    await service.db`update settlement set needs_second_member = false where slug = 'berezka'`;
    const late = await first.submit(proposing, page, { reason_kind: 'sold' });
    assert.match(visibleText(late.html), /Согласие второго больше не нужно/);
    const alone = await first.get(page);
    await service.db`update settlement set needs_second_member = true where slug = 'berezka'`;
    const early = await first.submit(alone, page, { reason_kind: 'sold' });
    assert.match(visibleText(early.html), /такое решают двое из правления/);
    const [state] = await service.db`select state from membership where id = ${row?.id ?? ''}`;
    assert.equal(state?.state, 'confirmed');
  });
});
