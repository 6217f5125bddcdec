import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Db, Pool } from '../../src/base/db/connect.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import type { FigureDraft } from '../../src/engines/search/passage.ts';
import { splitIntoPassages } from '../../src/engines/search/passages.ts';
import { computeTermId } from '../../src/engines/search/term-id.ts';
import { createTextReader } from '../../src/engines/search/text-reader.ts';
import { reindexKnowledge } from '../../src/features/knowledge/reindexing.ts';
import { setTags } from '../../src/store/journal/tags.ts';
import {
  findFigure,
  findPassage,
  listFigures,
  removeArticleFromIndex,
  replaceArticlePassages,
  searchArticles,
  searchPassages,
} from '../../src/store/knowledge/search-index.ts';
import { mergeTermStatistics, recountTerms } from '../../src/store/knowledge/search-statistics.ts';
import { createDatabase } from '../harness/cluster.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
let lastId = 1000;
const newId = () => String(++lastId);
const now = new Date('2026-05-01T10:00:00.000Z');
const transact = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  pool.begin((db) => work(db as unknown as Db)) as unknown as Promise<T>;

interface Draft {
  title: string;
  body: string;
  tags?: string[];
  category?: string;
}

async function publish({ title, body, tags = [], category = 'utilities' }: Draft): Promise<string> {
  const articleId = newId();
  await transact(async (db) => {
    await db`insert into knowledge_article (id, author_id, slug, status, created_at, updated_at)
             values (${articleId}, 1, ${`a-${articleId}`}, 'draft', ${now}, ${now})`;
    await approve(db, articleId, { title, body, tags, category });
  });
  return articleId;
}

async function approve(
  db: Db,
  articleId: string,
  { title, body, tags = [], category = 'utilities' }: Draft,
): Promise<string[]> {
  const revisionId = newId();
  await db`insert into knowledge_revision (id, article_id, author_id, state, title, body, excerpt, category, tags, created_at)
           values (${revisionId}, ${articleId}, 1, 'approved', ${title}, ${body}, '', ${category}, ${tags}, ${now})`;
  await db`update knowledge_article set status = 'published', approved_revision_id = ${revisionId}, published_at = ${now}
            where id = ${articleId}`;
  const subject = { subjectType: 'knowledge_article', subjectId: articleId, settlementId: null } as const;
  await setTags(db, subject, tags, newId);
  const passages = splitIntoPassages(readMarkdown(body), title, []);
  return replaceArticlePassages(db, articleId, revisionId, passages, [], now, newId, { tags });
}

const settle = async () => {
  while ((await transact((db) => mergeTermStatistics(db))) > 0);
};
const ask = async (question: string, limit = 8) =>
  (await searchPassages(pool, question, limit)).passages.map(({ articleId }) => articleId);
const filler = 'Этот раздел рассказывает о разных вещах, которые бывают на участке в разное время года.';

let pump: string;
let bath: string;
let lawn: string;

before(async () => {
  database = await createDatabase();
  pool = database.pool;
  await pool`insert into account (id, email, email_key, display_name, created_at) values (1, 'a@b.c', 'a@b.c', 'A', ${now})`;
  pump = await publish({
    title: 'Насос для скважины',
    body: `Погружно́й насос поднимает воду из скважины.\n\n# Зимой\n\nТрубопровод утепляют, чтобы вода не замёрзла.`,
    tags: ['водоснабжение'],
    category: 'water_and_well',
  });
  bath = await publish({
    title: 'Баня',
    body: 'Печь в бане топят берёзовыми дровами.\n\n# Пар\n\nПар делают, поливая камни.',
  });
  lawn = await publish({
    title: 'Mowing a lawn',
    body: 'The lawn is mown twice a week; a blunt blade tears grass.',
  });
  for (let i = 0; i < 30; i += 1) await publish({ title: `Прочее ${i}`, body: `${filler} Номер ${i}.` });
  await settle();
});
after(() => database.drop());

it('a query finds its passage in both languages, in any word form', async () => {
  assert.equal((await ask('Чем поднять воду из скважин?'))[0], pump);
  assert.equal((await ask('Как утеплить трубопроводы?'))[0], pump);
  assert.equal((await ask('how often should lawns be mowed each week'))[0], lawn);
  assert.deepEqual(await ask('квантовая хромодинамика'), []);
  assert.deepEqual(await ask('?!'), []);
  assert.deepEqual(await ask(''), []);
});

