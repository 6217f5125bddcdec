import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { UnpublishedText } from '../../loaders/knowledge-text.ts';
import { TextDifference } from '../../ui/article-difference.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ArticleFormData } from './load-article-form.ts';

export const texts = {
  preview: { en: 'How it will look', ru: 'Так это будет выглядеть' },
  faults: { en: 'Some diagrams cannot be drawn', ru: 'Не все схемы удаётся нарисовать' },
  waits: {
    en: 'Your edit of this article is waiting for a moderator',
    ru: 'Ваша правка этой статьи ждёт модератора',
  },
  waitsWhy: { en: 'What you send now replaces it.', ru: 'То, что отправите сейчас, её заменит.' },
  returned: { en: 'A moderator sent this text back', ru: 'Модератор вернул этот текст' },
  movedTitle: { en: 'The article has been changed in the meantime', ru: 'Пока вы писали, статью изменили' },
  movedWhy: {
    en: 'Your text is below and is not lost. Copy over what the others wrote and send again; if you send it as it is, yours replaces theirs.',
    ru: 'Ваш текст ниже, он не потерян. Перенесите в него чужие изменения и отправьте снова; если отправить как есть, ваш текст встанет вместо нынешнего.',
  },
  theirs: { en: 'What others changed', ru: 'Что изменили другие' },
  ownTitle: {
    en: 'You have already sent another edit of this article',
    ru: 'Вы уже отправили другую правку этой статьи',
  },
  ownWhy: {
    en: 'It is waiting for a moderator. This text is below and is not lost. Copy over what should stay from the other one and send again; if you send it as it is, this text replaces it.',
    ru: 'Она ждёт модератора. Этот текст ниже, он не потерян. Перенесите из той правки, что нужно оставить, и отправьте снова; если отправить как есть, этот текст её заменит.',
  },
  sentBefore: { en: 'What your other edit changed', ru: 'Что меняет та правка' },
  own: { en: 'Current (−) and yours (+)', ru: 'Что там сейчас (−) и ваше (+)' },
  takeTheirs: { en: 'Start again from the current text', ru: 'Начать заново с нынешнего текста' },
} as const satisfies Record<string, Text>;

/** Preview, with errors of diagrams that cannot be drawn. */
export function Preview({ drawn }: { drawn: UnpublishedText | null }) {
  const language = useLanguage();
  return (
    <div data-region="preview" aria-live="polite">
      {drawn && (
        <div class="stack" data-scroll>
          {drawn.faults.length > 0 && (
            <Notice tone="danger" title={texts.faults}>
              {drawn.faults.map((fault) => fault[language]).join(' ')}
            </Notice>
          )}
          <Card heading={{ id: 'preview', title: texts.preview }}>
            {/* Renderer output: only tags and URLs of its allow-list. */}
            <div class="prose" dangerouslySetInnerHTML={{ __html: drawn.safeHtml }} />
          </Card>
        </div>
      )}
    </div>
  );
}

/** Says that the edit continues the user's own pending revision, or a rejected one with its reason. */
export function StartingTextNotice({ data: { writing, returned } }: { data: ArticleFormData }) {
  if (returned)
    return (
      <div class="gap-below">
        <Notice tone="warn" title={texts.returned}>
          {returned}
        </Notice>
      </div>
    );
  const { article, isPublished } = writing;
  if (!isPublished || article?.status !== 'pending') return null;
  return (
    <div class="gap-below">
      <Notice tone="plain" title={texts.waits}>
        {texts.waitsWhy}
      </Notice>
    </div>
  );
}

/** Edit conflict: both texts are shown, so that nothing is overwritten unseen. */
export function ConflictNotice({ data: { moved, writing } }: { data: ArticleFormData }) {
  if (moved === null || writing.article === null) return null;
  return (
    <div class="stack gap-below">
      <Notice tone="warn" title={moved.isOwn ? texts.ownTitle : texts.movedTitle}>
        {moved.isOwn ? texts.ownWhy : texts.movedWhy}
      </Notice>
      {moved.theirs && (
        <Fold title={moved.isOwn ? texts.sentBefore : texts.theirs} open>
          <TextDifference diff={moved.theirs} />
        </Fold>
      )}
      <Fold title={texts.own} open={moved.theirs === null}>
        <TextDifference diff={moved.own} />
      </Fold>
      <LinkButton href={fillPath(paths.editKnowledgeArticle, { article: writing.article.slug })} kind="quiet">
        {texts.takeTheirs}
      </LinkButton>
    </div>
  );
}
