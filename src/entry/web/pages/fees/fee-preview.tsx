import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { type FeeColumn, feeColumns } from '../../../../domain/rules/fee-tables.ts';
import { import_fees } from '../../../../features/actions/import_fees.ts';
import { form } from '../../page/form.tsx';
import { Rerender } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { say } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Table } from '../../ui/table.tsx';
import { formatSum } from '../../words/format-money.ts';
import * as labels from '../../words/labels.ts';
import { texts as ownTexts } from './plot-fees.tsx';

export const texts = {
  columns: { en: 'What the columns mean', ru: 'Что в столбцах' },
  absent: { en: 'none', ru: 'такого нет' },
  column: { en: 'column {number}', ru: 'столбец {number}' },
  first: { en: 'The first lines', ru: 'Первые строки' },
  again: { en: 'Check again', ru: 'Проверить ещё раз' },
  apply: { en: 'Import', ru: 'Внести' },
  other: { en: 'Another file', ru: 'Другой файл' },
  will: {
    en: 'To be imported: {plots} plots, charged {asked}, paid {paid}, outstanding {remaining}.',
    ru: 'Внесём: участков {plots}, начислено {asked}, оплачено {paid}, осталось {remaining}.',
  },
  replaces: {
    en: 'It replaces the table for the same period; the old one can still be read.',
    ru: 'Она заменит таблицу за этот же период; прежнюю можно будет посмотреть.',
  },
  stale: {
    en: 'Something has changed since you looked. Check again, then import it.',
    ru: 'С тех пор, как вы смотрели, кое-что изменилось. Проверьте ещё раз.',
  },
  left: { en: 'Left out: {count}', ru: 'Не войдут: {count}' },
  row: { en: 'line {line}', ru: 'строка {line}' },
  done: {
    en: 'Imported: {plots} plots. Each household sees its own line.',
    ru: 'Внесено, участков: {plots}. Каждая семья видит свою строку.',
  },
} as const satisfies Record<string, Text>;

export type FeeTrial = Omit<ReplyOf<typeof import_fees>, 'isApplied'> & { readonly isStale: boolean };

const columnTexts: Readonly<Record<FeeColumn, Text>> = {
  plot: labels.plot,
  asked: ownTexts.asked,
  paid: ownTexts.paid,
  remaining: ownTexts.remaining,
  note: ownTexts.note,
};

/** Looks again with other columns, or takes in exactly what was looked at. */
export const apply = form(import_fees, {
  path: paths.applyFees,
  hidden: ['period', 'csv'],
  given: (_, { text }) => ({
    columns: Object.fromEntries(feeColumns.map((column) => [column, Number(text(`column.${column}`) || -1)])),
    ...(text('do') === 'apply' && { tried: text('mark') }),
  }),
  done(trial, { settlement }, { text }) {
    if (!trial.isApplied)
      return new Rerender({ ...trial, isStale: text('do') === 'apply' } satisfies FeeTrial);
    const plots = String(trial.totals.plots);
    return {
      to: fillPath(paths.boardFees, { settlement }),
      notice: { en: texts.done.en.replace('{plots}', plots), ru: texts.done.ru.replace('{plots}', plots) },
    };
  },
});

const rowsShown = 5;
const faultsShown = 100;

type PreviewProps = {
  readonly trial: FeeTrial;
  readonly address: { readonly settlement: string };
  readonly language: Language;
};

export function FeePreview({ trial, address, language }: PreviewProps) {
  const faulty = trial.rows.filter(({ fault }) => fault !== null);
  const choices = [
    { value: '-1', label: say(texts.absent) },
    ...trial.headings.map((heading, place) => ({
      value: String(place),
      label: heading.trim() || say(texts.column).replace('{number}', String(place + 1)),
    })),
  ];
  return (
    <>
      {trial.isStale && <Notice tone="warn">{texts.stale}</Notice>}
      <Card heading={{ id: 'columns', title: texts.columns }}>
        <apply.Form at={address} hidden={{ period: trial.period, csv: trial.csv, mark: trial.mark }}>
          {feeColumns.map((column) => (
            <SelectField
              key={column}
              name={`column.${column}`}
              label={columnTexts[column]}
              choices={choices}
              value={String(trial.places[column])}
            />
          ))}
          <p>
            <b>
              {say(texts.will)
                .replace('{plots}', String(trial.totals.plots))
                .replace('{asked}', formatSum(trial.totals.asked, language))
                .replace('{paid}', formatSum(trial.totals.paid, language))
                .replace('{remaining}', formatSum(trial.totals.remaining, language))}
            </b>
            {trial.replaces && ` ${say(texts.replaces)}`}
          </p>
          <Buttons fill>
            {trial.totals.plots > 0 && (
              <Button name="do" value="apply">
                {texts.apply}
              </Button>
            )}
            <Button name="do" value="try" kind="quiet">
              {texts.again}
            </Button>
            <LinkButton href={fillPath(paths.boardFees, address)} kind="quiet">
              {texts.other}
            </LinkButton>
          </Buttons>
        </apply.Form>
      </Card>
      {faulty.length > 0 && (
        <ListCard
          heading={{ id: 'left-out', title: say(texts.left).replace('{count}', String(faulty.length)) }}
        >
          {faulty.slice(0, faultsShown).map(({ line, plot, fault }) => (
            <Row
              key={line}
              icon="alert"
              tone="warn"
              title={`${say(texts.row).replace('{line}', String(line))}${plot === '' ? '' : `: ${plot}`}`}
              line={fault}
            />
          ))}
        </ListCard>
      )}
      <Card heading={{ id: 'first', title: texts.first }}>
        <Table
          caption={texts.first}
          isCompact
          columns={feeColumns.map((column) => ({ title: columnTexts[column], number: isSum(column) }))}
          rows={trial.rows
            .slice(0, rowsShown)
            .map((row) => [
              row.plot,
              ...[row.asked, row.paid, row.remaining].map((sum) => formatSum(sum, language)),
              row.note,
            ])}
        />
      </Card>
    </>
  );
}

const isSum = (column: FeeColumn) => column === 'asked' || column === 'paid' || column === 'remaining';
