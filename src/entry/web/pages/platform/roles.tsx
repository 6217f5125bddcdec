import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type PlatformRole, platformRoles } from '../../../../domain/rules/platform-roles.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { list_roles } from '../../../../features/actions/list_roles.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { roleTexts } from '../../words/role-texts.ts';
import { texts as platformTexts } from './platform.tsx';
import { changeRole, listRolesOf, ReasonAndPassword, RoleChoice, type RoleHolder } from './role-parts.tsx';

export const texts = {
  title: labels.roles,
  line: { en: 'Who answers for the platform', ru: 'Кто отвечает за площадку' },
  you: { en: 'you', ru: 'вы' },
  none: { en: 'Nobody has this role yet.', ru: 'Этой роли пока ни у кого нет.' },
  onlyOperators: {
    en: 'Roles are given and taken by operators.',
    ru: 'Роли дают и снимают администраторы.',
  },
  changes: { en: 'Who changed roles', ru: 'Кто менял роли' },
  giving: { en: 'Give a role', ru: 'Дать роль' },
  email: { en: 'Their e-mail address here', ru: 'Почта, с которой человек здесь записан' },
  given: { en: 'The role is given. The person is told.', ru: 'Роль дали. Человеку сообщили.' },
  had: { en: 'This person has the role already.', ru: 'Эта роль у человека уже есть.' },
} as const satisfies Record<string, Text>;

async function loadRoles(pageRequest: PageRequest<'signed-in'>) {
  const before = pageRequest.text('before');
  const { isOperator, isModerator } = pageRequest.session;
  const holders = await pageRequest.call(list_roles, {});
  const decided = isOperator
    ? await pageRequest.call(list_decisions, {
        installation: true,
        ...(isId(before) && { before }),
      })
    : null;
  const clock: Clock = {
    now: pageRequest.dependencies.now(),
    timeZone: 'UTC',
    language: pageRequest.view.language,
  };
  return { holders, isOperator, isModerator, decided, isFirst: before === '', clock };
}

async function giveRole(pageRequest: FormRequest<'signed-in'>): Promise<ActionResult> {
  const input = { email: pageRequest.text('email').trim(), role: pageRequest.text('role'), is_given: true };
  const isChanged = await changeRole(pageRequest, input);
  return { to: paths.platformRoles, notice: isChanged ? texts.given : texts.had };
}

export const platformRolesPage = definePage({
  path: paths.platformRoles,
  access: 'signed-in',
  texts,
  offline: false,
  load: (_, pageRequest) => loadRoles(pageRequest),
  actions: {
    give: {
      path: paths.platformRoles,
      strictRateLimit: true,
      perform: (_, pageRequest) => giveRole(pageRequest),
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ holders, isOperator, isModerator, decided, isFirst, clock }) => (
    <>
      <PageHead
        title={texts.title}
        line={texts.line}
        parent={
          isModerator
            ? { href: paths.platform, text: platformTexts.title }
            : { href: paths.more, text: moreText }
        }
      />
      <div class="stack">
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
            <Pager
              next={decided.next ? `${paths.platformRoles}?before=${decided.next}` : undefined}
              first={!isFirst ? paths.platformRoles : undefined}
            />
          </>
        )}
      </div>
    </>
  ),
});

const moreText: Text = labels.more;

function RoleHolders({
  role,
  holders,
  isOperator,
}: {
  role: PlatformRole;
  holders: readonly RoleHolder[];
  isOperator: boolean;
}) {
  const language = useLanguage();
  const { name } = roleTexts[role];
  return (
    <Card heading={{ id: role, title: name }} flush={holders.length > 0}>
      {holders.length === 0 && <p class="soft">{texts.none}</p>}
      <List>
        {holders.map((holder) => (
          <Row
            key={holder.id}
            person={holder.name}
            title={holder.name}
            line={[
              ...(holder.isOwn ? [texts.you[language]] : []),
              ...(holder.email ? [holder.email] : []),
            ].join(' · ')}
            href={isOperator ? fillPath(paths.platformRoleHolder, { account: holder.id }) : undefined}
          />
        ))}
      </List>
    </Card>
  );
}

function GiveRoleForm() {
  return (
    <Card heading={{ id: 'giving', title: texts.giving }}>
      <Form id="give" action={paths.platformRoles}>
        <TextField name="email" type="email" label={texts.email} maxLength={254} />
        <RoleChoice roles={platformRoles} />
        <ReasonAndPassword />
        <Button>{texts.giving}</Button>
      </Form>
    </Card>
  );
}
