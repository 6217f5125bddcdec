import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayManageRoles, type PlatformRole, platformRoles } from '../../../../domain/rules/platform-roles.ts';
import type { list_roles } from '../../../../features/actions/list_roles.ts';
import { choice, paragraph } from '../../page/field-kinds.tsx';
import type { FormRequest } from '../../page/page.ts';
import { refuseWrongPassword } from '../../server/password-check.ts';
import * as labels from '../../words/labels.ts';
import { roleTexts } from '../../words/role-texts.ts';

export const texts = {
  role: { en: 'Role', ru: 'Роль' },
  reason: labels.reason,
  reasonHint: {
    en: 'The person and the other operators read it.',
    ru: 'Её прочтут сам человек и другие администраторы.',
  },
} as const satisfies Record<string, Text>;

export type RoleHolder = ReplyOf<typeof list_roles>[number];

export const listRolesOf = ({ isModerator, isOperator }: RoleHolder): PlatformRole[] =>
  platformRoles.filter((role) => (role === 'operator' ? isOperator : isModerator));

export const listRoleChoices = (roles: readonly PlatformRole[]) =>
  roles.map((value) => ({ value, label: roleTexts[value].name, hint: roleTexts[value].does }));

export const roleFields = {
  role: choice(texts.role, {}, { as: 'cards' }),
  reason: paragraph(texts.reason, { hint: texts.reasonHint, rows: 2 }),
};

/** The password is checked first: a stolen session must not reveal who has which role. */
export async function permitRoleChange(pageRequest: FormRequest<'signed-in'>): Promise<void> {
  permit(mayManageRoles(pageRequest.session));
  await refuseWrongPassword(pageRequest, 'password');
}

/** Bearer tokens use cached account rights; the database notifies the other instances. */
export const forgetCachedRights = ({ dependencies }: FormRequest) => dependencies.bearer.invalidateAll();