it('what too few words fit is not an answer; a word that is there is one', async () => {
  const isFound = async (question: string) => (await searchPassages(pool, question, 8)).isFound;
  for (const question of [
    'Чем поднять воду из скважин?',
    'насос',
    'разные вещи',
    'утеплить трубопроводы зимой',
  ])
    assert.ok(await isFound(question), question);
  for (const question of ['В каком разделе квантовой хромодинамики описаны глюоны?', 'квантовая', ''])
    assert.ok(!(await isFound(question)), question);
});

it('stress marks and ё are ignored', async () => {
  assert.equal((await ask('погружной'))[0], pump);
  assert.equal((await ask('берёзовые'))[0], bath);
  assert.equal((await ask('березовые'))[0], bath);
  assert.equal((await ask('вода́ замерзла'))[0], pump);
});

it('a misspelt word is corrected', async () => {
  for (const wrong of ['скважны', 'сквжаины', 'скважинны', 'скдажины'])
    assert.equal((await ask(wrong))[0], pump, wrong);
  assert.equal((await ask('трубпровод'))[0], pump);
});

it('another keyboard layout, Latin letters, and missing or extra spaces are understood', async () => {
  for (const wrong of [
    'crdf;byf',
    'Crdf;byf yfcjc',
    'skvazhina',
    'kak podnyat vodu iz skvazhiny',
    // «dacha» is an English word, too.
    'dacha skvazhina',
  ])
    assert.equal((await ask(wrong))[0], pump, wrong);
  for (const wrong of ['насосскважины', 'погружнойнасос', 'трубо провод', 'погруж ной насос'])
    assert.equal((await ask(wrong))[0], pump, wrong);
  assert.equal((await ask('ьщцштп ф дфцт'))[0], lawn);
  assert.equal((await ask('mowing lawn'))[0], lawn, 'what is known as typed is left alone');
});

it('a short question in another layout is known by its stop words', async () => {
  const letters = await publish({ title: 'Letters', body: 'Vitamin d, appendix v.' });
  await settle();
  for (const wrong of ['tcnm kb d yfcjct?', 'est li v nasose?'])
    assert.equal((await ask(wrong))[0], pump, wrong);
  await transact((db) => removeArticleFromIndex(db, letters));
  await settle();
});

it('a typo in the middle of a short stem is corrected', async () => {
  for (const wrong of ['кмани', 'кманями']) assert.equal((await ask(wrong))[0], bath, wrong);
});

it('a misspelt question word is not searched for', async () => {
  const truth = await publish({ title: 'Правда', body: 'Правда и ещё раз правда: правду говорят все.' });
  await settle();
  for (const wrong of ['Првада ли, что камни поливают?', 'Праввда ли, что камни поливают?'])
    assert.deepEqual(await ask(wrong), await ask('Правда ли, что камни поливают?'), wrong);
  await transact((db) => removeArticleFromIndex(db, truth));
  await settle();
});

it('a new word is found by misspellings and related words before term statistics are merged', async () => {
  await settle();
  const fresh = await publish({ title: 'Пчёлы', body: 'Медогонку моют сразу после откачки.' });
  for (const wrong of ['мидогонка', 'медогнка', 'медоганку', 'медогоночный'])
    assert.deepEqual(await ask(wrong), [fresh], wrong);
  await transact((db) => removeArticleFromIndex(db, fresh));
  assert.deepEqual(await ask('мидогонка'), [], 'a removed word is no correction');
  await settle();
});

it('a rare similar word does not outrank the intended one', async () => {
  const rare = await publish({ title: 'Речь', body: 'Скажем об этом отдельно, и скажет каждый своё слово.' });
  await settle();
  const meant = await ask('скважина');
  assert.ok(!meant.includes(rare));
  for (const wrong of ['скважена', 'скважына', 'сквожина']) {
    const [first] = await ask(wrong);
    assert.equal(first, meant[0], wrong);
  }
  await transact((db) => removeArticleFromIndex(db, rare));
  await settle();
});

it('irregular words, countries and numbers are found by their other forms', async () => {
  const fort = await publish({
    title: 'The fort',
    body: 'The French king built a fort; his men fought for it.',
  });
  const king = await publish({ title: 'Короли', body: 'Людовик XIV нашёл в Беларуси замок; люди жили там.' });
  await settle();
  for (const question of ['build', 'fighting', 'man', 'France'])
    assert.ok((await ask(question)).includes(fort), question);
  assert.equal((await ask('Who was fighting to build in France?'))[0], fort);
  for (const question of ['найти', 'человек', 'белорусский', '14'])
    assert.ok((await ask(question)).includes(king), question);
});

