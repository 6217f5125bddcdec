import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { listFigures } from '../../../../engines/search/passage-blocks.ts';
import { splitWords } from '../../../../engines/search/words.ts';
import { list_knowledge_articles } from '../../../../features/operations/knowledge/list_knowledge_articles.ts';
import { search_shared_knowledge } from '../../../../features/operations/knowledge/search_shared_knowledge.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Columns } from '../../ui/section.tsx';
import { ArticleRow } from './article-row.tsx';
import { allArticlesPath } from './knowledge-home.tsx';
import { loadFigures } from './load-figures.ts';
import { formatQuote, PassageText, type ShownFigure, shortPassage } from './passage-text.tsx';

export const texts = {
  answers: { en: 'Answers from the articles', ru: 'Ответы из статей' },
  articles: { en: 'More articles', ru: 'Ещё статьи' },
  similar: { en: 'Similar articles', ru: 'Статьи о похожем' },
  copy: { en: 'Copy', ru: 'Скопировать' },
  whole: { en: 'Show all of it', ru: 'Показать целиком' },
  read: { en: 'Open on its own', ru: 'Открыть отдельно' },
  inArticle: { en: 'In the article', ru: 'В статье' },
  also: { en: 'Also searched for:', ru: 'Искали также:' },
  none: { en: 'No article answers this', ru: 'В статьях нет ответа на это' },
  missing: { en: 'No article has the word', ru: 'В статьях нет слова' },
  missingSeveral: { en: 'No article has the words', ru: 'В статьях нет слов' },
  other: {
    en: 'Try other words, or look through the articles.',
    ru: 'Спросите другими словами или посмотрите статьи.',
  },
  all: { en: 'All articles', ru: 'Все статьи' },
  askNeighbours: { en: 'Ask the neighbours', ru: 'Спросить соседей' },
} as const satisfies Record<string, Text>;

type Passage = z.output<typeof search_shared_knowledge.output>['data']['passages'][number];

type ShownPassage = Passage & { readonly figures: ReadonlyMap<string, ShownFigure> };

/** More than are shown: several may be of one article. */
const maxPassages = '10';
const maxShown = 6;
const maxOfArticle = 2;
/** Of a passage. */
const maxFigures = 3;
const maxArticles = 4;
/** Between the title of an article and its headings, in the title of a passage. */
const titleBorder = ' › ';

/** Search results for a question: passages first, then articles. */
export async function loadAnswers(call: VisitorCall, question: string) {
  const [{ data }, { articles }] = await Promise.all([
    call(search_shared_knowledge, { question, limit: maxPassages, mark: 'true' }),
    call(list_knowledge_articles, { search: question.slice(0, 200) }),
  ]);
  const shown = chooseShown(data.passages);
  // Those that answer above are not listed again.
  const answering = new Set(shown.map(({ source_id }) => source_id));
  return {
    question,
    /** The words searched for: as typed, and after spelling correction. */
    searched: data.searched ?? [],
    /** Words that no article has. */
    unknown: data.unknown ?? [],
    articles: articles.filter(({ id }) => !answering.has(id)).slice(0, maxArticles),
    passages: await Promise.all(
      shown.map(async (passage) => ({
        ...passage,
        figures: await loadFigures(call, passage.source_id, listFigures(passage.text).slice(0, maxFigures)),
      })),
    ),
  };
}

type AnswersData = Awaited<ReturnType<typeof loadAnswers>>;

/** Best first, and not all of one article. */
function chooseShown(passages: readonly Passage[]): Passage[] {
  const taken = new Map<string, number>();
  const chosen = passages.filter(({ source_id }) => {
    const count = (taken.get(source_id) ?? 0) + 1;
    taken.set(source_id, count);
    return count <= maxOfArticle;
  });
  return chosen.slice(0, maxShown);
}

