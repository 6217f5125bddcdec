import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { SettlementContext } from '../../loaders/settlement-context.ts';
import { LinkButton } from '../../ui/button.tsx';
import { usePage } from '../../ui/page-context.ts';

const texts = {
  propose: { en: 'Propose a record', ru: 'Предложить запись' },
  working: { en: 'Do you work for residents?', ru: 'Работаете для жителей?' },
  register: { en: 'Register your company', ru: 'Зарегистрируйте компанию' },
  add: { en: 'Add a record', ru: 'Добавить запись' },
} as const satisfies Record<string, Text>;

/** The board adds, residents propose. */
export function AddRecord({ data: { settlement, membership } }: { data: SettlementContext }) {
  const { hasPage } = usePage();
  const at = { settlement: settlement.slug };
  const add = fillPath(paths.newContact, at);
  if (membership.isBoard && hasPage(add))
    return (
      <div>
        <LinkButton href={add} kind="quiet" icon="plus">
          {texts.add}
        </LinkButton>
      </div>
    );
  if (!membership.isResident) return null;
  return (
    <div>
      <LinkButton href={fillPath(paths.proposeContact, at)} kind="quiet" icon="plus">
        {texts.propose}
      </LinkButton>
    </div>
  );
}

export function RegisterCompany() {
  return (
    <p class="soft">
      {texts.working}{' '}
      <a class="link" href={paths.newCompany}>
        {texts.register}
      </a>
    </p>
  );
}
