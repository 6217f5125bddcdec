import type { Text } from '../../../base/i18n/text.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { type AuditKind, auditKindNames } from '../../../domain/rules/audit-kinds.ts';
import type { PageRequest } from '../page/page.ts';
import * as labels from '../words/labels.ts';
import { Button } from './button.tsx';
import { DateField, SelectField } from './field.tsx';
import { Fold } from './fold.tsx';
import { Form } from './form.tsx';
import { say } from './language-context.ts';

export const texts = {
  filter: { en: 'Filter', ru: 'Отобрать' },
  who: { en: 'Who', ru: 'Кто' },
  everybody: { en: 'Anybody', ru: 'Кто угодно' },
  kind: { en: 'What about', ru: 'О чём' },
  everything: { en: 'Everything', ru: 'Всё' },
  from: { en: 'From', ru: 'С какого дня' },
  to: { en: 'To', ru: 'По какой день' },
  show: { en: 'Apply', ru: 'Показать такие' },
} as const satisfies Record<string, Text>;

const kindTexts: Readonly<Record<AuditKind, Text>> = {
  people: { en: 'People and claims', ru: 'Жители и заявки' },
  invitations: { en: 'Invitations and codes', ru: 'Приглашения и коды' },
  meters: { en: 'Meters and fees', ru: 'Счётчики и взносы' },
  land: { en: 'Plots and boundary', ru: 'Участки и граница' },
  texts: { en: 'Texts and photographs', ru: 'Тексты и фотографии' },
  directory: { en: 'The directory', ru: 'Справочник' },
  reports: { en: 'Reports and reviews', ru: 'Жалобы и отзывы' },
  companies: labels.companies,
  knowledge: { en: 'Texts of the knowledge base', ru: 'Тексты базы знаний' },
  villages: { en: 'New villages', ru: 'Новые посёлки' },
  board: { en: 'The board and the village’s data', ru: 'Правление и данные посёлка' },
  reading: { en: 'Reading of the register', ru: 'Просмотры реестра' },
};

const isDay = (written: string) => {
  const at = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${written}T`);
};

export function readAuditFilter({ text }: Pick<PageRequest, 'text'>) {
  const [who, from, to] = [text('who'), text('from'), text('to')];
  return {
    ...(isId(who) && { who }),
    kind: auditKindNames.find((each) => each === text('kind')),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

export const readAuditCursor = ({ text }: Pick<PageRequest, 'text'>) =>
  isId(text('cursor')) ? { before: text('cursor') } : {};

type AuditFilterProps = {
  readonly action: string;
  readonly kinds: readonly AuditKind[];
  readonly authors: readonly { readonly id: string; readonly name: string }[];
  readonly filter: ReturnType<typeof readAuditFilter>;
};

/** Who decided, what about and when, above a list of decisions. */
export function AuditFilter({ action, kinds, authors, filter }: AuditFilterProps) {
  return (
    <Fold title={texts.filter} open={Object.values(filter).some(Boolean)}>
      <Form id="filter" action={action} method="get">
        <SelectField
          name="who"
          label={texts.who}
          value={filter.who}
          choices={[
            { value: '', label: say(texts.everybody) },
            ...authors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          name="kind"
          label={texts.kind}
          value={filter.kind}
          choices={[
            { value: '', label: say(texts.everything) },
            ...kinds.map((kind) => ({ value: kind, label: say(kindTexts[kind]) })),
          ]}
        />
        <DateField name="from" label={texts.from} value={filter.from} optional />
        <DateField name="to" label={texts.to} value={filter.to} optional />
        <Button kind="quiet">{texts.show}</Button>
      </Form>
    </Fold>
  );
}
