import type { Text } from '../../../base/i18n/text.ts';
import * as labels from './labels.ts';

type ShownState = 'waiting' | 'refused' | 'verified' | 'joined' | 'closed';

/** The state of a company, as a tag beside its name. */
export const companyStateTexts = {
  waiting: { en: 'not checked yet', ru: 'ещё не проверена' },
  refused: labels.refusedState,
  verified: { en: 'checked', ru: 'проверена' },
  joined: { en: 'merged into another', ru: 'объединена с другой' },
  closed: { en: 'closed', ru: 'закрыта' },
} as const satisfies Record<ShownState, Text>;

export const companyStateTones = {
  waiting: 'warn',
  refused: 'danger',
  verified: 'green',
  joined: undefined,
  closed: undefined,
} as const;
