import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { permit, refuse } from '../../../../domain/kernel/refusal.ts';
import { mayEditSettlement, noSettlementRole } from '../../../../domain/rules/settlement-role.ts';
import { import_fees } from '../../../../features/actions/import_fees.ts';
import { list_fee_tables } from '../../../../features/actions/list_fee_tables.ts';
import { take_back_fees } from '../../../../features/actions/take_back_fees.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Table } from '../../ui/table.tsx';
import { formatSum } from '../../words/format-money.ts';
import { formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { apply, FeePreview, type FeeTrial } from './fee-preview.tsx';
import { texts as ownTexts } from './plot-fees.tsx';

export const texts = {
  title: labels.fees,
  line: {
    en: 'From the treasurer’s table. Each household sees its own line and nobody else’s.',
    ru: 'Из таблицы казначея. Каждая семья видит только свою строку.',
  },
  take: { en: 'Import a table', ru: 'Внести таблицу' },
  period: { en: 'What it is for', ru: 'За что' },
  periodHint: { en: 'Membership fee 2026', ru: 'Членский взнос 2026' },
  file: { en: 'Table: Excel (.xlsx) or CSV', ru: 'Таблица: Excel (.xlsx) или CSV' },
  fileHint: {
    en: 'Columns: plot, charged, paid, outstanding, note. You will see it before it is saved.',
    ru: 'Столбцы: участок, начислено, оплачено, осталось, примечание. Сначала вы её проверите.',
  },
  pasted: { en: 'Or paste the table here', ru: 'Или вставьте таблицу сюда' },
  missing: { en: 'Choose a file or paste the table.', ru: 'Выберите файл или вставьте таблицу.' },
  check: { en: 'Preview', ru: 'Проверить' },
  none: { en: 'No tables yet', ru: 'Таблиц пока не вносили' },
  totals: {
    en: 'Charged {asked}, paid {paid}, outstanding {remaining}; plots: {plots}',
    ru: 'Начислено {asked}, оплачено {paid}, осталось {remaining}; участков: {plots}',
  },
  without: { en: 'lines without a plot: {count}', ru: 'строк без участка: {count}' },
  replaced: { en: 'replaced', ru: 'заменена' },
  takenBack: { en: 'undone', ru: 'отменена' },
  undo: labels.takeBack,
  undone: {
    en: 'Undone. Households no longer see it.',
    ru: 'Отменено. Жители её больше не видят.',
  },
  restored: {
    en: 'Undone. Households see the previous table again.',
    ru: 'Отменено. Жители снова видят прежнюю таблицу.',
  },
  asFile: { en: 'As it was imported', ru: 'Как её внесли' },
} as const satisfies Record<string, Text>;

const check = form(import_fees, {
  path: paths.boardFees,
  uploads: 'file',
  fields: {
    period: line(texts.period, { hint: texts.periodHint }),
    csv: paragraph(texts.pasted, { rows: 4 }),
  },
  given(_, { findUploadedFile, text }) {
    const file = findUploadedFile('file');
    if (file) return { file: file.bytes.toString('base64'), csv: undefined };
    return { csv: text('csv').trim() || refuse.invalid('file', texts.missing) };
  },
  done: (trial) => new Rerender({ ...trial, isStale: false } satisfies FeeTrial),
});

const takeBack = form(take_back_fees, {
  path: paths.takeBackFees,
  isButton: true,
  done: ({ isRestored }, { settlement }) => ({
    to: fillPath(paths.boardFees, { settlement }),
    notice: isRestored ? texts.restored : texts.undone,
  }),
});

export const boardFeesPage = definePage({
  path: paths.boardFees,
  access: 'signed-in',
  texts,
  offline: false,
  missing: { period: { en: 'Write what the table is for.', ru: 'Напишите, за что эта таблица.' } },
  async load({ settlement }, pageRequest) {
    const { call, text, formResult, form: posted } = pageRequest;
    const place = await loadSettlementContext(settlement, pageRequest);
    permit(mayEditSettlement({ ...noSettlementRole, isEditor: place.membership.readsAsBoard }));
    const table = posted === null ? text('table') : '';
    const found = await call(list_fee_tables, { settlement, ...(table && { table }) });
    const opened = found.tables.find(({ id }) => id === table);
    return { ...place, ...found, opened, trial: (formResult ?? null) as FeeTrial | null };
  },
  actions: { check, apply, takeBack },
  render: ({ settlement, membership, clock, tables, lines, opened, trial }) => {
    const mayEdit = membership.isBoard;
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.boardFees, address);
    const { language } = clock;
    if (trial)
      return (
        <Screen title={texts.title} line={trial.period} parent={{ href: here, text: texts.title }}>
          <FeePreview trial={trial} address={address} language={language} />
        </Screen>
      );
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, address), text: labels.board }}
      >
        {opened && (
          <Card heading={{ id: 'opened', title: `${opened.period} · ${texts.asFile[language]}` }}>
            <Table
              caption={texts.asFile}
              isCompact
              columns={[
                { title: labels.plot },
                { title: ownTexts.asked, number: true },
                { title: ownTexts.paid, number: true },
                { title: ownTexts.remaining, number: true },
                { title: ownTexts.note },
              ]}
              rows={lines.map(({ plotNumber, asked, paid, remaining, note }) => [
                plotNumber,
                ...[asked, paid, remaining].map((sum) => formatSum(sum, language)),
                note,
              ])}
            />
          </Card>
        )}
        <ListCard icon="list" none={texts.none}>
          {tables.map((table) => (
            <Row
              key={table.id}
              icon="list"
              title={table.period}
              href={`${here}?table=${table.id}`}
              line={[
                texts.totals[language]
                  .replace('{asked}', formatSum(table.asked, language))
                  .replace('{paid}', formatSum(table.paid, language))
                  .replace('{remaining}', formatSum(table.remaining, language))
                  .replace('{plots}', String(table.plots ?? 0)),
                table.rowsWithoutPlot > 0 &&
                  texts.without[language].replace('{count}', String(table.rowsWithoutPlot)),
                formatPlainDate(table.uploadedAt.getTime(), clock),
                table.uploadedBy,
                table.state !== 'standing' &&
                  (table.state === 'replaced' ? texts.replaced : texts.takenBack)[language],
              ]
                .filter(Boolean)
                .join(' · ')}
              done={table.state !== 'standing'}
              action={
                mayEdit && table.state === 'standing' ? (
                  <takeBack.Button
                    at={{ ...address, table: table.id }}
                    kind="quiet"
                    compact
                    icon="undo"
                    about={table.period}
                  >
                    {texts.undo}
                  </takeBack.Button>
                ) : undefined
              }
            />
          ))}
        </ListCard>
        {mayEdit && (
          <Fold title={texts.take} open={tables.length === 0}>
            <check.Form at={address}>
              <check.period />
              <FileField
                name="file"
                label={texts.file}
                hint={texts.fileHint}
                accept=".xlsx,.csv,text/csv,text/plain"
                optional="unsaid"
              />
              <check.csv />
              <Button>{texts.check}</Button>
            </check.Form>
          </Fold>
        )}
      </Screen>
    );
  },
});
