import { paths } from '../../../src/base/site/paths.ts';
import { listJsonCases } from '../../body-cases.ts';
import { slowTexts } from '../../slow-texts.ts';
import { type Attack, fill, postForm, postJson, tokenHeaders } from '../attack.ts';

/** Maximum length of an article. */
const longestArticle = 300_000;
/** Maximum number of diagrams per article; each takes about a third of a second. */
const diagramsOfArticle = 60;

/** JSON shapes, sent to every body limit at its maximum size. */
const jsonShapes = ['deep lists', 'many keys', 'many long numbers', 'escaped characters', 'short texts'];

function writeDiagrams(seed: number): string {
  const arrows = (from: number, sign: string) =>
    Array.from(
      { length: 100 },
      (_, index) => `  n${((index + from) * 7919) % 60} ${sign} n${(index * 104_729 + from) % 60}`,
    ).join('\n');
  return Array.from({ length: diagramsOfArticle }, (_, index) =>
    index % 2
      ? `\`\`\`dot\ndigraph g {\n${arrows(seed + index, '->')}\n}\n\`\`\``
      : `\`\`\`mermaid\ngraph TD\n${arrows(seed + index, '-->')}\n\`\`\``,
  ).join('\n\n');
}

const hostileTexts = Object.values(slowTexts).map((piece) =>
  piece.repeat(Math.ceil(longestArticle / piece.length)).slice(0, longestArticle - 10),
);

/** Texts: large JSON, Markdown that is slow to parse, diagrams that are slow to draw, searches. */
export const textAttacks: readonly Attack[] = [
  {
    name: 'bodies: largest JSON',
    concurrency: 4,
    prepare(attacker) {
      const shots = listJsonCases()
        .filter(({ name }) => jsonShapes.some((shape) => name.endsWith(`: ${shape}`)))
        .map(({ method, path, type, limit, make, speaker }) => ({
          from: speaker === 'nobody' ? ('stranger' as const) : ('account' as const),
          method,
          path: path.replace('berezka', attacker.own),
          headers: {
            'content-type': type,
            accept: 'application/json, text/event-stream',
            ...(speaker !== 'nobody' && tokenHeaders(attacker)),
          },
          body: Buffer.from(make(limit - 100)),
        }));
      return (turn) => shots[turn % shots.length] as (typeof shots)[number];
    },
  },
  {
    name: 'markdown: written',
    concurrency: 4,
    prepare(attacker) {
      const bodies = hostileTexts.map((body) => Buffer.from(JSON.stringify({ title: 'Attacker', body })));
      return (turn) => postJson(attacker, '/knowledge/articles', bodies[turn % bodies.length] as Buffer);
    },
  },
  {
    name: 'markdown: previewed',
    concurrency: 4,
    prepare(attacker) {
      const bodies = hostileTexts.map((body) =>
        Buffer.from(new URLSearchParams({ do: 'preview', title: 'Attacker', body }).toString()),
      );
      return (turn) => postForm(attacker, paths.newKnowledgeArticle, bodies[turn % bodies.length] as Buffer);
    },
  },
  {
    name: 'diagrams: checked',
    concurrency: 6,
    prepare: (attacker) => (turn) =>
      postForm(attacker, paths.checkDiagrams, new URLSearchParams({ body: writeDiagrams(turn) }).toString()),
  },
  {
    name: 'diagrams: written',
    concurrency: 6,
    prepare: (attacker) => (turn) =>
      postJson(
        attacker,
        '/knowledge/articles',
        JSON.stringify({ title: 'Attacker', body: writeDiagrams(turn) }),
      ),
  },
  {
    name: 'searches',
    concurrency: 4,
    prepare(attacker) {
      // As many misspelt words as fit a question: each is looked up in the vocabulary.
      const words = ['подзимнеи', 'чиснок', 'дренашь', 'укрывоть', 'насосc', 'морозостойкостть', 'wintrise'];
      return (turn) => {
        const question = fill(`${words[turn % words.length]}${turn % 97} `, 480);
        const query = new URLSearchParams(turn % 3 ? { question } : { q: question.slice(0, 110) });
        const path = turn % 3 ? `/api/v1/knowledge/search?${query}` : `${paths.search}?${query}`;
        const headers = turn % 3 ? tokenHeaders(attacker) : { cookie: attacker.person.cookie };
        return turn % 2
          ? { from: 'account', method: 'GET', path, headers }
          : { from: 'stranger', method: 'GET', path };
      };
    },
  },
];
