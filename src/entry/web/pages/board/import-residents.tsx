import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { PeopleImportPlan } from '../../../../domain/rules/people-import.ts';
import { import_residents } from '../../../../features/actions/import_residents.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { loadBoardSettlement } from './board-settlement.ts';
import { ImportReport } from './import-report.tsx';
import { texts as registerTexts } from './people.tsx';

export const texts = {
  title: { en: 'Take in a list', ru: 'Внести список' },
  why: {
    en: 'Everybody on it is in the register at once, with e-mail or without. Whoever comes with an address from it need not wait for you.',
    ru: 'Все из списка сразу появятся в реестре, и с почтой, и без. Кто придёт с почтой из списка, того не нужно подтверждать.',
  },
  file: { en: 'Table: Excel (.xlsx) or CSV', ru: 'Таблица: Excel (.xlsx) или CSV' },
  fileHint: {
    en: 'Columns: plot and name; if you have them also email, no email, phone, postal address, role, member, since.',
    ru: 'Столбцы: участок и имя; если есть — почта, без почты, телефон, почтовый адрес, роль, член товарищества, с какого числа.',
  },
  pasted: { en: 'Or paste the table here', ru: 'Или вставьте таблицу сюда' },
  check: { en: 'Look at it first', ru: 'Проверить' },
  nothingYet: { en: 'Nothing is written by this.', ru: 'Пока ничего не записывается.' },
  missing: {
    en: 'Choose a file or paste the table.',
    ru: 'Выберите файл или вставьте таблицу.',
  },
} as const satisfies Record<string, Text>;

type Names = { readonly settlement: string };

/** Result of a dry run, with the list it was made from. */
interface DryRun {
  readonly csv: string;
  readonly mark: string;
  readonly plan: PeopleImportPlan;
  /** The register changed between the dry run and applying. */
  readonly isStale: boolean;
}

async function previewImport({ settlement }: Names, pageRequest: FormRequest): Promise<Rerender> {
  const file = pageRequest.findUploadedFile('file');
  const pasted = pageRequest.text('csv').trim();
  if (file === null && pasted === '') refuse.invalid('file', texts.missing);
  const given = file ? { file: file.bytes.toString('base64') } : { csv: pasted };
  const { csv, plan, mark } = await pageRequest.call(import_residents, { settlement, ...given });
  return new Rerender({ csv, plan, mark, isStale: false } satisfies DryRun);
}

async function applyImport(
  { settlement }: Names,
  pageRequest: FormRequest,
): Promise<Rerender | ActionResult> {
  const csv = pageRequest.text('csv');
  const tried = pageRequest.text('mark');
  const { plan, mark, applied } = await pageRequest.call(import_residents, { settlement, csv, tried });
  if (applied !== null) {
    const { listed, confirmed } = applied;
    return {
      to: fillPath(paths.people, { settlement }),
      notice: {
        en: `Taken in: ${listed}. Claims confirmed: ${confirmed}.`,
        ru: `Внесено: ${listed}. Подтверждено заявок: ${confirmed}.`,
      },
    };
  }
  return new Rerender({ csv, plan, mark, isStale: true } satisfies DryRun);
}

export const importResidentsPage = definePage({
  path: paths.importResidents,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    return { ...place, trial: (pageRequest.formResult ?? null) as DryRun | null };
  },
  actions: {
    check: { path: paths.importResidents, file: true, body: 'land', perform: previewImport },
    apply: { path: paths.applyResidents, file: true, body: 'land', perform: applyImport },
  },
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
          <ImportReport
            plan={trial.plan}
            isStale={trial.isStale}
            action={fillPath(paths.applyResidents, address)}
            again={fillPath(paths.importResidents, address)}
            hidden={{ csv: trial.csv, mark: trial.mark }}
          />
        ) : (
          <ListForm action={fillPath(paths.importResidents, address)} />
        )}
      </>
    );
  },
});

function ListForm({ action }: { action: string }) {
  return (
    <Card>
      <Form id="check" action={action} multipart>
        <FileField
          name="file"
          label={texts.file}
          hint={texts.fileHint}
          accept=".xlsx,.csv,text/csv,text/plain"
          optional="unsaid"
        />
        <TextArea name="csv" label={texts.pasted} optional rows={5} />
        <Button>{texts.check}</Button>
        <p class="small soft">{texts.nothingYet}</p>
      </Form>
    </Card>
  );
}
