import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { import_residents } from '../../../../features/actions/import_residents.ts';
import { paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { loadBoardSettlement } from './board-settlement.ts';
import { apply, type DryRun, ImportReport } from './import-report.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: { en: 'Import a list', ru: 'Внести список' },
  why: {
    en: 'Everyone on it goes into the register at once, with or without email. Whoever signs up with an address from it does not have to wait for you, unless an owner of the plot already has an account.',
    ru: 'Все из списка сразу появятся в реестре, и с почтой, и без. Кто придёт с почтой из списка, того не нужно подтверждать, если у собственника участка ещё нет учётной записи.',
  },
  file: { en: 'Table: Excel (.xlsx) or CSV', ru: 'Таблица: Excel (.xlsx) или CSV' },
  fileHint: {
    en: 'Columns: plot and name; if you have them also email, no email, phone, postal address, role, member, since.',
    ru: 'Столбцы: участок и имя; если есть — почта, без почты, телефон, почтовый адрес, роль, член товарищества, с какого числа.',
  },
  pasted: { en: 'Or paste the table here', ru: 'Или вставьте таблицу сюда' },
  check: { en: 'Preview', ru: 'Проверить' },
  nothingYet: { en: 'Nothing is saved yet.', ru: 'Пока ничего не записывается.' },
  missing: {
    en: 'Choose a file or paste the table.',
    ru: 'Выберите файл или вставьте таблицу.',
  },
} as const satisfies Record<string, Text>;

const check = form(import_residents, {
  path: paths.importResidents,
  uploads: 'file',
  fields: { csv: paragraph(texts.pasted, { rows: 5 }) },
  given(_, { findUploadedFile, text }) {
    const file = findUploadedFile('file');
    if (file) return { file: file.bytes.toString('base64'), csv: undefined };
    return { csv: text('csv').trim() || refuse.invalid('file', texts.missing) };
  },
  done: ({ csv, plan, mark, unknownColumns }) =>
    new Rerender({ csv, plan, mark, unknownColumns, isStale: false } satisfies DryRun),
});

export const importResidentsPage = definePage({
  path: paths.importResidents,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    return { ...place, trial: (pageRequest.formResult ?? null) as DryRun | null };
  },
  actions: { check, apply },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, trial }) => {
    const address = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.why}
          parent={{ href: fillPath(paths.people, address), text: registerTexts.title }}
        />
        {trial ? (
          <ImportReport trial={trial} address={address} />
        ) : (
          <Card>
            <check.Form at={address}>
              <FileField
                name="file"
                label={texts.file}
                hint={texts.fileHint}
                accept=".xlsx,.csv,text/csv,text/plain"
                optional="unsaid"
              />
              <check.csv />
              <Button>{texts.check}</Button>
              <p class="small soft">{texts.nothingYet}</p>
            </check.Form>
          </Card>
        )}
      </>
    );
  },
});
