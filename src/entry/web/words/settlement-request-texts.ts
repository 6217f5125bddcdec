import type { Text } from '../../../base/i18n/text.ts';
import type { ApplicantRole } from '../../../domain/rules/settlement-requests.ts';

/** Role of the requester in the settlement they ask to add. */
export const requesterRoleTexts: Readonly<Record<ApplicantRole, Text>> = {
  board: { en: 'I am on its board', ru: 'Я из правления' },
  resident: { en: 'I live there', ru: 'Я там живу' },
  developer: { en: 'I am from the developer', ru: 'Я от застройщика' },
};
