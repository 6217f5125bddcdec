import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { edit_parcel_object } from '../../../../features/operations/parcel/edit_parcel_object.ts';
import { list_buildings } from '../../../../features/operations/parcel/list_buildings.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { measure_shapes } from '../../../../features/operations/settlement/measure_shapes.ts';
import type { PlotPlanProps } from '../../islands/plot-plan/props.ts';
import { parseDrawing } from '../../loaders/drawn-shapes.ts';
import { landDocumentPath } from '../../loaders/land-document-path.ts';
import { loadPlot, type Plot } from '../../loaders/plot.ts';
import { choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say, useLanguage } from '../../ui/language-context.ts';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Plan } from '../../ui/plan.tsx';
import { chooseExtent } from '../../ui/plan-drawing.ts';
import { texts as legendTexts } from '../../ui/plan-legend.tsx';
import * as labels from '../../words/labels.ts';
import { Distances, type MeasuredObject, SetbackRules } from './plan-distances.tsx';

export const texts = {
  title: { en: 'Plan and setbacks', ru: 'План и отступы' },
  plot: labels.plot,
  plan: { en: 'The plot and its neighbours', ru: 'Участок и его соседи' },
  map: {
    en: 'Plan of the plot. Arrow keys move it, plus and minus zoom.',
    ru: 'План участка. Стрелки двигают, плюс и минус приближают.',
  },
  toBorder: labels.metresToBorder,
  outside: { en: 'outside the plot', ru: 'за границей участка' },
  across: { en: 'across the border', ru: 'на самой границе' },
  place: { en: 'Put on the plan', ru: 'Поставить на план' },
  what: { en: 'What', ru: 'Что' },
  point: { en: 'Point', ru: 'Точка' },
  line: { en: 'Line', ru: 'Линия' },
  ring: { en: 'Outline', ru: 'Контур' },
  how: { en: 'How to draw', ru: 'Как рисовать' },
  placed: { en: 'It is on the plan.', ru: 'Теперь на плане.' },
  save: { en: 'Save the place', ru: 'Сохранить место' },
  byHand: { en: 'By coordinates', ru: 'По координатам' },
  latitude: { en: 'Latitude', ru: 'Широта' },
  longitude: { en: 'Longitude', ru: 'Долгота' },
  nowhere: {
    en: 'Draw it on the plan, or write its latitude and longitude.',
    ru: 'Нарисуйте на плане или напишите широту и долготу.',
  },
  none: { en: 'Nothing on the plot yet', ru: 'На участке пока ничего не записано' },
  noneWhy: { en: 'Add a tree or a bed first.', ru: 'Сначала добавьте дерево или грядку.' },
  failed: { en: 'This could not be measured.', ru: 'Измерить не получилось.' },
} as const satisfies Record<string, Text>;

interface PlanData {
  readonly plot: Plot;
  readonly land: LandDocument;
  /** The plot has an outline. */
  readonly isDrawn: boolean;
  readonly buildings: z.output<typeof list_buildings.output>['buildings'];
  readonly objects: readonly MeasuredObject[];
}

const place = form(edit_parcel_object, {
  path: paths.plotPlan,
  fields: { object: choice(texts.what, {}) },
  given: ({ plot }, { form: posted }) => ({ parcel: plot, geometry: readGeometry(posted) }),
  done: (_, { plot }) => ({ to: fillPath(paths.plotPlan, { plot }), notice: texts.placed }),
});

export const plotPlanPage = definePage({
  path: paths.plotPlan,
  access: 'signed-in',
  texts,
  load: ({ plot }, pageRequest) => loadPlan(plot, pageRequest),
  actions: { place },
  head: ({ plot }, { language }) => ({
    title: `${texts.title[language]}, ${plot.number}`,
    scripts: ['plot-plan.js'],
  }),
  render: (data, { language }) => (
    <>
      <PageHead
        title={texts.title}
        parent={{
          href: fillPath(paths.plot, { plot: data.plot.id }),
          text: `${texts.plot[language]} ${data.plot.number}`,
        }}
      />
      <div class="map-page">
        <PlanDrawing data={data} />
        <div class="stack">
          <SetbackRules settlement={data.land.settlement} />
          <Distances buildings={data.buildings} objects={data.objects} />
        </div>
      </div>
    </>
  ),
});

