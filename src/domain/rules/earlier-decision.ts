import type { Text } from '../../base/i18n/text.ts';
import { formatTimestamp } from '../kernel/fields.ts';
import { Refusal, refuse } from '../kernel/refusal.ts';
import { shortenName } from './short-name.ts';

/** What has become of something before another decision about it arrived. */
export interface EarlierDecision {
  outcome: DecisionOutcome;
  /** Null: nobody, or not for the caller to know. */
  by: { id: string; name: string } | null;
  at: Date | null;
  reason: string | null;
}

/** The same in the reply, under `decision`. */
export interface ShownDecision {
  outcome: DecisionOutcome;
  by: { id: string; name: string } | null;
  at: string | null;
  reason: string | null;
}

const outcomeTexts = {
  confirmed: { en: 'Already decided: confirmed.', ru: 'Уже решено: подтвердили.' },
  ended: { en: 'Already decided: closed.', ru: 'Уже решено: запись закрыли.' },
  approved: { en: 'Already decided: accepted.', ru: 'Уже решено: приняли.' },
  corrected: {
    en: 'Already decided: accepted with a correction.',
    ru: 'Уже решено: приняли с исправлением.',
  },
  refused: { en: 'Already decided: refused.', ru: 'Уже решено: отказали.' },
  returned: { en: 'Already decided: returned.', ru: 'Уже решено: вернули автору.' },
  hidden: { en: 'Already decided: hidden.', ru: 'Уже решено: скрыли.' },
  left: { en: 'Already decided: left as it is.', ru: 'Уже решено: оставили.' },
  checked: { en: 'Already decided: checked.', ru: 'Уже решено: проверили.' },
  unchecked: { en: 'Already decided: not checked.', ru: 'Уже решено: отметку сняли.' },
  closed: { en: 'Already decided: the company is closed.', ru: 'Уже решено: компанию закрыли.' },
  joined: { en: 'Already decided: joined to another.', ru: 'Уже решено: объединили с другой.' },
  withdrawn: { en: 'It was taken back.', ru: 'Это отозвали.' },
  replaced: { en: 'A newer text has taken its place.', ru: 'Вместо него прислали новый текст.' },
} as const satisfies Record<string, Text>;

export type DecisionOutcome = keyof typeof outcomeTexts;

/** Who it was, from what a row holds of them. */
export const toDecider = (id: string | null, name: string | null): EarlierDecision['by'] =>
  id === null ? null : { id, name: shortenName(name ?? '') };

/**
 * What the second decider reads: what was decided, by whom, why, and that their own choice was not taken. `when`: as
 * the reader says it; `isOwn`: the reader decided it.
 */
export function formatDecision(
  { outcome, by, reason }: Pick<EarlierDecision, 'outcome' | 'by' | 'reason'>,
  { when = '', isOwn = false }: { when?: string; isOwn?: boolean } = {},
): Text {
  const compose = (language: keyof Text, you: string, who: string, why: string, unrecorded: string) => {
    // A shortened name ends with a full stop of its own.
    const deciderAndTime = [by && (isOwn ? you : by.name), when]
      .filter(Boolean)
      .join(', ')
      .replace(/\.$/, '');
    const trimmedReason = reason?.trim().replace(/[.\s]+$/, '');
    return [
      outcomeTexts[outcome][language],
      deciderAndTime && `${who} ${deciderAndTime}.`,
      trimmedReason && `${why} ${trimmedReason}.`,
      unrecorded,
    ]
      .filter(Boolean)
      .join(' ');
  };
  const byWhom = by === null ? { en: 'When:', ru: 'Когда:' } : { en: 'Who decided:', ru: 'Кто решил:' };
  return {
    en: compose('en', 'you', byWhom.en, 'Reason:', 'Your choice was not recorded.'),
    ru: compose('ru', 'вы', byWhom.ru, 'Причина:', 'Ваш выбор не записан.'),
  };
}

/** Refuses a second decision, with the first one in `decision`. `hint`: what can be done instead. */
export function refuseDecided(field: string, decision: EarlierDecision, hint?: Text): never {
  const sentence = formatDecision(decision);
  const text = hint ? { en: `${sentence.en} ${hint.en}`, ru: `${sentence.ru} ${hint.ru}` } : sentence;
  const { outcome, by, at, reason } = decision;
  const shown: ShownDecision = { outcome, by, at: at && formatTimestamp(at), reason };
  return refuse.invalid(field, text, { decision: shown });
}

/** The decision that a refusal tells of; undefined for any other error. */
export function findEarlierDecision(error: unknown): ShownDecision | undefined {
  return error instanceof Refusal ? (error.details?.decision as ShownDecision | undefined) : undefined;
}
