import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { permit, refuse } from '../../../../domain/kernel/refusal.ts';
import { mayManageRoles, type PlatformRole } from '../../../../domain/rules/platform-roles.ts';
import { list_roles } from '../../../../features/actions/list_roles.ts';
import { set_role } from '../../../../features/actions/set_role.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { Screen } from '../../ui/screen.tsx';
import { roleTexts } from '../../words/role-texts.ts';
import {
  forgetCachedRights,
  listRoleChoices,
  listRolesOf,
  permitRoleChange,
  roleFields,
} from './role-parts.tsx';
import { texts as rolesTexts } from './roles.tsx';

export const texts = {
  take: { en: 'Remove the role', ru: 'Снять роль' },
  takeWhy: {
    en: 'It ends at once, also in programs and assistants that act in this person’s name.',
    ru: 'Роль перестаёт действовать сразу, в том числе в программах и помощниках этого человека.',
  },
  taken: { en: 'Role removed. The person has been told.', ru: 'Роль сняли. Человеку сообщили.' },
  gone: { en: 'This person no longer has the role.', ru: 'Этой роли у человека уже нет.' },
  last: { en: 'the last one keeps the role', ru: 'последнего роли не лишают' },
  lastWhy: {
    en: 'Nobody else has this role. Give it to somebody else first.',
    ru: 'Больше этой роли ни у кого нет. Сначала дайте её другому.',
  },
} as const satisfies Record<string, Text>;

const take = form(set_role, {
  path: paths.platformRoleHolder,
  strictRateLimit: true,
  fields: roleFields,
  async given(_, pageRequest) {
    await permitRoleChange(pageRequest);
    return { is_given: false };
  },
  done({ isChanged }, { account }, pageRequest) {
    forgetCachedRights(pageRequest);
    const { session, text } = pageRequest;
    const isOwn = account === session.accountId && text('role') === 'operator';
    const to = isOwn && !session.isModerator ? paths.more : paths.platformRoles;
    return { to, notice: isChanged ? texts.taken : texts.gone };
  },
});

export const platformRoleHolderPage = definePage({
  path: paths.platformRoleHolder,
  access: 'signed-in',
  texts: { ...texts, title: texts.take },
  offline: false,
  async load({ account }, { call, session }) {
    permit(mayManageRoles(session));
    const holders = await call(list_roles, {});
    const holder = holders.find(({ id }) => id === account) ?? refuse.notFound('resident');
    const isLast = (role: PlatformRole) =>
      holders.filter((each) => listRolesOf(each).includes(role)).length === 1;
    return { holder, roles: listRolesOf(holder).map((role) => ({ role, isLast: isLast(role) })) };
  },
  actions: { take },
  head: ({ holder }) => ({ width: 'narrow', title: holder.name }),
  render: ({ holder, roles }, { language }) => {
    const open = roles.filter(({ isLast }) => !isLast).map(({ role }) => role);
    const last = roles.filter(({ isLast }) => isLast).map(({ role }) => roleTexts[role].name[language]);
    return (
      <Screen
        title={holder.name}
        line={roles.map(({ role }) => roleTexts[role].name[language]).join(' · ')}
        parent={{ href: paths.platformRoles, text: rolesTexts.title }}
      >
        {last.length > 0 && (
          <Notice tone="plain" title={`${last.join(', ')}: ${texts.last[language]}`}>
            {texts.lastWhy}
          </Notice>
        )}
        {open.length > 0 && (
          <Card>
            <take.Form at={{ account: holder.id }} values={{ role: open[0] }}>
              <p>{texts.takeWhy}</p>
              <take.role choices={listRoleChoices(open)} />
              <take.reason />
              <OwnPassword name="password" />
              <Button kind="quiet-danger">{texts.take}</Button>
            </take.Form>
          </Card>
        )}
      </Screen>
    );
  },
});
