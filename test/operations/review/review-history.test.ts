import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { post_review } from '../../../src/features/operations/review/post_review.ts';
import { deleteAccount } from '../../../src/store/accounts/credentials.ts';
import { maxFormerReviews } from '../../../src/store/directory/reviews.ts';
import { withClockOffset } from '../../harness/clock.ts';
import { callOnPage } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from '../../transport/mcp/json-rpc-client.ts';

describe('a review posted again', () => {
  let service: TestService;
  let village: Village;
  let subject: { settlement: string; subject_type: 'company'; subject_id: string };
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    subject = {
      settlement: village.settlement.slug,
      subject_type: 'company',
      subject_id: village.companyId,
    };
  });
  const read = async (client = village.clients.resident) =>
    (await client.list_reviews(subject)).reviews.find(({ author }) => author === 'Resident I.');
  const gold = { medal: 'gold', body: 'Быстро.', has_used_service: true, visibility: 'public' } as const;

  it('keeps what is not named over tools and pages, empties it over REST, and says what it replaced', async () => {
    const { resident } = village.clients;
    const account = village.accounts.resident;
    const tool = createMcpClient(service, 'resident', await service.token(account));
    const doors: Record<string, () => Promise<object | undefined>> = {
      rest: async () => (await resident.post_review({ ...subject, medal: 'dung' })).replaced,
      'rest with keep': async () =>
        (await resident.post_review({ ...subject, medal: 'dung', keep: true })).replaced,
      tool: async () => {
        const { body } = await tool.call('post_review', { ...subject, medal: 'dung' });
        return (body.result?.structuredContent as { replaced: object } | undefined)?.replaced;
      },
      page: async () =>
        (await callOnPage(service, account, post_review, { ...subject, medal: 'dung' })).replaced,
    };
    for (const [name, post] of Object.entries(doors)) {
      const { data } = await resident.post_review({ ...subject, ...gold });
      const replaced = await post();
      const { medal, body, visibility } = gold;
      assert.deepEqual(replaced, { medal, body, visibility, at: data.updated_at }, name);
      const now = await read();
      assert.deepEqual(
        [now?.medal, now?.body, now?.has_used_service, now?.visibility],
        name === 'rest' ? ['dung', null, false, 'residents'] : ['dung', gold.body, true, 'public'],
        name,
      );
      assert.deepEqual(now?.earlier?.[0], replaced, name);
    }
    const again = await resident.post_review({ ...subject, ...gold });
    assert.equal((await resident.post_review({ ...subject, ...gold })).replaced, undefined, 'the same words');
    assert.equal((await read())?.updated_at, again.data.updated_at);
    const emptied = { ...subject, medal: 'gold', body: null };
    await tool.call('post_review', emptied);
    assert.equal((await read())?.body, null, 'null is named');
    const seen = { medal: 'gold', body: 'Другие слова.' };
    const refused = await tool.call('post_review', { ...subject, medal: 'silver', body: 'Нет.', seen });
    assert.ok(readRefusal(refused).errors?.body, 'what was seen is compared over tools, too');
    await resident.withdraw_review(subject);
  });

  it('keeps the earlier words for author, subject and moderators alone, newest twenty', async () => {
    const { resident, neighbour, company, editor } = village.clients;
    const post = (body: string, visibility: 'public' | 'private' = 'public') =>
      resident.post_review({ ...subject, medal: 'silver', body, visibility });
    await post('Между нами.', 'private');
    await post('Для всех.');
    await post('Для всех, ещё раз.');
    const bodies = async (client?: typeof resident) => (await read(client))?.earlier?.map(({ body }) => body);
    assert.deepEqual(await bodies(resident), ['Для всех.', 'Между нами.']);
    assert.deepEqual(await bodies(company), ['Для всех.'], 'the company never reads what was private');
    assert.deepEqual(await bodies(editor), ['Для всех.', 'Между нами.']);
    assert.equal(await bodies(neighbour), undefined);
    assert.equal(await bodies(village.anonymous), undefined);
    const { id: review = '' } = (await read()) ?? {};
    const { settlement } = subject;
    await editor.moderate_review({ settlement, review, decision: 'hide', reason: 'Имена' });
    await post('Скрытое.');
    await post('Без имён.');
    await editor.moderate_review({ settlement, review, decision: 'restore' });
    assert.deepEqual(await bodies(company), ['Для всех.'], 'nor what was hidden when it was replaced');
    for (let at = 0; at < maxFormerReviews; at += 1) await post(`Слова ${at}.`);
    assert.equal((await bodies(resident))?.length, maxFormerReviews);
    await resident.withdraw_review(subject);
    assert.equal((await service.db`select 1 from former_review`).length, 0, 'go with the review');
  });

  it('leaves the answer with the time of the words that it answered', async () => {
    const { resident, company } = village.clients;
    const { data } = await resident.post_review({ ...subject, ...gold });
    const { settlement } = subject;
    const answer = { settlement, review: data.id, body: 'Спасибо!' };
    assert.equal((await company.answer_review(answer)).data.words_at, data.updated_at);
    const changed = await withClockOffset(service, 90_000_000, () =>
      resident.post_review({ ...subject, medal: 'dung', body: 'Обманули.' }),
    );
    const listed = await read();
    assert.equal(listed?.answer?.words_at, data.updated_at);
    assert.equal(listed?.updated_at, changed.data.updated_at);
    assert.notEqual(listed?.answer?.words_at, listed?.updated_at);
    await service.db`update review_answer set words_at = null`;
    assert.equal((await read())?.answer?.words_at, null, 'answered by an earlier version');
    await resident.withdraw_review(subject);
  });

  it('is refused where the author has seen another one', async () => {
    const { resident } = village.clients;
    await resident.post_review({ ...subject, ...gold });
    const seen = { body: 'Ужас.' } as const;
    await assertRefused(
      resident.post_review({ ...subject, medal: 'silver', body: 'Ничего.', seen }),
      422,
      'body',
    );
  });

  it('leaves no earlier words of a deleted account', async () => {
    const { resident } = village.clients;
    await resident.post_review({ ...subject, medal: 'bronze' });
    assert.ok((await service.db`select 1 from former_review`).length > 0);
    await deleteAccount(service.db, village.accounts.resident, new Date());
    assert.equal((await service.db`select 1 from former_review`).length, 0);
  });
});
