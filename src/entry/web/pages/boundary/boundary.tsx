import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { list_land_around } from '../../../../features/actions/list_land_around.ts';
import { set_settlement_boundary } from '../../../../features/operations/settlement/set_settlement_boundary.ts';
import { shape_settlement_boundary } from '../../../../features/operations/settlement/shape_settlement_boundary.ts';
import { definePage, Rerender, submitTo } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { LiveLegend } from '../../ui/plan-legend.tsx';
import * as labels from '../../words/labels.ts';
import {
  type BoundaryData,
  buildShapeInput,
  currentPlotsText,
  loadBoundary,
  readSelection,
  searchRadiusM,
} from './boundary-data.ts';
import { BoundaryPreview } from './boundary-preview.tsx';
import { BoundaryHistory, PlotTable } from './boundary-table.tsx';

export const texts = {
  title: { en: 'Boundary of the village', ru: 'Граница посёлка' },
  board: labels.board,
  how: {
    en: 'Tick land to take in and plots to let go, on the map or in the table. Nothing changes before you apply it.',
    ru: 'Отметьте, что взять в посёлок и что отпустить,\u00a0— на карте или в таблице. Пока не нажмёте «Применить», ничего не изменится.',
  },
  map: {
    en: 'Map of the land around. The table below holds the same plots.',
    ru: 'Карта земли вокруг. В таблице ниже те же участки.',
  },
  tap: { en: 'Tap', ru: 'Касанием' },
  lasso: { en: 'Lasso', ru: 'Обвести' },
  ring: { en: 'Draw a line', ru: 'Начертить линию' },
  vertices: { en: 'Move points', ru: 'Двигать точки' },
  undo: { en: 'Undo', ru: 'Отменить шаг' },
  redo: { en: 'Redo', ru: 'Повторить шаг' },
  nearer: { en: 'Nearer', ru: 'Ближе' },
  further: { en: 'Further away', ru: 'Дальше' },
  look: { en: 'Show what would change', ru: 'Показать, что изменится' },
  applied: {
    en: 'The boundary is applied. The one before is in the history below.',
    ru: 'Граница применена. Прежняя\u00a0— в истории ниже, к ней можно вернуться.',
  },
  tooMuch: {
    en: 'There is more land here than one page can list. Draw a line around the village instead; ticked plots are then taken in or let go beside it.',
    ru: 'Земли здесь больше, чем помещается на одной странице. Начертите линию вокруг посёлка — отмеченные участки войдут или выйдут вместе с ней.',
  },
  notRing: {
    en: 'The line did not arrive whole, or has too many points. Draw it again.',
    ru: 'Линия дошла не целиком, или в ней слишком много точек. Начертите её ещё раз.',
  },
  none: { en: 'No land is known here yet', ru: 'Земли здесь пока не знают' },
  noneWhy: {
    en: 'Import the cadastral plots first; then they can be taken into the village.',
    ru: 'Сначала загрузите кадастровые участки\u00a0— потом их можно будет взять в посёлок.',
  },
  import: labels.plotsFromFile,
} as const satisfies Record<string, Text>;

