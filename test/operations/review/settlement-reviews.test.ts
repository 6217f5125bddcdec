import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_reviews } from '../../../src/features/operations/review/list_reviews.ts';
import { setPlatformRole } from '../../../src/store/accounts/accounts.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { callOnPage } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';

describe('reviews across a settlement', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  let contact: string;
  const made: Record<'open' | 'secret' | 'company' | 'elsewhere', string> = {
    open: '',
    secret: '',
    company: '',
    elsewhere: '',
  };
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    const { editor, resident, neighbour, outsider } = village.clients;
    contact = (await editor.write_contact({ settlement, name: 'Электрик', category: 'trade' })).data.id;
    const onContact = { settlement, subject_type: 'contact', subject_id: contact } as const;
    const onCompany = { subject_type: 'company', subject_id: village.companyId } as const;
    made.open = (await resident.post_review({ ...onContact, medal: 'gold', visibility: 'public' })).data.id;
    made.secret = (
      await neighbour.post_review({ ...onContact, medal: 'dung', body: 'Пьян', visibility: 'private' })
    ).data.id;
    made.company = (
      await neighbour.post_review({ ...onCompany, settlement, medal: 'bronze', body: 'Дорого' })
    ).data.id;
    made.elsewhere = (
      await outsider.post_review({ ...onCompany, settlement: village.other.slug, medal: 'gold' })
    ).data.id;
  });
  /** REST requires a subject also where it is not looked at. */
  const everybody = () =>
    ({ settlement, across: true, subject_type: 'contact', subject_id: contact }) as const;
  const across = async (who: keyof Village['clients'], more = {}) =>
    (await village.clients[who].list_reviews({ ...everybody(), ...more })).reviews;
  const idsOf = async (...asked: Parameters<typeof across>) => (await across(...asked)).map(({ id }) => id);

  it('are listed for the board, newest first, with their subject', async () => {
    assert.deepEqual(
      (await across('editor')).map((one) => [one.id, one.subject_type, one.subject_name, one.reports]),
      [
        [made.company, 'company', 'Колодцы и скважины', 0],
        [made.secret, 'contact', 'Электрик', 0],
        [made.open, 'contact', 'Электрик', 0],
      ],
    );
    assert.deepEqual(await idsOf('editor', { cursor: made.secret }), [made.open]);
    assert.deepEqual(await idsOf('editor', { review: made.open }), [made.open]);
    assert.deepEqual(await idsOf('editor', { review: made.elsewhere }), []);
    assert.deepEqual(await idsOf('moderator'), [made.open], 'as far as moderators see here');
  });

  it('are refused to everybody else, and to a former editor', async () => {
    const { clients, accounts, anonymous } = village;
    for (const who of ['resident', 'newcomer', 'outsider', 'company'] as const)
      await assertRefused(clients[who].list_reviews(everybody()), 403);
    await assertRefused(anonymous.list_reviews(everybody()), 403);
    await insertSettlementRole(service.db, village.settlement.id, accounts.outsider, 'editor', new Date());
    assert.equal((await across('outsider')).length, 3);
    await service.db`delete from settlement_role where account_id = ${accounts.outsider}`;
    await assertRefused(clients.outsider.list_reviews(everybody()), 403);
    // Pages of the company leave the subject out.
    const onPage = async (more: object) => {
      const reply = await callOnPage(service, accounts.company, list_reviews, { settlement, ...more });
      return reply.reviews.map(({ id }) => id);
    };
    assert.deepEqual(await onPage({}), [made.elsewhere, made.company]);
    assert.deepEqual(await onPage({ review: made.company }), [made.company]);
    assert.deepEqual(await onPage({ review: made.open }), [], 'of others not even by its number');
    for (const server of ['settlement', 'resident']) {
      const board = createMcpClient(service, server, await service.token(accounts.editor));
      const { body } = await board.call('list_reviews', { settlement, across: true });
      assert.equal(body.result?.isError, server === 'settlement' ? undefined : true);
    }
    await assertRefused(clients.editor.list_reviews({ settlement }), 422, 'subject_type', 'subject_id');
  });

  it('count open reports that the reader may decide, and no others', async () => {
    const { neighbour, company, editor, moderator } = village.clients;
    const { data: report } = await neighbour.write_task({
      kind: 'report',
      title: 'Неправда',
      review_id: made.open,
    });
    const { data: theirs } = await company.write_task({
      kind: 'report',
      title: 'Клевета',
      review_id: made.company,
    });
    const entry = (reviews: Awaited<ReturnType<typeof across>>) =>
      reviews.map(({ id, reports, report_id }) => [id, reports, report_id]);
    assert.deepEqual([report.addressee, theirs.addressee], ['platform', 'platform']);
    assert.deepEqual(await idsOf('editor', { reported: true }), [], 'a board decides no report of a review');
    assert.deepEqual(
      (await across('editor')).map(({ reports }) => reports),
      [0, 0, 0],
    );
    await assertRefused(
      editor.edit_task({ task: report.id, outcome: 'nothing', comment: 'Это мнение' }),
      404,
    );
    const both = [
      [made.company, 1, theirs.id],
      [made.open, 1, report.id],
    ];
    assert.deepEqual(
      entry(await across('moderator', { reported: true })),
      both,
      'one that only residents see is shown because it is reported to them',
    );
    assert.deepEqual(entry(await across('moderator')), both);
    // A reported author sees no report of it, even as a moderator.
    await setPlatformRole(service.db, village.accounts.resident, 'moderator');
    const author = await service.as(village.accounts.resident);
    const seen = async (more = {}) => (await author.list_reviews({ ...everybody(), ...more })).reviews;
    assert.deepEqual(entry(await seen({ reported: true })), [[made.company, 1, theirs.id]]);
    assert.equal((await seen()).find(({ id }) => id === made.open)?.reports, 0);
    await setPlatformRole(service.db, village.accounts.resident, null);
    const nothing = { task: report.id, outcome: 'nothing' } as const;
    await assertRefused(moderator.edit_task(nothing), 422, 'comment');
    await moderator.edit_task({ ...nothing, comment: 'Это мнение' });
    assert.deepEqual(entry(await across('moderator', { reported: true })), [[made.company, 1, theirs.id]]);
  });
});
