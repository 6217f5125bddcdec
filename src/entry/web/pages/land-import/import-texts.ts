import type { Text } from '../../../../base/i18n/text.ts';
import type { FeatureOutcome, ImportState } from '../../../../store/land/land-imports.ts';
import type { CountedNoun } from '../../words/shared-texts.ts';

export const stateNames: Readonly<Record<ImportState, Text>> = {
  checking: { en: 'being looked at', ru: 'проверяется' },
  checked: { en: 'waits for your word', ru: 'ждёт вашего решения' },
  applying: { en: 'being taken in', ru: 'загружается' },
  applied: { en: 'taken in', ru: 'загружен' },
  unreadable: { en: 'could not be read', ru: 'не прочитан' },
  failed: { en: 'did not work out', ru: 'не получилось' },
};

export const outcomeNames: Readonly<Record<FeatureOutcome | 'renamed', Text>> = {
  added: { en: 'New', ru: 'Новые' },
  changed: { en: 'Changed', ru: 'Изменятся' },
  unchanged: { en: 'The same', ru: 'Без изменений' },
  refused: { en: 'Left out', ru: 'Пропущены' },
  renamed: { en: 'Number taken', ru: 'Номер занят' },
};

/** For a single feature. */
export const outcomeTexts: Readonly<Record<FeatureOutcome, Text>> = {
  added: { en: 'new', ru: 'новый' },
  changed: { en: 'changes', ru: 'изменится' },
  unchanged: { en: 'as it is', ru: 'без изменений' },
  refused: { en: 'left out', ru: 'пропущен' },
};

export const features: CountedNoun = {
  en: { one: 'feature', other: 'features' },
  ru: { one: 'объект', few: 'объекта', many: 'объектов' },
};
