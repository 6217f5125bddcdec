import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { list_knowledge_revisions } from '../../../../features/operations/knowledge/list_knowledge_revisions.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import {
  formatRevisionNote,
  formatRevisionState,
  type RevisionEntry,
  revisionTone,
  texts as stateTexts,
} from '../../words/revision-texts.ts';

export const texts = {
  title: labels.history,
  choose: { en: 'Choose the version to compare with', ru: 'Выберите, с какой версией сравнить' },
  cancel: { en: 'Do not compare', ru: 'Не сравнивать' },
  this: { en: 'this one is compared', ru: 'её и сравниваем' },
} as const satisfies Record<string, Text>;

/** All revisions. With `compare` in the query the list picks the other side of a comparison. */
export const knowledgeHistoryPage = definePage({
  path: paths.knowledgeHistory,
  access: 'signed-in',
  texts: { ...stateTexts, ...texts },
  async load({ article }, pageRequest) {
    const { call, text } = pageRequest;
    const shown = await call(show_knowledge_article, { article });
    const [list, clock] = await Promise.all([
      call(list_knowledge_revisions, { article: shown.id, cursor: text('cursor') }),
      loadClock(pageRequest),
    ]);
    const compared = isId(text('compare')) ? text('compare') : null;
    return {
      ...list,
      clock,
      compared,
      article: { slug: shown.slug, title: shown.title },
    };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ article, revisions, cursor, compared, clock }) => {
    const here = fillPath(paths.knowledgeHistory, { article: article.slug });
    return (
      <Screen
        title={texts.title}
        line={article.title}
        parent={{ href: fillPath(paths.knowledgeArticle, { article: article.slug }), text: article.title }}
      >
        {compared && <Notice tone="plain" title={texts.choose} link={{ href: here, text: texts.cancel }} />}
        <ListCard>
          {revisions.map((revision) => (
            <RevisionRow
              key={revision.id}
              revision={revision}
              article={article.slug}
              compared={compared}
              clock={clock}
            />
          ))}
        </ListCard>
        <Pager cursor={cursor} />
      </Screen>
    );
  },
});

type RevisionRowProps = {
  readonly revision: RevisionEntry;
  readonly article: string;
  readonly compared: string | null;
  readonly clock: Clock;
};

function RevisionRow({ revision, article, compared, clock }: RevisionRowProps) {
  const { language } = clock;
  const isCompared = revision.id === compared;
  const page = fillPath(paths.knowledgeRevision, { article, revision: compared ?? revision.id });
  const tone = revisionTone(revision);
  const note = formatRevisionNote(revision.note, language);
  return (
    <Row
      icon="history"
      tone={tone || undefined}
      title={formatRelativeTime(revision.created_at, clock)}
      href={!isCompared ? (compared ? `${page}?against=${revision.id}` : page) : undefined}
      line={
        <>
          {shortenName(revision.author_name)}
          {note && ` · ${note}`}{' '}
          <Tag tone={tone || undefined}>{isCompared ? texts.this : formatRevisionState(revision)}</Tag>
        </>
      }
    />
  );
}
