import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { ReplyOf } from '../../src/domain/kernel/operation.ts';
import type { ResidentRole } from '../../src/domain/rules/residency.ts';
import { import_residents } from '../../src/features/actions/import_residents.ts';
import { join_person } from '../../src/features/actions/join_person.ts';
import { list_people } from '../../src/features/actions/list_people.ts';
import { print_person_letter } from '../../src/features/actions/print_person_letter.ts';
import { save_person } from '../../src/features/actions/save_person.ts';
import { recordStatements } from '../db/request-statements.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('the register of people', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let people: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    people = `/settlements/${settlement}/board/people`;
  });

  const act = <T>(action: Parameters<typeof runActionAs>[2], input: Record<string, unknown>) =>
    runActionAs(actors.service, actors.village.accounts.editor, action, {
      settlement,
      ...input,
    }) as Promise<T>;
  const enter = async (parcel: string, name: string, more: Record<string, unknown> = {}) =>
    (await act<{ person: string }>(save_person, { parcel, name, ...more })).person;
  const letterFor = async (person: string) =>
    (await act<{ code: string }>(print_person_letter, { person })).code;
  type Who = 'newcomer' | 'company' | 'outsider' | 'moderator';
  const claim = async (who: Who, input: { parcel?: string; code?: string; role?: ResidentRole }) =>
    (await actors.village.clients[who].request_residency({ settlement, ...input })).data;
  const recordOf = async (id: string) => {
    const [row] = await actors.service.db<{ membership: string | null; until: string | null }[]>`
      select membership_id as membership, until::text from recorded_person where id = ${id}`;
    return row;
  };
  const leave = (resident: string) =>
    actors.village.clients.editor.remove_resident({ settlement, resident, reason: 'Продали' });
  const read = async (path = people) =>
    visibleText((await (await signIn(actors.service, 'editor', 'ru')).get(path)).html);
  const audit = () => read(`/settlements/${settlement}/board/audit`);

  it('takes a person without e-mail by a form, finds them, and joins who has the code of their letter', async () => {
    const { service } = actors;
    const browser = await signIn(service, 'editor', 'ru');
    const form = await browser.get(`${people}/new?plot=2`);
    assert.match(form.html, /name="parcel"[^>]*value="2"/);
    const typed = {
      parcel: '2',
      name: 'Зоя Ильинична',
      role: 'owner',
      phones: '8 916 000 00 11, 89160000012',
      no_email: 'true',
    };
    const wrong = await browser.submit(form, `${people}/new`, { ...typed, phones: '123', parcel: '99' });
    assert.equal(wrong.status, 422);
    assert.match(visibleText(wrong.html), /Такого участка здесь нет/);
    const unread = await browser.submit(form, `${people}/new`, { ...typed, phones: '123' });
    assert.match(visibleText(unread.html), /Не разобрать телефон: 123/);
    const done = await browser.submit(form, `${people}/new`, typed);
    assert.match(done.location ?? '', /\/board\/people\/\d+$/);
    const at = done.location as string;
    const shown = await browser.get(at);
    assert.match(shown.html, /href="tel:\+79160000011"/);
    assert.match(visibleText(shown.html), /Участок 2 · собственник · записан .*\+7.916.000-00-12/);
    const again = await browser.submit(await browser.get(`${people}/new`), `${people}/new`, {
      ...typed,
      name: 'зоя  ильинична',
    });
    assert.match(visibleText(again.html), /уже записан такой человек/);
    for (const q of ['ильин', '+7 (916) 000-00-12', '8916000001', '2'])
      assert.match(await read(`${people}?q=${encodeURIComponent(q)}`), /Зоя Ильинична/, q);
    assert.match(await read(`${people}?state=recorded`), /1 участок · 1 человек/);
    assert.match(await read(`${people}?state=invited`), /Никого не нашлось/);

    const letter = await browser.submit(shown, `${at}/letter`);
    assert.equal(letter.status, 200);
    assert.match(letter.headers.get('cache-control') ?? '', /no-store/);
    assert.match(visibleText(letter.html), /Здравствуйте, Зоя Ильинична!.*Нет телефона или компьютера\?/);
    const [, former = ''] = /<b class="code">([^<]+)</.exec(letter.html) ?? [];
    assert.match(await read(`${people}?state=invited`), /Зоя Ильинична 2 собственник .* приглашён/);
    const second = await browser.submit(shown, `${at}/letter`);
    const [, code = ''] = /<b class="code">([^<]+)</.exec(second.html) ?? [];
    assert.notEqual(former, code);
    await assertRefused(claim('newcomer', { code: former }), 422);
    const mine = await claim('newcomer', { code, role: 'tenant' });
    assert.deepEqual(
      [mine.state, mine.role, mine.parcel.number],
      ['confirmed', 'owner', '2'],
      'with the role of the record, although the plot has an owner',
    );
    await assertRefused(claim('company', { code }), 422);
    assert.equal((await browser.get(at)).location, `/settlements/${settlement}/board/residents/${mine.id}`);
    assert.match(await read(`${people}?state=confirmed`), /Зоя Ильинична 2 собственник .* подтверждён/);
    await leave(mine.id);
    assert.match(await read(`${people}/former`), /Зоя Ильинична/);
    assert.doesNotMatch(await read(), /Зоя Ильинична/);
  });

  it('joins by a recorded address at once, but leaves it to the board where an owner has an account', async () => {
    const free = await enter('3', 'Пётр', { email: 'NEWCOMER@example.org' });
    const first = await claim('newcomer', { parcel: '3', role: 'tenant' });
    assert.deepEqual([first.state, first.role], ['confirmed', 'owner']);
    assert.equal((await recordOf(free))?.membership, first.id);
    const owned = await enter('1', 'Павел', { email: 'company@example.org', role: 'family' });
    const second = await claim('company', { parcel: '1' });
    assert.deepEqual([second.state, (await recordOf(owned))?.membership], ['claimed', null]);
    await actors.village.clients.editor.confirm_resident({ settlement, resident: second.id });
    assert.equal(
      (await recordOf(owned))?.membership,
      second.id,
      'joined by its address when the board agrees',
    );
    for (const { id } of [first, second]) await leave(id);
    assert.equal((await recordOf(free))?.membership, null);
    assert.ok((await recordOf(free))?.until);
  });

  it('confirms a claim that waits when its address is recorded by hand', async () => {
    const waiting = await claim('company', { parcel: '3' });
    await enter('3', 'Компанейцева', { email: 'company@example.org' });
    const { residents } = await actors.village.clients.editor.list_residents({
      settlement,
      resident: waiting.id,
    });
    assert.equal(residents[0]?.state, 'confirmed');
    await leave(waiting.id);
  });

  it('never joins by a name or a telephone number, nor by the address of who moved away', async () => {
    const { service, village } = actors;
    await enter('12А', 'Newcomer Ivanova', { phones: '+79160000013' });
    const gone = await enter('12А', 'Ушедшая', { email: 'outsider@example.org' });
    await service.db`update recorded_person set until = current_date - 1 where id = ${gone}`;
    const named = await claim('newcomer', { parcel: '12А' });
    const former = await claim('outsider', { parcel: '12А' });
    assert.deepEqual([named.state, former.state], ['claimed', 'claimed']);
    await assertRefusedAction(print_person_letter, { person: gone }, 'invalid');
    for (const [who, { id }] of [
      ['newcomer', named],
      ['outsider', former],
    ] as const)
      await village.clients[who].remove_resident({ settlement, resident: id });
  });

  const assertRefusedAction = async (
    action: Parameters<typeof runActionAs>[2],
    input: Record<string, unknown>,
    kind: string,
  ) => assert.equal(await refusalKindOf(act(action, input)), kind);

  it('joins by the editor’s hand only members of the same plot who have no record', async () => {
    const { service, village } = actors;
    const mine = await claim('company', { parcel: '3' });
    await village.clients.editor.confirm_resident({ settlement, resident: mine.id });
    const person = await enter('3', 'Тётя Капа', { role: 'tenant' });
    const elsewhere = await enter('12А', 'Дядя Капа');
    await assertRefusedAction(join_person, { person: elsewhere, resident: mine.id }, 'invalid');
    const browser = await signIn(service, 'editor', 'ru');
    const shown = await browser.get(`${people}/${person}`);
    assert.match(visibleText(shown.html), /Уже зарегистрирован здесь\?.*Company Ivanova, собственник/);
    const done = await browser.submit(shown, `${people}/${person}/join`, { resident: mine.id });
    assert.equal(done.location, `/settlements/${settlement}/board/residents/${mine.id}`);
    assert.equal((await recordOf(person))?.membership, mine.id);
    const { residents } = await village.clients.editor.list_residents({ settlement, resident: mine.id });
    assert.equal(residents[0]?.role, 'tenant', 'the role of the record');
    const second = await enter('3', 'Капа вторая');
    await assertRefusedAction(join_person, { person: second, resident: mine.id }, 'invalid');
    await assertRefusedAction(join_person, { person, resident: mine.id }, 'invalid');
    await leave(mine.id);
    await assertRefusedAction(join_person, { person: second, resident: mine.id }, 'invalid');
  });

  it('gives one record to one account, whoever comes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await enter('12А', `Соперники ${round}`, { email: 'moderator@example.org' });
      const code = await letterFor(person);
      const replies = await Promise.allSettled([
        claim('newcomer', { code }),
        claim('company', { code }),
        claim('moderator', { parcel: '12А' }),
      ]);
      const claims = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
      const joined = (await recordOf(person))?.membership;
      assert.ok(
        claims.some(({ id, state }) => id === joined && state === 'confirmed'),
        `round ${round}`,
      );
      assert.equal(claims.filter(({ state }) => state === 'confirmed').length, 1, `round ${round}`);
      for (const { id } of claims) await leave(id);
      await actors.service.db`delete from recorded_person where id = ${person}`;
      await actors.service.db`delete from plot_code_try`;
    }
  });

  it('refuses a card that somebody else has changed, and shows how it stands', async () => {
    const { service } = actors;
    const person = await enter('3', 'Карточкина', { phones: '+79160000014' });
    const at = `${people}/${person}`;
    const [one, other] = [await signIn(service, 'editor', 'ru'), await signIn(service, 'editor', 'ru')];
    const [first, second] = [await one.get(at), await other.get(at)];
    const typed = { name: 'Карточкина', role: 'owner', phones: '+79160000014' };
    assert.equal((await one.submit(first, at, { ...typed, postal_address: 'Тверь' })).location, at);
    const stale = await other.submit(second, at, { ...typed, phones: '+79160000015' });
    assert.equal(stale.status, 422);
    assert.match(visibleText(stale.html), /Пока вы писали, это изменили.*Тверь/);
    assert.match(await read(at), /\+7.916.000-00-14/);
    assert.equal((await other.submit(stale, at, { ...typed, phones: '+79160000015' })).location, at);
    assert.match(
      await read(at),
      /\+7.916.000-00-15 .*История.*Изменили карточку человека .* · телефон .*Изменили карточку человека .* · почтовый адрес/,
    );
  });

  it('has a card of residents with an account too, which becomes a record when it is saved', async () => {
    const { service, village } = actors;
    const { residents } = await village.clients.editor.list_residents({ settlement, q: 'neighbour' });
    const at = `/settlements/${settlement}/board/residents/${residents[0]?.id}`;
    const browser = await signIn(service, 'editor', 'ru');
    const shown = await browser.get(at);
    const saved = await browser.submit(shown, `${at}/card`, {
      name: 'Соседкин',
      phones: '+79160000016',
      member: 'yes',
    });
    assert.equal(saved.location, at);
    assert.match(await read(at), /\+7.916.000-00-16 .*Член товарищества да/);
    assert.match(
      await read(),
      /Соседкин 2 собственник \+7.916.000-00-16 neighbour@example.org в приложении подтверждён/,
    );
    const [row] = await service.db<{ id: string; membership: string }[]>`
      select id, membership_id as membership from recorded_person where name = 'Соседкин'`;
    assert.equal(row?.membership, residents[0]?.id);
    const gone = await browser.submit(await browser.get(at), `${people}/${row?.id}/remove`);
    assert.equal(gone.location, at);
    assert.match(
      await read(),
      /Neighbour Ivanova 2 собственник neighbour@example.org в приложении подтверждён/,
    );
  });

  it('forgets a person for good, and keeps the decision without the name', async () => {
    const { service } = actors;
    const person = await enter('3', 'Забудькина');
    const browser = await signIn(service, 'editor', 'ru');
    const at = `${people}/${person}`;
    const shown = await browser.get(at);
    assert.match(visibleText(shown.html), /Удалить запись Имя, телефоны и адрес удалятся навсегда/);
    assert.equal((await browser.submit(shown, `${at}/remove`)).location, people);
    assert.equal((await browser.get(at)).status, 404);
    assert.match(await audit(), /Удалили запись о человеке Editor I\. · сегодня [\d:]+ · участок 3/);
    const named = await service.db`
      select 1 from audit_entry where before::text like '%Забудькина%' or after::text like '%Забудькина%'`;
    assert.equal(named.length, 0);
  });

  it('sends a letter by e-mail where one is recorded', async () => {
    const { service } = actors;
    const person = await enter('3', 'Почтальонова', { email: 'post@example.org' });
    const browser = await signIn(service, 'editor', 'ru');
    const at = `${people}/${person}`;
    assert.equal((await browser.submit(await browser.get(at), `${at}/invite`)).location, at);
    const [letter] = await service.db<
      { text: string }[]
    >`select body_text as text from letter where to_address = 'post@example.org'`;
    assert.match(letter?.text ?? '', /Правление посёлка .* приглашает вас на участок 3/);
    assert.match(await read(at), /приглашён/);
    await service.db`update recorded_person set until = current_date where id = ${person}`;
    assert.doesNotMatch(await read(at), /Напечатать письмо/);
  });

  describe('as a table', () => {
    const hostile = [
      '=1+1',
      '+7',
      '-x',
      '@sum',
      "'=quoted",
      'a;=b',
      'с "кавычкой"',
      '<b>&amp;',
      'Запятая, после',
    ];

    it('comes back unchanged by CSV and .xlsx, in both languages', async () => {
      const { service, village } = actors;
      await service.db`delete from recorded_person`;
      for (const [index, name] of hostile.entries())
        await enter('12А', name, {
          role: 'family',
          postal_address: `=Адрес; ${name}`,
          phones: `+7916000${1000 + index}, +442079460958, +77012345678`,
          member: index % 2 ? 'yes' : 'no',
          since: '2021-05-31',
          ...(index % 2 && { no_email: true }),
        });
      await service.db`update account set display_name = '=Дарья; "Д"' where id = ${village.accounts.neighbour}`;
      for (const language of ['ru', 'en'])
        for (const ending of ['csv', 'xlsx']) {
          const browser = await signIn(service, 'editor', language as 'ru');
          const reply = await fetch(`${service.url}${people}.${ending}`, {
            headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          });
          const bytes = Buffer.from(await reply.arrayBuffer());
          assert.equal(reply.status, 200);
          assert.match(reply.headers.get('cache-control') ?? '', /no-store/);
          if (ending === 'csv') assert.doesNotMatch(bytes.toString(), /(^|[,;\n])"?[=+@-]/, 'no formula');
          const { plan } = await act<ReplyOf<typeof import_residents>>(import_residents, {
            file: bytes.toString('base64'),
          });
          assert.deepEqual(
            plan.lines.filter(({ outcome }) => outcome !== 'same'),
            [],
            `${language} ${ending}`,
          );
          assert.equal(plan.lines.length, hostile.length + 2);
        }
    });

    it('is in the audit as one line for each reader and day, however few are read at a time', async () => {
      const { service, village } = actors;
      const { db } = service;
      const counted = async () => {
        const rows = await db<{ account: string; people: number; readings: number }[]>`
          select account_id as account, people::integer as people, readings from register_reading
           where settlement_id = ${village.settlement.id}`;
        assert.deepEqual(
          rows.map(({ account }) => account),
          [village.accounts.editor],
        );
        return { people: rows[0]?.people ?? 0, readings: rows[0]?.readings ?? 0 };
      };
      const entries = async () => (await db`select 1 from audit_entry where action like 'list_%'`).length;
      const { editor } = village.clients;
      await db`delete from recorded_person`;
      const one = await editor.list_residents({ settlement, limit: 1 });
      assert.equal(one.residents.length, 1);
      const before = await counted();
      for (let step = 0; step < 5; step += 1) await editor.list_residents({ settlement, limit: 1 });
      assert.deepEqual(await counted(), { people: before.people + 5, readings: before.readings + 5 });
      await Promise.all(Array.from({ length: 8 }, () => editor.list_residents({ settlement, limit: 1 })));
      assert.deepEqual(await counted(), { people: before.people + 13, readings: before.readings + 13 });
      const csv = `plot,name\n${Array.from({ length: 25 }, (_, n) => `3,Житель ${n}`).join('\n')}`;
      const { mark } = await act<{ mark: string }>(import_residents, { csv });
      await act(import_residents, { csv, tried: mark });
      const { people: recorded = [], residents } = await editor.list_residents({
        settlement,
        recorded: true,
        limit: 100,
      });
      const after = before.people + 13 + recorded.length + residents.length;
      assert.deepEqual(await counted(), { people: after, readings: before.readings + 14 });
      await read();
      await read(`${people}?whole=1`);
      const { readings, people: all } = await counted();
      assert.equal(readings, before.readings + 16);
      assert.ok(all > after);
      assert.equal(await entries(), 0);
      const line = new RegExp(
        `Смотрели реестр Editor I\\. · сегодня [\\d:]+ · человек: ${all} · раз за день: ${readings}`,
        'g',
      );
      assert.equal((await audit()).match(line)?.length, 1);
      await assert.rejects(db`update register_reading set people = people - 1`, /only grow/);
      await assert.rejects(db`delete from register_reading`, /stay as they were written/);
    });

    it('is in the audit for each table that was taken out', async () => {
      await read(`${people}.csv`);
      assert.match(await audit(), /Скачали реестр таблицей Editor I\. · сегодня [\d:]+ · человек: \d+/);
    });

    it('is not read by the page of the board’s work', async () => {
      const { db } = actors.service;
      const sum = async () => (await db`select sum(readings) as all from register_reading`)[0]?.all;
      const before = await sum();
      await read(`/settlements/${settlement}/board/desk`);
      assert.equal(await sum(), before);
    });

    it('takes at most five statements for a page', async () => {
      const {
        result: { lines },
        statements,
      } = await recordStatements(() => act<ReplyOf<typeof list_people>>(list_people, {}));
      assert.equal(lines.filter(({ person }) => person?.name.startsWith('Житель ')).length, 25);
      assert.ok(statements.length <= 5, statements.join('\n'));
    });

    it('is listed with names and states alone by list_residents', async () => {
      const { editor, resident } = actors.village.clients;
      const seen: string[] = [];
      const residents: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await editor.list_residents({
          settlement,
          recorded: true,
          limit: 2,
          ...(cursor && { cursor }),
        });
        for (const { id } of page.residents) residents.push(id);
        for (const { name, parcel, state, ...more } of page.people ?? []) {
          assert.deepEqual(more, {});
          seen.push(`${parcel.number} ${name} ${state}`);
        }
        cursor = page.cursor;
      } while (cursor);
      assert.equal(new Set(seen).size, 27);
      assert.equal(seen.length, 27, 'nobody twice');
      const alone = await editor.list_residents({ settlement, limit: 100 });
      assert.deepEqual(
        residents,
        alone.residents.map(({ id }) => id),
        'the residents are as without it',
      );
      assert.ok(seen.includes('3 Житель 7 recorded') && seen.includes('1 Resident Ivanova confirmed'));
      const one = await editor.list_residents({ settlement, recorded: true, parcel: '1' });
      assert.deepEqual(
        one.people?.map(({ name }) => name),
        ['Resident Ivanova'],
      );
      await assertRefused(resident.list_residents({ settlement, recorded: true }), 403);
      const own = await resident.list_residents({ settlement, recorded: true, parcel: '1' });
      assert.equal(own.people, undefined, 'an owner sees claims to the plot, not the register');
    });
  });

  it('is for the present board alone', async () => {
    const { service, village } = actors;
    const person = await enter('3', 'Закрытова', {
      phones: '+79160000017',
      email: 'closed@example.org',
    });
    const at = `${people}/${person}`;
    const posts = ['', '/letter', '/invite', '/remove'].map((path) => at + path);
    const other = village.other.slug;
    for (const persona of ['resident', 'newcomer', 'outsider', 'company', 'moderator'] as const) {
      const browser = await signIn(service, persona);
      for (const path of [
        people,
        `${people}?q=Закрытова`,
        `${people}/new`,
        at,
        `${people}.csv`,
        `${people}.xlsx`,
      ]) {
        const reply = await browser.get(path);
        assert.equal(reply.status, 403, `${persona} ${path}`);
        assert.doesNotMatch(reply.html, /Закрытова|0000017/);
      }
    }
    const editor = await signIn(service, 'editor');
    const shown = await editor.get(at);
    assert.equal((await editor.get(at.replace(settlement, other))).status, 403);
    assert.equal((await editor.get(`${people}/1`)).status, 404);
    assert.equal((await editor.get(`${people}/x`)).status, 404);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    for (const path of posts)
      assert.equal((await editor.submit(shown, path, { name: 'x', resident: '1' })).status, 403, path);
    assert.equal((await editor.get(at)).status, 403);
    await assertRefusedAction(join_person, { person, resident: '1' }, 'forbidden');
    assert.ok(await recordOf(person));
  });
});
