import type { Text } from '../../../base/i18n/text.ts';
import type { ResidentRole } from '../../../domain/rules/residency.ts';
import * as labels from './labels.ts';

export const residentRoleTexts = {
  owner: { en: 'owner', ru: 'собственник' },
  family: { en: 'family of the owner', ru: 'семья собственника' },
  tenant: { en: 'tenant', ru: 'снимает' },
} as const satisfies Record<ResidentRole, Text>;

export const plotText: Text = labels.plot;
