import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import type { list_reviews } from '../../../features/operations/review/list_reviews.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import { Avatar } from './avatar.tsx';
import { Tag } from './badge.tsx';
import { Fold } from './fold.tsx';
import { useLanguage } from './language-context.ts';
import { Medal } from './medal.tsx';

export const texts = {
  used: { en: 'was a customer', ru: 'обращались' },
  work: { en: 'work confirmed', ru: 'работа подтверждена' },
  own: { en: 'yours', ru: 'ваша' },
  hidden: { en: 'Hidden:', ru: 'Скрыто:' },
  companyAnswer: { en: 'The company answers', ru: 'Ответ компании' },
  boardAnswer: { en: 'The board answers', ru: 'Ответ правления' },
  changed: { en: 'changed', ru: 'изменён' },
  toWordsOf: { en: 'to what was written', ru: 'на то, что было написано' },
  toEarlier: { en: 'to earlier words', ru: 'на прежние слова' },
  earlier: { en: 'What was written before', ru: 'Что было написано раньше' },
  photo: labels.photograph,
} as const satisfies Record<string, Text>;

export type Review = z.output<typeof list_reviews.output>['reviews'][number];

/** One review; `children` are its actions. */
export function ReviewEntry({
  review,
  answerer,
  clock,
  children,
}: {
  review: Review;
  answerer: 'contact' | 'company';
  clock: Clock;
  children?: ComponentChildren | undefined;
}) {
  const language = useLanguage();
  const { body, author, answer, photos } = review;
  return (
    <li class="verdict">
      <Avatar name={author} />
      <div class="stack tight">
        <p class="small soft">
          <b>{author}</b> · <Medal kind={review.medal} /> · {formatRelativeTime(review.created_at, clock)}
          {review.earlier && (
            <>
              , {texts.changed[language]} {formatRelativeTime(review.updated_at, clock)}
            </>
          )}
          {review.is_own && (
            <>
              {' '}
              <Tag tone="green">{texts.own}</Tag>
            </>
          )}
          {(review.is_verified_work || review.has_used_service) && (
            <>
              {' '}
              <Tag>{review.is_verified_work ? texts.work : texts.used}</Tag>
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
        {review.moderation_status === 'hidden' && (
          <p class="small">
            <Tag tone="danger">{texts.hidden}</Tag> {review.moderation_reason}
          </p>
        )}
        {answer && (
          <blockquote class="answer">
            <p class="small soft">
              <b>{answerer === 'company' ? texts.companyAnswer : texts.boardAnswer}</b> ·{' '}
              {formatRelativeTime(answer.updated_at, clock)}
              {answer.words_at !== review.updated_at && (
                <>
                  ,{' '}
                  {answer.words_at === null
                    ? texts.toEarlier[language]
                    : `${texts.toWordsOf[language]} ${formatRelativeTime(answer.words_at, clock)}`}
                </>
              )}
            </p>
            <p class="words">{answer.body}</p>
          </blockquote>
        )}
        {review.earlier && (
          <Fold title={texts.earlier}>
            <ul class="stack tight">
              {review.earlier.map((each) => (
                <li key={each.at}>
                  <p class="small soft">
                    <Medal kind={each.medal} /> · {formatRelativeTime(each.at, clock)}
                  </p>
                  {each.body && <p class="words">{each.body}</p>}
                </li>
              ))}
            </ul>
          </Fold>
        )}
        {children}
      </div>
    </li>
  );
}
