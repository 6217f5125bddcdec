import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';

export const answerEditableMs = 60 * 60 * 1000;

export interface AnswerTimes {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * An answer can be corrected for an hour. A review changed after it was answered may be answered again, because the
 * answer was to another text.
 */
export function mayWriteAnswer(answer: AnswerTimes | null, reviewChangedAt: Date, now: Date): true | Text {
  if (answer === null || reviewChangedAt > answer.updatedAt) return true;
  return (
    now.getTime() - answer.createdAt.getTime() <= answerEditableMs || {
      en: 'This review has been answered more than an hour ago; the answer can no longer be changed.',
      ru: 'На этот отзыв ответили больше часа назад, изменить ответ уже нельзя.',
    }
  );
}

/** Who may answer: a company's confirmed representatives, and for a contact the board that manages it. */
export function mayAnswerReview(
  subjectType: 'contact' | 'company',
  who: { isEditor: boolean; representsSubject: boolean },
): Permission {
  if (subjectType === 'company')
    return (
      who.representsSubject || {
        en: 'Only a confirmed representative of the company may answer.',
        ru: 'Ответить может только подтверждённый представитель компании.',
      }
    );
  return (
    who.isEditor || {
      en: 'Only the board of the village answers for a contact.',
      ru: 'За контакт отвечает только правление посёлка.',
    }
  );
}
