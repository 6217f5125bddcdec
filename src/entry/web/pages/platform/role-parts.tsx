import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayManageRoles, type PlatformRole, platformRoles } from '../../../../domain/rules/platform-roles.ts';
import type { list_roles } from '../../../../features/actions/list_roles.ts';
import { set_role } from '../../../../features/actions/set_role.ts';
import type { FormRequest } from '../../page/page.ts';
import { RadioCards } from '../../ui/choice.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { refuseWrongPassword } from '../account/password-check.ts';

export const texts = {
  moderator: { en: 'Moderator', ru: 'Модератор' },
  moderatorDoes: {
    en: 'Decides about texts, companies, new villages and reports.',
    ru: 'Решает о текстах, компаниях, новых посёлках и жалобах.',
  },
  operator: { en: 'Operator', ru: 'Администратор' },
  operatorDoes: {
    en: 'Keeps the installation running and gives roles; reads nobody’s private things.',
    ru: 'Следит за работой площадки и раздаёт роли; чужого личного не читает.',
  },
  role: { en: 'Role', ru: 'Роль' },
  reason: { en: 'Reason', ru: 'Причина' },
  reasonHint: {
    en: 'The person and the other operators read it.',
    ru: 'Её прочтут сам человек и другие администраторы.',
  },
  password: { en: 'Your password', ru: 'Ваш пароль' },
  passwordHint: { en: 'so that nobody does this in your name', ru: 'чтобы никто не сделал это за вас' },
} as const satisfies Record<string, Text>;

export const roleTexts: Readonly<Record<PlatformRole, { name: Text; does: Text }>> = {
  moderator: { name: texts.moderator, does: texts.moderatorDoes },
  operator: { name: texts.operator, does: texts.operatorDoes },
};

export type RoleHolder = ReplyOf<typeof list_roles>[number];

export const listRolesOf = ({ isModerator, isOperator }: RoleHolder): PlatformRole[] =>
  platformRoles.filter((role) => (role === 'operator' ? isOperator : isModerator));

/** The password is checked first: a stolen session must not reveal who has which role. */
export async function changeRole(
  pageRequest: FormRequest<'signed-in'>,
  input: Record<string, unknown>,
): Promise<boolean> {
  permit(mayManageRoles(pageRequest.session));
  await refuseWrongPassword(pageRequest, 'password');
  const { isChanged } = await pageRequest.call(set_role, {
    ...input,
    reason: pageRequest.text('reason'),
  });
  // Bearer tokens use cached account rights; the database notifies the other instances.
  pageRequest.dependencies.bearer.invalidateAll();
  return isChanged;
}

export function RoleChoice({ roles }: { roles: readonly PlatformRole[] }) {
  return (
    <RadioCards
      name="role"
      label={texts.role}
      value={roles[0] ?? ''}
      choices={roles.map((role) => ({
        value: role,
        label: roleTexts[role].name,
        hint: roleTexts[role].does,
      }))}
    />
  );
}

export function ReasonAndPassword() {
  return (
    <>
      <TextArea name="reason" label={texts.reason} hint={texts.reasonHint} maxLength={500} rows={2} />
      <TextField
        name="password"
        type="password"
        label={texts.password}
        hint={texts.passwordHint}
        autocomplete="current-password"
        maxLength={200}
      />
    </>
  );
}
