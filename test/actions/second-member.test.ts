import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { type MotionKind, maxOpenMotions } from '../../src/domain/rules/board-motions.ts';
import { landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { list_motions } from '../../src/features/actions/list_motions.ts';
import { propose_motion } from '../../src/features/actions/propose_motion.ts';
import { recheck_land_import } from '../../src/features/actions/recheck_land_import.ts';
import { refuse_motion } from '../../src/features/actions/refuse_motion.ts';
import { second_motion } from '../../src/features/actions/second_motion.ts';
import { set_second_member } from '../../src/features/actions/set_second_member.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { show_motion } from '../../src/features/actions/show_motion.ts';
import { undo_land_import } from '../../src/features/actions/undo_land_import.ts';
import { withdraw_motion } from '../../src/features/actions/withdraw_motion.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { drainQueue } from '../harness/jobs.ts';
import { openService, type TestService } from '../harness/open-service.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { buildVillage, type Persona, personas, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';
import { ringAround } from '../operations/settlement/land-fixtures.ts';

const settlement = 'berezka';

/** The editor proposes, the outsider is the second, the newcomer a third; the company audits. */
describe('a second member of the board', () => {
  let service: TestService;
  let village: Village;
  let close: () => Promise<void>;
  afterEach(() => close());
  beforeEach(async () => {
    ({ service, close } = await openService());
    village = await buildVillage(service);
    for (const who of ['outsider', 'newcomer'] as const) await give(who, 'editor');
    await give('company', 'auditor');
    await run('editor', set_second_member, { settlement, wanted: true });
  });
  const give = (who: Persona, role: 'editor' | 'auditor') =>
    insertSettlementRole(service.db, village.settlement.id, village.accounts[who], role, new Date());
  const takeFrom = (who: Persona) =>
    deleteSettlementRole(service.db, village.settlement.id, village.accounts[who], 'editor');
  const run = <Reply>(who: Persona | null, action: AnyDefinition<Reply>, input: object) =>
    runActionAs(service, who && village.accounts[who], action, { ...input }, 'session', who === 'moderator');
  const propose = async (kind: MotionKind, call: object = {}, who: Persona = 'editor') =>
    (await run(who, propose_motion, { settlement, kind, call })).motion;
  const second = (who: Persona | null, motion: string) => run(who, second_motion, { settlement, motion });
  const answerOf = async (motion: string) =>
    (await run('editor', show_motion, { settlement, motion })).answer;
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => assert.fail('not refused'),
      (error) => (error instanceof Refusal ? error : Promise.reject(error)),
    );
  const residentOf = async (who: Persona) => {
    const [row] = await service.db<{ id: string; state: string }[]>`
      select id, state from membership where account_id = ${village.accounts[who]} order by id limit 1`;
    return row ?? assert.fail();
  };
  const removal = async (more: object = {}) => ({
    resident: (await residentOf('neighbour')).id,
    reason: 'Участок продан',
    reason_kind: 'sold',
    ...more,
  });
  const toldOf = (who: Persona) =>
    service.db<{ key: string; ended: boolean }[]>`
      select key, ended_at is not null as ended from notification
       where account_id = ${village.accounts[who]} and key like 'notifications.motion%' order by id`;
  const boardIds = async () =>
    (
      await service.db<{ id: string }[]>`
        select account_id as id from settlement_role where settlement_id = ${village.settlement.id} and role = 'editor'`
    ).map(({ id }) => id);
  const work = () =>
    drainQueue(
      service,
      landImportWorker(() => service.app.services),
    );
  const send = async () => {
    const ring = squarePlot(3, 3).geometry.coordinates[0] as unknown as Ring;
    const file = geoJson([geoFeature({ plot_number: '77', cadastral_number: '50:04:1:77' }, ring)]);
    const sent = { settlement, kind: 'plots', file_name: 'план.json', file: file.toString('base64') };
    return (await run('editor', import_land, sent)).import;
  };
  const upload = async () => {
    const id = await send();
    await work();
    const { outcome } = await run('editor', show_land_import, { settlement, import: id });
    return { import: id, rename: true, accept: landWarnings, seen: outcome ?? '' };
  };
  const numbers = async () =>
    (await village.anonymous.list_parcels({ settlement })).parcels.map(({ number }) => number);

  it('is asked for at every door: the call is refused with the page where it is proposed, and nothing is kept', async () => {
    const { editor } = village.clients;
    const before = await numbers();
    const boundary = await editor
      .set_settlement_boundary({ settlement, ring: ringAround([0, 1], [0, 3]) })
      .then(() => assert.fail(), String);
    assert.match(boundary, /422.*\/settlements\/berezka\/board\/boundary/s);
    const { id } = await residentOf('neighbour');
    const ended = await editor
      .remove_resident({ settlement, resident: id, reason: 'Продано' })
      .then(() => assert.fail(), String);
    assert.match(ended, new RegExp(`422.*/settlements/berezka/board/people/${id}/end`, 's'));
    const file = await upload();
    for (const [action, input] of [
      [apply_land_import, file],
      [undo_land_import, { import: file.import }],
      [dismiss_editor, { account: village.accounts.newcomer, reason: 'Так решили' }],
    ] as const)
      assert.equal(
        await refusalKindOf(run('editor', action, { settlement, ...input })),
        'invalid',
        action.name,
      );
    await work();
    assert.deepEqual(await numbers(), before);
    assert.equal((await residentOf('neighbour')).state, 'confirmed');
    assert.equal((await boardIds()).length, 3);
    assert.equal((await run('editor', list_motions, { settlement })).open.length, 0);
  });

  it('is not needed to leave, to refuse a claim, by an owner for their household, or by moderators', async () => {
    const { db } = service;
    const claim = service.newId();
    await db`insert into membership (id, account_id, parcel_id, role, state, created_at)
             values (${claim}, ${village.accounts.company}, ${village.plots.free}, 'owner', 'claimed', now())`;
    await village.clients.editor.remove_resident({ settlement, resident: claim, reason: 'Не знаем вас' });
    // The newcomer is on the board, owns plot 3, and has a tenant there.
    const tenant = service.newId();
    await db`insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
             values (${service.newId()}, ${village.accounts.newcomer}, ${village.plots.free}, 'owner', 'confirmed', now(), now()),
                    (${tenant}, ${village.accounts.company}, ${village.plots.free}, 'tenant', 'confirmed', now(), now())`;
    await village.clients.newcomer.remove_resident({ settlement, resident: tenant, reason: 'Съехали' });
    const own = await db<
      { id: string }[]
    >`select id from membership where account_id = ${village.accounts.newcomer}`;
    await village.clients.newcomer.remove_resident({ settlement, resident: own[0]?.id ?? '' });
    await run('newcomer', dismiss_editor, { settlement, account: village.accounts.newcomer });
    const shape = await village.clients.moderator.shape_settlement_boundary({
      settlement,
      ring: ringAround([0, 0], [0, 3]),
    });
    await village.clients.moderator.set_settlement_boundary({ settlement, preview: shape.preview });
    await run('moderator', dismiss_editor, {
      settlement,
      account: village.accounts.outsider,
      reason: 'Жалобы жителей',
    });
    assert.deepEqual(await boardIds(), [village.accounts.editor]);
  });

  it('agrees to exactly the dismissal that was proposed; both are told', async () => {
    const motion = await propose('removal', await removal({ on: '2026-01-05', successor: 'Пётр Новый' }));
    assert.equal((await residentOf('neighbour')).state, 'confirmed', 'nothing yet');
    const waiting = [{ key: 'notifications.motion_removal', ended: false }];
    assert.deepEqual(
      [await toldOf('outsider'), await toldOf('newcomer'), await toldOf('editor'), await toldOf('company')],
      [waiting, waiting, [], []],
    );
    await second('outsider', motion);
    assert.equal((await residentOf('neighbour')).state, 'ended');
    const [ending] = await service.db`
      select kind, ended_on::text as on, reason, successor_name as successor, ended_by::text as by from residency_ending`;
    assert.deepEqual(
      { ...ending },
      {
        kind: 'sold',
        on: '2026-01-05',
        reason: 'Участок продан',
        successor: 'Пётр Новый',
        by: village.accounts.outsider,
      },
    );
    assert.deepEqual(await toldOf('editor'), [{ key: 'notifications.motion_seconded', ended: false }]);
    assert.deepEqual(await toldOf('newcomer'), [{ key: 'notifications.motion_removal', ended: true }]);
    const audit = await service.db<{ action: string; by: string }[]>`
      select action, account_id::text as by from audit_entry where action like '%motion' or action = 'remove_resident' order by id`;
    assert.deepEqual(
      audit.map(({ action, by }) => [action, by === village.accounts.editor ? 'first' : 'second']),
      [
        ['propose_motion', 'first'],
        ['remove_resident', 'second'],
        ['second_motion', 'second'],
      ],
    );
    const [row] = await service.db`select content, answer from board_motion`;
    assert.deepEqual({ ...row }, { content: null, answer: 'seconded' });
  });

  it('is another editor: nobody else agrees or refuses, and nobody about themself', async () => {
    const motion = await propose('removal', await removal());
    const about = await propose('dismissal', {
      account: village.accounts.newcomer,
      reason: 'Не ходит на собрания',
    });
    await takeFrom('outsider');
    for (const who of personas.filter((each) => each !== 'newcomer'))
      for (const [action, more] of [
        [second_motion, {}],
        [refuse_motion, { reason: 'нет' }],
      ] as const)
        assert.equal(
          await refusalKindOf(run(who, action, { settlement, motion, ...more })),
          'forbidden',
          who,
        );
    assert.equal(await refusalKindOf(second(null, motion)), 'unauthenticated');
    assert.equal(await refusalKindOf(second('newcomer', about)), 'forbidden', 'about themself');
    assert.equal(
      await refusalKindOf(run('newcomer', withdraw_motion, { settlement, motion })),
      'forbidden',
      'only who proposed it takes it back',
    );
    // Of another village.
    assert.equal(
      await refusalKindOf(run('newcomer', second_motion, { settlement: 'sosny', motion })),
      'not_found',
    );
    assert.equal(await refusalKindOf(second('newcomer', motion)), '');
  });

  it('reads with the board and its auditors alone', async () => {
    const motion = await propose('removal', await removal());
    for (const who of personas)
      for (const action of [show_motion, list_motions] as readonly AnyDefinition[])
        assert.equal(
          await refusalKindOf(run(who, action, { settlement, ...(action === show_motion && { motion }) })),
          ['editor', 'outsider', 'newcomer', 'company'].includes(who) ? '' : 'forbidden',
          `${who} ${action.name}`,
        );
  });

  it('applies a boundary only as it was seen: other plots or another boundary in between refuse it', async () => {
    const { editor, moderator } = village.clients;
    const seen = await editor.shape_settlement_boundary({ settlement, ring: ringAround([0, 1], [0, 2]) });
    const motion = await propose('boundary', { preview: seen.preview, on_clash: 'refuse' });
    const shown = await run('outsider', show_motion, { settlement, motion });
    assert.deepEqual(
      [shown.shown.linked, shown.shown.unlinked, shown.shown.staying, shown.ring],
      [seen.linked, seen.unlinked, seen.staying, seen.data.ring],
    );
    // The preview of the first lasts an hour, the proposal longer.
    await service.db`delete from boundary_preview`;
    await moderator.set_settlement_boundary({ settlement, ring: ringAround([0, 0], [0, 3]) });
    const moved = await refusalOf(second('outsider', motion));
    assert.match(moved.fields?.motion?.[0]?.en ?? '', /has changed since/);
    assert.equal(await answerOf(motion), null, 'still open, to be refused or taken back');
    await run('editor', withdraw_motion, { settlement, motion });
    const anew = await editor.shape_settlement_boundary({ settlement, ring: ringAround([0, 1], [0, 2]) });
    await second('outsider', await propose('boundary', { preview: anew.preview }));
    const { data } = await editor.show_settlement({ settlement });
    assert.deepEqual(data.boundary?.ring, anew.data.ring);
  });

  it('takes in a file exactly as it was seen, and undoes it likewise', async () => {
    const file = await upload();
    const motion = await propose('land_import', file);
    assert.equal(await refusalKindOf(propose('land_import', file, 'newcomer')), 'invalid', 'waits already');
    // Somebody leaves a row out: the file would do something else.
    await run('newcomer', recheck_land_import, {
      settlement,
      import: file.import,
      shown: [1],
      left_out: [1],
    });
    await work();
    assert.match(
      (await refusalOf(second('outsider', motion))).fields?.motion?.[0]?.en ?? '',
      /has changed since/,
    );
    await run('newcomer', recheck_land_import, { settlement, import: file.import, shown: [1], left_out: [] });
    await work();
    await second('outsider', motion);
    await work();
    assert.ok((await numbers()).includes('77'));
    const undo = await propose('undo_import', { import: file.import });
    assert.ok((await numbers()).includes('77'), 'nothing yet');
    await second('newcomer', undo);
    assert.ok(!(await numbers()).includes('77'));
  });

  it('keeps a proposed file while it waits, however many others are sent after it', async () => {
    const file = await upload();
    await propose('land_import', file);
    for (let count = 0; count < 7; count += 1) await send();
    const [row] = await service.db<{ days: number }[]>`
      select extract(day from expires_at - created_at)::int as days from land_import where id = ${file.import}`;
    assert.equal(row?.days, 30);
  });

  it('puts somebody off the board, or refuses with a reason that the proposer reads', async () => {
    const call = { account: village.accounts.newcomer, reason: 'Не ходит на собрания' };
    const first = await propose('dismissal', call);
    await run('outsider', refuse_motion, { settlement, motion: first, reason: 'Сначала поговорим' });
    assert.deepEqual(await toldOf('editor'), [{ key: 'notifications.motion_refused', ended: false }]);
    assert.equal((await boardIds()).length, 3);
    const again = await refusalOf(second('outsider', first));
    assert.match(again.fields?.motion?.[0]?.en ?? '', /Outsider Ivanova has refused this already/);
    await second('outsider', await propose('dismissal', call));
    assert.equal((await boardIds()).length, 2);
    assert.deepEqual(await toldOf('newcomer'), [], 'hears of it once it is decided, as of any dismissal');
  });

  it('ends with its thing: the person leaves, or who proposed it is no longer on the board', async () => {
    const motion = await propose('removal', await removal());
    await village.clients.neighbour.remove_resident({
      settlement,
      resident: (await residentOf('neighbour')).id,
    });
    assert.equal(await answerOf(motion), 'outdated');
    assert.match(
      (await refusalOf(second('outsider', motion))).fields?.motion?.[0]?.en ?? '',
      /nothing left to decide/,
    );
    const other = await propose(
      'dismissal',
      { account: village.accounts.newcomer, reason: 'Не ходит' },
      'outsider',
    );
    await takeFrom('outsider');
    assert.equal(await answerOf(other), 'outdated');
    assert.deepEqual(
      (await toldOf('newcomer')).map(({ ended }) => ended),
      [true],
      'and so do their notifications',
    );
  });

  it('goes with the account that it is about', async () => {
    const motion = await propose('removal', await removal());
    await deleteAccount(service.db, village.accounts.neighbour, new Date());
    assert.equal(await refusalKindOf(run('editor', show_motion, { settlement, motion })), 'not_found');
  });

  it('waits a month at most, and no more than twenty things wait', async () => {
    const motion = await propose('removal', await removal());
    await service.db`update board_motion set expires_at = now() - interval '1 second'`;
    assert.equal(await refusalKindOf(second('outsider', motion)), 'invalid');
    assert.equal(await refusalKindOf(run('editor', withdraw_motion, { settlement, motion })), 'invalid');
    assert.equal(await answerOf(motion), null, 'what is over is not withdrawn');
    assert.ok(await propose('removal', await removal()), 'an expired one makes room');
    assert.equal(await answerOf(motion), 'outdated');
    const people = Array.from({ length: maxOpenMotions - 1 }, () => service.newId());
    for (const id of people) {
      await service.db`insert into account (id, email, email_key, display_name, language, created_at)
                       values (${id}, ${`${id}@example.org`}, ${`${id}@example.org`}, 'Иван', 'ru', now())`;
      await insertSettlementRole(service.db, village.settlement.id, id, 'auditor', new Date());
      await propose('dismissal', { account: id, reason: 'Срок вышел' });
    }
    const tooMany = await refusalOf(
      propose('dismissal', { account: village.accounts.newcomer, reason: 'Срок вышел' }),
    );
    assert.match(tooMany.fields?.settlement?.[0]?.en ?? '', /at most 20/);
  });

  it('is switched off by two, too; the last member of a board decides alone until somebody joins', async () => {
    assert.equal(
      await refusalKindOf(run('editor', set_second_member, { settlement, wanted: false })),
      'invalid',
    );
    assert.equal(
      await refusalKindOf(run('company', set_second_member, { settlement, wanted: false })),
      'forbidden',
    );
    const motion = await propose('single_member');
    await second('outsider', motion);
    assert.equal(await refusalKindOf(propose('single_member')), 'invalid', 'is off now');
    await run('editor', set_second_member, { settlement, wanted: true });
    for (const who of ['outsider', 'newcomer'] as const)
      await run(who, dismiss_editor, { settlement, account: village.accounts[who] });
    await village.clients.editor.remove_resident({ settlement, ...(await removal()) } as never);
    assert.equal((await residentOf('neighbour')).state, 'ended');
    await run('editor', set_second_member, { settlement, wanted: false });
    assert.equal(
      await refusalKindOf(run('editor', set_second_member, { settlement, wanted: true })),
      'invalid',
      'nobody to be the second',
    );
  });

  it('is one of two who agree at the same moment; the other reads who it was', async () => {
    const motion = await propose('removal', await removal());
    const seconding: Promise<unknown>[] = [];
    await service.pool.begin(async (db) => {
      await db`select 1 from board_motion where id = ${motion} for update`;
      seconding.push(second('outsider', motion), second('newcomer', motion));
      await waitForLockWaiters(db, 2);
    });
    const outcomes = await Promise.allSettled(seconding);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as Refusal] : []));
    assert.equal(refused.length, 1);
    assert.match(refused[0]?.fields?.motion?.[0]?.en ?? '', /Ivanova has agreed to this already/);
  });
});
