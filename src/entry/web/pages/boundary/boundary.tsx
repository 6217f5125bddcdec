import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { definePage, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { LiveLegend } from '../../ui/plan-legend.tsx';
import * as labels from '../../words/labels.ts';
import {
  type BoundaryData,
  currentPlotsText,
  loadBoundary,
  previewBoundary,
  refusalTexts,
} from './boundary-data.ts';
import { apply, BoundaryPreview, texts as previewTexts } from './boundary-preview.tsx';
import { BoundaryHistory, PlotTable } from './boundary-table.tsx';

export const texts = {
  title: { en: 'Boundary of the village', ru: 'Граница посёлка' },
  board: labels.board,
  how: {
    en: 'Tick plots to add and to remove, on the map or in the table. Nothing changes until you apply it.',
    ru: 'Отметьте на карте или в таблице, какие участки добавить в посёлок, а какие убрать. Пока не нажмёте «Применить», ничего не изменится.',
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
  nearer: { en: 'Zoom in', ru: 'Ближе' },
  further: { en: 'Zoom out', ru: 'Дальше' },
  keepLine: { en: 'Keep the line as it is', ru: 'Линию не менять' },
  keepLineHint: {
    en: 'The plots you tick are added or removed; the line around the village stays as it is.',
    ru: 'Отмеченные участки войдут или выйдут, а черта вокруг посёлка останется прежней.',
  },
  look: { en: 'Show what would change', ru: 'Показать, что изменится' },
  applied: previewTexts.applied,
  ...refusalTexts,
  none: { en: 'No land is known here yet', ru: 'Участков вокруг пока нет' },
  noneWhy: {
    en: 'Import the cadastral plots first; then they can be added to the village.',
    ru: 'Сначала загрузите кадастровые участки\u00a0— потом их можно будет добавить в посёлок.',
  },
  import: labels.plotsFromFile,
  byList: { en: 'Choose from the list', ru: 'Выбрать по списку' },
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
      async perform({ settlement }, pageRequest) {
        if (pageRequest.form.get('look') === 'find') return new Rerender(null);
        return new Rerender(await previewBoundary(settlement, pageRequest, pageRequest.form));
      },
    },
    apply,
  },
  head: ({ settlement: { slug } }) => ({
    scripts: ['boundary.js'],
    fetches: [fillPath(paths.boundaryLand, { settlement: slug })],
  }),
  render: (data) => {
    const at = { settlement: data.settlement.slug };
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.how}
          parent={{ href: fillPath(paths.board, at), text: texts.board }}
        />
        {data.isEmpty ? (
          <EmptyState icon="boundary" title={texts.none}>
            {texts.noneWhy} <a href={fillPath(paths.landImports, at)}>{texts.import}</a>
          </EmptyState>
        ) : (
          <div class="map-page">
            <Form id="look" action={fillPath(paths.boundary, at)} enhance="outcome">
              {data.isTruncated && <Notice tone="warn">{texts.tooMuch}</Notice>}
              <DrawingMap data={data} />
              {data.settlement.boundary && (
                <CheckField
                  name="keep_line"
                  label={texts.keepLine}
                  hint={texts.keepLineHint}
                  checked={data.choice.keepsLine}
                />
              )}
              <Button icon="eye">{texts.look}</Button>
              {/* Folded, so that the outcome below is seen at once; what is looked up is shown. */}
              <Fold title={texts.byList} open={data.q !== ''}>
                <PlotTable data={data} />
              </Fold>
            </Form>
            <div class="stack printed">
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
        <legend class="unseen">{texts.map}</legend>
        {modes.map((mode) => (
          <button
            key={mode}
            class="chip"
            type="button"
            data-mode={mode}
            aria-pressed={mode === 'tap' ? 'true' : 'false'}
          >
            {texts[mode]}
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
          {texts.undo}
        </button>
        <button class="button quiet" type="button" data-step="redo" disabled>
          <Icon name="retry" size="s" />
          {texts.redo}
        </button>
      </div>
    </div>
  );
}
