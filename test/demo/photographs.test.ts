import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { scenes } from '../../scripts/demo-pictures/scenes.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import { pictureNames, readPicture } from '../../src/entry/demo/pictures.ts';
import { startDemoService } from '../harness/demo.ts';
import type { TestService } from '../harness/service.ts';

describe('demo data: photographs and tasks', () => {
  let service: TestService;
  let access: DemoAccessFile;
  let settlement: string;
  before(async () => {
    ({ service, access } = await startDemoService());
    settlement = access.settlement.slug;
  });
  const as = (persona: keyof DemoAccessFile['accounts']) => service.client(access.accounts[persona].token);

  it('show more photographs to residents than to everybody, in every visibility', async () => {
    const count = async (client = service.client()) =>
      (await client.list_media({ settlement, limit: 100 })).media.filter((one) => one.path !== null).length;
    const [everybody, resident, editor] = [
      await count(),
      await count(as('resident')),
      await count(as('editor')),
    ];
    assert.ok(everybody >= 4 && resident > everybody, `${everybody} ${resident} ${editor}`);
    const { media } = await as('resident').list_media({ settlement, limit: 100 });
    const kinds = new Set(media.map((one) => one.subject.type));
    assert.deepEqual([...kinds].sort(), ['article', 'object', 'parcel', 'review', 'settlement', 'task']);
    assert.equal(new Set(media.map((one) => one.visibility)).size, 4);
    const { articles } = await as('resident').list_my_articles({});
    assert.ok(articles.some((one) => one.photos_count === 2));
  });

  it('have one small JPEG per scene, with capture dates in at least nine months', async () => {
    assert.deepEqual([...pictureNames], Object.keys(scenes).sort());
    let bytes = 0;
    for (const name of pictureNames) {
      const picture = await readPicture(name);
      const { width, height, format } = await sharp(picture).metadata();
      assert.deepEqual([width, height, format], [960, 640, 'jpeg'], name);
      assert.ok(picture.length < 60_000, `${name}: ${picture.length}`);
      bytes += picture.length;
    }
    const [kept] = await service.db<{ bytes: number; months: number; undated: number }[]>`
      select sum(bytes)::int as bytes, count(distinct extract(month from taken_at))::int as months,
             count(*) filter (where taken_at is null)::int as undated
        from media where content_type like 'image/%'`;
    assert.ok(bytes < 1_500_000 && (kept?.bytes ?? 0) < 3_000_000, `${bytes} ${kept?.bytes}`);
    assert.ok((kept?.months ?? 0) >= 9 && kept?.undated === 0, JSON.stringify(kept));
  });

  it('include tasks of every kind, status and addressee', async () => {
    const rows = await service.db<{ kind: string; status: string; addressee: string }[]>`
      select kind, status, addressee from task`;
    assert.deepEqual([...new Set(rows.map((row) => row.kind))].sort(), [
      'reminder',
      'report',
      'request',
      'work',
    ]);
    assert.equal(new Set(rows.map((row) => row.status)).size, 4);
    assert.equal(new Set(rows.map((row) => row.addressee)).size, 6);
    for (const persona of ['resident', 'neighbour', 'editor', 'company'] as const)
      assert.ok((await as(persona).list_tasks({})).tasks.length > 0, persona);
    const asked = (await as('resident').list_tasks({ open: true, limit: 100 })).tasks.filter(
      ({ addressee }) => addressee === 'neighbour',
    );
    assert.deepEqual(
      asked.map(({ accepted_at, remind_before }) => [accepted_at !== null, remind_before]),
      [
        [false, '12h'],
        [true, null],
      ],
    );
    const { tasks } = await as('moderator').list_tasks({ kind: 'report' });
    const reports = await Promise.all(tasks.map(({ id }) => as('moderator').show_task({ task: id })));
    const ofReview = reports.find(({ data }) => data.report?.about === 'review')?.data;
    assert.deepEqual([ofReview?.status, ofReview?.report?.outcome], ['open', null]);
    assert.ok(ofReview?.report?.thing?.body);
  });
});
