import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { dataExportWorker } from '../../src/background/jobs/data-export.ts';
import { export_my_data } from '../../src/features/actions/export_my_data.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { visibleText } from '../web/sign-in.ts';

/** Texts that would leave their place in a page, a path or a line. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style><iframe src="https://evil.example">',
  "javascript:alert('1')",
  '\u202Eтекст задом наперёд',
  '&lt;b&gt;уже как сущность&amp;',
  '../../../etc/passwd',
];

describe('the pages of a copy of one’s own data', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    ({ village } = await prepareOAuthTestClient(service));
  });

  /** What a copy holds, by path. */
  const copy = async (persona: Persona, more: { time_zone?: string } = {}) => {
    const account = village.accounts[persona];
    await service.db`delete from data_export where account_id = ${account}`;
    await runActionAs(service, account, export_my_data, { password, ...more });
    await drainQueue(
      service,
      dataExportWorker(() => service.app.services),
    );
    const [row] = await service.db<{ hash: string }[]>`
      select encode(sha256, 'hex') as hash from data_export where account_id = ${account} and state = 'ready'`;
    const stored = await service.app.services.media.store.open(row?.hash ?? '');
    const pieces: Uint8Array[] = [];
    for await (const piece of stored as AsyncIterable<Uint8Array>) pieces.push(piece);
    const files = unzipSync(Buffer.concat(pieces));
    return Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString()]),
    );
  };
  const say = async (by: Persona, to: Persona, body: string) =>
    (await village.clients[by].send_message({ to: 'person', account: village.accounts[to], body })).data;
  const speak = (persona: Persona, language: 'ru' | 'en') =>
    village.clients[persona].edit_profile({ language });

  it('show both halves of one’s conversations in both languages, and nobody else’s', async () => {
    const { conversation } = await say('resident', 'neighbour', 'Мои слова');
    await say('neighbour', 'resident', 'Ответ соседа');
    const rude = await say('neighbour', 'resident', 'Скрытая грубость');
    await service.db`update message set hidden_at = now() where id = ${rude.id}`;
    const { conversation: foreign } = (
      await village.clients.neighbour.send_message({
        to: 'board',
        settlement: 'berezka',
        body: 'Не для него',
      })
    ).data;
    await village.clients.resident.send_message({ to: 'board', settlement: 'berezka', body: 'Правлению' });
    const expected = {
      ru: [/Вы .*Мои слова/, /Neighbour I\. .*Ответ соседа/, /Это сообщение скрыто/],
      en: [/You .*Мои слова/, /Neighbour I\. .*Ответ соседа/, /This message is hidden/],
    };
    for (const language of ['ru', 'en'] as const) {
      await speak('resident', language);
      const files = await copy('resident');
      const talk = visibleText(files[`conversations/${conversation}.html`] ?? '');
      for (const each of expected[language]) assert.match(talk, each);
      assert.doesNotMatch(talk, /Скрытая грубость/);
      assert.equal(files[`conversations/${foreign}.html`], undefined);
      const first = files['index.html'] ?? '';
      assert.match(first, new RegExp(`<html lang="${language}">`));
      assert.match(first, new RegExp(`href="conversations/${conversation}.html"`));
      assert.match(
        visibleText(first),
        language === 'ru' ? /СНТ Берёзка , Участок 1/ : /СНТ Берёзка , Plot 1/,
      );
      for (const [, path = ''] of first.matchAll(/href="([^"]+)"/g))
        assert.ok(files[decodeURIComponent(path)] !== undefined, `${path} is in the copy`);
      assert.ok(!JSON.stringify(files).includes('Не для него'));
    }
    const ofBoard = await copy('editor');
    assert.ok(!JSON.stringify(ofBoard).includes('Правлению'), 'what the board was written is the board’s');
  });

  it('keep hostile texts inside their place: no element, no script, no folder of theirs', async () => {
    const { resident, neighbour } = village.clients;
    for (const text of hostile) {
      await say('neighbour', 'resident', text);
      await say('resident', 'neighbour', text);
      await resident.write_task({ settlement: 'berezka', title: text.slice(0, 200), body: text });
      await resident.write_article({
        ...{ settlement: 'berezka', parcel_id: '1', title: text.slice(0, 200), body: text },
      });
    }
    await neighbour.edit_profile({ display_name: '<b onclick=alert(1)>Имя</b>' });
    await service.db`
      insert into media (id, settlement_id, subject_type, subject_id, owner_id, visibility, state, sha256, blobs, content_type, file_name, bytes, created_at)
      select ${service.newId()}, ${village.settlement.id}, 'parcel', ${village.plots.resident}, ${village.accounts.resident}, 'private',
             'ready', sha256('nothing'), '{}', 'image/png', '../../<img src=x>.png', 1, now()`;
    const files = await copy('resident');
    for (const [path, content] of Object.entries(files)) {
      assert.doesNotMatch(path, /\.\.|\\|^\/|[<>:"|?*]/, path);
      if (!path.endsWith('.html')) continue;
      assert.match(content, /default-src 'none'/);
      const elements = new Set([...content.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
      for (const element of elements)
        assert.ok(
          [
            'html',
            'head',
            'meta',
            'title',
            'style',
            'body',
            'h1',
            'h2',
            'p',
            'ul',
            'li',
            'a',
            'bdi',
            'small',
            'time',
            'i',
          ].includes(element as string),
          `<${element}> in ${path}`,
        );
      assert.doesNotMatch(content, /\son\w+=(?=[^&]*>)|href="(?:javascript|https?):/, path);
      for (const [, inside = ''] of content.matchAll(/<(?:bdi|p class="said"[^>]*)>([^<]*)</g))
        assert.doesNotMatch(inside, /[<>"]/);
    }
    const shown = Object.entries(files).find(([path]) => path.startsWith('conversations/'))?.[1] ?? '';
    assert.ok(shown.includes('&lt;script&gt;alert(1)&lt;/script&gt;'), 'shown as it was typed');
  });

  it('give long identifiers as strings with their names beside them', async () => {
    const files = await copy('resident');
    const rows = (name: string) =>
      JSON.parse(files[`data/${name}.json`] ?? '[]') as Record<string, unknown>[];
    const [task] = rows('task');
    assert.equal(task?.settlement_id, village.settlement.id);
    assert.equal(task?.settlement_name, 'СНТ Берёзка');
    const [membership] = rows('membership');
    assert.deepEqual([membership?.parcel_id, membership?.parcel_name], [village.plots.resident, '1']);
    for (const [path, content] of Object.entries(files))
      if (path.endsWith('.json')) assert.doesNotMatch(content, /[:[,]\s*\d{16,}/, `a long number in ${path}`);
    assert.ok((files['index.html'] ?? '').includes(village.accounts.resident));
  });

  it('give times in the zone of one’s settlement, else of the browser, and names deleted people by what they were', async () => {
    await speak('resident', 'ru');
    assert.match(
      visibleText((await copy('resident', { time_zone: 'Asia/Tokyo' }))['index.html'] ?? ''),
      /Europe\/Moscow/,
    );
    const newcomer = async (more: { time_zone?: string }) =>
      visibleText((await copy('newcomer', more))['index.html'] ?? '');
    assert.match(await newcomer({ time_zone: 'Asia/Vladivostok' }), /Asia\/Vladivostok/);
    assert.match(await newcomer({ time_zone: 'Mars/Olympus' }), / UTC/);
    const { conversation } = await say('resident', 'neighbour', 'До удаления');
    await service.pool.begin((db) => deleteAccount(db, village.accounts.neighbour, new Date()));
    const talk = (await copy('resident'))[`conversations/${conversation}.html`] ?? '';
    assert.match(visibleText(talk), /бывший житель/);
    assert.doesNotMatch(talk, /Neighbour|бывший Ж/);
  });
});
