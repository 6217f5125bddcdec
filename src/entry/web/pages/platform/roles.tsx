import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { type PlatformRole, platformRoles } from '../../../../domain/rules/platform-roles.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { list_roles } from '../../../../features/actions/list_roles.ts';
import { set_role } from '../../../../features/actions/set_role.ts';
import { line } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { roleTexts } from '../../words/role-texts.ts';
import {
  forgetCachedRights,
  listRoleChoices,
  listRolesOf,
  permitRoleChange,
  type RoleHolder,
  roleFields,
} from './role-parts.tsx';

export const texts = {
  title: labels.roles,
  line: { en: 'Who answers for the platform', ru: 'Кто отвечает за площадку' },
  you: { en: 'you', ru: 'вы' },
  none: { en: 'Nobody has this role yet.', ru: 'Этой роли пока ни у кого нет.' },
  onlyOperators: {
    en: 'Roles are given and removed by operators.',
    ru: 'Роли дают и снимают администраторы.',
  },
  changes: { en: 'Who changed roles', ru: 'Кто менял роли' },
  giving: { en: 'Give a role', ru: 'Дать роль' },
  email: { en: 'Their email address here', ru: 'Почта, с которой человек здесь записан' },
  given: { en: 'Role given. The person has been told.', ru: 'Роль дали. Человеку сообщили.' },
  had: { en: 'This person has the role already.', ru: 'Эта роль у человека уже есть.' },
} as const satisfies Record<string, Text>;

async function loadRoles(pageRequest: PageRequest<'signed-in'>) {
  const before = pageRequest.text('cursor');
  const { isOperator, isModerator } = pageRequest.session;
  const holders = await pageRequest.call(list_roles, {});
  const decided = isOperator
    ? await pageRequest.call(list_decisions, {
        installation: true,
        before: isId(before) ? before : undefined,
      })
    : null;
  return { holders, isOperator, isModerator, decided, clock: utcClock(pageRequest) };
}

const give = form(set_role, {
  path: paths.platformRoles,
  strictRateLimit: true,
  fields: { email: line(texts.email, { type: 'email', required: true }), ...roleFields },
  async given(_, pageRequest) {
    await permitRoleChange(pageRequest);
    return { email: pageRequest.text('email').trim(), is_given: true };
  },
  done({ isChanged }, _, pageRequest) {
    forgetCachedRights(pageRequest);
    return { to: paths.platformRoles, notice: isChanged ? texts.given : texts.had };
  },
});

export const platformRolesPage = definePage({
  path: paths.platformRoles,
  access: 'signed-in',
  texts,
  offline: false,
  load: (_, pageRequest) => loadRoles(pageRequest),
  actions: { give },
  head: () => ({ width: 'narrow' }),
  render: ({ holders, isOperator, isModerator, decided, clock }) => (
    <Screen
      title={texts.title}
      line={texts.line}
      parent={
        isModerator
          ? { href: paths.platform, text: labels.platform }
          : { href: paths.more, text: labels.more }
      }
    >
      {platformRoles.map((role) => (
        <RoleHolders
          key={role}
          role={role}
          holders={holders.filter((holder) => listRolesOf(holder).includes(role))}
          isOperator={isOperator}
        />
      ))}
      {isOperator ? <GiveRoleForm /> : <p class="soft">{texts.onlyOperators}</p>}
      {decided && decided.decisions.length > 0 && (
        <>
          <DecisionList
            decisions={decided.decisions}
            clock={clock}
            heading={{ id: 'changes', title: texts.changes }}
          />
          <Pager cursor={decided.next} />
        </>
      )}
    </Screen>
  ),
});

type HoldersProps = { role: PlatformRole; holders: readonly RoleHolder[]; isOperator: boolean };

function RoleHolders({ role, holders, isOperator }: HoldersProps) {
  const language = useLanguage();
  return (
    <ListCard heading={{ id: role, title: roleTexts[role].name }} none={texts.none}>
      {holders.map((holder) => (
        <Row
          key={holder.id}
          person={holder.name}
          title={holder.name}
          line={[holder.isOwn && texts.you[language], holder.email].filter(Boolean).join(' · ')}
          href={isOperator ? fillPath(paths.platformRoleHolder, { account: holder.id }) : undefined}
        />
      ))}
    </ListCard>
  );
}

function GiveRoleForm() {
  return (
    <Card heading={{ id: 'giving', title: texts.giving }}>
      <give.Form at={{}} values={{ role: platformRoles[0] }}>
        <give.email />
        <give.role choices={listRoleChoices(platformRoles)} />
        <give.reason />
        <OwnPassword name="password" />
        <Button>{texts.giving}</Button>
      </give.Form>
    </Card>
  );
}
