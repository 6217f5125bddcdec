import type { Text } from '../../../../base/i18n/text.ts';
import type { PersonState } from '../../../../domain/rules/person-states.ts';
import type { ReachWay } from '../../../../domain/rules/plot-reach.ts';

/** What several pages of the register say. */
export const texts = {
  title: { en: 'Register', ru: 'Реестр жителей' },
  former: { en: 'Moved away', ru: 'Выбыли' },
} as const satisfies Record<string, Text>;

export const wayTexts = {
  app: { en: 'in the app', ru: 'в приложении' },
  letter: { en: 'by email', ru: 'письмом на почту' },
  paper: { en: 'on paper', ru: 'на бумаге' },
  nothing: { en: 'not at all', ru: 'никак' },
} as const satisfies Record<ReachWay, Text>;

export const stateFilterTexts = {
  recorded: { en: 'Recorded', ru: 'Записаны' },
  invited: { en: 'Invited', ru: 'Приглашены' },
  confirmed: { en: 'With an account', ru: 'Подтверждены' },
} as const satisfies Record<Exclude<PersonState, 'ended'>, Text>;