export function Answers({ data, isSignedIn }: { data: AnswersData; isSignedIn: boolean }) {
  const { passages, articles } = data;
  const isAnswered = passages.length > 0;
  return (
    <>
      <OtherWords data={data} />
      <Columns
        main={
          isAnswered ? (
            <Card heading={{ id: 'answers', title: texts.answers }}>
              {groupByArticle(passages).map((group) => (
                <ArticleAnswer key={group[0]?.source_id} passages={group} />
              ))}
            </Card>
          ) : (
            <NoAnswer question={data.question} isSignedIn={isSignedIn} />
          )
        }
        side={
          articles.length > 0 && (
            <ListCard heading={{ id: 'articles', title: isAnswered ? texts.articles : texts.similar }}>
              {articles.map((article) => (
                <ArticleRow key={article.id} article={article} />
              ))}
            </ListCard>
          )
        }
      />
    </>
  );
}

/** A task that the board and all residents see, with the question as its title. */
function NoAnswer({ question, isSignedIn }: { question: string; isSignedIn: boolean }) {
  const query = new URLSearchParams({ kind: 'request', title: question, shown: 'true' });
  return (
    <EmptyState
      icon="search"
      title={texts.none}
      action={
        <>
          {isSignedIn && (
            <LinkButton href={`${paths.newTask}?${query}`} icon="write">
              {texts.askNeighbours}
            </LinkButton>
          )}
          <LinkButton href={allArticlesPath} kind="quiet">
            {texts.all}
          </LinkButton>
        </>
      }
    >
      {texts.other}
    </EmptyState>
  );
}

/** In the order of the best passage of each. */
function groupByArticle(passages: readonly ShownPassage[]): ShownPassage[][] {
  const groups = new Map<string, ShownPassage[]>();
  for (const passage of passages)
    groups.set(passage.source_id, [...(groups.get(passage.source_id) ?? []), passage]);
  return [...groups.values()];
}

/** Words of the question that no article has, and what was searched for in their place or in another layout. */
function OtherWords({ data: { question, searched, unknown } }: { data: AnswersData }) {
  const typed = new Set(splitWords(question));
  const replaced = searched.filter(({ asked, meant }) => asked !== meant).map(({ asked }) => asked);
  const missing = [...replaced, ...unknown].filter((word) => typed.has(word));
  const also = searched.map(({ meant }) => meant).filter((word) => !typed.has(word));
  if (missing.length === 0 && also.length === 0) return null;
  return (
    <p class="small soft">
      {missing.length > 0 && (
        <>
          {missing.length === 1 ? texts.missing : texts.missingSeveral}{' '}
          {missing.map((word) => `«${word}»`).join(', ')}.{' '}
        </>
      )}
      {also.length > 0 && (
        <>
          {texts.also} <b>{also.join(' ')}</b>
        </>
      )}
    </p>
  );
}

/** The passages of one article, best first. */
function ArticleAnswer({ passages }: { passages: readonly ShownPassage[] }) {
  const [best] = passages;
  if (!best) return null;
  const [article = ''] = best.title.split(titleBorder);
  return (
    <section class="answer-of" aria-labelledby={`answer-${best.id}`}>
      <h3 id={`answer-${best.id}`}>
        <a href={new URL(best.link).pathname}>{article}</a>
      </h3>
      {passages.map((passage) => (
        <PassageCard key={passage.id} passage={passage} />
      ))}
    </section>
  );
}

function PassageCard({ passage }: { passage: ShownPassage }) {
  const { pathname, hash } = new URL(passage.link);
  const { content, isCut } = shortPassage(passage);
  const headings = passage.title.split(titleBorder).slice(1);
  return (
    <div class="passage">
      <blockquote class="short">{content}</blockquote>
      {isCut && (
        <details class="whole">
          <summary class="link">{texts.whole}</summary>
          <blockquote>
            <PassageText {...passage} />
          </blockquote>
          <a class="link" href={fillPath(paths.knowledgePassage, { passage: passage.id })}>
            {texts.read}
            <span class="unseen"> {passage.title}</span>
          </a>
        </details>
      )}
      <div class="passage-foot">
        <a class="link" href={pathname + hash}>
          {headings.at(-1) ?? texts.inArticle}
        </a>
        <span hidden id={`quote-${passage.id}`}>
          {formatQuote({ ...passage, url: passage.link })}
        </span>
        <CopyButton of={`quote-${passage.id}`} about={passage.title}>
          {texts.copy}
        </CopyButton>
      </div>
    </div>
  );
}
