import type { z } from 'zod';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_knowledge_articles } from '../../../../features/operations/knowledge/list_knowledge_articles.ts';
import { search_shared_knowledge } from '../../../../features/operations/knowledge/search_shared_knowledge.ts';
import { show_knowledge_figure } from '../../../../features/operations/knowledge/show_knowledge_figure.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { Columns } from '../../ui/section.tsx';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import { ArticleRow, type KnowledgeEntry } from './article-row.tsx';
import { allArticlesPath } from './knowledge-home.tsx';
import { formatQuote, PassageText, type ShownFigure } from './passage-text.tsx';

export const texts = {
  answers: { en: 'Answers from the articles', ru: 'Ответы из статей' },
  articles: labels.articles,
  copy: { en: 'Copy the quote', ru: 'Скопировать цитату' },
  read: { en: 'Read the passage', ru: 'Открыть отрывок' },
  searched: { en: 'Searched for:', ru: 'Искали:' },
  insteadOf: { en: 'instead of', ru: 'вместо' },
  none: labels.nothingFound,
  other: {
    en: 'Ask in other words, or look through the articles.',
    ru: 'Спросите другими словами или посмотрите статьи.',
  },
  all: { en: 'All articles', ru: 'Все статьи' },
} as const satisfies Record<string, Text>;

const passageNoun: CountedNoun = {
  en: { one: 'passage', other: 'passages' },
  ru: { one: 'отрывок', few: 'отрывка', many: 'отрывков' },
};

type Passage = z.output<typeof search_shared_knowledge.output>['data']['passages'][number];

export interface AnswersData {
  readonly question: string;
  /** The words searched for: as typed, and after spelling correction. */
  readonly searched: readonly { readonly asked: string; readonly meant: string }[];
  readonly passages: readonly (Passage & { readonly figures: ReadonlyMap<string, ShownFigure> })[];
  readonly articles: readonly KnowledgeEntry[];
}

const maxPassages = '6';
const maxArticles = '6';
const maxFigures = 3;

/** Search results for a question: passages first, then articles. */
export async function loadAnswers(call: VisitorCall, question: string): Promise<AnswersData> {
  const [{ data }, { articles }] = await Promise.all([
    call(search_shared_knowledge, { question, limit: maxPassages, mark: 'true' }),
    call(list_knowledge_articles, { search: question.slice(0, 200), limit: maxArticles }),
  ]);
  const pictures = await Promise.all(
    data.figures.slice(0, maxFigures).map(async ({ id, article }) => {
      const shown = await call(show_knowledge_figure, { article, figure: id }).catch(() => null);
      return { id, article, shown };
    }),
  );
  return {
    question,
    searched: data.searched ?? [],
    articles,
    passages: data.passages.map((passage) => ({
      ...passage,
      figures: new Map(
        pictures.flatMap(({ id, article, shown }) =>
          shown && article === passage.source_id
            ? [
                [
                  id,
                  {
                    src: new URL(shown.data.url).pathname + new URL(shown.data.url).search,
                    caption: shown.data.caption,
                  },
                ],
              ]
            : [],
        ),
      ),
    })),
  };
}

export function Answers({ data, language }: { data: AnswersData; language: Language }) {
  if (data.passages.length === 0 && data.articles.length === 0)
    return (
      <Card>
        <EmptyState
          icon="search"
          title={texts.none[language]}
          action={
            <LinkButton href={allArticlesPath} kind="quiet">
              {texts.all[language]}
            </LinkButton>
          }
        >
          {texts.other[language]}
        </EmptyState>
      </Card>
    );
  return (
    <>
      <SearchedWords words={data.searched} language={language} />
      <Columns
        main={
          data.passages.length > 0 && (
            <Card
              heading={{
                id: 'answers',
                title: texts.answers[language],
                aside: (
                  <span class="small soft">{formatCount(language, data.passages.length, passageNoun)}</span>
                ),
              }}
            >
              {data.passages.map((passage) => (
                <PassageCard key={passage.id} passage={passage} language={language} />
              ))}
            </Card>
          )
        }
        side={
          data.articles.length > 0 && (
            <Card flush heading={{ id: 'articles', title: texts.articles[language] }}>
              <List>
                {data.articles.map((article) => (
                  <ArticleRow key={article.id} article={article} language={language} />
                ))}
              </List>
            </Card>
          )
        }
      />
    </>
  );
}

/** Shows corrected typos, so that the results are not surprising. */
function SearchedWords({ words, language }: { words: AnswersData['searched']; language: Language }) {
  if (words.length === 0) return null;
  return (
    <p class="small soft">
      {texts.searched[language]}{' '}
      {words.map(({ asked, meant }, index) => (
        <>
          {index > 0 && ' '}
          {asked === meant ? (
            meant
          ) : (
            <>
              <b>{meant}</b> ({texts.insteadOf[language]} «{asked}»)
            </>
          )}
        </>
      ))}
    </p>
  );
}

function PassageCard(props: { passage: AnswersData['passages'][number]; language: Language }) {
  const { passage, language } = props;
  const { pathname, hash } = new URL(passage.link);
  return (
    <div class="passage">
      <blockquote>
        <PassageText text={passage.text} found={passage.found ?? []} figures={passage.figures} />
      </blockquote>
      <div class="passage-foot">
        <a class="link" href={pathname + hash}>
          {passage.title}
        </a>
        <span hidden id={`quote-${passage.id}`}>
          {formatQuote({ ...passage, url: passage.link })}
        </span>
        <CopyButton of={`quote-${passage.id}`} about={passage.title}>
          {texts.copy[language]}
        </CopyButton>
        <a class="link" href={fillPath(paths.knowledgePassage, { passage: passage.id })}>
          {texts.read[language]}
          <span class="unseen"> {passage.title}</span>
        </a>
      </div>
    </div>
  );
}
