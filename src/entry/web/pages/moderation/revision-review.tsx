import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { approve_knowledge_revision } from '../../../../features/operations/knowledge/approve_knowledge_revision.ts';
import { reject_knowledge_revision } from '../../../../features/operations/knowledge/reject_knowledge_revision.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { readReason } from '../../ui/decision.tsx';
import { DecisionScreen } from '../../ui/decision-screen.tsx';
import { Columns } from '../../ui/section.tsx';
import * as labels from '../../words/labels.ts';
import {
  findArticleOfRevision,
  type JoinedText,
  type LostText,
  loadRevisionReview,
  type ReviewResult,
} from './load-revision-review.ts';
import { texts as queueTexts } from './revision-queue.tsx';
import {
  CorrectionForm,
  formatOutcome,
  JoinedTextCard,
  texts as partTexts,
  Replacement,
  RevisionChanges,
  RevisionSidebar,
} from './revision-review-parts.tsx';

export const texts = {
  title: { en: 'Decision', ru: 'Решение' },
  newArticle: labels.newArticle,
  edit: { en: 'Edit of an article', ru: 'Правка статьи' },
  accept: labels.accept,
  acceptCorrected: { en: 'Accept with my correction', ru: 'Принять с моей правкой' },
  return: labels.returnIt,
  returnTitle: labels.returnWithReason,
  told: {
    en: 'Everybody reads the text at once. The previous one stays in the history.',
    ru: 'Текст сразу увидят все посёлки. Прежний останется в истории.',
  },
  accepted: { en: 'Accepted. The author has been told.', ru: 'Принято. Автору сообщили.' },
  returned: {
    en: 'Sent back. The author has been told the reason.',
    ru: 'Возвращено. Автору сообщили причину.',
  },
  acceptJoined: { en: 'Accept the merged text', ru: 'Принять объединённый текст' },
  cannotJoin: {
    en: 'Both edits change the same place, so they cannot be merged. Correct the text yourself, or return it.',
    ru: 'Обе правки меняют одно и то же место, объединить их не получится. Поправьте текст сами или верните его.',
  },
  moved: {
    en: 'Another text of this article was accepted while you were looking. Below, the text is compared with that one: decide again.',
    ru: 'Пока вы смотрели, приняли другой текст этой статьи. Ниже сравнение уже с ним: решите заново.',
  },
} as const satisfies Record<string, Text>;

const reasons = [
  {
    en: 'Please say how you know it: a source or your own experience.',
    ru: 'Напишите, откуда это известно: источник или свой опыт.',
  },
  {
    en: 'This concerns one village. Please post it in its news.',
    ru: 'Это касается одного посёлка. Напишите в его новости.',
  },
  { en: 'It is dangerous to do it this way.', ru: 'Так делать опасно.' },
  {
    en: 'There is such an article already: add to it, please.',
    ru: 'Такая статья уже есть: дополните, пожалуйста, её.',
  },
  { en: 'This is advertising.', ru: 'Это реклама.' },
] as const satisfies readonly Text[];

async function decideRevision(
  { revision }: { revision: string },
  pageRequest: FormRequest,
): Promise<ActionResult | Rerender> {
  const { call, form, text } = pageRequest;
  const input = {
    article: await findArticleOfRevision(pageRequest, revision),
    revision,
    seen_state: 'waiting',
  };
  const correction = form.has('body') && {
    title: text('title'),
    body: text('body').replaceAll('\r\n', '\n'),
  };
  const digest = text('digest') || null;
  const isJoining = text('decision') === 'join' || (text('decision') === 'accept' && digest !== null);
  const work = async (): Promise<ActionResult> => {
    if (isJoining) {
      await call(approve_knowledge_revision, { ...input, merge: true, digest });
      return { to: paths.moderationTexts, notice: texts.accepted };
    }
    if (text('decision') === 'accept') {
      const compared = text('compared') || null;
      await call(approve_knowledge_revision, { ...input, approved_revision_id: compared, ...correction });
      return { to: paths.moderationTexts, notice: texts.accepted };
    }
    await call(reject_knowledge_revision, { ...input, reason: readReason(form) });
    return { to: paths.moderationTexts, notice: texts.returned };
  };
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.fields?.digest !== undefined)
      return new Rerender({ joined: readJoined(error) } satisfies ReviewResult);
    if (error.fields?.merge !== undefined) throw new Refusal({ kind: error.kind, text: texts.cannotJoin });
    if (error.fields?.approved_revision_id === undefined) throw error;
    // The page names what is in force once it has shown what would be lost.
    if (text('compared') === '' && error.details?.changed !== undefined)
      return new Rerender({ lost: error.details as unknown as LostText } satisfies ReviewResult);
    throw new Refusal({ kind: error.kind, text: texts.moved });
  }
}

/** The refusal that asks to read the joined text first holds it. */
function readJoined({ details }: Refusal): JoinedText {
  const { merged, digest } = details as { merged: { title: string; body: string }; digest: string };
  return { title: merged.title, body: merged.body, digest };
}

export const moderationTextPage = definePage({
  path: paths.moderationText,
  access: 'moderator',
  texts: { ...partTexts, ...texts },
  load: loadRevisionReview,
  actions: { decide: { path: paths.moderationText, body: 'text', perform: decideRevision } },
  head: ({ revision, isCorrecting }) => ({
    title: revision.title,
    scripts: isCorrecting ? ['reason.js', 'editor.js'] : ['reason.js'],
  }),
  render: (data) => {
    const { revision, article, clock, joined, lost, isCorrecting } = data;
    const isConflict = revision.is_outdated && joined === null;
    const joinsFirst = isConflict && !isCorrecting;
    const isOpen = revision.state === 'waiting';
    return (
      <DecisionScreen
        title={revision.title}
        line={article.approved_revision_id === null ? texts.newArticle : texts.edit}
        parent={{ href: paths.moderationTexts, text: queueTexts.title }}
        since={revision.created_at}
        clock={clock}
        isOpen={isOpen}
        outcome={isOpen ? null : formatOutcome(data)}
        action={fillPath(paths.moderationText, { revision: revision.id })}
        hidden={{
          compared: isConflict && lost === null ? '' : (article.approved_revision_id ?? ''),
          digest: joined?.digest,
        }}
        accept={
          joinsFirst
            ? partTexts.join
            : texts[joined ? 'acceptJoined' : isCorrecting ? 'acceptCorrected' : 'accept']
        }
        acceptButton={{ value: joinsFirst ? 'join' : 'accept', shortcut: { code: 'KeyA' } }}
        refuse={texts.return}
        refuseTitle={texts.returnTitle}
        reasons={reasons}
        note={joinsFirst ? partTexts.joinWhy : texts.told}
        about={
          <Columns
            main={
              joined ? (
                <JoinedTextCard data={data} />
              ) : (
                <>
                  <RevisionChanges data={data} />
                  {isOpen && isConflict && <Replacement data={data} />}
                  {isOpen && <CorrectionForm data={data} />}
                </>
              )
            }
            side={<RevisionSidebar data={data} />}
          />
        }
      />
    );
  },
});
