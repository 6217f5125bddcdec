import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { roll_back_knowledge_article } from '../../../../features/operations/knowledge/roll_back_knowledge_article.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../../features/operations/knowledge/show_knowledge_revision.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { TextDifference } from '../../ui/article-difference.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { currentRevisionId } from './load-article-form.ts';
import { texts as revisionTexts } from './revision.tsx';
import { texts as writingTexts } from './save-article.ts';

export const texts = {
  title: { en: 'Restore a text', ru: 'Вернуть прежний текст' },
  changes: { en: 'What this does to the current text', ru: 'Что станет с нынешним текстом' },
  confirm: labels.bringBack,
  cancel: { en: 'Leave as it is', ru: 'Оставить как есть' },
  atOnce: {
    en: 'Everybody reads this text at once. The current one stays in the history.',
    ru: 'Этот текст сразу увидят все. Нынешний останется в истории.',
  },
  proposed: {
    en: 'It goes to a moderator as your edit. The current text stays in the history.',
    ru: 'Это уйдёт модератору как ваша правка. Нынешний текст останется в истории.',
  },
  moved: {
    en: 'The article was changed this very moment. See what restoring would do now.',
    ru: 'Статью только что изменили. Посмотрите, что теперь даст возврат.',
  },
  done: { en: 'Restored: everybody reads this text now.', ru: 'Текст возвращён: теперь его читают все.' },
} as const satisfies Record<string, Text>;

const bringBack = form(roll_back_knowledge_article, {
  path: paths.rollBackKnowledge,
  async given({ article }, { call, text }) {
    const now = await call(show_knowledge_article, { article });
    if (text('seen') !== currentRevisionId(now)) throw new Refusal({ kind: 'invalid', text: texts.moved });
    return {};
  },
  done: ({ slug, revision_id, approved_revision_id }) => ({
    to: fillPath(paths.knowledgeArticle, { article: slug }),
    notice: revision_id === approved_revision_id ? texts.done : writingTexts.sent,
  }),
});

/** Confirmation of a rollback with its diff: the earlier text becomes a new revision. */
export const rollBackKnowledgePage = definePage({
  path: paths.rollBackKnowledge,
  access: 'signed-in',
  texts,
  async load({ article, revision }, pageRequest) {
    const { call, session } = pageRequest;
    if (!isId(revision)) refuse.notFound('revision');
    const shown = await call(show_knowledge_article, { article });
    const current = currentRevisionId(shown);
    const [{ data }, clock] = await Promise.all([
      call(show_knowledge_revision, { article, revision, against: current }),
      loadClock(pageRequest),
    ]);
    return { article: shown, current, revision: data, clock, isModerator: session.isModerator };
  },
  actions: { bringBack },
  render: ({ article, current, revision, clock, isModerator }) => {
    const names = { article: article.slug, revision: revision.id };
    const back = fillPath(paths.knowledgeRevision, names);
    return (
      <>
        <PageHead
          title={texts.title}
          line={`${revision.title} · ${formatRelativeTime(revision.created_at, clock)}`}
          parent={{ href: back, text: revisionTexts.title }}
        />
        <bringBack.Form at={names} hidden={{ seen: current }}>
          <Card heading={{ id: 'changes', title: texts.changes }}>
            <TextDifference diff={revision.diff} />
          </Card>
          <ActionBar note={isModerator ? texts.atOnce : texts.proposed}>
            <Button>{texts.confirm}</Button>
            <LinkButton href={back} kind="quiet">
              {texts.cancel}
            </LinkButton>
          </ActionBar>
        </bringBack.Form>
      </>
    );
  },
});