async function loadPlan(id: string, pageRequest: PageRequest): Promise<PlanData> {
  const plot = await loadPlot(pageRequest, id);
  const { call, dependencies } = pageRequest;
  const { settlement } = plot;
  const [land, { buildings }, { objects }] = await Promise.all([
    dependencies.landReader.read(settlement),
    call(list_buildings, { settlement, parcel: id, limit: '100' }),
    call(list_parcel_objects, { parcel: id, limit: '100' }),
  ]);
  const placed = objects.filter(({ geometry }) => geometry !== null);
  const isDrawn = land.plots.some((each) => each.id === id && each.outline.length > 0);
  const measured =
    placed.length > 0 && isDrawn
      ? (
          await call(measure_shapes, {
            settlement,
            parcel: id,
            shapes: placed.map(({ geometry }) => geometry),
          })
        ).data.shapes
      : [];
  const byId = new Map(placed.map((object, index) => [object.id, measured[index]]));
  return {
    plot,
    land,
    isDrawn,
    buildings,
    objects: objects.map((object) => {
      const found = byId.get(object.id);
      return found ? { ...object, measured: found } : object;
    }),
  };
}

type Geometry = z.input<typeof edit_parcel_object.input>['geometry'];

/** The shape drawn by the script, or a point entered as latitude and longitude. */
function readGeometry(form: URLSearchParams): Geometry {
  const drawn = form.get('shape') ?? '';
  if (drawn !== '') return parseDrawing(drawn, 'latitude') as Geometry;
  const read = (name: string) => Number((form.get(name) ?? '').trim().replace(',', '.') || Number.NaN);
  const [latitude, longitude] = [read('latitude'), read('longitude')];
  if (!Number.isFinite(latitude)) refuse.invalid('latitude', texts.nowhere);
  if (!Number.isFinite(longitude)) refuse.invalid('longitude', texts.nowhere);
  return { type: 'point', points: [{ latitude, longitude }] };
}

function PlanDrawing({ data: { plot, land, isDrawn, objects } }: { data: PlanData }) {
  const language = useLanguage();
  const { csrf } = usePage();
  const props: PlotPlanProps = {
    document: landDocumentPath(plot.settlement),
    plot: plot.id,
    isDrawn,
    // Zoomed in far enough to draw; the whole village where the plot has no outline.
    extent: chooseExtent(land, { chosen: plot.id, around: 5 }) ?? chooseExtent(land, { around: 0 }),
    objects: objects.flatMap(({ id, title, geometry }) =>
      geometry
        ? [
            {
              id,
              title,
              type: geometry.type,
              points: geometry.points.map((at) => [at.longitude, at.latitude] as const),
            },
          ]
        : [],
    ),
    measure: fillPath(paths.measureMap, { settlement: plot.settlement }),
    token: csrf,
    words: {
      metres: labels.metres[language],
      toBorder: texts.toBorder[language],
      outside: texts.outside[language],
      across: texts.across[language],
      failed: texts.failed[language],
    },
  };
  return (
    <div class="over-plan" data-island="plot-plan" data-props={JSON.stringify(props)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map that has focus */}
      <div class="live-map" role="application" aria-label={say(texts.map)} tabIndex={0} />
      <div class="drawn-plan">
        <Plan
          id="plan"
          title={texts.plan}
          land={land}
          chosen={plot.id}
          ownText={say(legendTexts.chosen)}
          live={{ objects: objects.length > 0 }}
        />
      </div>
      <p class="map-said" data-map-said role="status" />
      {plot.isMember && objects.length === 0 && (
        <EmptyState icon="tree" title={texts.none}>
          {texts.noneWhy}
        </EmptyState>
      )}
      {plot.isMember && objects.length > 0 && (
        <place.Form at={{ plot: plot.id }} hidden={{ shape: '' }}>
          <place.object choices={objects.map(({ id, title }) => ({ value: id, label: title }))} />
          <fieldset class="layers not-yet" data-map-part>
            <legend class="unseen">{texts.how}</legend>
            {(['point', 'line', 'ring'] as const).map((type) => (
              <button key={type} class="chip" type="button" data-draw={type} aria-pressed="false">
                {texts[type]}
              </button>
            ))}
          </fieldset>
          <Fold title={texts.byHand}>
            <TextField name="latitude" label={texts.latitude} optional="unsaid" maxLength={20} />
            <TextField name="longitude" label={texts.longitude} optional="unsaid" maxLength={20} />
          </Fold>
          <Button icon="check">{texts.save}</Button>
        </place.Form>
      )}
    </div>
  );
}
