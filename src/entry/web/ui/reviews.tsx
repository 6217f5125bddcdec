import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import type { Subject } from '../loaders/directory-subject.ts';
import type { Review, Reviews } from '../loaders/reviews.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import { Avatar } from './avatar.tsx';
import { Tag } from './badge.tsx';
import { Card } from './card.tsx';
import { Medals } from './contact-row.tsx';
import { useLanguage } from './language-context.ts';
import { Medal } from './medal.tsx';
import { Pager } from './pager.tsx';

export const texts = {
  medals: { en: 'Medals of neighbours', ru: 'Медали соседей' },
  give: { en: 'Give a medal', ru: 'Наградить' },
  change: labels.change,
  none: { en: 'Nobody has given one yet.', ru: 'Пока никто не наградил.' },
  closed: {
    en: 'The words are open to residents.',
    ru: 'Что написали соседи, видят жители посёлка.',
  },
  used: { en: 'was a customer', ru: 'обращались' },
  work: { en: 'work confirmed', ru: 'работа подтверждена' },
  own: { en: 'yours', ru: 'ваша' },
  hidden: { en: 'Hidden by the board:', ru: 'Скрыто правлением:' },
  companyAnswer: { en: 'The company answers', ru: 'Ответ компании' },
  boardAnswer: { en: 'The board answers', ru: 'Ответ правления' },
  photo: labels.photograph,
} as const satisfies Record<string, Text>;

/** Reviews of a contact or company, with answers. */
export function ReviewsCard({ subject, verdicts }: { subject: Subject; verdicts: Reviews }) {
  const { membership, pagePaths, card, clock } = subject;
  const isEmpty = Object.values(card.medals).every((count) => count === 0);
  const next =
    verdicts.cursor &&
    `${pagePaths.card}${pagePaths.card.includes('?') ? '&' : '?'}verdicts=${verdicts.cursor}`;
  return (
    <Card
      heading={{
        id: 'medals',
        title: texts.medals,
        link: membership.isResident
          ? { href: pagePaths.medal, text: verdicts.own ? texts.change : texts.give }
          : undefined,
      }}
    >
      {isEmpty ? <p class="soft">{texts.none}</p> : <Medals medals={card.medals} all />}
      {!isEmpty && verdicts.all.length === 0 && <p class="small soft gap-top">{texts.closed}</p>}
      {verdicts.all.length > 0 && (
        <ul class="rows gap-top">
          {verdicts.all.map((verdict) => (
            <ReviewEntry key={verdict.id} verdict={verdict} answerer={subject.type} clock={clock} />
          ))}
        </ul>
      )}
      <Pager next={next ? `${next}#medals` : undefined} />
    </Card>
  );
}

/** One review; `children` are its actions. */
export function ReviewEntry({
  verdict,
  answerer,
  clock,
  children,
}: {
  verdict: Review;
  answerer: Subject['type'];
  clock: Clock;
  children?: ComponentChildren;
}) {
  const language = useLanguage();
  const { body, author, answer, photos } = verdict;
  return (
    <li class="verdict">
      <Avatar name={author} />
      <div class="stack tight">
        <p class="small soft">
          <b>{author}</b> · <Medal kind={verdict.medal} /> · {formatRelativeTime(verdict.created_at, clock)}
          {verdict.is_own && (
            <>
              {' '}
              <Tag tone="green">{texts.own}</Tag>
            </>
          )}
          {(verdict.is_verified_work || verdict.has_used_service) && (
            <>
              {' '}
              <Tag>{verdict.is_verified_work ? texts.work : texts.used}</Tag>
            </>
          )}
        </p>
        {body && <p class="words">{body}</p>}
        {photos.length > 0 && (
          <ul class="photos">
            {photos.map(({ id, path, caption }) => (
              <li key={id} class="photo">
                <a href={path}>
                  <img
                    src={path}
                    alt={caption || texts.photo[language]}
                    loading="lazy"
                    width="88"
                    height="88"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
        {verdict.moderation_status === 'hidden' && (
          <p class="small">
            <Tag tone="danger">{texts.hidden}</Tag> {verdict.moderation_reason}
          </p>
        )}
        {answer && (
          <blockquote class="answer">
            <p class="small soft">
              <b>{answerer === 'company' ? texts.companyAnswer : texts.boardAnswer}</b> ·{' '}
              {formatRelativeTime(answer.updated_at, clock)}
            </p>
            <p class="words">{answer.body}</p>
          </blockquote>
        )}
        {children}
      </div>
    </li>
  );
}
