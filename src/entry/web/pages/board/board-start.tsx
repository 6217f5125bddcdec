import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { StartStep } from '../../../../domain/rules/board-start.ts';
import { hide_board_start } from '../../../../features/actions/hide_board_start.ts';
import { show_board_start } from '../../../../features/actions/show_board_start.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { startStepTexts } from '../../ui/board-start-card.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { formatCount, plotNoun } from '../../words/shared-texts.ts';

const texts = {
  title: labels.firstSteps,
  line: {
    en: 'One after another, or in any order. Done steps tick themselves off.',
    ru: 'По порядку или как удобно. Сделанное отмечается само.',
  },
  plots: { en: 'Plots', ru: 'Участки' },
  plotsWhy: {
    en: 'From a cadastre file, a map program or a spreadsheet.',
    ru: 'Из файла: кадастр, карта или таблица.',
  },
  boundary: labels.boundary,
  boundaryWhy: {
    en: 'Drawn around the plots; the map opens on it.',
    ru: 'Обводится вокруг участков; с неё открывается карта.',
  },
  board: { en: 'Board', ru: 'Правление' },
  boardWhy: {
    en: 'At least two. A new member registers here first; then you enter their address.',
    ru: 'Хотя бы двое. Новый человек сначала регистрируется здесь, потом вы вписываете его почту.',
  },
  people: { en: 'Residents', ru: 'Жители' },
  peopleWhy: {
    en: 'From a list or one by one, with or without email.',
    ru: 'Списком или по одному, с почтой и без неё.',
  },
  codes: { en: 'Codes or invitations', ru: 'Коды для участков' },
  codesWhy: {
    en: 'A sheet for each plot: whoever enters its code is recorded at once, as the first owner, family or a tenant.',
    ru: 'Листок на каждый участок: кто введёт код, тот сразу записан — первый собственник, семья или жилец.',
  },
  announcement: { en: 'First announcement', ru: 'Первое объявление' },
  announcementWhy: { en: 'That the village is now on the site.', ru: 'Что посёлок теперь здесь.' },
  done: labels.doneState,
  allDone: {
    en: 'Everything is done. The village can live here.',
    ru: 'Всё готово: посёлком можно пользоваться.',
  },
  hide: { en: 'Do not show this list any more', ru: 'Больше не показывать' },
  hidden: { en: 'The list has been put away.', ru: 'Список убран.' },
} as const satisfies Record<string, Text>;

const stepPaths = {
  plots: paths.landImports,
  boundary: paths.boundary,
  board: paths.boardMembers,
  people: paths.people,
  codes: paths.plotCodes,
  announcement: paths.announce,
} as const satisfies Record<StartStep, string>;

const hide = form(hide_board_start, {
  path: paths.hideBoardStart,
  isButton: true,
  done: (_, at) => ({ to: fillPath(paths.board, at), notice: texts.hidden }),
});

export const boardStartPage = definePage({
  path: paths.boardStart,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const [place, { steps, progress }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_board_start, { settlement }),
    ]);
    return { ...place, steps, plots: progress.plots };
  },
  actions: { hide },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, steps, plots }, { language }) => {
    const address = { settlement: settlement.slug };
    const next = steps.find(({ isDone }) => !isDone)?.step;
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, address), text: labels.board }}
      >
        {next === undefined && <Notice>{texts.allDone}</Notice>}
        <ListCard>
          {steps.map(({ step, isDone }) => (
            <Row
              key={step}
              icon={isDone ? 'check' : 'right'}
              tone={isDone ? 'green' : undefined}
              title={texts[step]}
              line={describeStep(step, isDone, plots, language)}
              href={isDone ? fillPath(stepPaths[step], address) : undefined}
              action={
                !isDone ? (
                  <LinkButton
                    href={fillPath(stepPaths[step], address)}
                    kind={step === next ? 'primary' : 'quiet'}
                    compact
                  >
                    {startStepTexts[step]}
                  </LinkButton>
                ) : undefined
              }
            />
          ))}
        </ListCard>
        <hide.Button at={address} kind="bare">
          {texts.hide}
        </hide.Button>
      </Screen>
    );
  },
});

function describeStep(step: StartStep, isDone: boolean, plots: number, language: Language): string {
  if (!isDone) return texts[`${step}Why`][language];
  return step === 'plots' ? formatCount(language, plots, plotNoun) : texts.done[language];
}
