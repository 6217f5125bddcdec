import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import type { Extent } from '../../../engines/geometry/extent.ts';
import type { LandDocument, LandOutline, LandParcel } from '../../../engines/geometry/land-document.ts';
import { computeLandExtents } from '../../../engines/geometry/land-extents.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import * as labels from '../words/labels.ts';
import { say, useLanguage, type Words } from './language-context.ts';
import { Blocks } from './plan-blocks.tsx';
import { Distances } from './plan-distances.tsx';
import {
  chooseExtent,
  chooseScaleBar,
  createSheet,
  drawOutline,
  drawRing,
  findLabel,
  findNearby,
  listPlotsWithin,
  plotNumberSigns,
  type Sheet,
  type SheetPoint,
  widenToRatio,
} from './plan-drawing.ts';
import { Garden, type GardenThing } from './plan-garden.tsx';
import { Legend, type LegendParts, LiveLegend, Patterns } from './plan-legend.tsx';
import { violatesSetback } from './plan-setbacks.ts';
import { Tagged, type TaggedMarks } from './plan-tagged.tsx';

export const texts = {
  north: { en: 'N', ru: 'С' },
  metres: labels.metres,
} as const satisfies Record<string, Text>;

/** Above this number only blocks are drawn; numbers are left out earlier, because they would be unreadable. */
export const maxDrawnPlots = 1500;
const maxNumberedPlots = 700;
/** Above this number labels get no halo, which is slow to paint on phones. */
const maxHaloedLabels = 150;
/** Limit of the plots drawn around one plot: land that surrounds a settlement has all of it as neighbours. */
const maxPlotsAround = 150;
/** Smaller labels are left out, in units of a 640 wide drawing. */
const minLabelSize = 5;
const maxLabelSize = 18;
const maxLabelSizeOfHead = 24;
/** Width to height of the head of a page. */
const headRatio = 1.6;

export interface PlanProps {
  /** Unique on the page: prefix of pattern ids. */
  readonly id: string;
  readonly title: Words;
  readonly land: LandDocument;
  /** Plots of the user. */
  readonly own?: readonly string[] | undefined;
  /** Legend text of `own`, when they are not plots of the user. */
  readonly ownText?: string | undefined;
  readonly tagged?: TaggedMarks | null | undefined;
  /** Plots that a boundary change adds and removes; all other land is drawn as outside. */
  readonly boundaryChange?: { readonly coming: ReadonlySet<string>; readonly leaving: ReadonlySet<string> };
  /** Proposed boundary. */
  readonly next?: readonly Position[] | undefined;
  /** The plot of the page: only its surroundings are drawn. */
  readonly chosen?: string | undefined;
  /** Metres shown around the chosen plot. */
  readonly around?: number | undefined;
  /** Link of a plot; a list beside the plan must have the same links, for keyboard and screen readers. */
  readonly hrefOf?: (plot: LandParcel) => string;
  /** An interactive map replaces it on screen, with its own legend: what that shows at first beside what the picture does. */
  readonly live?: LegendParts | undefined;
  /** Only the picture with what is on the plot, for the head of a page; another page explains it. */
  readonly garden?: readonly GardenThing[] | undefined;
}

/** Land rendered on the server as SVG: works without script, in dark mode and in print. */
export function Plan(props: PlanProps) {
  const {
    id,
    title,
    land,
    own = [],
    ownText,
    tagged,
    boundaryChange,
    next,
    chosen,
    around = 30,
    hrefOf,
    garden,
  } = props;
  const language = useLanguage();
  const found = chooseExtent(land, { ...(chosen && { chosen }), around });
  const extent = found && garden ? widenToRatio(found, headRatio) : found;
  const sheet = extent && createSheet(extent);
  if (!extent || !sheet) return null;
  const few = choosePlots(land, extent, chosen);
  const shown = few ?? [];
  const drawn = new Set(shown);
  const buildings =
    drawn.size === 0 ? [] : land.buildings.filter(({ plot }) => drawn.has(land.plots[plot] as LandParcel));
  const near = buildings.filter((building) => violatesSetback(building, land));
  const isOwnShown = chosen === undefined || own.includes(chosen);
  const marked = new Set(isOwnShown ? own : [chosen]);
  // Highlighted plots are drawn even where the others are merged into blocks.
  const pick = (ids: { readonly size: number; has(id: string): boolean } | undefined) =>
    ids && ids.size > 0
      ? (few ?? land.plots).filter((plot) => ids.has(plot.id) && plot.outline.length > 0)
      : [];
  const [coming, leaving] = [pick(boundaryChange?.coming), pick(boundaryChange?.leaving)];
  const moving = new Set([...coming, ...leaving]);
  const marks = pick(marked).filter((plot) => !moving.has(plot));
  const taggedPlots = pick(tagged?.plots);
  const things = tagged?.things.filter(({ at }) => isOnSheet(sheet.project(at), sheet)) ?? [];
  const parts: LegendParts = {
    mine: isOwnShown && marks.length > 0,
    chosen: !isOwnShown && marks.length > 0,
    coming: coming.length > 0,
    leaving: leaving.length > 0,
    outside: boundaryChange !== undefined && shown.some((plot) => !moving.has(plot) && !marked.has(plot.id)),
    tagged: taggedPlots.length + things.length > 0,
    blocks: few === null,
    house: buildings.length > 0,
    near: near.length > 0,
    boundary: land.boundary !== null,
    next: next !== undefined,
  };
  const words = { ...(ownText && { mine: ownText }), ...(tagged && { tagged: tagged.word }) };
  return (
    <figure class="plan-box">
      <div class="plan">
        <svg
          viewBox={`0 0 ${sheet.width} ${sheet.height}`}
          // The head of a page is filled; what does not fit is beyond its edges.
          preserveAspectRatio={garden ? 'xMidYMid slice' : undefined}
          role="img"
          aria-label={say(title)}
          // Screen readers use the list beside it.
          aria-hidden={hrefOf ? 'true' : undefined}
        >
          <Patterns id={id} />
          {few === null && <Blocks land={land} sheet={sheet} />}
          <Plots plots={shown} sheet={sheet} hrefOf={hrefOf || undefined} />
          <path class="m-mine" d={drawAll(marks, sheet)} />
          {coming.length > 0 && <path class="m-mine m-coming" d={drawAll(coming, sheet)} />}
          {leaving.length > 0 && (
            <path class="m-leaving" fill={`url(#${id}-leaving)`} d={drawAll(leaving, sheet)} />
          )}
          <path class="m-house" d={drawAll(buildings, sheet)} />
          <path fill={`url(#${id}-near)`} class="m-near-edge" d={drawAll(near, sheet)} />
          {land.boundary && <path class="m-out" d={drawRing(land.boundary, sheet)} />}
          {next && <path class="m-new" d={drawRing(next, sheet)} />}
          {tagged && <Tagged id={id} plots={taggedPlots} marks={tagged} things={things} sheet={sheet} />}
          {garden && (
            <Garden
              things={garden}
              buildings={buildings.filter(({ plot }) => land.plots[plot]?.id === chosen)}
              sheet={sheet}
            />
          )}
          {shown.length <= maxNumberedPlots && (
            <Numbers
              plots={garden ? shown.filter(({ id }) => id !== chosen) : shown}
              sheet={sheet}
              largest={garden ? maxLabelSizeOfHead : maxLabelSize}
              signOf={({ id }) =>
                boundaryChange?.coming.has(id)
                  ? plotNumberSigns.chosen
                  : boundaryChange?.leaving.has(id)
                    ? plotNumberSigns.leaving
                    : ''
              }
            />
          )}
          <Distances near={near} sheet={sheet} language={language} />
          {!garden && <Scale sheet={sheet} language={language} />}
        </svg>
      </div>
      {!garden && (
        <figcaption>
          <p class="small soft">{title}</p>
          <Legend id={id} parts={parts} words={words} />
          {props.live && (
            <LiveLegend
              id={id}
              parts={{ ...parts, sale: false, objects: false, drawn: false, ...props.live }}
              words={words}
            />
          )}
        </figcaption>
      )}
    </figure>
  );
}

