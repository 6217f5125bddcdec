import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { maxBodyLength } from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { FigureChanges, TextDifference } from '../../ui/article-difference.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Requester } from '../../ui/decision.tsx';
import type { Outcome } from '../../ui/decision-screen.tsx';
import { Editor } from '../../ui/editor.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatRevisionNote, formatRevisionState, texts as stateTexts } from '../../words/revision-texts.ts';
import type { RevisionReviewData } from './load-revision-review.ts';

export const texts = {
  ...stateTexts,
  changes: { en: 'What changes', ru: 'Что меняется' },
  view: { en: 'How to show it', ru: 'Как показать' },
  differences: { en: 'Differences', ru: 'Различия' },
  whole: { en: 'Whole', ru: 'Целиком' },
  figures: { en: 'Diagrams and pictures', ru: 'Схемы и снимки' },
  outdated: { en: 'The article has changed since', ru: 'Статью с тех пор изменили' },
  outdatedWhy: {
    en: 'This edit was started from an older text. The differences are against what everybody reads now: accepting it undoes what was written since.',
    ru: 'Правку писали от прежнего текста. Различия показаны с тем, что все читают сейчас: если принять её, написанное с тех пор пропадёт.',
  },
  join: { en: 'Merge both edits', ru: 'Объединить обе правки' },
  joinWhy: {
    en: 'Nothing is accepted yet: first you see the result.',
    ru: 'Пока ничего не примем: сначала покажем, что получится.',
  },
  replace: { en: 'Replace the current text with this one', ru: 'Заменить нынешний текст этим' },
  replaceWhy: {
    en: 'Nothing is replaced yet: first you see what would be lost.',
    ru: 'Пока ничего не заменим: сначала покажем, что пропадёт.',
  },
  lost: { en: 'This would be lost', ru: 'Это пропадёт' },
  lostWhy: {
    en: 'Written since, and not part of this edit',
    ru: 'Написано с тех пор, и в этой правке этого нет',
  },
  replaceAnyway: { en: 'Replace anyway', ru: 'Всё равно заменить' },
  joined: { en: 'The merged text', ru: 'Объединённый текст' },
  joinedWhy: {
    en: 'It contains both what was accepted in the meantime and this edit. Everybody will read it once you accept it.',
    ru: 'Здесь и то, что приняли раньше, и эта правка. Примете — и его увидят все.',
  },
  notJoined: { en: 'Do not merge', ru: 'Не объединять' },
  correct: { en: 'Correct it myself', ru: 'Поправить самому' },
  correctTitle: { en: 'My correction', ru: 'Моя правка' },
  correctWhy: {
    en: 'The text as submitted stays in the history; the author sees what you corrected.',
    ru: 'Присланный текст останется в истории, автор увидит, что вы поправили.',
  },
  heading: labels.title,
  body: labels.text,
  history: labels.history,
  allVersions: { en: 'All versions', ru: 'Все версии' },
  isAccepted: { en: 'This text was accepted', ru: 'Этот текст принят' },
  isReturned: { en: 'This text was sent back', ru: 'Этот текст возвращён' },
  isCorrected: { en: 'Accepted with a correction', ru: 'Принят с правкой модератора' },
  isReplaced: { en: 'Replaced by a newer text', ru: 'Вместо него прислали новый' },
  open: { en: 'Open it', ru: 'Открыть его' },
} as const satisfies Record<string, Text>;

type Props = { readonly data: RevisionReviewData };

/** The diff or the whole rendered text, then the figures before and after. */
export function RevisionChanges({ data: { revision, drawn, figures } }: Props) {
  const here = fillPath(paths.moderationText, { revision: revision.id });
  return (
    <>
      {revision.is_outdated && (
        <Notice tone="warn" title={texts.outdated}>
          {texts.outdatedWhy}
        </Notice>
      )}
      <Card heading={{ id: 'changes', title: texts.changes }}>
        <div class="stack">
          {revision.state === 'waiting' && (
            <Segments
              label={texts.view}
              here={drawn ? `${here}?view=whole` : here}
              tabs={[
                { href: here, text: texts.differences },
                { href: `${here}?view=whole`, text: texts.whole },
              ]}
            />
          )}
          {drawn ? (
            <div class="prose" dangerouslySetInnerHTML={{ __html: drawn.safeHtml }} />
          ) : (
            <TextDifference diff={revision.diff} />
          )}
        </div>
      </Card>
      {figures && (
        <Card heading={{ id: 'figures', title: texts.figures }}>
          <FigureChanges figures={figures} />
        </Card>
      )}
    </>
  );
}

