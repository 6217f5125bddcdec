import { readMarkdown } from '../src/engines/markup/markdown.ts';
import { splitIntoPassages } from '../src/engines/search/passages.ts';
import { readDemoArticles } from '../src/entry/demo/knowledge/load.ts';
import { findMatchedWords } from '../src/store/knowledge/matched-words.ts';
import { replaceArticlePassages } from '../src/store/knowledge/search-index.ts';
import { searchPassages } from '../src/store/knowledge/search-query.ts';
import { mergeTermStatistics } from '../src/store/knowledge/search-statistics.ts';
import { openSearchDatabase, type SearchDatabase } from './search/database.ts';
import { wordsNotInTexts } from './search/words-not-in-texts.ts';

/** npm run eval:words [-- WORD …]: what the demonstration's knowledge base says to words that its articles do not have. */
async function loadDemonstration({ pool }: SearchDatabase): Promise<void> {
  let lastId = 0;
  const newId = () => String(++lastId);
  for (const { title, body, tags } of await readDemoArticles()) {
    const articleId = newId();
    const passages = splitIntoPassages(readMarkdown(body), title, []);
    await pool.begin(async (db) => {
      await db`insert into knowledge_article (id) values (${articleId})`;
      await replaceArticlePassages(db as never, articleId, articleId, passages, [], new Date(), newId, {
        tags,
      });
    });
  }
  while ((await pool.begin((db) => mergeTermStatistics(db as never))) > 0);
}

async function describeAnswer({ pool }: SearchDatabase, word: string) {
  const { passages, isFound } = await searchPassages(pool, word, 8);
  const found = isFound ? passages : [];
  const { sought, unknown } = await findMatchedWords(pool, word, found);
  const article = found[0]?.title.split(' › ')[0] ?? '';
  const meant = sought.filter((each) => each.asked !== each.meant).map((each) => each.meant);
  const said = unknown.length > 0 ? 'in no article' : (meant[0] ?? 'as asked');
  return { isFound, said, article };
}

async function measure(database: SearchDatabase): Promise<void> {
  await loadDemonstration(database);
  const given = process.argv.slice(2);
  const lists = given.length > 0 ? { given } : wordsNotInTexts;
  for (const [kind, words] of Object.entries(lists)) {
    let answered = 0;
    for (const word of words) {
      const { isFound, said, article } = await describeAnswer(database, word);
      if (isFound) answered += 1;
      console.log([kind.padEnd(10), word.padEnd(14), said.padEnd(16), article].join('  ').trimEnd());
    }
    console.log(`${kind}: ${answered} of ${words.length} answered\n`);
  }
}

const database = await openSearchDatabase();
// Cleans up the server and its folder when interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void database.close().finally(() => process.exit(130)));
}
await measure(database).finally(() => database.close());
