import type { Language, Text } from '../../../base/i18n/text.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import * as labels from './labels.ts';
import type { CountedNoun } from './shared-texts.ts';
import { formatCount } from './shared-texts.ts';

export const articleKindTexts = {
  diary: { en: 'Diary', ru: 'Дневник' },
  post: { en: 'Article', ru: 'Статья' },
  guide: { en: 'Guide', ru: 'Памятка' },
  announcement: labels.announcement,
} as const satisfies Record<string, Text>;

/** Visibility of an article, shown after its date. */
export const visibilityTexts = {
  private: { en: 'read by the author and the board', ru: 'читают автор и правление' },
  residents: { en: 'read by residents', ru: 'читают жители' },
  settlement: { en: 'read by everybody connected with the village', ru: 'читают все, кто связан с посёлком' },
  public: { en: 'read by everybody', ru: 'читают все' },
} as const satisfies Record<Visibility, Text>;

const visibilityChoiceTexts = {
  private: [
    { en: 'Me and the board', ru: 'Я и правление' },
    { en: 'nobody else', ru: 'больше никто' },
  ],
  residents: [
    { en: 'Residents of the village', ru: 'Жители посёлка' },
    { en: 'confirmed ones', ru: 'подтверждённые' },
  ],
  settlement: [
    { en: 'Everyone connected with the village', ru: 'Все, кто связан с посёлком' },
    {
      en: 'also the developer, companies and those waiting to be confirmed',
      ru: 'ещё застройщик, компании и те, кто ждёт подтверждения',
    },
  ],
  public: [
    { en: 'Everybody', ru: 'Все' },
    { en: 'search engines as well', ru: 'и поисковые машины' },
  ],
} as const satisfies Record<Visibility, readonly [Text, Text]>;

export const householdNoun: CountedNoun = {
  en: { one: 'household', other: 'households' },
  ru: { one: 'дом', few: 'дома', many: 'домов' },
};

/** Options of the visibility field, each with the number of households it reaches. */
export function listVisibilityChoices(
  counts: { confirmed: number; with_claims: number } | null,
  language: Language,
): { value: Visibility; label: string; hint: string; count: string }[] {
  const say = (count: number | undefined) =>
    count === undefined ? '' : formatCount(language, count, householdNoun);
  const numbers: Record<Visibility, string> = {
    private: say(1),
    residents: say(counts?.confirmed),
    settlement: say(counts?.with_claims),
    public: '',
  };
  return (Object.keys(visibilityChoiceTexts) as Visibility[]).map((value) => {
    const [label, hint] = visibilityChoiceTexts[value];
    return { value, label: label[language], hint: hint[language], count: numbers[value] };
  });
}
