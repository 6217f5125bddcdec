import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { LandParcel } from '../../../../engines/geometry/land-document.ts';
import type { MapIslandProps } from '../../islands/map/props.ts';
import { landDocumentPath } from '../../loaders/land-document-path.ts';
import { definePage } from '../../page/page.ts';
import { Icon } from '../../ui/icon.tsx';
import { say, useLanguage } from '../../ui/language-context.ts';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Plan } from '../../ui/plan.tsx';
import { chooseExtent } from '../../ui/plan-drawing.ts';
import { violatesSetback } from '../../ui/plan-setbacks.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { formatCount, plotNoun } from '../../words/shared-texts.ts';
import { loadMap, type MapData } from './map-data.ts';
import { PlotList, PrintAndDownload, SetbackViolations } from './map-lists.tsx';
import { TaggedList } from './map-tagged.tsx';
import { buildMarks, serializeMarks } from './tagged-data.ts';

export const texts = {
  title: labels.map,
  plan: { en: 'Plan of the village', ru: 'План посёлка' },
  around: { en: 'Plan around plot', ru: 'План вокруг участка' },
  map: {
    en: 'Map of the village. Arrow keys move it, plus and minus zoom; the list beside it holds the same plots.',
    ru: 'Карта посёлка. Стрелки двигают, плюс и минус приближают; в списке рядом те же участки.',
  },
  layers: { en: 'What is shown', ru: 'Что показать' },
  plots: labels.plots,
  houses: { en: 'Houses', ru: 'Дома' },
  setbacks: { en: 'Setbacks', ru: 'Отступы' },
  forSale: { en: 'For sale', ru: 'Продаются' },
  objects: { en: 'On my plot', ru: 'На моём участке' },
  mine: labels.myPlot,
  more: labels.more,
  nearer: { en: 'Zoom in', ru: 'Ближе' },
  further: { en: 'Zoom out', ru: 'Дальше' },
  all: { en: 'The whole village', ru: 'Весь посёлок' },
  here: { en: 'Where am I', ru: 'Где я' },
  line: { en: 'Measure a distance', ru: 'Измерить расстояние' },
  area: { en: 'Measure an area', ru: 'Измерить площадь' },
  tagged: { en: 'tag: {tag}', ru: 'метка: {tag}' },
} as const satisfies Record<string, Text>;

/** Texts used by the map script. */
export const scriptTexts = {
  plot: plotText,
  sale: labels.forSale,
  open: labels.open,
  write: labels.write,
  close: labels.close,
  areaUnit: { en: 'm²', ru: 'сот.' },
  areaUnitM2: { en: '1', ru: '100' },
  metres: labels.metres,
  squareMetres: { en: 'm²', ru: 'м²' },
  here: { en: 'You are here, give or take', ru: 'Вы здесь, с точностью до' },
  hereFailed: {
    en: 'The phone did not share your location. Allow it in the browser and try again.',
    ru: 'Телефон не сказал, где вы. Разрешите это в браузере и попробуйте снова.',
  },
  measureHow: {
    en: 'Tap the points one after another; double-tap the last one.',
    ru: 'Ставьте точку за точкой; на последней нажмите дважды.',
  },
  measureFailed: {
    en: 'This could not be measured. Try again.',
    ru: 'Измерить не получилось. Попробуйте ещё раз.',
  },
  area: labels.area,
  length: { en: 'Length', ru: 'Длина' },
  around: { en: 'around', ru: 'по кругу' },
} as const satisfies Record<keyof MapIslandProps['words'], Text>;

export const mapPage = definePage({
  path: paths.map,
  access: 'anybody',
  texts,
  load: ({ settlement }, pageRequest) => loadMap(settlement, pageRequest),
  head: ({ settlement, tiles, isByCell }, { language }) => ({
    title: `${texts.title[language]}, ${settlement.name}`,
    scripts: ['map.js'],
    fetches: isByCell ? [] : [landDocumentPath(settlement.slug)],
    imageSources: tiles ? [tiles.url] : undefined,
  }),
  render: (data, { language }) => (
    <>
      <PageHead
        title={texts.title}
        line={formatCount(language, data.land.plots.length, plotNoun)}
        parent={{
          href: fillPath(paths.settlement, { settlement: data.settlement.slug }),
          text: data.settlement.name,
        }}
      />
      <div class={`map-page paper-${data.paper}`}>
        <div>
          <Layers data={data} />
          <LiveMap data={data} />
          <PrintAndDownload data={data} />
        </div>
        <div class="stack">
          <SetbackViolations land={data.land} />
          <PlotList data={data} />
          <TaggedList data={data} />
        </div>
      </div>
    </>
  ),
});

