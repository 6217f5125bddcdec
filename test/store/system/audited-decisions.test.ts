import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AuditReader, listAudit } from '../../../src/store/system/audit.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const settlement = 'berezka';

/** Every decision adds one entry; refused and repeated calls add none. */
describe('audit entries of decisions:', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  /** Entries added by the work, oldest first. */
  async function added(reader: AuditReader, work: () => Promise<unknown>) {
    const known = (await listAudit(service.db, reader, { limit: 100 })).length;
    await work();
    const rows = await listAudit(service.db, reader, { limit: 100 });
    return rows
      .slice(0, rows.length - known)
      .reverse()
      .map(({ action, accountId, subjectId, before, after }) => ({
        action,
        accountId,
        subjectId,
        before,
        after,
      }));
  }
  const board = (): AuditReader => ({ kind: 'board', settlementId: village.settlement.id });

  it('approving and rejecting a change proposal', async () => {
    const { editor, resident, neighbour } = village.clients;
    const { data: card } = await editor.write_contact({
      settlement,
      name: 'Насосы',
      category: 'trade',
      hours: '9–18',
    });
    const propose = async (hours: string) =>
      (
        await resident.propose_change({
          settlement,
          subject_type: 'contact',
          subject_id: card.id,
          proposed: { hours },
        })
      ).data.id;
    const [yes, no] = [await propose('10–19'), await propose('круглосуточно')];
    const rows = await added(board(), async () => {
      await assertRefused(neighbour.approve_change_proposal({ settlement, proposal: yes }), 404);
      await editor.approve_change_proposal({ settlement, proposal: yes });
      await assertRefused(editor.approve_change_proposal({ settlement, proposal: yes }), 422);
      await editor.reject_change_proposal({ settlement, proposal: no, reason: 'Не так' });
    });
    const { editor: accountId } = village.accounts;
    assert.deepEqual(rows, [
      {
        action: 'approve_change_proposal',
        accountId,
        subjectId: yes,
        before: { hours: '9–18' },
        after: { hours: '10–19' },
      },
      {
        action: 'reject_change_proposal',
        accountId,
        subjectId: no,
        before: { status: 'pending' },
        after: { status: 'refused', reason: 'Не так' },
      },
    ]);
  });

  it('hiding and restoring a review', async () => {
    const { editor, resident, neighbour } = village.clients;
    const subject = { settlement, subject_type: 'company', subject_id: village.companyId } as const;
    const { data } = await resident.post_review({ ...subject, medal: 'dung', body: 'Плохо' });
    const moderate = (decision: 'hide' | 'restore', reason?: string) =>
      editor.moderate_review({ settlement, review: data.id, decision, ...(reason && { reason }) });
    const rows = await added(board(), async () => {
      await assertRefused(
        neighbour.moderate_review({ settlement, review: data.id, decision: 'hide', reason: 'x' }),
        403,
      );
      await moderate('hide', 'Грубо');
      await moderate('hide', 'Грубо');
      await moderate('restore');
    });
    assert.deepEqual(
      rows.map(({ action, accountId, subjectId, after }) => [action, accountId, subjectId, after]),
      [
        { status: 'hidden', reason: 'Грубо' },
        { status: 'visible', reason: null },
      ].map((after) => ['moderate_review', village.accounts.editor, data.id, after]),
    );
  });

  it('setting a settlement boundary', async () => {
    const ring = [
      { latitude: 56.2999, longitude: 37.4999 },
      { latitude: 56.2999, longitude: 37.503 },
      { latitude: 56.3005, longitude: 37.503 },
      { latitude: 56.3005, longitude: 37.4999 },
    ];
    let id = '';
    const rows = await added(board(), async () => {
      await assertRefused(village.clients.resident.set_settlement_boundary({ settlement, ring }), 403);
      await assertRefused(
        village.clients.editor.set_settlement_boundary({ settlement, ring: ring.slice(0, 2) }),
        422,
      );
      ({ id } = (await village.clients.editor.set_settlement_boundary({ settlement, ring })).data);
    });
    assert.equal(rows.length, 1);
    assert.deepEqual(
      [
        rows[0]?.action,
        rows[0]?.accountId,
        rows[0]?.subjectId,
        rows[0]?.after?.boundary,
        rows[0]?.after?.source,
      ],
      ['set_settlement_boundary', village.accounts.editor, village.settlement.id, id, 'manual'],
    );
  });

  it('deciding on knowledge revisions is recorded for moderators and not for a board', async () => {
    const { resident, moderator } = village.clients;
    const write = async (title: string) => {
      const body = `${title}. Вода уходит по трубам.\n\n## Уклон\n\nНа метр трубы нужен один сантиметр уклона.`;
      const { slug } = await resident.write_knowledge_article({ title, body });
      const { revision_id: revision } = await resident.publish_knowledge_article({ article: slug });
      return { article: slug, revision };
    };
    const [yes, no] = [await write('Дренаж участка'), await write('Колодец зимой')];
    let rows: Awaited<ReturnType<typeof added>> = [];
    const ofBoard = await added(board(), async () => {
      rows = await added({ kind: 'moderator' }, async () => {
        await assertRefused(resident.approve_knowledge_revision({ ...yes }), 403);
        await moderator.approve_knowledge_revision({ ...yes });
        await moderator.reject_knowledge_revision({ ...no, reason: 'Мало' });
        await moderator.reject_knowledge_revision({ ...no, reason: 'Мало' });
      });
    });
    assert.deepEqual(ofBoard, []);
    assert.deepEqual(
      rows.map(({ action, accountId, subjectId, after }) => [
        action,
        accountId,
        subjectId,
        after?.state,
        after?.slug,
      ]),
      [
        ['approve_knowledge_revision', village.accounts.moderator, yes.revision, 'approved', yes.article],
        ['reject_knowledge_revision', village.accounts.moderator, no.revision, 'rejected', no.article],
      ],
    );
  });
});
