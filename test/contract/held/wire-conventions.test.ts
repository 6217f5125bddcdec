import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';

describe('on the wire', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
  });

  it('null is the same as absent in the body of a write', async () => {
    const { resident, editor } = village.clients;
    const { data: post } = await editor.write_article({
      settlement,
      kind: 'post',
      title: 'Собрание',
      body: 'В субботу.',
      parcel_id: null,
      tags: null,
      cover_media_id: null,
      about_on: null,
      photo_subjects: null,
    });
    assert.deepEqual([post.parcel_id, post.tags, post.cover_media_id], [null, [], null]);
    const advice = await resident.write_knowledge_article({
      title: 'Совет',
      body: 'Текст.',
      category: null,
      publish: null,
      tags: null,
    });
    assert.deepEqual([advice.category, advice.status, advice.tags], [null, 'draft', []]);
    const edited = await resident.edit_knowledge_article({
      article: advice.id,
      title: 'Другой',
      tags: null,
      note: null,
    });
    assert.equal(edited.title, 'Другой');
    const { data: review } = await resident.post_review({
      settlement,
      subject_type: 'company',
      subject_id: village.companyId,
      medal: 'silver',
      body: null,
      has_used_service: null,
    });
    assert.deepEqual([review.body, review.has_used_service], [null, false]);
    const settings = { assistant_width: null, skin: null, objects_view: null };
    const saved = await resident.save_interface_settings(settings);
    assert.deepEqual({ ...saved, ...settings }, saved);
  });

  it('null is the same as absent among the arguments of a reading tool', async () => {
    const editorToken = await service.token(village.accounts.editor);
    const calls: [server: string, token: string, tool: string, given: Record<string, unknown>][] = [
      ['resident', token, 'list_my_devices', { settlement: null }],
      ['resident', token, 'list_my_parcels', { settlement: null }],
      ['resident', token, 'search_shared_knowledge', { question: 'дренаж', limit: null }],
      ['resident', token, 'list_articles', { settlement, parcel_id: null }],
      ['resident', token, 'list_tagged', { settlement, tag: 'сад', cursor: null }],
      ['resident', token, 'list_notifications', { cursor: null }],
      [
        'resident',
        token,
        'list_reviews',
        { settlement, subject_type: 'company', subject_id: village.companyId, cursor: null },
      ],
      ['settlement', editorToken, 'list_change_proposals', { settlement, open: null }],
    ];
    for (const [server, bearer, tool, given] of calls) {
      const { body } = await createMcpClient(service, server, bearer).call(tool, given);
      assert.ok(body.result && body.result.isError !== true, `${tool} ${JSON.stringify(body).slice(0, 300)}`);
    }
  });

  it('an operation without a payload takes an empty body, whatever its type', async () => {
    const { resident } = village.clients;
    for (const [headers, body] of [
      [{}, undefined],
      [{ 'content-type': 'application/json' }, ''],
      [{ 'content-type': 'application/json' }, '{}'],
    ] as const) {
      const { data } = await resident.write_article({
        settlement,
        parcel_id: '1',
        title: 'Сад',
        body: 'Полили.',
      });
      const reply = await fetch(
        `${service.url}/api/v1/settlements/${settlement}/articles/${data.id}/publish`,
        { method: 'POST', headers: { authorization: `Bearer ${token}`, ...headers }, body },
      );
      assert.equal(reply.status, 201, `${JSON.stringify(headers)} ${await reply.text()}`);
    }
  });

  it('an identifier is refused as a JSON number', async () => {
    const { resident } = village.clients;
    const write = (more: object) =>
      resident.write_article({ settlement, title: 'Сад', body: 'Текст.', parcel_id: '1', ...more });
    await assertRefused(write({ parcel_id: 12 }), 422, 'parcel_id');
    await assertRefused(write({ cover_media_id: 12 }), 422, 'cover_media_id');
    const { id: article } = await resident.write_knowledge_article({ title: 'Совет', body: 'Текст.' });
    await assertRefused(
      resident.roll_back_knowledge_article({ article, revision: 12 as never }),
      422,
      'revision',
    );
  });

  it('an enumeration is taken by name and by the number of its place, and sent by name', async () => {
    const { resident } = village.clients;
    for (const [place, medal] of ['gold', 'silver', 'bronze', 'dung'].entries()) {
      const { data } = await resident.post_review({
        settlement,
        subject_type: 2,
        subject_id: village.companyId,
        medal: place + 1,
        visibility: 3,
      });
      assert.deepEqual([data.medal, data.subject_type, data.visibility], [medal, 'company', 'settlement']);
    }
    const slugs = async (filter: object) =>
      (await village.anonymous.list_settlements(filter)).settlements.map(({ slug }) => slug);
    for (const [place, kind] of ['cottage_village', 'snt', 'dnp', 'tsn', 'village'].entries())
      assert.deepEqual(await slugs({ kind: place + 1 }), await slugs({ kind }), kind);
    assert.deepEqual(await slugs({ status: 5 }), ['berezka', 'sosny']);
    await assertRefused(slugs({ kind: 6 }), 422, 'kind');
  });

  it('what is required is refused by its field when it is missing', async () => {
    const { resident } = village.clients;
    const subject = { subject_type: 'company', subject_id: village.companyId };
    const review = { settlement, ...subject, medal: 'gold' };
    for (const field of ['subject_type', 'subject_id', 'medal'] as const) {
      const { [field]: _, ...rest } = review;
      await assertRefused(resident.post_review(rest as never), 422, field);
    }
    for (const field of ['subject_type', 'subject_id'] as const) {
      const { [field]: _, ...rest } = subject;
      await assertRefused(resident.withdraw_review({ settlement, ...rest } as never), 422, field);
    }
    const { id: article } = await resident.write_knowledge_article({ title: 'Совет', body: 'Текст.' });
    await assertRefused(resident.roll_back_knowledge_article({ article } as never), 422, 'revision');
    await assertRefused(village.anonymous.search_shared_knowledge({} as never), 422, 'question');
  });

  it('the message of a refused input is its first failure, and errors has every field', async () => {
    const reply = await fetch(`${service.url}/api/v1/knowledge/articles`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"category": "castles"}',
    });
    assert.equal(reply.status, 422);
    const { message, errors } = (await reply.json()) as {
      message: string;
      errors: Record<string, string[]>;
    };
    assert.deepEqual(Object.keys(errors).sort(), ['body', 'category', 'title']);
    for (const sentences of Object.values(errors)) assert.ok(sentences.length > 0);
    const [first] = Object.entries(errors);
    assert.ok(first !== undefined && message.includes(first[1][0] ?? '-'), `${message} ${first}`);
  });
});
