import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { loadSettlementContext } from '../directory/directory-subject.ts';
import { isIdentifier } from './already-decided.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only the board reads this', ru: 'Это видит только правление' },
  none: { en: 'Nothing has been decided yet', ru: 'Пока ничего не решали' },
  noneWhy: {
    en: 'Claims, corrections, codes, boundaries and roles come here.',
    ru: 'Здесь будут заявки, правки, коды, граница и состав правления.',
  },
  byCommand: { en: 'at the installation', ru: 'на сервере' },
  other: { en: 'A decision', ru: 'Решение' },
  plot: { en: 'plot', ru: 'участок' },
  roleGiven: { en: 'Gave a role', ru: 'Дали роль' },
  roleTaken: { en: 'Took a role', ru: 'Сняли роль' },
} as const satisfies Record<string, Text>;

const actionTexts: Readonly<Record<string, Text>> = {
  confirm_resident: { en: 'Recorded a resident or set a role', ru: 'Записали жителя или сменили роль' },
  remove_resident: { en: 'Refused a claim or ended a record', ru: 'Отказали в заявке или сняли с учёта' },
  request_residency: { en: 'Recorded by a code', ru: 'Записались по коду' },
  invite_to_plot: { en: 'Invited somebody to a plot', ru: 'Пригласили на участок' },
  issue_plot_codes: { en: 'Made codes for plots', ru: 'Выпустили коды участков' },
  approve_change_proposal: { en: 'Accepted a correction', ru: 'Приняли правку справочника' },
  reject_change_proposal: { en: 'Returned a correction', ru: 'Вернули правку справочника' },
  edit_contact: { en: 'Removed or brought back a contact', ru: 'Удалили или вернули контакт' },
  moderate_review: { en: 'Hid or restored a verdict', ru: 'Скрыли или вернули отзыв' },
  set_settlement_boundary: { en: 'Changed the boundary', ru: 'Изменили границу' },
  import_land: { en: 'Took land in from a file', ru: 'Загрузили землю из файла' },
  edit_settlement: { en: 'Changed the village’s data', ru: 'Изменили данные посёлка' },
  appoint_editor: { en: 'Took somebody onto the board', ru: 'Приняли в правление' },
  import_residents: { en: 'Took in a list of residents', ru: 'Внесли список жителей' },
  add_settlement_document: { en: 'Added a document', ru: 'Добавили документ' },
  remove_settlement_document: { en: 'Removed a document', ru: 'Убрали документ' },
  register_company: { en: 'Registered or claimed a company', ru: 'Зарегистрировали компанию' },
  edit_company: { en: 'Changed a company', ru: 'Изменили компанию' },
  decide_settlement_request: { en: 'Decided about a new village', ru: 'Решили о новом посёлке' },
  'account reset-link': { en: 'Made a link to set a new password', ru: 'Сделали ссылку для нового пароля' },
  dismiss_editor: { en: 'Took somebody off the board', ru: 'Вывели из правления' },
};

type Decision = Awaited<ReturnType<typeof list_decisions.handle>>['decisions'][number];

const roleNames: Readonly<Record<string, Text>> = {
  moderator: { en: 'moderator', ru: 'модератор' },
  operator: { en: 'operator', ru: 'администратор' },
};

/** Platform roles change by the `set_role` action or by the `account role` command. */
const isRoleChange = ({ action }: Decision) => action === 'set_role' || action === 'account role';

function formatAction(decision: Decision): Text {
  if (isRoleChange(decision)) return decision.after?.isGiven === true ? texts.roleGiven : texts.roleTaken;
  return actionTexts[decision.action] ?? texts.other;
}

/** Plot, title, person, role and reason, as far as the audit entry has them. */
function formatDetails(decision: Decision, language: Language): string[] {
  const { before, after } = decision;
  const read = (name: string) => after?.[name] ?? before?.[name];
  const [number, reason, title] = [read('plot'), after?.reason, read('title')];
  const role = isRoleChange(decision) ? roleNames[String(read('role'))] : undefined;
  return [
    ...(typeof number === 'string' ? [`${texts.plot[language]} ${number}`] : []),
    ...(typeof title === 'string' ? [title] : []),
    ...(decision.subjectName ? [decision.subjectName] : []),
    ...(role ? [role[language]] : []),
    ...(typeof reason === 'string' && reason !== '' ? [reason] : []),
  ];
}

export const auditPage = definePage({
  path: paths.audit,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const before = pageRequest.text('before');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.runAction(list_decisions, { settlement, ...(isIdentifier(before) && { before }) }),
    ]);
    return { ...place, ...found, isFirst: before === '' };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, decisions, next, isFirst }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.audit, address);
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={texts.line[language]}
          parent={{ href: fillPath(paths.board, address), text: boardTexts.title[language] }}
        />
        <div class="stack">
          <DecisionList decisions={decisions} clock={clock} />
          <Pager {...(next && { next: `${here}?before=${next}` })} {...(!isFirst && { first: here })} />
        </div>
      </>
    );
  },
});

interface DecisionListProps {
  readonly decisions: readonly Decision[];
  readonly clock: Clock;
  readonly heading?: { readonly id: string; readonly title: string };
}

export function DecisionList({ decisions, clock, heading }: DecisionListProps) {
  const { language } = clock;
  return (
    <Card flush={decisions.length > 0} {...(heading && { heading })}>
      {decisions.length === 0 ? (
        <EmptyState icon="history" title={texts.none[language]}>
          {texts.noneWhy[language]}
        </EmptyState>
      ) : (
        <List>
          {decisions.map((each) => (
            <Row
              key={each.id}
              icon="history"
              title={formatAction(each)[language]}
              line={[
                each.name ? shortenName(each.name) : texts.byCommand[language],
                formatRelativeTime(each.at.toISOString(), clock),
                ...formatDetails(each, language),
              ].join(' · ')}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