it('a unit is found written out and abbreviated', async () => {
  const well = await publish({
    title: 'Колодец',
    body: 'Кольцо опускают на глубину 7,5 м и насыпают 40 кг щебня.',
  });
  const pump = await publish({
    title: 'Насос',
    body: 'Поднимает воду на девять метров и берёт 2 киловатта.',
  });
  await settle();
  for (const [question, answer] of [
    ['7,5 метров', well],
    ['40 килограммов', well],
    ['2 кВт', pump],
  ] as const)
    assert.equal((await ask(question))[0], answer, question);
});

it('results of one article are limited, so that others are found', async () => {
  const sections = Array.from(
    { length: 40 },
    (_, i) => `# Септик ${i}\n\nСептик номер ${i} чистят весной, септик закрывают.`,
  );
  const long = await publish({ title: 'Септик', body: sections.join('\n\n') });
  const short = await publish({ title: 'Дренаж', body: `Рядом с дренажом иногда стоит септик. ${filler}` });
  await settle();
  const found = await ask('септик', 8);
  assert.equal(found.filter((id) => id === long).length, 4);
  assert.ok(found.includes(short));
});

it('articles: title and tag rank before body, and filters apply', async () => {
  assert.equal((await searchArticles(pool, 'водоснабжение', 10))[0]?.articleId, pump);
  const mention = await publish({ title: 'Разное', body: `${filler} Рядом баня, в бане баня стоит.` });
  await settle();
  const ranked = (await searchArticles(pool, 'баня', 10)).map(({ articleId }) => articleId);
  assert.deepEqual(ranked.slice(0, 2), [bath, mention]);
  assert.equal(new Set(ranked).size, ranked.length);
  const filter = async (filters: object) =>
    (await searchArticles(pool, 'вода', 10, filters)).map((row) => row.articleId);
  assert.deepEqual(await filter({ categories: ['lawn', 'water_and_well'] }), [pump]);
  assert.deepEqual(await filter({ tagSlug: 'vodosnabzhenie' }), [pump]);
  assert.deepEqual(await filter({ categories: ['lawn'] }), []);
  assert.deepEqual(await filter({ categories: ['lawn'], tagSlug: 'vodosnabzhenie' }), []);
  assert.deepEqual(await filter({ tagSlug: 'no-such' }), []);
});

it('passages with unchanged text keep their ids, and a new title is searchable at once', async () => {
  const body = '# Один\n\nКалитка скрипит от ржавчины.\n\n# Два\n\nПетли смазывают маслом.';
  const article = await publish({ title: 'Калитка', body });
  const [first] = (await searchPassages(pool, 'скрипит ржавчина', 1)).passages;
  assert.ok(first);
  const ids = await transact((db) =>
    approve(db, article, {
      title: 'Ворота',
      body: `# Ноль\n\nСовсем новый абзац.\n\n${body.replace('маслом', 'солидолом')}`,
    }),
  );
  assert.equal(ids[1], first.id);
  const kept = await findPassage(pool, first.id);
  assert.equal(kept?.text, 'Калитка скрипит от ржавчины.');
  assert.equal(kept?.title, 'Ворота › Один');
  assert.equal((await ask('солидол'))[0], article);
  assert.ok(!(await ask('ворота скрипят')).every((id) => id !== article));
});

it('removing an article removes its postings', async () => {
  const article = await publish({ title: 'Улей', body: 'Пасека стоит за оврагом.' });
  assert.equal((await ask('пасека'))[0], article);
  await transact((db) => removeArticleFromIndex(db, article));
  assert.deepEqual(await ask('пасека'), []);
  const [left] = await pool`
    select count(*)::int as count from search_posting where passage_id not in (select id from knowledge_passage)`;
  assert.equal(left?.count, 0);
});

