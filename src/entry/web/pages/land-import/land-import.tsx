import { setTimeout as sleep } from 'node:timers/promises';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { featureFilters, featureOutcomes } from '../../../../domain/rules/land-import-states.ts';
import { show_land_import } from '../../../../features/actions/show_land_import.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { loadIsSecondNeeded } from '../../page/proposing.tsx';
import { useMayOpen } from '../../ui/boards-alone.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import * as labels from '../../words/labels.ts';
import {
  features as featureNoun,
  outcomeNames,
  outcomeTexts,
  stateNames,
} from '../../words/land-import-texts.ts';
import { formatCount } from '../../words/shared-texts.ts';
import { BeforeAfterPicture, describeChange, texts as pictureTexts } from './before-after.tsx';
import { describeColumns } from './column-texts.ts';
import {
  ApplyForm,
  apply,
  texts as formTexts,
  leaveOut,
  SwapAxes,
  swap,
  UndoImport,
  undo,
} from './import-forms.tsx';
import { texts as importsTexts } from './land-imports.tsx';

export const texts = {
  ...formTexts,
  title: labels.whatIsInFile,
  waits: {
    en: 'Larger files take a minute. You may leave this page and come back.',
    ru: 'Большие файлы занимают до минуты. Можно уйти и вернуться сюда позже.',
  },
  soFar: { en: 'So far', ru: 'Уже' },
  reload: { en: 'Look again', ru: 'Обновить' },
  another: { en: 'Choose another file', ru: 'Выбрать другой файл' },
  moved: { en: 'The register has changed in the meantime', ru: 'Пока вы смотрели, реестр изменился' },
  movedWhy: {
    en: 'Nothing was imported. This is what would happen now.',
    ru: 'Ничего не загружено. Вот что получится теперь.',
  },
  failed: {
    en: 'Something broke on our side; nothing was changed. Send the file again.',
    ru: 'На нашей стороне что-то сломалось, ничего не изменилось. Отправьте файл ещё раз.',
  },
  byCommand: {
    en: 'Imported by a command on the server. Only the counts are kept, not the list.',
    ru: 'Загружен командой на сервере. Хранятся только числа, без списка участков.',
  },
  columns: { en: 'How the columns were read', ru: 'Как прочитаны столбцы' },
  mendColumns: { en: 'Correct the columns', ru: 'Поправить столбцы' },
  whichColumns: { en: 'Which column is which?', ru: 'Где какой столбец?' },
  whichWhy: {
    en: 'No heading says which column is the plot number.',
    ru: 'По заголовкам не понять, в каком столбце номер участка.',
  },
  nameColumns: { en: 'Name the columns', ru: 'Назвать столбцы' },
  leave: { en: 'Leave out', ru: 'Не загружать' },
  leaveTicked: { en: 'Leave the ticked ones out', ru: 'Не загружать отмеченные' },
  done: { en: 'The file has been imported', ru: 'Файл загружен' },
  all: labels.all,
  which: { en: 'Which to show', ru: 'Какие показать' },
  number: { en: 'place in the file', ru: 'по счёту в файле' },
  cadastral: labels.cadastralNumber,
  plot: labels.plot,
  outcome: { en: 'What happens', ru: 'Что будет' },
  why: { en: 'Note', ru: 'Пояснение' },
  none: { en: 'none', ru: 'нет' },
  isTakenBack: {
    en: 'This file was undone. The plots are as they were before it.',
    ru: 'Эту загрузку отменили. Участки такие же, как до неё.',
  },
} as const satisfies Record<string, Text>;

type LoadedImport = Awaited<ReturnType<typeof loadImport>> & { isSecondNeeded: boolean };

const isWorking = (state: LoadedImport['state']) => state === 'checking' || state === 'applying';
/** Waits about 3 s on the server, so that small files need no manual reload. */
const pollLimits = { tries: 20, milliseconds: 150 };

