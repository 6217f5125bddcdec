import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { startService } from '../harness/service.ts';
import { repository } from '../harness/source-tree.ts';
import { buildVillage } from '../harness/village.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';

it('migration 285 replaces names of mentioned items in derived titles and keeps custom titles', async () => {
  const service = await startService();
  const village = await buildVillage(service);
  const things = createThings(service, village);
  const tree = await things.object('Антоновка [у калитки]');
  const task = await things.task('Побелить', village.accounts.resident);
  const photo = await things.photo({ visibility: 'private' });
  const long = 'и ещё раз '.repeat(12).trim();
  const cases: [title: string, body: string, after: string][] = [
    [
      'Сняли яблоки с Антоновка у калитки',
      `\n## Сняли **яблоки** с [object:${tree}]\nещё`,
      'Сняли яблоки с объект',
    ],
    ['Антоновка у калитки (2)', `[object:${tree}]`, 'an object'],
    [
      'Picked at Антоновка у калитки for Побелить',
      `Picked at [object:${tree}] for [task:${task}]`,
      'Picked at an object for a task',
    ],
    [
      'Снимок фото 2: Антоновка у калитки',
      `Снимок [media:${photo}]: [object:${tree}]`,
      'Снимок фотография: объект',
    ],
    [
      'Антоновка у калитки и ещё раз и ещё раз и ещё раз и ещё раз…',
      `[object:${tree}] ${long}`,
      'объект и ещё раз и ещё раз и ещё раз и ещё раз и ещё раз и ещё раз и ещё раз и…',
    ],
    ['Антоновка у калитки зацвела', `Сегодня зацвела [object:${tree}]`, 'Антоновка у калитки зацвела'],
    ['Сняли яблоки', `Сняли яблоки\n\nС [object:${tree}]`, 'Сняли яблоки'],
  ];
  const ids: string[] = [];
  for (const [title, body] of cases) {
    const { data } = await village.clients.resident.write_article({
      settlement: village.settlement.slug,
      parcel_id: '1',
      title,
      body,
    });
    ids.push(data.id);
  }
  const file = join(repository, 'src/base/db/migrations/285_titles_without_names.sql');
  await service.pool.unsafe(await readFile(file, 'utf8'));
  const rows = await service.db<{ id: string; title: string }[]>`select id, title from article`;
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  assert.deepEqual(
    ids.map((id) => titles.get(id)),
    cases.map(([, , after]) => after),
  );
});