it('changes are searchable within their transaction and gone after a rollback', async () => {
  const article = await publish({ title: 'Флюгер', body: 'Старый текст.' });
  await assert.rejects(
    transact(async (db) => {
      await approve(db, article, { title: 'Флюгер', body: 'Анемометр измеряет ветер.' });
      assert.equal((await searchPassages(db, 'анемометр', 1)).passages[0]?.articleId, article);
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.deepEqual(await ask('анемометр'), []);
});

it('twenty concurrent writers do not deadlock, and term counts are right', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      publish({ title: `Малина ${i}`, body: `Малину сажают рядами. ${filler}` }),
    ),
  );
  await Promise.all([settle(), settle()]);
  await settle();
  const counts = () =>
    pool<{ term: string; df: number }[]>`select term, df from search_term order by term collate "C"`;
  const merged = await counts();
  await transact((db) => recountTerms(db));
  assert.deepEqual([...(await counts())], [...merged]);
  assert.equal(merged.find(({ term }) => term === 'малин')?.df, 20);
});

it('figures are stored with their SVG and listed for passages', async () => {
  const article = await publish({ title: 'Схема', body: 'Текст.' });
  const figures: FigureDraft[] = [
    { number: 1, kind: 'dot', caption: 'Схема', words: 'Бак', svg: '<svg/>', mediaId: null, hash: 'h' },
    {
      number: 2,
      kind: 'picture',
      caption: 'Фото',
      words: 'Фото',
      svg: null,
      mediaId: '9007199254740993',
      hash: 'g',
    },
  ];
  const passage = { title: 'Схема', text: '[figure:1] Бак', hash: 'x', figures: [1] };
  await transact((db) => replaceArticlePassages(db, article, newId(), [passage], figures, now, newId));
  assert.equal((await findFigure(pool, article, 1))?.svg, '<svg/>');
  assert.equal((await findFigure(pool, article, 2))?.mediaId, '9007199254740993');
  assert.equal(await findFigure(pool, article, 3), null);
  const listed = await listFigures(pool, [{ articleId: article, figures: [2, 1, 2] }]);
  assert.deepEqual(
    listed.map(({ number }) => number),
    [2, 1],
  );
});

it('reindexing repairs a damaged index, keeps ids, removes unpublished articles, reports progress', async () => {
  const [was] = (await searchPassages(pool, 'погружной насос', 1)).passages;
  const stray = await publish({ title: 'Погружная беда', body: 'Погружной насос, которого никто не видит.' });
  await pool`update knowledge_article set status = 'draft', approved_revision_id = null where id = ${stray}`;
  const broken = await publish({ title: 'Сломанная схема', body: 'Схема цела.' });
  await pool`update knowledge_revision set body = ${'```mermaid\nneither\n```'} where article_id = ${broken}`;
  await pool`delete from search_posting`;
  await pool`delete from search_term`;
  assert.deepEqual(await ask('погружной насос'), []);
  const steps: number[] = [];
  const texts = createTextReader();
  const report = await reindexKnowledge({ pool, texts, now: () => now, newId }, (done) => steps.push(done));
  assert.deepEqual(
    report.failed.map(({ slug }) => slug),
    [`a-${broken}`],
  );
  assert.equal(report.done, steps.length);
  const { passages: found } = await searchPassages(pool, 'погружной насос', 8);
  assert.equal(found[0]?.id, was?.id);
  assert.ok(!found.some(({ articleId }) => articleId === stray));
  assert.deepEqual(
    steps,
    steps.map((_, index) => index + 1),
  );
  assert.ok(steps.length > 30);
  await texts.close();
});

it('termId equals search_term_id of the database', async () => {
  const terms = ['', 'а', 'септик', 'well', '1000', 'x'.repeat(40), '漢字'];
  const rows = await pool<{ term: string; id: string }[]>`
    select term, search_term_id(term) as id from unnest(${terms}::text[]) as term`;
  assert.deepEqual(
    rows.map(({ term }) => [term, computeTermId(term)]),
    rows.map(({ term, id }) => [term, id]),
  );
});

it('deleting an article row cascades to its postings', async () => {
  const count = async () => {
    const [row] = await pool<{ count: number }[]>`
      select count(*)::integer as count from search_posting
       where passage_id not in (select id from knowledge_passage)`;
    return row?.count;
  };
  const article = await publish({
    title: 'Погреб',
    body: 'Погреб сухой.\n\nА подпол сырой, и весной в нём вода.',
  });
  const [before] = await pool<{ count: number }[]>`select count(*)::integer as count from search_posting`;
  await pool`delete from knowledge_article where id = ${article}`;
  const [later] = await pool<{ count: number }[]>`select count(*)::integer as count from search_posting`;
  assert.ok((later?.count ?? 0) < (before?.count ?? 0));
  assert.equal(await count(), 0);
});
