import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { type AuditKind, auditKindNames } from '../../../../domain/rules/audit-kinds.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { DateField, SelectField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only the board and its auditor read this', ru: 'Это видят только правление и ревизор' },
  filter: { en: 'Choose', ru: 'Отобрать' },
  who: { en: 'Who', ru: 'Кто' },
  everybody: { en: 'Anybody', ru: 'Кто угодно' },
  kind: { en: 'What about', ru: 'О чём' },
  everything: { en: 'Everything', ru: 'Всё' },
  from: { en: 'From', ru: 'С какого дня' },
  to: { en: 'To', ru: 'По какой день' },
  show: { en: 'Show these', ru: 'Показать такие' },
} as const satisfies Record<string, Text>;

const kindTexts: Readonly<Record<AuditKind, Text>> = {
  people: { en: 'People and claims', ru: 'Жители и заявки' },
  invitations: { en: 'Invitations and codes', ru: 'Приглашения и коды' },
  land: { en: 'Plots and boundary', ru: 'Участки и граница' },
  texts: { en: 'Texts and photographs', ru: 'Тексты и фотографии' },
  directory: { en: 'Directory, reviews, reports', ru: 'Справочник, отзывы, жалобы' },
  board: { en: 'The board and the village’s data', ru: 'Правление и данные посёлка' },
  reading: { en: 'Reading of the register', ru: 'Просмотры реестра' },
};

const isDay = (written: string) => {
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${written}T`);
};

export const auditPage = definePage({
  path: paths.audit,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const { text, call } = pageRequest;
    const [before, who, from, to] = [text('cursor'), text('who'), text('from'), text('to')];
    const filter = {
      ...(isId(who) && { who }),
      kind: auditKindNames.find((each) => each === text('kind')),
      ...(isDay(from) && { from }),
      ...(isDay(to) && { to }),
    };
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_decisions, { settlement, ...filter, ...(isId(before) && { before }) }),
    ]);
    return { ...place, ...found, filter };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, decisions, authors, next, filter }, { language }) => {
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
      >
        <Fold title={texts.filter} open={Object.values(filter).some(Boolean)}>
          <Form id="filter" action={fillPath(paths.audit, address)} method="get">
            <SelectField
              name="who"
              label={texts.who}
              value={filter.who}
              choices={[
                { value: '', label: texts.everybody[language] },
                ...authors.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <SelectField
              name="kind"
              label={texts.kind}
              value={filter.kind}
              choices={[
                { value: '', label: texts.everything[language] },
                ...auditKindNames.map((kind) => ({ value: kind, label: kindTexts[kind][language] })),
              ]}
            />
            <DateField name="from" label={texts.from} value={filter.from} optional />
            <DateField name="to" label={texts.to} value={filter.to} optional />
            <Button kind="quiet">{texts.show}</Button>
          </Form>
        </Fold>
        <DecisionList decisions={decisions} clock={clock} settlement={settlement.slug} />
        <Pager cursor={next} />
      </Screen>
    );
  },
});
