import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import type { ResidentImportPlan } from '../../../../domain/rules/resident-list.ts';
import { import_residents } from '../../../../features/actions/import_residents.ts';
import { decodeText } from '../../../../features/land-import/formats/decode-text.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { loadBoardSettlement } from './board-settlement.ts';
import { ImportReport } from './import-report.tsx';
import { texts as registerTexts } from './register.tsx';

export const texts = {
  title: { en: 'Take in a list', ru: 'Внести список' },
  why: {
    en: 'Whoever is on the list is recorded as soon as they claim their plot from that address.',
    ru: 'Кто есть в списке, запишется сразу, как только попросит участок с этой почты.',
  },
  file: { en: 'Table (CSV)', ru: 'Таблица (CSV)' },
  fileHint: {
    en: 'The first line names the columns: plot, name, email, role. Excel: Save as → CSV.',
    ru: 'В первой строке названия столбцов: участок, имя, почта, роль. В Excel: Сохранить как → CSV.',
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
  readonly plan: ResidentImportPlan;
  /** The register changed between the dry run and applying. */
  readonly isStale: boolean;
}

async function previewImport({ settlement }: Names, pageRequest: FormRequest): Promise<Rerender> {
  const file = pageRequest.findUploadedFile('file');
  const csv = (file ? decodeText(file.bytes) : pageRequest.text('csv')).trim();
  if (csv === '') refuse.invalid('file', texts.missing);
  try {
    const { plan, mark } = await pageRequest.runAction(import_residents, { settlement, csv });
    return new Rerender({ csv, plan, mark, isStale: false } satisfies DryRun);
  } catch (error) {
    const said = error instanceof Refusal && error.fields?.csv;
    // Show the error at the field the list came from.
    if (said && file) refuse.invalid('file', error.text);
    throw error;
  }
}

async function applyImport(
  { settlement }: Names,
  pageRequest: FormRequest,
): Promise<Rerender | ActionResult> {
  const csv = pageRequest.text('csv');
  const tried = pageRequest.text('mark');
  const { plan, mark, applied } = await pageRequest.runAction(import_residents, { settlement, csv, tried });
  if (applied !== null) {
    const { listed, confirmed } = applied;
    return {
      to: fillPath(paths.residents, { settlement }),
      notice: {
        en: `Taken in: ${listed} on the list, ${confirmed} recorded at once.`,
        ru: `Внесено: в списке ${listed}, сразу записано ${confirmed}.`,
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
  render: ({ settlement, trial }, { language }) => {
    const address = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={texts.why[language]}
          parent={{ href: fillPath(paths.residents, address), text: registerTexts.title[language] }}
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
  const language = useLanguage();
  return (
    <Card>
      <Form id="check" action={action} multipart>
        <FileField
          name="file"
          label={texts.file[language]}
          hint={texts.fileHint[language]}
          accept=".csv,text/csv,text/plain"
          optional="unsaid"
        />
        <TextArea name="csv" label={texts.pasted[language]} optional rows={5} />
        <Button>{texts.check[language]}</Button>
        <p class="small soft">{texts.nothingYet[language]}</p>
      </Form>
    </Card>
  );
}
