import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';
import { makeRenditions, send, smallPicture, upload } from './uploads.ts';

describe('the subject of a photograph', () => {
  let service: TestService;
  let village: Village;
  let things: Record<string, { type: string; id: string; may: Persona[]; hiddenFrom: Persona[] }>;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { clients, accounts, settlement, plots } = village;
    const now = new Date();
    const [object, contact, knowledge, review] = [
      service.newId(),
      service.newId(),
      service.newId(),
      service.newId(),
    ];
    await service.db`
      insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at)
      values (${object}, ${plots.resident}, 'tree', 'Яблоня', ${accounts.resident}, ${now}, ${now})`;
    await service.db`
      insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
      values (${contact}, ${settlement.id}, 'shop', 'Магазин', 'shop', ${accounts.editor}, ${now}, ${now})`;
    await service.db`
      insert into knowledge_article (id, author_id, slug, status, created_at, updated_at)
      values (${knowledge}, ${accounts.newcomer}, 'wells', 'draft', ${now}, ${now})`;
    await service.db`
      insert into review (id, settlement_id, subject_type, subject_id, author_id, medal, weight, is_verified_resident, is_verified_work, created_at, updated_at)
      values (${review}, ${settlement.id}, 'contact', ${contact}, ${accounts.neighbour}, 'gold', 100, true, false, ${now}, ${now})`;
    const { data: diary } = await clients.resident.write_article({
      settlement: 'berezka',
      parcel_id: plots.resident,
      title: 'Весна',
      body: 'Т',
      visibility: 'public',
    });
    await clients.resident.publish_article({ settlement: 'berezka', article: diary.id });
    const { data: task } = await clients.resident.write_task({
      settlement: 'berezka',
      title: 'Колодец',
      company_id: village.companyId,
    });
    const strangers: Persona[] = ['moderator', 'newcomer', 'outsider'];
    things = {
      settlement: { type: 'settlement', id: settlement.id, may: ['editor'], hiddenFrom: [] },
      parcel: { type: 'parcel', id: plots.resident, may: ['resident'], hiddenFrom: [] },
      object: {
        type: 'object',
        id: object,
        may: ['resident'],
        hiddenFrom: [...strangers, 'company', 'neighbour'],
      },
      article: { type: 'article', id: diary.id, may: ['resident'], hiddenFrom: [] },
      knowledge: {
        type: 'knowledge_article',
        id: knowledge,
        may: ['newcomer', 'moderator'],
        hiddenFrom: ['resident', 'neighbour', 'editor', 'outsider', 'company'],
      },
      task: {
        type: 'task',
        id: task.id,
        may: ['resident', 'company'],
        hiddenFrom: [...strangers, 'neighbour', 'editor'],
      },
      review: { type: 'review', id: review, may: ['neighbour'], hiddenFrom: [...strangers, 'company'] },
      contact: { type: 'contact', id: contact, may: ['editor'], hiddenFrom: [] },
      company: { type: 'company', id: village.companyId, may: ['company', 'moderator'], hiddenFrom: [] },
    };
  });

  it('determines who may add photographs, for each subject type', async () => {
    for (const { type, id, may, hiddenFrom } of Object.values(things)) {
      for (const persona of personas) {
        const asked = village.clients[persona].send('upload_media', { subject_type: type, subject_id: id });
        const { status } = await asked;
        const wanted = may.includes(persona) ? 201 : hiddenFrom.includes(persona) ? 404 : 403;
        assert.equal(status, wanted, `${persona} to ${type}`);
      }
    }
    await assertRefused(
      village.anonymous.upload_media({ subject_type: 'parcel', subject_id: village.plots.resident }),
      401,
    );
    await assertRefused(
      village.clients.resident.upload_media({ subject_type: 'castle' as never, subject_id: '1' }),
      422,
      'subject_type',
    );
    await assertRefused(
      village.clients.resident.upload_media({ subject_type: 'parcel', subject_id: '999' }),
      404,
    );
    await assertRefused(
      village.clients.company.upload_media({
        subject_type: 'company',
        subject_id: village.companyId,
        visibility: 'private',
      }),
      422,
      'visibility',
    );
  });

  it('blocks removing an entry until its photograph has moved, without widening its visibility', async () => {
    const { clients, plots } = village;
    const { data: entry } = await clients.resident.write_article({
      settlement: 'berezka',
      parcel_id: plots.resident,
      title: 'Осень',
      body: 'Т',
      visibility: 'residents',
    });
    await clients.resident.publish_article({ settlement: 'berezka', article: entry.id });
    const picture = await upload(clients.resident, {
      subject_type: 'article',
      subject_id: entry.id,
      visibility: 'public',
    });
    const shown = await clients.resident.show_article({ settlement: 'berezka', article: entry.id });
    assert.equal(shown.data.photos_count, 1);
    await assertRefused(clients.resident.remove_article({ settlement: 'berezka', article: entry.slug }), 422);
    const object = things.object?.id as string;
    await assertRefused(
      clients.neighbour.set_media_subject({ media: picture.id, subject_type: 'object', subject_id: object }),
      403,
    );
    await assertRefused(
      clients.resident.set_media_subject({
        media: picture.id,
        subject_type: 'parcel',
        subject_id: plots.neighbour,
      }),
      403,
    );
    await assertRefused(
      clients.resident.set_media_subject({ media: picture.id, subject_type: 'parcel', subject_id: '12' }),
      404,
    );
    await assertRefused(
      clients.resident.set_media_subject({
        media: picture.id,
        subject_type: 'task' as never,
        subject_id: '12',
      }),
      422,
      'subject_type',
    );
    const { data } = await clients.resident.set_media_subject({
      media: picture.id,
      subject_type: 'object',
      subject_id: object,
    });
    assert.deepEqual(data.subject, { type: 'object', id: object });
    assert.equal(data.visibility, 'residents', 'the entry held it back');
    assert.equal(data.parcel_id, plots.resident);
    assert.equal(
      (await clients.resident.show_article({ settlement: 'berezka', article: entry.id })).data.photos_count,
      0,
    );
    await clients.resident.remove_article({ settlement: 'berezka', article: entry.slug });
    const { media } = await clients.neighbour.list_media({ settlement: 'berezka', object });
    assert.deepEqual(
      media.map((one) => one.id),
      [picture.id],
    );
    assert.deepEqual((await village.anonymous.list_media({ settlement: 'berezka', object })).media, []);
  });

  it('stays within its settlement, and cannot change in the knowledge base', async () => {
    const { clients } = village;
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at) values (${village.other.id}, ${village.accounts.editor}, 'editor', now())`;
    const picture = await upload(clients.editor, {
      subject_type: 'settlement',
      subject_id: village.settlement.id,
    });
    await assertRefused(
      clients.editor.set_media_subject({
        media: picture.id,
        subject_type: 'settlement',
        subject_id: village.other.id,
      }),
      422,
      'subject_id',
    );
    const drawing = await upload(clients.newcomer, {
      subject_type: 'knowledge_article',
      subject_id: things.knowledge?.id as string,
    });
    assert.equal(drawing.visibility, 'public');
    await assertRefused(
      clients.newcomer.edit_media({ media: drawing.id, visibility: 'private' }),
      422,
      'visibility',
    );
    await assertRefused(clients.resident.edit_media({ media: drawing.id, caption: 'x' }), 404);
    await clients.moderator.edit_media({ media: drawing.id, caption: 'Схема' });
    await clients.newcomer.remove_media({ media: drawing.id });
  });

  it('when it is a task: visible to those who may see the task', async () => {
    const { clients } = village;
    const task = things.task?.id as string;
    const picture = await upload(clients.company, { subject_type: 'task', subject_id: task });
    await makeRenditions(service);
    const { data } = await clients.resident.show_task({ task });
    assert.deepEqual(
      data.photos.map((one) => one.id),
      [picture.id],
    );
    assert.equal((await fetch(service.url + data.photos[0]?.path)).status, 200);
    await assertRefused(clients.editor.edit_media({ media: picture.id, caption: 'x' }), 404);
    assert.deepEqual(
      (await clients.editor.list_media({ settlement: 'berezka' })).media.filter(
        (one) => one.id === picture.id,
      ),
      [],
    );
    await assertRefused(
      clients.company.edit_media({ media: picture.id, visibility: 'public' }),
      422,
      'visibility',
    );
  });

  it('cannot be something that was removed meanwhile', async () => {
    const { clients, plots } = village;
    const { data: entry } = await clients.resident.write_article({
      settlement: 'berezka',
      parcel_id: plots.resident,
      title: 'Зима',
      body: 'Т',
    });
    const { data } = await clients.resident.upload_media({ subject_type: 'article', subject_id: entry.id });
    await clients.resident.remove_article({ settlement: 'berezka', article: entry.slug });
    assert.equal((await send(data.upload_url, await smallPicture())).status, 404);
  });

  it('changes concurrently with adding, naming and removing without deadlock', async () => {
    const { clients, plots } = village;
    const { data: entry } = await clients.resident.write_article({
      settlement: 'berezka',
      parcel_id: plots.resident,
      title: 'Лето',
      body: 'Т',
    });
    const subject = { subject_type: 'article', subject_id: entry.id } as const;
    const pictures = await Promise.all(Array.from({ length: 6 }, () => upload(clients.resident, subject)));
    const named = pictures.map(({ id }) => `[media:${id}]`).join(' ');
    const work = pictures.flatMap(({ id }, index) => [
      () => upload(clients.resident, subject),
      () =>
        clients.resident.edit_article({
          settlement: 'berezka',
          article: entry.id,
          body: `${named} ${index}`,
        }),
      index % 2 === 0
        ? () => clients.resident.remove_media({ media: id })
        : () =>
            clients.resident.set_media_subject({
              media: id,
              subject_type: 'parcel',
              subject_id: plots.resident,
            }),
    ]);
    await Promise.all(work.map((one) => one()));
    const { data } = await clients.resident.show_article({ settlement: 'berezka', article: entry.id });
    assert.equal(data.photos_count, 6 + 3, 'six came, three stayed named, three went');
  });
});
