import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Quota } from '../../../src/domain/kernel/ports.ts';
import { ApiError, type Client } from '../../../src/entry/client/client.ts';
import { ask_for_settlement } from '../../../src/features/actions/ask_for_settlement.ts';
import { refusalKindOf, runActionAs } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

let service: TestService;
let village: Village;
let count = 0;

async function open(quotas: string): Promise<void> {
  service = await startService({ QUOTAS: quotas });
  village = await buildVillage(service);
}

const usedBy = async (client: Client, quota: Quota) =>
  (await client.show_me({ quotas: true })).data.quotas?.[quota] ?? assert.fail('not told');
const diary = (client: Client, plot = '1') =>
  client.write_article({ settlement: 'berezka', parcel_id: plot, title: 'Запись', body: 'Полили яблони.' });
const knowledge = (client: Client, publish = false) => {
  count += 1;
  return client.write_knowledge_article({
    title: `Совет ${count}`,
    body: `Утеплите трубу ${count}.`,
    publish,
  });
};
const company = (client: Client, inn: string) => client.register_company({ inn, name: `Компания ${inn}` });
const inns = ['7707083893', '500100732259', '7736050003', '7728168971'];

/** Successful replies of concurrent calls; the others must be refused for this field. */
async function succeeded<Reply>(calls: Promise<Reply>[], ...fields: string[]): Promise<Reply[]> {
  const settled = await Promise.allSettled(calls);
  return settled.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    assert.ok(each.reason instanceof ApiError, String(each.reason));
    assert.equal(each.reason.status, 422);
    assert.ok(fields.includes(Object.keys(each.reason.body.errors ?? {}).join()), each.reason.message);
    return [];
  });
}

describe('the drafts quota', () => {
  before(() => open('drafts=3'));

  it('holds for concurrent writes, across all kinds', async () => {
    const { resident } = village.clients;
    const written = await succeeded(
      [...Array(8)].flatMap(() => [diary(resident), knowledge(resident)] as Promise<object>[]),
      'status',
    );
    assert.equal(written.length, 3);
    assert.deepEqual(await usedBy(resident, 'drafts'), { used: 3, limit: 3 });
    const { body } = await assertRefused(diary(resident), 422, 'status');
    assert.equal(body.message, 'You have 3 drafts; the limit is 3. Publish or remove some first.');
    const russian = service.client(await service.token(village.accounts.resident), 'ru');
    assert.match(
      (await assertRefused(knowledge(russian), 422, 'status')).message,
      /Черновиков у вас 3, а можно/,
    );
  });

  it('is per account', async () => {
    await diary(village.clients.neighbour, '2');
    assert.deepEqual(await usedBy(village.clients.neighbour, 'drafts'), { used: 1, limit: 3 });
  });

  it('still allows editing drafts, and frees a place when one is published or removed', async () => {
    const { resident, moderator } = village.clients;
    await service.db`delete from article where author_id = ${village.accounts.resident}`;
    await service.db`delete from knowledge_article where author_id = ${village.accounts.resident}`;
    const [first, second] = [await diary(resident), await diary(resident)];
    const advice = await knowledge(resident);
    await assertRefused(diary(resident), 422, 'status');
    const at = (article: string) => ({ settlement: 'berezka', article });
    await resident.edit_article({ ...at(first.data.id), body: 'Полили и груши.' });
    await resident.edit_knowledge_article({ article: advice.id, body: 'Утеплите и кран.' });
    await resident.publish_article(at(first.data.id));
    await diary(resident);
    await resident.remove_article(at(second.data.id));
    await diary(resident);
    await assertRefused(diary(resident), 422, 'status');
    const handedIn = await knowledge(resident, true);
    const [waiting] = (await moderator.list_knowledge_queue({})).revisions;
    // A rejected text becomes a draft even over the quota: it is not the author's decision.
    await moderator.reject_knowledge_revision({
      article: handedIn.id,
      revision: waiting?.id ?? '',
      reason: 'Коротко.',
    });
    assert.deepEqual(await usedBy(resident, 'drafts'), { used: 4, limit: 3 });
    await resident.publish_knowledge_article({ article: handedIn.id });
  });
});

