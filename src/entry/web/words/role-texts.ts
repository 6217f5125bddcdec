import type { Text } from '../../../base/i18n/text.ts';
import type { PlatformRole } from '../../../domain/rules/platform-roles.ts';

export const roleTexts: Readonly<Record<PlatformRole, { name: Text; does: Text }>> = {
  moderator: {
    name: { en: 'Moderator', ru: 'Модератор' },
    does: {
      en: 'Decides about texts, companies, new villages and reports.',
      ru: 'Решает о текстах, компаниях, новых посёлках и жалобах.',
    },
  },
  operator: {
    name: { en: 'Operator', ru: 'Администратор' },
    does: {
      en: 'Keeps the installation running and gives roles; cannot read anybody’s private data.',
      ru: 'Следит за работой площадки и раздаёт роли; чужого личного не читает.',
    },
  },
};
