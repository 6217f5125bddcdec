import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { Tag } from '../../ui/badge.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say, useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { listSetbackViolations, requiredSetback } from '../../ui/plan-setbacks.ts';
import { Row } from '../../ui/row.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import {
  buildingPurposeTexts,
  type CountedNoun,
  formatCount,
  formatPlotArea,
  translateName,
} from '../../words/shared-texts.ts';
import { landFileKinds } from './land-files.ts';
import type { MapData } from './map-data.ts';
import { buildMapPath } from './map-path.ts';

export const texts = {
  plots: labels.plots,
  find: labels.plotNumber,
  /** Short enough for the narrow column. */
  number: { en: 'Number', ru: 'Номер' },
  none: { en: 'No plot number begins like this', ru: 'Участков с таким началом нет' },
  noneWhy: { en: 'Use the numbers on the gates.', ru: 'Номера\u00a0— как на калитках.' },
  mine: { en: 'mine', ru: 'мой' },
  sale: labels.forSale,
  onMap: { en: 'On the map', ru: 'На карте' },
  near: { en: 'Too close to the border', ru: 'Отступ мал' },
  instead: { en: 'instead of', ru: 'вместо' },
  metres: labels.metres,
  plot: labels.plotAbbreviation,
  further: { en: 'The others are hatched on the map.', ru: 'Остальные заштрихованы на карте.' },
  take: { en: 'Print and download', ru: 'Напечатать и скачать' },
  paper: { en: 'Paper', ru: 'Бумага' },
  print: { en: 'Print', ru: 'Напечатать' },
  printHow: {
    en: 'Choose the paper. The plan is printed with its scale and north, without the frame of the page.',
    ru: 'Выберите бумагу. Печатается план с масштабом и севером, без полей сайта.',
  },
  files: { en: 'For other programs', ru: 'Для других программ' },
} as const satisfies Record<string, Text>;

const houses: CountedNoun = {
  en: { one: 'building', other: 'buildings' },
  ru: { one: 'постройка', few: 'постройки', many: 'построек' },
};

/** The plots of the map as a list, for keyboards, screen readers and browsers without JavaScript. */
export function PlotList({ data }: { data: MapData }) {
  const { settlement, plots, cursor, q, membership, tagged } = data;
  const language = useLanguage();
  const at = { settlement: settlement.slug };
  const own = new Set(membership.plots.map(({ parcel_id }) => parcel_id));
  return (
    <Card heading={{ id: 'plots', title: texts.plots }}>
      <SearchForm
        action={fillPath(paths.map, at)}
        label={texts.find}
        value={q}
        maxLength={40}
        placeholder={texts.number}
        hidden={tagged ? { tag: tagged.slug } : undefined}
      />
      {plots.length === 0 ? (
        <EmptyState icon="plot" title={texts.none}>
          {texts.noneWhy}
        </EmptyState>
      ) : (
        <List>
          {plots.map((plot) => (
            <Row
              key={plot.id}
              href={fillPath(paths.settlementPlot, { ...at, plot: plot.number })}
              title={`${plotText[language]} ${plot.number}`}
              line={[
                own.has(plot.id) && texts.mine[language],
                plot.area_m2 && formatPlotArea(plot.area_m2, language),
                plot.listing === 'for_sale' && texts.sale[language],
              ]
                .filter(Boolean)
                .join(' · ')}
              action={plot.center && <PlotOnMap data={data} plot={plot} />}
            />
          ))}
        </List>
      )}
      <Pager cursor={cursor} of={texts.plots} anchor="plots" />
    </Card>
  );
}

export function PlotOnMap({ data, plot }: { data: MapData; plot: { id: string; number: string } }) {
  const href = `${buildMapPath(data, { plot: plot.number })}#map`;
  return (
    <a class="button quiet compact" href={href} data-map="plot" data-plot={plot.id}>
      <Icon name="map" size="s" />
      {texts.onMap}
      <span class="unseen"> {plot.number}</span>
    </a>
  );
}

const maxViolations = 20;

export function SetbackViolations({ land }: { land: LandDocument }) {
  const language = useLanguage();
  const near = listSetbackViolations(land);
  if (near.length === 0) return null;
  const say = (value: number) => `${formatNumber(value, language, 1)}\u00a0${texts.metres[language]}`;
  return (
    <Card
      flush
      heading={{
        id: 'near',
        title: texts.near,
        aside: <Tag tone="warn">{formatCount(language, near.length, houses)}</Tag>,
      }}
    >
      <List>
        {near.slice(0, maxViolations).map((building, index) => {
          const number = land.plots[building.plot]?.number ?? '';
          return (
            <Row
              key={`${building.plot}-${index}`}
              href={fillPath(paths.settlementPlot, { settlement: land.settlement.slug, plot: number })}
              icon="alert"
              tone="warn"
              title={`${say(building.setbackM ?? 0)} ${texts.instead[language]} ${say(requiredSetback(building, land))}`}
              line={`${texts.plot[language]} ${number}, ${translateName(buildingPurposeTexts, building.purpose, language).toLocaleLowerCase(language)}`}
            />
          );
        })}
      </List>
      {near.length > maxViolations && <p class="card-line soft">{texts.further}</p>}
    </Card>
  );
}

export function PrintAndDownload({ data }: { data: MapData }) {
  const { settlement, paper, chosen } = data;
  const at = { settlement: settlement.slug };
  const addressOf = (size: string) => buildMapPath(data, { plot: chosen?.number ?? null, paper: size });
  return (
    <div class="gap-top">
      <Fold title={texts.take}>
        <p class="soft">{texts.printHow}</p>
        <nav class="chips" aria-label={say(texts.paper)}>
          {(['a4', 'a3'] as const).map((size) => (
            <a
              key={size}
              class="chip"
              href={addressOf(size)}
              aria-current={size === paper && (chosen || !data.focus) ? 'true' : undefined}
            >
              {size.toUpperCase()}
            </a>
          ))}
          {/* Around one's own plot the picture is only a part: choosing a paper first shows all of it. */}
          {(chosen || !data.focus) && (
            <button class="button quiet" type="button" data-map="print" data-map-part hidden>
              <Icon name="print" size="s" />
              {texts.print}
            </button>
          )}
        </nav>
        <p class="soft">{texts.files}</p>
        <Buttons>
          {landFileKinds.map((kind) => (
            <LinkButton key={kind} kind="quiet" href={fillPath(paths.landFile, { ...at, kind })}>
              {kind === 'geojson' ? 'GeoJSON' : kind.toUpperCase()}
            </LinkButton>
          ))}
        </Buttons>
      </Fold>
    </div>
  );
}
