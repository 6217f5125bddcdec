import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { halfOf, readCorpus } from '../../bench/search/corpus.ts';
import { computeRankingMetrics } from '../../bench/search/ranking-metrics.ts';
import { createRandom, typos } from '../../bench/search/typos.ts';

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

it('a folder in the form of BEIR is read with its graded judgements', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'beir-'));
  try {
    await mkdir(join(folder, 'qrels'));
    await writeFile(
      join(folder, 'corpus.jsonl'),
      lines([
        { _id: 'p1', title: 'Колодец', text: 'Вода.' },
        { _id: 'p2', title: 'Колодец', text: 'Кольца.' },
        { _id: 'p3', text: 'Grass.' },
      ]),
    );
    const queries = [
      { _id: 'q1', text: 'Где вода?' },
      { _id: 'q2', text: 'Where is grass?' },
      { _id: 'q3', text: 'Nobody judged this' },
    ];
    await writeFile(join(folder, 'queries.jsonl'), lines(queries));
    const judged = 'query-id\tcorpus-id\tscore\nq1\tp1\t2\nq1\tp2\t1\nq1\tp3\t0\nq2\tp3\t1\n';
    await writeFile(join(folder, 'qrels', 'test.tsv'), judged);
    const { passages, questions } = await readCorpus(folder);
    assert.deepEqual(
      passages.map(({ id, article }) => [id, article]),
      [
        ['p1', 'Колодец'],
        ['p2', 'Колодец'],
        ['p3', 'p3'],
      ],
    );
    assert.deepEqual(
      questions.map(({ id, set, answers, half }) => [id, set, [...answers], half]),
      [
        [
          'q1',
          'test-ru',
          [
            ['p1', 2],
            ['p2', 1],
          ],
          halfOf('Колодец'),
        ],
        ['q2', 'test-en', [['p3', 1]], halfOf('p3')],
      ],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('metrics count the first answer and discount graded ones by their place', () => {
  const answers = new Map([
    ['a', 2],
    ['b', 1],
  ]);
  const of = (...found: string[]) => computeRankingMetrics([{ found, answers }]);
  assert.equal(of('a', 'b').ndcg10, 1);
  assert.ok(of('b', 'a').ndcg10 < 1 && of('b', 'a').recall1 === 1);
  const ninth = of(...'12345678', 'a');
  assert.deepEqual([ninth.recall8, ninth.recall100, ninth.mrr10], [0, 1, 1 / 9]);
  assert.deepEqual([of('x').recall100, of('x').mrr10, of('x').ndcg10], [0, 0, 0]);
});

it('every kind of typo changes a question in the same way each time', () => {
  const question = 'Сколько кубометров песка нужно колодцу';
  for (const [kind, change] of Object.entries(typos)) {
    const changed = change(question, createRandom(3));
    assert.notEqual(changed, question, kind);
    assert.equal(changed, change(question, createRandom(3)), kind);
  }
  assert.equal(typos.keyboard?.('скважина', createRandom(1)), 'crdf;byf');
  assert.equal(typos.latin?.('скважина', createRandom(1)), 'skvazhina');
});
