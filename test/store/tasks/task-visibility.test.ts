import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { visibilities } from '../../../src/domain/rules/settlement-role.ts';
import { listTaskParties, maySeeTask, taskAddressees } from '../../../src/domain/rules/task-states.ts';
import { findSettlement } from '../../../src/features/loaders/memberships.ts';
import { requireTarget } from '../../../src/features/operations/media/media-target.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { findTask, insertTask } from '../../../src/store/tasks/tasks.ts';
import { seesMedia } from '../../../src/store/visibility/media-visibility.ts';
import { seesTask } from '../../../src/store/visibility/task-visibility.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

/** The rule, the SQL conditions for tasks and media, and adding a photograph must agree for every account. */
describe('visibility of a task', () => {
  let service: TestService;
  let village: Village;
  let tasks: string[];
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { accounts, plots, settlement, companyId } = village;
    const { db, newId } = service;
    // Former members too: the newcomer has left the neighbour's plot, the moderator the company.
    const now = new Date();
    const belong = {
      role: 'family',
      state: 'confirmed',
      isPrimary: false,
      decidedBy: accounts.editor,
      now,
    } as const;
    await insertMembership(db, {
      ...belong,
      id: newId(),
      accountId: accounts.newcomer,
      parcelId: plots.neighbour,
    });
    await db`update membership set state = 'ended' where account_id = ${accounts.newcomer}`;
    await db`
      insert into company_representative (company_id, account_id, state, created_at)
      values (${companyId}, ${accounts.moderator}, 'ended', now())`;
    // The outsider is a member of the neighbour's plot and has blocked the resident.
    await insertMembership(db, {
      ...belong,
      id: newId(),
      accountId: accounts.outsider,
      parcelId: plots.neighbour,
    });
    await db`insert into account_block (account_id, blocked_id, created_at) values (${accounts.outsider}, ${accounts.resident}, now())`;
    const contact = newId();
    await db`
      insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
      values (${contact}, ${settlement.id}, 'stove', 'Печник', 'trade', ${accounts.editor}, now(), now())`;
    tasks = [];
    const nobody: string[] = [];
    for (const addressee of taskAddressees)
      for (const visibility of visibilities)
        for (const authorId of [accounts.resident, accounts.editor])
          for (const assigneeIds of [nobody, [accounts.company, ...Object.values(accounts)].slice(0, 20)])
            for (const parcelId of [null, plots.resident])
              for (const reportedId of [null, accounts.neighbour, accounts.moderator]) {
                const isReport = reportedId !== null;
                if (addressee === 'platform' && !isReport) continue;
                if (isReport && (visibility !== 'private' || !['board', 'platform'].includes(addressee)))
                  continue;
                const id = newId();
                const further = [...new Set(assigneeIds)];
                await insertTask(db, {
                  id,
                  settlementId: settlement.id,
                  parcelId: isReport ? null : parcelId,
                  objectId: null,
                  kind: isReport ? 'report' : 'work',
                  title: 'Дело',
                  body: '',
                  visibility,
                  authorId,
                  addressee,
                  companyId: addressee === 'company' ? companyId : null,
                  contactId: addressee === 'contact' ? contact : null,
                  toParcelId: addressee === 'neighbour' ? plots.neighbour : null,
                  acceptedAt: addressee === 'neighbour' && further.length > 0 ? now : null,
                  assigneeIds: isReport ? [] : further,
                  reviewId: null,
                  messageId: isReport ? newId() : null,
                  reportedId,
                  dueOn: null,
                  remindBefore: null,
                  repeats: null,
                  repeatsFrom: null,
                  createdAt: now,
                });
                await db`
                  insert into media (id, settlement_id, subject_type, subject_id, owner_id, visibility, state, sha256, blobs, content_type, bytes, created_at)
                  values (${newId()}, ${settlement.id}, 'task', ${id}, ${village.accounts.outsider}, 'private', 'ready', sha256('x'), '{}', 'image/png', 1, now())`;
                tasks.push(id);
              }
  });

  it('is the same in the rule, the task condition, the media condition and when adding a photograph', async () => {
    const { db } = service;
    let seenByAnybody = 0;
    for (const decliner of [null, 'neighbour'] as const) {
      if (decliner !== null)
        await db`insert into task_decline (task_id, account_id, created_at)
                 select id, ${village.accounts[decliner]}, now() from task where addressee = 'neighbour'`;
      for (const persona of personas) {
        const accountId = village.accounts[persona];
        const isModerator = persona === 'moderator';
        const caller = { accountId, isModerator } as never;
        const settlement = await findSettlement(db, village.settlement.id, caller);
        assert.ok(settlement);
        const { settlementRole } = settlement;
        const view = { settlementId: settlement.id, accountId, settlementRole, isModerator };
        const listed = new Set(
          (await db<{ id: string }[]>`select t.id from task t where ${seesTask(db, view)}`).map(
            ({ id }) => id,
          ),
        );
        const pictured = new Set(
          (
            await db<{ id: string }[]>`
              select m.subject_id as id from media m where ${seesMedia(db, view)} and m.subject_type = 'task'`
          ).map(({ id }) => id),
        );
        for (const id of tasks) {
          const task = await findTask(db, id, accountId, 'none');
          assert.ok(task);
          const { isMember, isRepresentative, isOfParcelAsked, isAskable, isParty } = task;
          const who = {
            accountId,
            isEditor: settlementRole.isEditor,
            isModerator,
            isMember,
            isRepresentative,
            isOfParcelAsked,
            isAskable,
            isParty,
          };
          const isSeen = maySeeTask(task, listTaskParties(task, who), settlementRole);
          const where = `${persona}: ${task.kind} to ${task.addressee}, ${task.visibility}, assignees ${task.assigneeIds.length}`;
          assert.equal(listed.has(id), isSeen, `list, ${where}`);
          // The uploader always sees the picture.
          if (persona !== 'outsider') assert.equal(pictured.has(id), isSeen, `photographs, ${where}`);
          const target = await requireTarget(db, { accountId, isModerator }, { type: 'task', id }).then(
            () => 'added',
            (refusal: { kind: string }) => refusal.kind,
          );
          assert.equal(target !== 'not_found', isSeen, `adding, ${where}: ${target}`);
          if (isSeen) seenByAnybody += 1;
        }
      }
    }
    assert.ok(seenByAnybody > 500 && seenByAnybody < tasks.length * personas.length * 2, `${seenByAnybody}`);
  });
});