describe('the quota of entries waiting for moderators', () => {
  before(() => open('waiting=3'));

  it('holds for concurrent submissions, texts and companies together', async () => {
    const { neighbour } = village.clients;
    const calls = [
      ...[...Array(6)].map(() => knowledge(neighbour, true)),
      ...inns.map((inn) => company(neighbour, inn)),
    ] as Promise<object>[];
    assert.equal((await succeeded(calls, 'status', 'inn')).length, 3);
    assert.deepEqual(await usedBy(neighbour, 'waiting'), { used: 3, limit: 3 });
  });

  it('counts a revision that replaces a waiting one once', async () => {
    const { resident: author, outsider: stranger, moderator } = village.clients;
    const articles = await Promise.all([...Array(4)].map(() => knowledge(author)));
    for (const { id } of articles) await moderator.publish_knowledge_article({ article: id });
    const [one, two, three, four] = articles.map(({ id }) => id) as [string, string, string, string];
    const edit = (article: string, body: string) => stranger.edit_knowledge_article({ article, body });
    await Promise.all([one, two, three].map((article) => edit(article, 'Сухой утеплитель.')));
    await edit(one, 'Совсем сухой утеплитель.');
    const { message } = await assertRefused(edit(four, 'Сухой утеплитель.'), 422, 'status');
    assert.match(
      message,
      /3 of your texts, companies and villages are waiting for the moderators; the limit is 3\./,
    );
    const { revisions } = await stranger.list_knowledge_revisions({ article: four });
    await assertRefused(
      stranger.roll_back_knowledge_article({ article: four, revision: revisions[0]?.id ?? '' }),
      422,
      'status',
    );
    const draft = await knowledge(stranger);
    await assertRefused(stranger.publish_knowledge_article({ article: draft.id }), 422, 'status');
    assert.equal((await stranger.show_knowledge_article({ article: draft.id })).status, 'draft');
    await edit(draft.id, 'Черновик ждёт меня.');
    const [waiting] = (await stranger.list_knowledge_queue({})).revisions;
    await moderator.approve_knowledge_revision({
      article: waiting?.article_id ?? '',
      revision: waiting?.id ?? '',
    });
    await stranger.publish_knowledge_article({ article: draft.id });
    await stranger.edit_knowledge_article({ article: draft.id, body: 'Пока ждёт, можно дописать.' });
    assert.deepEqual(await usedBy(stranger, 'waiting'), { used: 3, limit: 3 });
  });

  it('counts unverified companies, undecided claims and settlement requests', async () => {
    const { newcomer, moderator } = village.clients;
    const ask = (name: string) =>
      runActionAs(service, village.accounts.newcomer, ask_for_settlement, {
        ...{
          name,
          kind: 'snt',
          region: 'Тверская область',
          place: '',
          asker: 'board',
          contact: '',
          note: '',
        },
      });
    await service.db`delete from company_representative where account_id <> ${village.accounts.company}`;
    await service.db`delete from company where id <> ${village.companyId}`;
    const own = await company(newcomer, '500100732259');
    const claim = await company(newcomer, '7707083893');
    assert.equal(claim.data.representation, 'claimed');
    await ask('СНТ Ручьи');
    assert.deepEqual(await usedBy(newcomer, 'waiting'), { used: 3, limit: 3 });
    await assertRefused(company(newcomer, '7736050003'), 422, 'inn');
    assert.deepEqual((await newcomer.list_companies({ q: '7736050003' })).companies, []);
    assert.equal(await refusalKindOf(ask('СНТ Ключи')), 'invalid');
    await assertRefused(knowledge(newcomer, true), 422, 'status');
    assert.equal((await company(newcomer, '500100732259')).data.representation, 'confirmed');
    await moderator.edit_company({ company: own.data.id, is_verified: true });
    await knowledge(newcomer, true);
    await moderator.edit_company({
      company: village.companyId,
      representatives: [{ account_id: village.accounts.newcomer, state: 'ended' }],
    });
    await ask('СНТ Ключи');
    assert.deepEqual(await usedBy(newcomer, 'waiting'), { used: 3, limit: 3 });
  });

  it('does not apply to moderators', async () => {
    const { moderator } = village.clients;
    for (let left = 5; left > 0; left -= 1) await knowledge(moderator, true);
    for (const inn of ['7728168971', '7710140679', '7702070139', '7744001497']) await company(moderator, inn);
    assert.deepEqual(await usedBy(moderator, 'waiting'), { used: 0, limit: 3 });
  });
});

describe('show_me', () => {
  before(() => open('tokens=7'));

  it('returns quotas only on request, with the configured limits', async () => {
    const { resident } = village.clients;
    assert.equal((await resident.show_me({})).data.quotas, undefined);
    assert.deepEqual((await resident.show_me({ quotas: true })).data.quotas, {
      drafts: { used: 0, limit: 200 },
      waiting: { used: 0, limit: 20 },
      file_bytes: { used: 0, limit: 2_147_483_648 },
      tokens: { used: 1, limit: 7 },
      open_tasks: { used: 0, limit: 2000 },
      changes: { used: 0, limit: 5000 },
      written_bytes: { used: 0, limit: 314_572_800 },
    });
  });
});