async function loadImport(names: { settlement: string; import: string }, pageRequest: PageRequest) {
  if (!isId(names.import)) refuse.notFound('import');
  const only = featureFilters.find((each) => each === pageRequest.text('only'));
  const after = /^\d{1,9}$/.test(pageRequest.text('cursor')) ? pageRequest.text('cursor') : '0';
  const input = { ...names, after, ...(only && { only }) };
  for (let count = 1; ; count += 1) {
    const found = await pageRequest.call(show_land_import, input);
    if (!isWorking(found.state) || count >= pollLimits.tries) return { ...found, only };
    await sleep(pollLimits.milliseconds);
    pageRequest.forgetReads();
  }
}

export const landImportPage = definePage({
  path: paths.landImport,
  access: 'signed-in',
  texts,
  offline: false,
  async load(names, pageRequest) {
    const [place, found, isSecondNeeded] = await Promise.all([
      loadSettlementContext(names.settlement, pageRequest),
      loadImport(names, pageRequest),
      loadIsSecondNeeded(names.settlement, pageRequest),
    ]);
    // The browser looks again by itself, with and without script.
    if (isWorking(found.state) && pageRequest.form === null) pageRequest.reply.header('refresh', '2');
    return { ...place, found: { ...found, isSecondNeeded } };
  },
  actions: { apply, undo, leaveOut, swap },
  render: ({ settlement, found }, { language }) => {
    const at = { settlement: settlement.slug };
    const here = fillPath(paths.landImport, { ...at, import: found.id });
    return (
      <Screen
        title={texts.title}
        line={[found.fileName, importsTexts[found.kind][language], stateNames[found.state][language]]
          .filter(Boolean)
          .join(' · ')}
        parent={{ href: fillPath(paths.landImports, at), text: importsTexts.title }}
      >
        {found.hasMoved && found.state === 'checked' && (
          <Notice tone="warn" title={texts.moved}>
            {texts.movedWhy}
          </Notice>
        )}
        {found.sheet && !isWorking(found.state) && <Columns found={found} at={at} />}
        {isWorking(found.state) && <ImportProgress found={found} here={here} />}
        {found.state === 'unreadable' && <Notice tone="danger">{found.fault?.[language]}</Notice>}
        {found.state === 'failed' && <Notice tone="danger">{texts.failed}</Notice>}
        {found.state === 'applied' && <Notice>{texts.done}</Notice>}
        {found.state === 'applied' && found.appliedAt && <UndoImport found={found} at={at} />}
        {found.state === 'taken_back' && <Notice>{texts.isTakenBack}</Notice>}
        {found.report && found.isByCommand && <Counts report={found.report} />}
        {found.report && !found.isByCommand && !isWorking(found.state) && (
          <Report found={found} here={here} at={at} />
        )}
        <Buttons>
          <LinkButton href={fillPath(paths.landImports, at)} kind="quiet">
            {texts.another}
          </LinkButton>
        </Buttons>
      </Screen>
    );
  },
});

function ImportProgress({ found, here }: { found: LoadedImport; here: string }) {
  const language = useLanguage();
  return (
    <Notice tone="plain" icon="clock" link={{ href: here, text: texts.reload }}>
      {found.readCount > 0 &&
        `${texts.soFar[language]} ${formatCount(language, found.readCount, featureNoun)}. `}
      {texts.waits}
    </Notice>
  );
}

/** What the columns of a table were taken for. */
function Columns({ found, at }: { found: LoadedImport; at: { settlement: string } }) {
  const language = useLanguage();
  const href = `${fillPath(paths.landColumns, at)}?import=${found.id}`;
  const mayOpen = useMayOpen(href);
  if (found.sheet === null) return null;
  const isOpen = found.state === 'columns';
  return (
    <Notice
      tone={isOpen ? 'warn' : 'plain'}
      title={isOpen ? texts.whichColumns : texts.columns}
      link={mayOpen ? { href, text: isOpen ? texts.nameColumns : texts.mendColumns } : undefined}
    >
      {isOpen ? texts.whichWhy : describeColumns(found.sheet, language)}
    </Notice>
  );
}