/** Null when there are too many to draw; never around one plot. */
function choosePlots(land: LandDocument, extent: Extent, chosen: string | undefined): LandParcel[] | null {
  const plot = land.plots.find(({ id }) => id === chosen);
  if (plot)
    return findNearby(plot.outline, listPlotsWithin(land, extent), Number.POSITIVE_INFINITY).slice(
      0,
      maxPlotsAround,
    );
  return land.plots.length > maxDrawnPlots && computeLandExtents(land).within(extent).length > maxDrawnPlots
    ? null
    : listPlotsWithin(land, extent);
}

function Plots({
  plots,
  sheet,
  hrefOf,
}: {
  plots: readonly LandParcel[];
  sheet: Sheet;
  hrefOf?: (plot: LandParcel) => string;
}) {
  if (!hrefOf) return <path class="m-plot" d={drawAll(plots, sheet)} />;
  return (
    <g class="m-plot">
      {plots.map((plot) => (
        // Keyboard users have the list beside the plan.
        <a key={plot.id} href={hrefOf(plot)} tabIndex={-1}>
          <path d={drawOutline(plot.outline, sheet)} />
        </a>
      ))}
    </g>
  );
}

const drawAll = (list: readonly { readonly outline: LandOutline }[], sheet: Sheet) =>
  list.map(({ outline }) => drawOutline(outline, sheet)).join('');

const isOnSheet = ([x, y]: SheetPoint, { width, height }: Sheet) => x > 0 && y > 0 && x < width && y < height;

function Numbers({
  plots,
  sheet,
  largest,
  signOf,
}: {
  plots: readonly LandParcel[];
  sheet: Sheet;
  largest: number;
  signOf: (plot: LandParcel) => string;
}) {
  return (
    <g class={plots.length > maxHaloedLabels ? 'm-num plain' : 'm-num'}>
      {plots.map((plot) => {
        const label = findLabel(plot.outline);
        if (!label) return null;
        const text = signOf(plot) + plot.number;
        const [x, y] = sheet.project(label.at);
        const room = sheet.project([label.at[0] + label.widthDegrees, label.at[1]])[0] - x;
        const size = Math.min(largest, room / (text.length * 0.62 + 0.4));
        if (size < minLabelSize || !isOnSheet([x, y], sheet)) return null;
        return (
          <text key={plot.id} x={x.toFixed(1)} y={(y + size * 0.35).toFixed(1)} font-size={size.toFixed(1)}>
            {text}
          </text>
        );
      })}
    </g>
  );
}

export function Scale({ sheet, language }: { sheet: Sheet; language: Language }) {
  const { metres, units } = chooseScaleBar(sheet);
  const [left, bottom] = [14, sheet.height - 12];
  const right = sheet.width - 20;
  return (
    <g class="m-scale">
      <path d={`M${left} ${bottom - 6}v6h${units.toFixed(1)}v-6`} />
      <text class="of-bar" x={left + 4} y={bottom - 8}>
        {`${formatNumber(metres, language)} ${texts.metres[language]}`}
      </text>
      <path d={`M${right} ${bottom}v-26m-6 9l6 -9l6 9`} />
      <text x={right} y={bottom - 30}>
        {texts.north}
      </text>
    </g>
  );
}
