import type { Text } from '../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import type { list_household } from '../../../features/actions/list_household.ts';
import { residentRoleTexts } from '../words/resident-texts.ts';
import { LinkButton } from './button.tsx';
import { useLanguage } from './language-context.ts';
import { List } from './list.tsx';
import { Row } from './row.tsx';

export const texts = {
  end: { en: 'Remove', ru: 'Снять' },
  you: { en: 'you', ru: 'это вы' },
} as const satisfies Record<string, Text>;

type HouseholdMembersProps = Pick<ReplyOf<typeof list_household>, 'members'> & {
  /** Where an owner ends somebody's time on the plot; left out: nowhere. */
  readonly endHref?: ((resident: string) => string) | undefined;
};

export function HouseholdMembers({ members, endHref }: HouseholdMembersProps) {
  const language = useLanguage();
  return (
    <List>
      {members.map(({ name, role, isSelf, resident }, index) => (
        <Row
          key={index}
          icon="person"
          title={name}
          line={[residentRoleTexts[role][language], isSelf && texts.you[language]]
            .filter(Boolean)
            .join(' · ')}
          action={
            resident && endHref ? (
              <LinkButton href={endHref(resident)} kind="quiet" compact icon="leave" about={name}>
                {texts.end}
              </LinkButton>
            ) : undefined
          }
        />
      ))}
    </List>
  );
}