function Report({ found, here, at }: { found: LoadedImport; here: string; at: { settlement: string } }) {
  const language = useLanguage();
  const { report, features, only, next, state } = found;
  if (report === null) return null;
  const warned = Object.values(report.warnings ?? {}).some((count) => count > 0);
  const shown = featureFilters.filter((each) => (each === 'warned' ? warned : (report[each] ?? 0) > 0));
  const countOf = (each: (typeof featureFilters)[number]) => (each === 'warned' ? '' : ` ${report[each]}`);
  const isWaiting = state === 'checked';
  return (
    <>
      {isWaiting && <SwapAxes found={found} at={at} />}
      {isWaiting && <ApplyForm found={found} at={at} />}
      <Tabs
        label={texts.which}
        here={only ? `${here}?only=${only}` : here}
        tabs={[
          { href: here, text: `${texts.all[language]} ${report.read}` },
          ...shown.map((each) => ({
            href: `${here}?only=${each}`,
            text: `${outcomeNames[each][language]}${countOf(each)}`,
          })),
        ]}
      />
      <Card>
        {features.some(({ was }) => was !== null) && <p class="soft">{pictureTexts.picture}</p>}
        {isWaiting ? (
          <leaveOut.Form
            at={{ ...at, import: found.id }}
            hidden={{
              shown: features
                .filter(mayLeaveOut)
                .map(({ number }) => number)
                .join(' '),
            }}
          >
            <FeatureTable found={found} />
            <Button kind="quiet">{texts.leaveTicked}</Button>
          </leaveOut.Form>
        ) : (
          <FeatureTable found={found} />
        )}
      </Card>
      <Pager cursor={next} />
    </>
  );
}

/** A row that the file itself shows to be no plot has no name. */
const mayLeaveOut = ({ outcome, name, plotNumber }: LoadedImport['features'][number]) =>
  outcome !== 'refused' && (name !== '' || plotNumber !== '');

function FeatureTable({ found: { features, only, report, state } }: { found: LoadedImport }) {
  const language = useLanguage();
  const isWaiting = state === 'checked';
  const names = ['plot', 'cadastral', 'outcome', 'why', ...(isWaiting ? (['leave'] as const) : [])] as const;
  const count = only === 'warned' ? features.length : only ? report?.[only] : report?.read;
  return (
    <Table
      caption={formatCount(language, count ?? 0, featureNoun)}
      columns={names.map((name) => ({ title: texts[name] }))}
      rows={features.map((feature) => [
        ...listCells(feature, language),
        ...(isWaiting
          ? [
              mayLeaveOut(feature) && (
                <input
                  key="leave"
                  type="checkbox"
                  name="left_out"
                  value={feature.number}
                  checked={feature.outcome === 'left_out'}
                  aria-label={`${texts.leave[language]}: ${feature.plotNumber || feature.name}`}
                />
              ),
            ]
          : []),
      ])}
    />
  );
}

/** An import by the command line. */
function Counts({ report }: { report: NonNullable<LoadedImport['report']> }) {
  const language = useLanguage();
  const counted = featureOutcomes.filter((each) => (report[each] ?? 0) > 0);
  return (
    <Card>
      <p>{texts.byCommand}</p>
      <p>{counted.map((each) => `${outcomeNames[each][language]} ${report[each]}`).join(' · ')}</p>
    </Card>
  );
}

function listCells(feature: ReplyOf<typeof show_land_import>['features'][number], language: Language) {
  const { number, name, plotNumber, outcome, reason } = feature;
  const isUnused = outcome === 'refused' || outcome === 'left_out';
  return [
    [plotNumber || (!isUnused && texts.none[language]), isUnused && `${texts.number[language]}: ${number}`]
      .filter(Boolean)
      .join(' · '),
    name || texts.none[language],
    outcomeTexts[outcome][language],
    <>
      <BeforeAfterPicture was={feature.was} will={feature.will} />
      {[describeChange(feature, language), reason?.[language]].filter(Boolean).join(' · ')}
    </>,
  ];
}