export const boundaryPage = definePage({
  path: paths.boundary,
  access: 'signed-in',
  texts,
  load: ({ settlement }, pageRequest) => loadBoundary(settlement, pageRequest),
  actions: {
    look: {
      path: paths.boundary,
      body: 'land',
      async perform({ settlement }, { call, runAction, form }) {
        if (form.get('look') === 'find') return new Rerender(null);
        const restore = form.get('restore');
        if (restore) {
          const preview = await call(shape_settlement_boundary, { settlement, restore });
          return new Rerender({ preview, isReturn: true });
        }
        const { plots, isCut } = await runAction(list_land_around, {
          settlement,
          near: searchRadiusM,
          with_geometry: false,
        });
        const choice = readSelection(form);
        if (form.get('ring') && !choice.ring) throw new Refusal({ kind: 'invalid', text: texts.notRing });
        // Ticks cover listed plots only: with a truncated list all others would be excluded.
        if (isCut && !choice.ring) throw new Refusal({ kind: 'invalid', text: texts.tooMuch });
        const own = plots.filter(({ belongsTo }) => belongsTo === 'this').map(({ id }) => id);
        const preview = await call(shape_settlement_boundary, {
          settlement,
          ...buildShapeInput(choice, own),
        });
        return new Rerender({ preview, isReturn: false });
      },
    },
    apply: submitTo(set_settlement_boundary, {
      path: paths.applyBoundary,
      read: (form, { settlement }) => ({
        settlement,
        preview: form.get('preview') ?? '',
        on_clash: form.get('rename') === 'true' ? 'rename' : 'refuse',
      }),
      done: (_, { settlement }) => ({
        to: fillPath(paths.boundary, { settlement }),
        notice: texts.applied,
      }),
    }),
  },
  head: ({ settlement: { slug } }) => ({
    scripts: ['boundary.js'],
    fetches: [fillPath(paths.boundaryLand, { settlement: slug })],
  }),
  render: (data, { language }) => {
    const at = { settlement: data.settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={texts.how[language]}
          parent={{ href: fillPath(paths.board, at), text: texts.board[language] }}
        />
        {data.isEmpty ? (
          <EmptyState icon="boundary" title={texts.none[language]}>
            {texts.noneWhy[language]} <a href={fillPath(paths.landImports, at)}>{texts.import[language]}</a>
          </EmptyState>
        ) : (
          <div class="map-page">
            <Form id="look" action={fillPath(paths.boundary, at)} enhance="outcome">
              {data.isTruncated && <Notice tone="warn">{texts.tooMuch[language]}</Notice>}
              <DrawingMap data={data} />
              <Button icon="eye">{texts.look[language]}</Button>
              <PlotTable data={data} />
            </Form>
            <div class="stack">
              <BoundaryPreview data={data} />
              <BoundaryHistory data={data} />
            </div>
          </div>
        )}
      </>
    );
  },
});

/** Map that ticks the table; without JavaScript only the table works. Its space is reserved against layout shift. */
function DrawingMap({ data }: { data: BoundaryData }) {
  const language = useLanguage();
  const { settlement, choice } = data;
  const props = {
    document: fillPath(paths.boundaryLand, { settlement: settlement.slug }),
    include: [...choice.include],
    exclude: [...choice.exclude],
    ring: choice.ring,
  };
  const modes = ['tap', 'lasso', 'ring', 'vertices'] as const;
  return (
    <div class="no-picture" data-island="boundary" data-props={JSON.stringify(props)}>
      <fieldset class="layers not-yet" data-map-part>
        <legend class="unseen">{texts.map[language]}</legend>
        {modes.map((mode) => (
          <button
            key={mode}
            class="chip"
            type="button"
            data-mode={mode}
            aria-pressed={mode === 'tap' ? 'true' : 'false'}
          >
            {texts[mode][language]}
          </button>
        ))}
      </fieldset>
      <div class="live-map" role="application" aria-label={texts.map[language]}>
        <div class="map-tools">
          <button class="icon-button" type="button" data-step="in" aria-label={texts.nearer[language]}>
            <Icon name="plus" />
          </button>
          <button class="icon-button" type="button" data-step="out" aria-label={texts.further[language]}>
            <Icon name="minus" />
          </button>
        </div>
      </div>
      <LiveLegend
        id="drawing"
        parts={{
          mine: true,
          coming: choice.include.size > 0,
          leaving: choice.exclude.size > 0,
          outside: true,
          boundary: settlement.boundary !== null,
          next: data.found !== null,
          drawn: choice.ring !== null,
        }}
        words={{ mine: currentPlotsText[language] }}
      />
      <div class="buttons gap-top not-yet" data-map-part>
        <button class="button quiet" type="button" data-step="undo" disabled>
          <Icon name="undo" size="s" />
          {texts.undo[language]}
        </button>
        <button class="button quiet" type="button" data-step="redo" disabled>
          <Icon name="retry" size="s" />
          {texts.redo[language]}
        </button>
      </div>
    </div>
  );
}
