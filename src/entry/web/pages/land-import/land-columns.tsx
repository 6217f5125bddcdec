import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { type ColumnMeaning, maxAskedColumns } from '../../../../domain/rules/land-columns.ts';
import { recheck_land_import } from '../../../../features/actions/recheck_land_import.ts';
import { show_land_columns } from '../../../../features/actions/show_land_columns.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Table } from '../../ui/table.tsx';
import { listMeanings, meaningTexts, nameColumn } from './column-texts.ts';
import { readTicks } from './import-forms.tsx';
import { texts as importsTexts } from './land-imports.tsx';

export const texts = {
  readAnew: {
    en: 'The file is being read with these columns. Nothing is imported yet.',
    ru: 'Читаем файл по этим столбцам. Пока ничего не загружено.',
  },
  title: { en: 'Columns of the table', ru: 'Столбцы таблицы' },
  line: {
    en: 'How each column was understood. Correct any that are wrong.',
    ru: 'Так мы поняли столбцы. Поправьте, где не так.',
  },
  such: { en: 'For example', ru: 'Например' },
  rows: { en: 'First rows', ru: 'Первые строки' },
  row: { en: 'Row', ru: 'Строка' },
  leaveOut: { en: 'leave out', ru: 'не загружать' },
  look: { en: 'Preview the result', ru: 'Посмотреть, что получится' },
  none: { en: 'No table is waiting here', ru: 'Таблицы здесь нет' },
  noneWhy: {
    en: 'Send a table of plots first, .xlsx or CSV.',
    ru: 'Сначала загрузите таблицу участков: .xlsx или CSV.',
  },
} as const satisfies Record<string, Text>;

/** Up to the last column that was sent. */
function readColumns(form: URLSearchParams): ColumnMeaning[] {
  const given = Array.from({ length: maxAskedColumns }, (_, at) => form.get(`column_${at}`));
  const last = given.findLastIndex((meaning) => meaning !== null);
  return given.slice(0, last + 1).map((meaning) => (meaning ?? 'none') as ColumnMeaning);
}

const recheck = form(recheck_land_import, {
  path: paths.landColumns,
  hidden: ['import'],
  given: (_, { form }) => ({ columns: readColumns(form), ...readTicks(form) }),
  done: ({ import: id }, { settlement }) => ({
    to: fillPath(paths.landImport, { settlement, import: id }),
    notice: texts.readAnew,
  }),
});

export const landColumnsPage = definePage({
  path: paths.landColumns,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const wanted = pageRequest.form?.get('import') ?? pageRequest.text('import');
    if (wanted !== '' && !isId(wanted)) refuse.notFound('import');
    const [place, { table }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_land_columns, { settlement, ...(wanted !== '' && { import: wanted }) }),
    ]);
    return { ...place, table };
  },
  actions: { recheck },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, table }, { language }) => {
    const at = { settlement: settlement.slug };
    const parent = { href: fillPath(paths.landImports, at), text: importsTexts.title };
    if (table?.sheet == null)
      return (
        <Screen title={texts.title} parent={parent}>
          <EmptyState icon="plot" title={texts.none}>
            {texts.noneWhy} <LinkButton href={parent.href}>{importsTexts.title}</LinkButton>
          </EmptyState>
        </Screen>
      );
    const { sheet, kind, fileName } = table;
    const choices = listMeanings(kind).map((value) => ({ value, label: meaningTexts[value][language] }));
    return (
      <Screen title={texts.title} line={texts.line} parent={parent}>
        <recheck.Form
          at={at}
          hidden={{ import: table.id, shown: sheet.rows.map(({ row }) => row).join(' ') }}
        >
          <Card heading={{ id: 'columns', title: fileName || texts.title }}>
            <div class="stack">
              {sheet.columns.map(({ meaning }, column) => {
                const values = sheet.rows.map(({ cells }) => cells[column] ?? '').filter(Boolean);
                return (
                  <SelectField
                    key={column}
                    name={`column_${column}`}
                    label={nameColumn(sheet, column, language)}
                    hint={values.length > 0 && `${texts.such[language]}: ${values.slice(0, 3).join(' · ')}`}
                    choices={choices}
                    value={meaning}
                  />
                );
              })}
            </div>
          </Card>
          <Card heading={{ id: 'rows', title: texts.rows }}>
            <Table
              caption={texts.rows}
              columns={[
                { title: texts.row },
                ...sheet.columns.map((_, column) => ({ title: nameColumn(sheet, column, language) })),
              ]}
              rows={sheet.rows.map(({ row, cells }) => [
                <label key={row} class="check">
                  <input type="checkbox" name="left_out" value={row} checked={table.leftOut.includes(row)} />
                  <span>
                    {row} <span class="hint">{texts.leaveOut}</span>
                  </span>
                </label>,
                ...cells,
              ])}
            />
          </Card>
          <Button icon="eye">{texts.look}</Button>
        </recheck.Form>
      </Screen>
    );
  },
});
