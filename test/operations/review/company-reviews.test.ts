import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { z } from 'zod';
import { list_reviews } from '../../../src/features/operations/review/list_reviews.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from '../../transport/mcp/json-rpc-client.ts';

type ListedReview = z.output<typeof list_reviews.output>['reviews'][number];
interface Described {
  parameters: { name: string; required: boolean }[];
}

describe('reviews of a company, as seen by the company', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    tool = createMcpClient(service, 'company', await service.token(village.accounts.company));
  });
  beforeEach(async () => {
    await service.db`delete from review`;
    await service.db`delete from notification`;
    await service.db`update company_representative set state = 'confirmed'`;
  });

  const subject = () => ({ settlement, subject_type: 'company', subject_id: village.companyId }) as const;
  const seen = async (client = village.clients.company) =>
    (await client.list_reviews(subject())).reviews.map(({ id }) => id);
  let tool: ReturnType<typeof createMcpClient>;
  const listEverywhere = (given = {}) => tool.call('list_reviews', { settlement, ...given });
  const everywhere = async (given = {}) => {
    const reply = (await listEverywhere(given)).body.result?.structuredContent;
    return reply?.reviews as ListedReview[];
  };
  const told = async () =>
    (await village.clients.company.list_notifications({})).notifications.filter(
      ({ key }) => key === 'notifications.review_posted',
    );

  it('include all that are not private, and can be answered, whether or not it serves the settlement', async () => {
    const { resident, neighbour, company } = village.clients;
    const open = await resident.post_review({ ...subject(), medal: 'gold' });
    const secret = await neighbour.post_review({ ...subject(), medal: 'dung', visibility: 'private' });
    await service.db`delete from company_settlement where company_id = ${village.companyId}`;
    assert.deepEqual(await seen(), [open.data.id]);
    assert.deepEqual(await seen(village.clients.outsider), []);
    await company.answer_review({ settlement, review: open.data.id, body: 'Спасибо' });
    await assertRefused(company.answer_review({ settlement, review: secret.data.id, body: 'Вижу?' }), 404);
    await service.db`
      insert into company_settlement (company_id, settlement_id) values (${village.companyId}, ${village.settlement.id})`;
  });

  it('are moderated by nobody who wrote them or represents the company', async () => {
    const { resident, moderator, editor } = village.clients;
    const { data } = await resident.post_review({ ...subject(), medal: 'dung', body: 'Грубо' });
    const { resident: author, moderator: party } = village.accounts;
    const hide = { settlement, review: data.id, decision: 'hide', reason: 'Спор' } as const;
    await service.db`
      insert into company_representative (company_id, account_id, state, created_at)
      values (${village.companyId}, ${party}, 'confirmed', now())`;
    await assertRefused(moderator.moderate_review(hide), 403);
    await service.db`delete from company_representative where account_id = ${party}`;
    await service.db`
      insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${author}, 'editor', now())`;
    await editor.moderate_review(hide);
    await assertRefused(resident.moderate_review({ settlement, review: data.id, decision: 'restore' }), 403);
    await service.db`delete from settlement_role where account_id = ${author}`;
    await moderator.moderate_review({ settlement, review: data.id, decision: 'restore' });
  });

  it('exclude hidden ones, and all for former or unconfirmed representatives', async () => {
    const { resident, editor, company } = village.clients;
    const { data } = await resident.post_review({ ...subject(), medal: 'dung', body: 'Грубо' });
    await editor.moderate_review({ settlement, review: data.id, decision: 'hide', reason: 'Оскорбление' });
    assert.deepEqual(await seen(), []);
    assert.deepEqual(await everywhere(), []);
    await assertRefused(company.answer_review({ settlement, review: data.id, body: 'Нет' }), 404);
    await editor.moderate_review({ settlement, review: data.id, decision: 'restore' });
    assert.deepEqual(await seen(), [data.id]);
    for (const state of ['ended', 'claimed']) {
      await service.db`update company_representative set state = ${state}`;
      assert.deepEqual(await seen(), []);
      const { errors = {} } = readRefusal(await listEverywhere());
      assert.deepEqual(Object.keys(errors), ['subject_type', 'subject_id']);
      await assertRefused(company.answer_review({ settlement, review: data.id, body: 'Нет' }), 404);
    }
  });

  it('are decided by nobody who reported them, through no door', async () => {
    const { resident, moderator, neighbour, editor } = village.clients;
    const { data } = await resident.post_review({
      ...subject(),
      medal: 'dung',
      body: 'Грубо',
      visibility: 'public',
    });
    const report = (client: typeof editor) =>
      client.write_task({ kind: 'report', title: 'Неправда', review_id: data.id });
    const [own, other] = [(await report(moderator)).data.id, (await report(neighbour)).data.id];
    await report(editor);
    const { accounts } = village;
    const decide = (client: typeof editor, task: string) =>
      client.edit_task({ task, outcome: 'nothing', comment: 'Остаётся' });
    await assertRefused(decide(moderator, own), 403);
    await assertRefused(decide(moderator, other), 404);
    for (const client of [moderator, editor]) {
      const moderate = { settlement, review: data.id } as const;
      await assertRefused(client.moderate_review({ ...moderate, decision: 'hide', reason: 'Нет' }), 403);
      await assertRefused(client.moderate_review({ ...moderate, decision: 'restore' }), 403);
    }
    await service.db`update account set platform_role = 'moderator' where id = ${accounts.outsider}`;
    const second = await service.as(accounts.outsider);
    const offered = async (account: string) => {
      const list = { settlement, across: 'true', reported: 'true' };
      return (await runActionAs(service, account, list_reviews, list, 'session', true)).reviews;
    };
    for (const who of ['moderator', 'editor'] as const)
      assert.deepEqual(await offered(accounts[who]), [], `${who} is offered no report to decide`);
    const reviews = await offered(accounts.outsider);
    assert.deepEqual([reviews[0]?.id, reviews[0]?.reports], [data.id, 3]);
    for (const id of [own, other]) await decide(second, id);
    await service.db`update account set platform_role = null where id = ${accounts.outsider}`;
  });

  it('are listed from every settlement at once, page by page', async () => {
    const { resident, neighbour, outsider, company } = village.clients;
    const here = await resident.post_review({ ...subject(), medal: 'gold', body: 'Быстро' });
    await neighbour.post_review({ ...subject(), medal: 'dung', visibility: 'private' });
    const there = await outsider.post_review({
      ...subject(),
      settlement: village.other.slug,
      medal: 'bronze',
    });
    const all = await everywhere();
    assert.deepEqual(
      all.map((one) => [one.id, one.settlement?.slug, one.subject_id, one.subject_name]),
      [
        [there.data.id, village.other.slug, village.companyId, 'Колодцы и скважины'],
        [here.data.id, settlement, village.companyId, 'Колодцы и скважины'],
      ],
    );
    const older = await everywhere({ cursor: there.data.id });
    assert.deepEqual(
      older.map(({ id }) => id),
      [here.data.id],
    );
    assert.equal('settlement' in ((await company.list_reviews(subject())).reviews[0] ?? {}), false);
  });

  it('require the subject over REST from everybody, and over the tools of everybody else', async () => {
    const { resident, editor, moderator, company } = village.clients;
    const answer = await fetch(`${service.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, { get: Described }> };
    const { parameters } = paths['/api/v1/settlements/{settlement}/reviews']?.get ?? { parameters: [] };
    for (const name of ['subject_type', 'subject_id'])
      assert.equal(parameters.find((one) => one.name === name)?.required, true, name);
    for (const [server, who] of [
      ['resident', 'company'],
      ['settlement', 'editor'],
    ] as const) {
      const other = createMcpClient(service, server, await service.token(village.accounts[who]));
      const { errors = {} } = readRefusal(await other.call('list_reviews', { settlement }));
      assert.deepEqual(Object.keys(errors), ['subject_type', 'subject_id'], server);
    }
    for (const client of [resident, editor, moderator, company, village.anonymous])
      await assertRefused(client.list_reviews({ settlement }), 422, 'subject_type', 'subject_id');
    await assertRefused(
      village.clients.company.list_reviews({ settlement, subject_type: 'company' }),
      422,
      'subject_id',
    );
    await assertRefused(
      village.clients.company.list_reviews({ settlement, subject_id: village.companyId }),
      422,
      'subject_type',
    );
  });

  it('notify it if readable, once while unread, and never if private or hidden', async () => {
    const { resident, editor, neighbour } = village.clients;
    await resident.post_review({ ...subject(), medal: 'gold', visibility: 'private' });
    assert.equal((await told()).length, 0);
    const { data } = await resident.post_review({ ...subject(), medal: 'gold' });
    assert.deepEqual(
      (await told()).map(({ topic, replacements }) => [topic, replacements]),
      [['review_queue', { subject: 'Колодцы и скважины', settlement: 'СНТ Берёзка' }]],
    );
    await neighbour.post_review({ ...subject(), medal: 'silver' });
    assert.equal((await told()).length, 1, 'the first is still unread');
    await service.db`delete from notification`;
    await editor.moderate_review({ settlement, review: data.id, decision: 'hide', reason: 'Спор' });
    await resident.post_review({ ...subject(), medal: 'dung' });
    assert.equal((await told()).length, 0);
  });
});
