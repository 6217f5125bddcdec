import type { Language, Text } from '../../base/i18n/text.ts';

/** What became of something that waited, by the outcomes that the database records with `end_waiting`. */
const outcomeTexts: Readonly<Record<string, Text>> = {
  approved: { en: 'accepted', ru: 'принято' },
  accepted: { en: 'accepted', ru: 'принято' },
  corrected: { en: 'accepted with corrections', ru: 'принято с поправками' },
  confirmed: { en: 'confirmed', ru: 'подтверждено' },
  verified: { en: 'checked', ru: 'проверено' },
  refused: { en: 'refused', ru: 'отклонено' },
  returned: { en: 'returned', ru: 'возвращено' },
  seconded: { en: 'a second member agreed', ru: 'второй согласился' },
  withdrawn: { en: 'withdrawn by the person who asked', ru: 'отозвано тем, кто просил' },
  outdated: { en: 'not needed any more', ru: 'уже не нужно' },
  replaced: { en: 'a newer text took its place', ru: 'автор прислал новый текст' },
  removed: { en: 'removed', ru: 'удалено' },
  taken: { en: 'taken on', ru: 'взято в работу' },
  reassigned: { en: 'given to somebody else', ru: 'поручено другому' },
  declined: { en: 'declined', ru: 'отказались' },
  done: { en: 'done', ru: 'выполнено' },
  cancelled: { en: 'cancelled', ru: 'отменено' },
  closed: { en: 'closed', ru: 'закрыта' },
  joined: { en: 'merged into another', ru: 'объединена с другой' },
  answered: { en: 'answered', ru: 'ответили' },
  typed: { en: 'the reading was sent', ru: 'показание передали' },
  hidden: { en: 'hidden', ru: 'скрыто' },
  nothing: { en: 'stays as it is', ru: 'оставлено как есть' },
};
const settled: Text = { en: 'Already decided', ru: 'Уже решено' };

export interface Ending {
  readonly outcome: string;
  /** The name of who decided; null: nobody in person, or not known. */
  readonly by: string | null;
}

/** «Уже решено: подтверждено — Анна П.» */
export function formatEnding({ outcome, by }: Ending, language: Language): string {
  const known = Object.hasOwn(outcomeTexts, outcome) ? outcomeTexts[outcome] : undefined;
  const what = known === undefined ? '' : `: ${known[language]}`;
  const sentence = `${settled[language]}${what}${by === null ? '' : ` — ${by}`}`;
  // A shortened name ends with its own.
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
