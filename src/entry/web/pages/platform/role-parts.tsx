import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayManageRoles, type PlatformRole, platformRoles } from '../../../../domain/rules/platform-roles.ts';
import type { list_roles } from '../../../../features/actions/list_roles.ts';
import { set_role } from '../../../../features/actions/set_role.ts';
import type { FormRequest } from '../../page/page.ts';
import { refuseWrongPassword } from '../../server/password-check.ts';
import { RadioCards } from '../../ui/choice.tsx';
import { TextArea } from '../../ui/field.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { roleTexts } from '../../words/role-texts.ts';

export const texts = {
  role: { en: 'Role', ru: 'Роль' },
  reason: { en: 'Reason', ru: 'Причина' },
  reasonHint: {
    en: 'The person and the other operators read it.',
    ru: 'Её прочтут сам человек и другие администраторы.',
  },
} as const satisfies Record<string, Text>;

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
      <OwnPassword name="password" />
    </>
  );
}
