import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { landWarnings } from '../../../../domain/rules/land-warnings.ts';
import { apply_land_import } from '../../../../features/actions/apply_land_import.ts';
import { recheck_land_import } from '../../../../features/actions/recheck_land_import.ts';
import type { show_land_import } from '../../../../features/actions/show_land_import.ts';
import { undo_land_import } from '../../../../features/actions/undo_land_import.ts';
import { warningTexts } from '../../../../features/land-import/warning-texts.ts';
import { check } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import {
  ProposingNotice,
  proposeInstead,
  proposingField,
  texts as proposingTexts,
} from '../../page/proposing.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { acceptTexts, features as featureNoun } from '../../words/land-import-texts.ts';
import { formatCount } from '../../words/shared-texts.ts';

export const texts = {
  check: { en: 'Something looks wrong', ru: 'Похоже на ошибку' },
  checkWhy: {
    en: 'Look at these plots in the list below. Tick those that are right after all.',
    ru: 'Посмотрите эти участки в списке ниже. Если всё верно, отметьте.',
  },
  taken: { en: 'These numbers are taken', ru: 'Есть занятые номера' },
  rename: { en: 'Give them the new numbers', ru: 'Дать новые номера' },
  apply: { en: 'Import', ru: 'Загрузить' },
  nothing: { en: 'There is nothing to import.', ru: 'Загружать нечего.' },
  seemsSwapped: {
    en: 'Latitude and longitude seem to be swapped',
    ru: 'Похоже, широта и долгота перепутаны местами',
  },
  swapWhy: {
    en: 'The other way round these plots would lie in the village.',
    ru: 'Если поменять их местами, участки окажутся в посёлке.',
  },
  swap: { en: 'Swap them and look again', ru: 'Поменять местами и проверить снова' },
  isSwapped: { en: 'Latitude and longitude were swapped', ru: 'Широту и долготу поменяли местами' },
  swapBack: { en: 'As they are in the file', ru: 'Вернуть как в файле' },
  undo: { en: 'Undo this file', ru: 'Отменить загрузку' },
  undoWhy: {
    en: 'All its plots and buildings go back to how they were. If somebody has used them since, we will tell you what is in the way.',
    ru: 'Участки и постройки станут такими, как были до файла. Если ими уже пользуются, скажем, кто и чем.',
  },
} as const satisfies Record<string, Text>;

export const undo = form(undo_land_import, {
  path: paths.undoLandImport,
  instead: proposeInstead('undo_import'),
  done: (_, names) => ({ to: fillPath(paths.landImport, names) }),
});

/** Features that were shown with a box, and those that were ticked. */
export const readTicks = (form: URLSearchParams) => ({
  shown: (form.get('shown') ?? '').split(' ').filter(Boolean).map(Number),
  left_out: form.getAll('left_out').map(Number),
});

export const leaveOut = form(recheck_land_import, {
  path: paths.landImportRows,
  given: (_, { form }) => readTicks(form),
  done: (_, names) => ({ to: fillPath(paths.landImport, names) }),
});

export const swap = form(recheck_land_import, {
  path: paths.landImportAxes,
  hidden: ['swapped'],
  done: (_, names) => ({ to: fillPath(paths.landImport, names) }),
});

/** Offers to exchange latitude and longitude where that would help, and to undo it. */
export function SwapAxes({ found, at }: { found: FoundImport; at: { settlement: string } }) {
  const { isSwapped, report } = found;
  if (!isSwapped && !report?.swapped) return null;
  return (
    <swap.Form at={{ ...at, import: found.id }} hidden={{ swapped: isSwapped ? 'false' : 'true' }}>
      <Notice tone="warn" title={isSwapped ? texts.isSwapped : texts.seemsSwapped}>
        {!isSwapped && texts.swapWhy}
      </Notice>
      <Button kind="quiet" icon="retry">
        {isSwapped ? texts.swapBack : texts.swap}
      </Button>
    </swap.Form>
  );
}

export const apply = form(apply_land_import, {
  path: paths.applyLandImport,
  fields: { rename: check(texts.rename) },
  hidden: ['seen'],
  instead: proposeInstead('land_import'),
  given: (_, { text }) => ({ accept: landWarnings.filter((each) => text(`accept_${each}`) === 'true') }),
  done: (_, names) => ({ to: fillPath(paths.landImport, names) }),
});

type FoundImport = Pick<ReplyOf<typeof show_land_import>, 'id' | 'report' | 'outcome' | 'isSwapped'> & {
  readonly isSecondNeeded: boolean;
};

/** Undoes the file as a whole; a refusal says what stands in the way. */
export function UndoImport({ found, at }: { found: FoundImport; at: { settlement: string } }) {
  return (
    <Card>
      <undo.Form at={{ ...at, import: found.id }} hidden={proposingField(found.isSecondNeeded)}>
        <p>{texts.undoWhy}</p>
        {found.isSecondNeeded && <ProposingNotice />}
        <Button kind="quiet" icon="undo">
          {found.isSecondNeeded ? proposingTexts.propose : texts.undo}
        </Button>
      </undo.Form>
    </Card>
  );
}

export function ApplyForm({ found, at }: { found: FoundImport; at: { settlement: string } }) {
  const language = useLanguage();
  const { report } = found;
  if (report === null) return null;
  const warned = landWarnings.filter((each) => (report.warnings?.[each] ?? 0) > 0);
  if (report.added + report.changed === 0) return <Notice tone="plain">{texts.nothing}</Notice>;
  return (
    <apply.Form
      at={{ ...at, import: found.id }}
      hidden={{ seen: found.outcome ?? '', ...proposingField(found.isSecondNeeded) }}
    >
      {report.renamed > 0 && (
        <>
          <Notice tone="warn" title={texts.taken}>
            {formatCount(language, report.renamed, featureNoun)}
          </Notice>
          <apply.rename />
        </>
      )}
      {warned.length > 0 && (
        <Notice tone="warn" title={texts.check}>
          {texts.checkWhy}
        </Notice>
      )}
      {warned.map((each) => (
        <CheckField
          key={each}
          name={`accept_${each}`}
          label={acceptTexts[each]}
          hint={`${formatCount(language, report.warnings?.[each] ?? 0, featureNoun)}: ${warningTexts[each][language]}`}
        />
      ))}
      {found.isSecondNeeded && <ProposingNotice />}
      <Button icon="check">{found.isSecondNeeded ? proposingTexts.propose : texts.apply}</Button>
    </apply.Form>
  );
}
