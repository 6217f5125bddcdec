import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../../features/operations/knowledge/show_knowledge_revision.ts';
import { findVisiblePictures, renderUnpublishedText } from '../../loaders/knowledge-text.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { TextDifference } from '../../ui/article-difference.tsx';
import { Tag } from '../../ui/badge.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Requester } from '../../ui/decision.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatRevisionNote, formatRevisionState, revisionTone } from '../../words/revision-texts.ts';
import { texts as historyTexts } from './history.tsx';

export const texts = {
  title: labels.version,
  of: { en: 'Version of', ru: 'Версия от' },
  view: { en: 'How to show it', ru: 'Как показать' },
  differences: { en: 'Differences', ru: 'Различия' },
  whole: { en: 'Whole', ru: 'Целиком' },
  changes: { en: 'What this version changed', ru: 'Что поменяла эта версия' },
  waitsFor: { en: 'What it would change', ru: 'Что она поменяет' },
  compared: { en: 'Compared with the version of', ru: 'В сравнении с версией от' },
  first: { en: 'This is the first text.', ru: 'Это первый текст.' },
  corrected: { en: 'Corrected on review:', ru: 'Поправлено при проверке:' },
  returned: { en: 'A moderator sent it back', ru: 'Модератор её вернул' },
  bringBack: { en: 'Restore this text', ru: 'Вернуть этот текст' },
  compare: { en: 'Compare with another', ru: 'Сравнить с другой' },
  correct: { en: 'Correct and send again', ru: 'Исправить и отправить снова' },
} as const satisfies Record<string, Text>;

async function loadRevision(
  { article, revision }: { article: string; revision: string },
  pageRequest: PageRequest,
) {
  const { call, text, dependencies } = pageRequest;
  if (!isId(revision)) refuse.notFound('revision');
  const against = text('against');
  if (against !== '' && !isId(against)) refuse.notFound('revision');
  const isWhole = text('view') === 'whole';
  const find = async (wanted: string) =>
    (await call(show_knowledge_revision, { article, revision: wanted })).data;
  const [shown, { data }, other, clock] = await Promise.all([
    call(show_knowledge_article, { article, pictures: isWhole }),
    call(show_knowledge_revision, { article, revision, against: against || undefined }),
    against === '' ? null : find(against),
    loadClock(pageRequest),
  ]);
  const drawn = isWhole
    ? await renderUnpublishedText(data.body, await findVisiblePictures(dependencies, shown), pageRequest)
    : null;
  const isMine = pageRequest.session?.accountId === data.author_user_id;
  return { article: shown, revision: data, other, drawn, clock, isMine };
}

/** One revision: its diff or the whole text, with links to roll back, correct and compare. */
export const knowledgeRevisionPage = definePage({
  path: paths.knowledgeRevision,
  access: 'signed-in',
  texts,
  load: loadRevision,
  render: ({ article, revision, other, drawn, clock, isMine }, { language }) => {
    const names = { article: article.slug, revision: revision.id };
    const here = fillPath(paths.knowledgeRevision, names);
    const history = fillPath(paths.knowledgeHistory, { article: article.slug });
    const tone = revisionTone(revision);
    const note = formatRevisionNote(revision.note, language);
    const heading = other
      ? `${texts.compared[language]} ${formatRelativeTime(other.created_at, clock)}`
      : texts[revision.state === 'waiting' ? 'waitsFor' : 'changes'];
    const isCurrent = revision.id === (article.approved_revision_id ?? article.revision_id);
    return (
      <Screen
        title={revision.title}
        line={`${texts.of[language]} ${formatRelativeTime(revision.created_at, clock)}`}
        parent={{ href: history, text: historyTexts.title }}
        action={<Tag tone={tone || undefined}>{formatRevisionState(revision)}</Tag>}
      >
        {revision.reject_reason && (
          <Notice tone="warn" title={texts.returned}>
            {revision.reject_reason}
          </Notice>
        )}
        {revision.corrected_by && (
          <Notice tone="plain">
            {texts.corrected} {revision.corrected_by.name}
          </Notice>
        )}
        <Requester
          name={revision.author_name}
          about={formatRelativeTime(revision.created_at, clock)}
          words={note || undefined}
        />
        <Card heading={{ id: 'text', title: drawn ? texts.whole : heading }}>
          <div class="stack">
            <Segments
              label={texts.view}
              here={drawn ? `${here}?view=whole` : here}
              tabs={[
                { href: here, text: texts.differences },
                { href: `${here}?view=whole`, text: texts.whole },
              ]}
            />
            {!drawn && !other && revision.diff.against_revision_id === null && (
              <p class="soft">{texts.first}</p>
            )}
            {drawn ? (
              <div class="prose" dangerouslySetInnerHTML={{ __html: drawn.safeHtml }} />
            ) : (
              <TextDifference diff={revision.diff} />
            )}
          </div>
        </Card>
        <Buttons>
          {!isCurrent && revision.state !== 'waiting' && revision.state !== 'rejected' && (
            <LinkButton href={fillPath(paths.rollBackKnowledge, names)} icon="undo">
              {texts.bringBack}
            </LinkButton>
          )}
          {isMine && revision.state === 'rejected' && (
            <LinkButton
              href={`${fillPath(paths.editKnowledgeArticle, { article: article.slug })}?from=${revision.id}`}
              icon="write"
            >
              {texts.correct}
            </LinkButton>
          )}
          <LinkButton href={`${history}?compare=${revision.id}`} kind="quiet" icon="history">
            {texts.compare}
          </LinkButton>
        </Buttons>
      </Screen>
    );
  },
});
