import type { Text } from '../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import type { list_household } from '../../../features/actions/list_household.ts';
import { residentRoleTexts } from '../words/resident-texts.ts';
import { useLanguage } from './language-context.ts';
import { List } from './list.tsx';
import { Row } from './row.tsx';

export const texts = {
  you: { en: 'you', ru: 'это вы' },
} as const satisfies Record<string, Text>;

export function HouseholdMembers({ members }: Pick<ReplyOf<typeof list_household>, 'members'>) {
  const language = useLanguage();
  return (
    <List>
      {members.map(({ name, role, isSelf }, index) => (
        <Row
          key={index}
          icon="person"
          title={name}
          line={[residentRoleTexts[role][language], isSelf && texts.you[language]]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </List>
  );
}
