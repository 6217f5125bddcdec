import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('reviews', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  let contact: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  beforeEach(async () => {
    const { data } = await village.clients.editor.write_contact({
      settlement,
      name: 'Печник',
      category: 'trade',
    });
    contact = data.id;
  });

  const subject = () => ({ settlement, subject_type: 'contact', subject_id: contact }) as const;
  const company = () => ({ settlement, subject_type: 'company', subject_id: village.companyId }) as const;
  const listed = async (client = village.clients.resident) => (await client.list_reviews(subject())).reviews;
  const card = async () =>
    (await village.anonymous.list_contacts({ settlement })).contacts.find((one) => one.id === contact);

  it('gives a medal in the shape of the contract and counts it', async () => {
    const { data } = await village.clients.resident.post_review({
      ...subject(),
      medal: 'gold',
      body: 'Сложил печь за неделю',
      has_used_service: true,
    });
    assert.deepEqual(data, {
      id: data.id,
      settlement_id: village.settlement.id,
      subject_type: 'contact',
      subject_id: contact,
      medal: 'gold',
      weight: 100,
      body: 'Сложил печь за неделю',
      has_used_service: true,
      is_verified_resident: true,
      is_verified_work: false,
      visibility: 'residents',
      moderation_status: 'visible',
      created_at: data.created_at,
      updated_at: data.updated_at,
    });
    assert.deepEqual(await listed(), [
      {
        id: data.id,
        medal: 'gold',
        body: 'Сложил печь за неделю',
        author: 'Resident I.',
        is_own: true,
        has_used_service: true,
        is_verified_resident: true,
        is_verified_work: false,
        visibility: 'residents',
        photos: [],
        created_at: data.created_at,
        updated_at: data.updated_at,
      },
    ]);
    await village.clients.neighbour.post_review({ ...subject(), medal: 4, body: null });
    assert.deepEqual(
      [(await card())?.rating, (await card())?.medals],
      [0, { gold: 1, silver: 0, bronze: 0, dung: 1 }],
    );
  });

  it('is for confirmed residents, and never for one’s own company', async () => {
    for (const persona of ['editor', 'moderator', 'newcomer', 'outsider', 'company'] as const)
      await assertRefused(village.clients[persona].post_review({ ...subject(), medal: 'gold' }), 403);
    await assertRefused(village.anonymous.post_review({ ...subject(), medal: 'gold' }), 401);
    await service.db`
      insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at, decided_by)
      values (${service.newId()}, ${village.accounts.company}, ${village.plots.free}, 'owner', 'confirmed', true, now(), now(), ${village.accounts.editor})`;
    await assertRefused(village.clients.company.post_review({ ...company(), medal: 'gold' }), 403);
    await village.clients.company.post_review({ ...subject(), medal: 'bronze' });
    await service.db`delete from membership where account_id = ${village.accounts.company}`;
  });

  it('refuses unknown subjects and invalid values', async () => {
    const { resident, outsider } = village.clients;
    await assertRefused(
      resident.post_review({ ...subject(), subject_id: '9007199254740993', medal: 'gold' }),
      404,
    );
    await assertRefused(resident.post_review({ ...subject(), subject_type: 'company', medal: 'gold' }), 404);
    await assertRefused(outsider.post_review({ ...subject(), settlement: 'sosny', medal: 'gold' }), 404);
    await assertRefused(resident.post_review({ ...subject(), medal: 'wood' as never }), 422, 'medal');
    await assertRefused(
      resident.post_review({ ...subject(), medal: 'gold', body: 'я'.repeat(5001) }),
      422,
      'body',
    );
    await assertRefused(
      resident.post_review({ ...subject(), medal: 'gold', weight: 1000 } as never),
      422,
      'weight',
    );
    await assertRefused(resident.list_reviews({ settlement } as never), 422, 'subject_type', 'subject_id');
    await assertRefused(resident.withdraw_review({ ...company(), subject_id: 0 }), 422, 'subject_id');
    await village.clients.editor.edit_contact({ settlement, contact, archived: true });
    await assertRefused(resident.post_review({ ...subject(), medal: 'gold' }), 404);
  });

  it('replaces the earlier review, and reverts its counts when withdrawn', async () => {
    const { resident } = village.clients;
    const first = await resident.post_review({
      ...subject(),
      medal: 'gold',
      body: 'да',
      visibility: 'public',
    });
    const second = await resident.post_review({ ...subject(), medal: 'dung' });
    assert.equal(second.data.id, first.data.id);
    assert.deepEqual([second.data.body, second.data.visibility], [null, 'residents']);
    assert.equal((await listed()).length, 1);
    assert.equal((await card())?.rating, -100);
    await assertRefused(village.clients.neighbour.withdraw_review(subject()), 404);
    assert.deepEqual(await resident.withdraw_review(subject()), { withdrawn: true });
    await assertRefused(resident.withdraw_review(subject()), 404);
    assert.deepEqual([(await card())?.rating, await listed()], [0, []]);
  });

  it('counts a company’s medals over all settlements, lists them by settlement', async () => {
    await village.clients.resident.post_review({ ...company(), medal: 'silver' });
    await village.clients.outsider.post_review({ ...company(), settlement: 'sosny', medal: 'bronze' });
    const { data } = await village.anonymous.show_company({ company: village.companyId });
    assert.equal(data.rating, 11);
    const here = await village.clients.resident.list_reviews(company());
    assert.deepEqual(
      here.reviews.map((one) => one.medal),
      ['silver'],
    );
    await village.clients.resident.withdraw_review(company());
    await village.clients.outsider.withdraw_review({ ...company(), settlement: 'sosny' });
  });

  it('shows each reader what they may see, and everybody their own', async () => {
    const medalOf = { private: 'gold', residents: 'silver', settlement: 'bronze', public: 'dung' } as const;
    const seen: Record<string, string[]> = {};
    for (const visibility of ['private', 'residents', 'settlement', 'public'] as const) {
      await village.clients.neighbour.post_review({ ...subject(), medal: medalOf[visibility], visibility });
      for (const [name, client] of Object.entries({ ...village.clients, anonymous: village.anonymous }))
        if ((await listed(client)).length > 0) seen[name] = [...(seen[name] ?? []), visibility];
    }
    const everything = ['private', 'residents', 'settlement', 'public'];
    assert.deepEqual(seen, {
      editor: everything,
      neighbour: everything,
      resident: everything.slice(1),
      company: everything.slice(2),
      moderator: ['public'],
      newcomer: ['public'],
      outsider: ['public'],
      anonymous: ['public'],
    });
  });

  it('marks verified work, whether verified before or after the review', async () => {
    const task = service.newId();
    const close = (status: 'done' | 'open') =>
      service.db`update task set status = ${status}, closed_at = ${status === 'done' ? new Date() : null},
                                         done_by_board_at = ${status === 'done' ? new Date() : null} where id = ${task}`;
    await service.db`
      insert into task (id, settlement_id, kind, title, author_id, addressee, contact_id, created_at, updated_at)
      values (${task}, ${village.settlement.id}, 'work', 'Печь', ${village.accounts.resident}, 'contact', ${contact}, now(), now())`;
    const { data } = await village.clients.resident.post_review({ ...subject(), medal: 'gold' });
    assert.equal(data.is_verified_work, false);
    await close('done');
    assert.equal((await listed())[0]?.is_verified_work, true);
    await village.clients.neighbour.post_review({ ...subject(), medal: 'gold' });
    assert.equal((await listed())[0]?.is_verified_work, false, 'the work was for somebody else');
    assert.equal(
      (await village.clients.resident.post_review({ ...subject(), medal: 'silver' })).data.is_verified_work,
      true,
    );
    await close('open');
    assert.equal((await listed())[1]?.is_verified_work, false);
  });

  it('is hidden with a reason its author sees, is not counted, and can be restored', async () => {
    const { resident, neighbour, editor, moderator, newcomer } = village.clients;
    const { data } = await resident.post_review({ ...subject(), medal: 'dung', body: 'ругань' });
    const moderate = (client: typeof editor, decision: 'hide' | 'restore', reason?: string) =>
      client.moderate_review({ settlement, review: data.id, decision, ...(reason && { reason }) });
    await assertRefused(moderate(newcomer, 'hide', 'x'), 404);
    await assertRefused(moderate(neighbour, 'hide', 'x'), 403);
    await assertRefused(moderate(resident, 'hide', 'x'), 403);
    await assertRefused(moderate(editor, 'hide'), 422, 'reason');
    await assertRefused(
      editor.moderate_review({ settlement: 'sosny', review: data.id, decision: 'hide', reason: 'x' }),
      404,
    );
    const hidden = await moderate(editor, 'hide', 'Без ругани');
    assert.deepEqual(
      [hidden.data.moderation_status, hidden.data.moderation_reason],
      ['hidden', 'Без ругани'],
    );
    assert.equal((await card())?.rating, 0);
    assert.deepEqual(await listed(neighbour), []);
    const [own] = await listed(resident);
    assert.deepEqual([own?.moderation_status, own?.moderation_reason], ['hidden', 'Без ругани']);
    assert.equal((await listed(editor)).length, 1);
    await assertRefused(moderate(neighbour, 'restore'), 404);
    const again = await resident.post_review({ ...subject(), medal: 'gold' });
    assert.equal(again.data.moderation_status, 'hidden', 'posting again does not lift it');
    assert.equal((await card())?.rating, 0);
    await moderate(moderator, 'restore');
    assert.equal((await card())?.rating, 100);
    await moderate(editor, 'restore');
    assert.equal((await card())?.rating, 100);
    assert.equal((await listed(neighbour)).length, 1);
    await moderate(editor, 'hide', 'Ещё раз');
    await resident.withdraw_review(subject());
    assert.equal((await card())?.rating, 0);
  });

  it('is answered once by its subject, and the answer can be corrected for an hour', async () => {
    const { resident, neighbour, editor, company: speaker } = village.clients;
    const { data } = await resident.post_review({ ...subject(), medal: 'silver' });
    const answer = (client: typeof editor, review: string, body: string) =>
      client.answer_review({ settlement, review, body });
    await assertRefused(answer(neighbour, data.id, 'я тут'), 403);
    await assertRefused(answer(speaker, data.id, 'я тут'), 404);
    await assertRefused(answer(editor, data.id, ' '), 422, 'body');
    const given = await answer(editor, data.id, 'Спосибо!');
    assert.equal(given.data.review_id, data.id);
    await answer(editor, data.id, 'Спасибо!');
    assert.equal((await listed(neighbour))[0]?.answer?.body, 'Спасибо!');
    const later = service.db`interval '61 minutes'`;
    await service.db`update review set created_at = created_at - ${later}, updated_at = updated_at - ${later} where id = ${data.id}`;
    await service.db`update review_answer set created_at = created_at - ${later}, updated_at = updated_at - ${later}`;
    await assertRefused(answer(editor, data.id, 'Передумали'), 422, 'answer');
    await resident.post_review({ ...subject(), medal: 'dung', body: 'Развалилось' });
    await answer(editor, data.id, 'Приедем и починим');
    assert.equal((await listed(neighbour))[0]?.answer?.body, 'Приедем и починим');

    const graded = await resident.post_review({ ...company(), medal: 'gold', visibility: 'settlement' });
    await assertRefused(answer(editor, graded.data.id, 'за них'), 403);
    await answer(speaker, graded.data.id, 'Обращайтесь');
    const closed = await neighbour.post_review({ ...company(), medal: 'gold', visibility: 'private' });
    await assertRefused(answer(speaker, closed.data.id, 'вижу?'), 404);
    await resident.withdraw_review(company());
    await neighbour.withdraw_review(company());
  });

  it('shows its photographs as far as the reader may see them', async () => {
    const { data } = await village.clients.resident.post_review({
      ...subject(),
      medal: 'gold',
      visibility: 'public',
    });
    const sha = Buffer.alloc(32, 7);
    const add = async (visibility: string, state: string) => {
      const id = service.newId();
      await service.db`
        insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption, visibility, state, created_at)
        values (${id}, ${village.settlement.id}, 'review', ${data.id}, ${village.accounts.resident}, ${sha}, array[${sha}]::bytea[], 'image/jpeg', 1, ${visibility}, ${visibility}, ${state}, now())`;
      return id;
    };
    const [open] = [
      await add('public', 'ready'),
      await add('residents', 'ready'),
      await add('public', 'processing'),
    ];
    assert.deepEqual(
      (await listed(village.anonymous))[0]?.photos.map((one) => one.id),
      [open],
    );
    assert.match(
      (await listed(village.anonymous))[0]?.photos[0]?.path ?? '',
      new RegExp(`^/media/${open}/medium\\?s=`),
    );
    assert.equal((await listed(village.clients.neighbour))[0]?.photos.length, 2);
    await village.clients.resident.withdraw_review(subject());
    const left =
      await service.db`select 1 from media where subject_type = 'review' and subject_id = ${data.id}`;
    assert.equal(left.length, 0, 'photographs of a verdict go with it');
  });

  it('marks those of the reader, and `mine` lists them alone', async () => {
    await village.clients.resident.post_review({ ...subject(), medal: 'gold', visibility: 'private' });
    await village.clients.neighbour.post_review({ ...subject(), medal: 'bronze' });
    const seen = async (client = village.clients.resident, mine?: boolean) =>
      (await client.list_reviews({ ...subject(), ...(mine && { mine }) })).reviews.map((one) => [
        one.medal,
        one.is_own,
      ]);
    assert.deepEqual(await seen(), [
      ['bronze', false],
      ['gold', true],
    ]);
    assert.deepEqual(await seen(village.clients.resident, true), [['gold', true]]);
    assert.deepEqual(await seen(village.clients.neighbour, true), [['bronze', true]]);
    assert.deepEqual(await seen(village.clients.editor, true), [], 'nothing of others');
    assert.deepEqual(await seen(village.anonymous, true), []);
  });
});