/** Inside the form of the decision: first asks, then shows what the newer text wrote and would be lost. */
export function Replacement({ data: { lost, isCorrecting, clock } }: Props) {
  if (lost === null)
    return isCorrecting ? null : (
      <div class="stack tight">
        <div>
          <Button name="decision" value="accept" kind="quiet">
            {texts.replace}…
          </Button>
        </div>
        <p class="soft small">{texts.replaceWhy}</p>
      </div>
    );
  const { changed, changed_by, changed_at } = lost;
  return (
    <Card heading={{ id: 'lost', title: texts.lost }}>
      <div class="stack">
        <Notice tone="warn" title={texts.lostWhy}>
          {[changed_by?.name, changed_at && formatRelativeTime(changed_at, clock)]
            .filter(Boolean)
            .join(' · ')}
        </Notice>
        {changed && <TextDifference diff={changed} />}
        {!isCorrecting && (
          <div>
            <Button name="decision" value="accept" kind="quiet-danger">
              {texts.replaceAnyway}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** What would be accepted: read first. */
export function JoinedTextCard({ data: { revision, joined } }: Props) {
  if (joined === null) return null;
  return (
    <Card heading={{ id: 'joined', title: texts.joined }}>
      <div class="stack">
        <p class="soft">{texts.joinedWhy}</p>
        <p>
          <b>{joined.title}</b>
        </p>
        <div class="prose" dangerouslySetInnerHTML={{ __html: joined.drawn.safeHtml }} />
        <div>
          <LinkButton href={fillPath(paths.moderationText, { revision: revision.id })} kind="quiet">
            {texts.notJoined}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}

/** The moderator's own correction, recorded as theirs. The editor is loaded on demand. */
export function CorrectionForm({ data: { revision, isCorrecting } }: Props) {
  const here = fillPath(paths.moderationText, { revision: revision.id });
  if (!isCorrecting)
    return (
      <div>
        <LinkButton href={`${here}?correct=1#correct`} kind="quiet" icon="write">
          {texts.correct}
        </LinkButton>
      </div>
    );
  return (
    <Card heading={{ id: 'correct', title: texts.correctTitle }}>
      <div class="stack">
        <p class="soft">{texts.correctWhy}</p>
        <TextField name="title" label={texts.heading} value={revision.title} maxLength={200} />
        <Editor
          name="body"
          label={texts.body}
          value={revision.body}
          maxLength={maxBodyLength}
          checkDiagrams={paths.checkDiagrams}
          tall
        />
      </div>
    </Card>
  );
}

/** Author, note and latest revisions. */
export function RevisionSidebar({ data: { revision, article, history, clock } }: Props) {
  const { language } = clock;
  const note = formatRevisionNote(revision.note, language);
  const about = formatRelativeTime(revision.created_at, clock);
  return (
    <>
      <Requester name={revision.author_name} about={about} words={note || undefined} />
      <Card
        heading={{
          id: 'history',
          title: texts.history,
          link: {
            href: fillPath(paths.knowledgeHistory, { article: article.slug }),
            text: texts.allVersions,
            further: true,
          },
        }}
      >
        <Timeline
          events={history.map((each) => ({
            when: formatRelativeTime(each.created_at, clock),
            at: each.created_at,
            what: `${shortenName(each.author_name)} · ${formatRevisionState(each)[language]}`,
            done: each.state === 'approved',
          }))}
        />
      </Card>
    </>
  );
}

/** An earlier decision: result, moderator, time, reason. */
export function formatOutcome({ revision, next, clock }: RevisionReviewData): Outcome {
  const titles: Partial<Record<typeof revision.state, Text>> = {
    approved: texts.isAccepted,
    rejected: texts.isReturned,
    replaced: texts.isReplaced,
  };
  const corrected = next?.corrected_by ? next : null;
  const at = corrected ? corrected.created_at : revision.decided_at;
  return {
    isAccepted: revision.state === 'approved',
    title: corrected ? texts.isCorrected : (titles[revision.state] ?? texts.draft),
    details: [
      (corrected?.corrected_by ?? revision.decided_by)?.name,
      at && formatRelativeTime(at, clock),
      revision.reject_reason,
    ],
    ...(next?.state === 'waiting' && {
      link: { href: fillPath(paths.moderationText, { revision: next.id }), text: texts.open },
    }),
  };
}
