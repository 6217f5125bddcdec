import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { renderHtml } from '../../src/engines/markup/html-renderer.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { takeExcerpt } from '../../src/engines/markup/plain-text.ts';
import { splitIntoPassages } from '../../src/engines/search/passages.ts';
import { createTextReader } from '../../src/engines/search/text-reader.ts';

const texts = createTextReader();
after(() => texts.close());

const section = (index: number) =>
  `## Раздел ${index}\n\nТекст раздела ${index}.\n\n![Фото ${index}](media:${index + 1})\n\n- пункт\n- ещё\n\n`;

for (const [name, count] of [
  ['short', 3],
  ['long', 900],
] as const) {
  it(`a ${name} text gives the same result in the main thread and in a worker thread`, async () => {
    const body = Array.from({ length: count }, (_, index) => section(index)).join('');
    const markdown = readMarkdown(body);
    const read = (await texts.read(body, 280)) ?? assert.fail('it is read');
    assert.equal(read.excerpt, takeExcerpt(markdown, 280));
    assert.deepEqual(read.figures, markdown.figures);
    const figures = markdown.figures.slice(0, 2).map(({ number, kind, caption }) => {
      return { number, kind, caption, words: `слова ${number}`, svg: '<svg/>', mediaId: null, hash: 'x' };
    });
    assert.deepEqual(
      await read.splitIntoPassages('Название', figures),
      splitIntoPassages(markdown, 'Название', figures),
    );
    const options = { figures: new Map([[1, '/f/1']]), pictures: new Map([['2', '/m/2']]) };
    assert.equal(await texts.render(body, options), renderHtml(markdown, options));
  });
}

it('concurrent long texts are queued, and undefined is returned beyond the queue limit', async () => {
  const body = 'слово и ещё слово. '.repeat(10_000);
  const readers = Array.from({ length: 70 }, (_, index) => ({ share: `account ${index}` }));
  const read = await Promise.all(readers.map((reader) => texts.read(body, 100, reader)));
  const done = read.filter((each) => each !== undefined);
  assert.equal(done.length, 64);
  assert.ok(done.every(({ excerpt }) => excerpt.startsWith('слово и ещё')));
  assert.ok((await texts.read(body, 100)) !== undefined, 'later calls succeed');
});

it('long texts, texts of many lines and all comparisons use a worker thread', async () => {
  let threads = 0;
  const note = () => {
    threads += 1;
  };
  process.on('worker', note);
  const startedBy = async (work: (reader: ReturnType<typeof createTextReader>) => Promise<unknown>) => {
    const [reader, before] = [createTextReader(), threads];
    assert.ok((await work(reader)) !== undefined);
    await reader.close();
    return threads - before;
  };
  try {
    assert.equal(await startedBy((reader) => reader.render('слово '.repeat(300), {})), 0);
    assert.equal(await startedBy((reader) => reader.render('слово '.repeat(500), {})), 1);
    assert.equal(await startedBy((reader) => reader.read(`> a\n${'b\n'.repeat(200)}`, 100)), 1);
    assert.equal(await startedBy((reader) => reader.compare('было', 'стало')), 1);
  } finally {
    process.off('worker', note);
  }
});

it('fair queue: one text of a user is not delayed by many of another', async () => {
  const body = 'слово и ещё слово. '.repeat(10_000);
  const done: string[] = [];
  const read = (share: string) => texts.read(body, 100, { share }).then(() => done.push(share));
  // On a busy machine some of the greedy user's calls may be refused.
  const greedy = Promise.allSettled(Array.from({ length: 6 }, () => read('greedy')));
  await read('neighbour');
  await greedy;
  assert.ok(done.indexOf('neighbour') <= 2, `the neighbour was served after ${done.indexOf('neighbour')}`);
});