/** Revealed by the script: layers cannot be switched without it. */
function Layers({ data }: { data: MapData }) {
  const layers = [
    ['plots', texts.plots, true],
    ['houses', texts.houses, true],
    ['setbacks', texts.setbacks, true],
    ['sale', texts.forSale, false],
    ...(data.objects.length > 0 ? [['objects', texts.objects, true] as const] : []),
  ] as const;
  return (
    // Space is reserved until the script has loaded, against layout shift.
    <fieldset class="layers not-yet" data-map-part>
      <legend class="unseen">{texts.layers}</legend>
      {layers.map(([name, text, on]) => (
        <label key={name} class="chip">
          <input type="checkbox" data-layer={name} checked={on} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** The map begins near a plot like the picture, but knows the whole village. */
const listLiveParts = ({ land, objects }: MapData) => ({
  house: land.buildings.length > 0,
  near: land.buildings.some((building) => violatesSetback(building, land)),
  objects: objects.length > 0,
});

function LiveMap({ data }: { data: MapData }) {
  const language = useLanguage();
  const { csrf } = usePage();
  const { settlement, land, chosen, focus, membership, objects, tiles, tagged } = data;
  const marks =
    tagged &&
    buildMarks(
      tagged,
      texts.tagged[language].replace('{tag}', () => tagged.name),
    );
  const own = membership.plots.map(({ parcel_id }) => parcel_id);
  const at = { settlement: settlement.slug };
  const plotPage = ({ number }: LandParcel) => fillPath(paths.settlementPlot, { ...at, plot: number });
  const shown = { ...(focus && { chosen: focus.id }), around: 80 };
  const props: MapIslandProps = {
    document: landDocumentPath(settlement.slug),
    isByCell: data.isByCell,
    plotAddress: `${fillPath(paths.settlement, at)}/plots/{plot}`,
    writeAddress: membership.isResident
      ? `${paths.newMessage}?${new URLSearchParams({ ...at, to: 'person' })}&parcel={plot}`
      : null,
    own,
    chosen: chosen?.id ?? null,
    extent: chooseExtent(land, shown),
    objects: objects.map(({ title, geometry }) => ({
      title,
      type: geometry.type,
      points: geometry.points.map(({ longitude, latitude }) => [longitude, latitude] as const),
    })),
    tagged: marks && serializeMarks(marks, land, objects),
    tiles,
    measure: membership.isSignedIn ? { address: fillPath(paths.measureMap, at), token: csrf } : null,
    words: Object.fromEntries(
      Object.entries(scriptTexts).map(([name, text]) => [name, text[language]]),
    ) as MapIslandProps['words'],
  };
  return (
    <div class="over-plan" data-island="map" data-props={JSON.stringify(props)} id="map">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map that has focus */}
      <div class="live-map" role="application" aria-label={say(texts.map)} tabIndex={0}>
        <div class="map-said" data-map-said role="status" />
        <MapTools data={data} />
      </div>
      <div class="drawn-plan">
        <Plan
          id="plan"
          title={focus ? `${texts.around[language]} ${focus.number}` : texts.plan[language]}
          land={land}
          own={own}
          tagged={marks}
          hrefOf={plotPage}
          live={data.isByCell ? {} : listLiveParts(data)}
          {...shown}
        />
      </div>
      {chosen && (
        <p class="of-picture">
          <a class="link" href={plotPage(chosen)}>
            {`${plotText[language]} ${chosen.number}`}
          </a>
        </p>
      )}
    </div>
  );
}

/** Three tools with their words; the others are under "more". */
function MapTools({ data: { settlement, membership } }: { data: MapData }) {
  const [mine] = membership.plots;
  const others = [
    ['in', 'plus', texts.nearer],
    ['out', 'minus', texts.further],
    ...(membership.isSignedIn
      ? ([
          ['line', 'ruler', texts.line],
          ['area', 'boundary', texts.area],
        ] as const)
      : []),
  ] as const;
  return (
    <div class="map-bar">
      {mine && (
        // A link: in a large settlement the plot may not be loaded, and only the server knows where it is.
        <a
          href={`${fillPath(paths.map, { settlement: settlement.slug })}?${new URLSearchParams({ plot: mine.plot_number })}#map`}
          data-map="plot"
          data-plot={mine.parcel_id}
        >
          <Icon name="plot" />
          {texts.mine}
        </a>
      )}
      <button type="button" data-map="all">
        <Icon name="village" />
        {texts.all}
      </button>
      <button type="button" data-map="here">
        <Icon name="flag" />
        {texts.here}
      </button>
      <details class="map-more">
        <summary>
          <Icon name="more" />
          {texts.more}
        </summary>
        <ul class="menu end">
          {others.map(([command, icon, text]) => (
            <li key={command}>
              <button
                type="button"
                data-map={command}
                aria-pressed={command === 'line' || command === 'area' ? 'false' : undefined}
              >
                <Icon name={icon} />
                {text}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
