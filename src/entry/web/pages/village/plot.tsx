import type { z } from 'zod';
import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { plotKinds } from '../../../../domain/rules/plot-kinds.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { remove_plot } from '../../../../features/actions/remove_plot.ts';
import { set_plot_kind } from '../../../../features/actions/set_plot_kind.ts';
import { list_buildings } from '../../../../features/operations/parcel/list_buildings.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import type { Membership } from '../../loaders/membership.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice, pickTexts } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PlotPlan } from '../../ui/plot-plan.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns } from '../../ui/section.tsx';
import * as labels from '../../words/labels.ts';
import { plotKindTexts } from '../../words/plot-kind-texts.ts';
import { plotText } from '../../words/resident-texts.ts';
import { buildingPurposeTexts, formatFloorArea, formatPlotArea } from '../../words/shared-texts.ts';

export const texts = {
  remove: { en: 'Remove this plot', ru: 'Удалить участок' },
  removeWhy: {
    en: 'Only a plot where nobody is registered and nothing is kept can be removed. If something is, you are told what.',
    ru: 'Удалить можно только участок, за которым никто не записан и ничего не хранится. Если что-то есть, скажем что.',
  },
  removed: { en: 'The plot is removed.', ru: 'Участок удалён.' },
  kind: { en: 'What it is for', ru: 'Вид участка' },
  kindHint: {
    en: 'Only residential plots count as households and get emails and letters.',
    ru: 'Дворами считаются и письма получают только жилые.',
  },
  kindSaved: { en: 'The kind of plot is saved.', ru: 'Вид участка записан.' },
  title: labels.plot,
  area: labels.area,
  cadastral: labels.cadastralNumber,
  address: labels.address,
  offer: { en: 'Sale', ru: 'Продажа' },
  for_sale: labels.forSale,
  reserved: { en: 'reserved', ru: 'забронирован' },
  sold: { en: 'sold', ru: 'продан' },
  unknown: { en: 'not known', ru: 'неизвестно' },
  buildings: labels.buildings,
  toBorder: labels.metresToBorder,
  tooNear: { en: 'closer than allowed', ru: 'ближе, чем положено' },
  write: { en: 'Write to who lives there', ru: 'Написать тем, кто там живёт' },
  writeWhy: {
    en: 'The message reaches everybody confirmed on the plot. Their names are not shown.',
    ru: 'Сообщение получат те, кто подтверждён на участке. Имена не показываем.',
  },
  own: { en: 'This is your plot.', ru: 'Это ваш участок.' },
  open: { en: 'Open my plot', ru: 'Открыть мой участок' },
  live: labels.iLiveHere,
} as const satisfies Record<string, Text>;

interface PlotData {
  readonly settlement: { readonly slug: string; readonly name: string };
  readonly plot: z.output<typeof list_parcels.output>['parcels'][number];
  readonly buildings: z.output<typeof list_buildings.output>['buildings'];
  readonly membership: Membership;
  readonly land: LandDocument;
}

const remove = form(remove_plot, {
  path: paths.removePlot,
  access: 'anybody',
  given: ({ plot }) => ({ parcel: plot }),
  done: (_, { settlement }) => ({ to: fillPath(paths.people, { settlement }), notice: texts.removed }),
});

const setKind = form(set_plot_kind, {
  path: paths.setPlotKind,
  access: 'anybody',
  given: ({ plot }) => ({ parcel: plot }),
  fields: { kind: choice(texts.kind, pickTexts(plotKindTexts, plotKinds), { hint: texts.kindHint }) },
  done: ({ number }, { settlement }) => ({
    to: fillPath(paths.settlementPlot, { settlement, plot: number }),
    notice: texts.kindSaved,
  }),
});

/** Public page of a plot: never names owners or residents. */
export const settlementPlotPage = definePage({
  path: paths.settlementPlot,
  access: 'anybody',
  texts,
  load: (names, pageRequest) => loadPlot(names, pageRequest),
  actions: { remove, setKind },
  head: ({ plot, settlement }, { language }) => ({
    title: `${plotText[language]} ${plot.number}, ${settlement.name}`,
  }),
  render: (data, { language }) => {
    const { settlement, plot } = data;
    return (
      <>
        <PageHead
          title={`${plotText[language]} ${plot.number}`}
          parent={{
            href: fillPath(paths.settlement, { settlement: settlement.slug }),
            text: settlement.name,
          }}
        />
        <Columns
          main={
            <>
              <Card>
                <FactList
                  facts={[
                    [
                      texts.area,
                      plot.area_m2 === null ? texts.unknown : formatPlotArea(plot.area_m2, language),
                    ],
                    [texts.cadastral, plot.cadastral_number ?? texts.unknown],
                    ...(plot.kind === 'dwelling' ? [] : [[texts.kind, plotKindTexts[plot.kind]] as const]),
                    ...(plot.address ? [[texts.address, plot.address] as const] : []),
                    ...(plot.listing ? [[texts.offer, texts[plot.listing]] as const] : []),
                  ]}
                />
              </Card>
              <PlotActions data={data} />
              <BoardActions data={data} />
            </>
          }
          side={
            <>
              <PlotPlan id="plan" land={data.land} plot={plot.id} />
              <Buildings data={data} />
            </>
          }
        />
      </>
    );
  },
});

async function loadPlot(
  { settlement, plot: number }: { settlement: string; plot: string },
  pageRequest: PageRequest,
): Promise<PlotData> {
  const { call, dependencies } = pageRequest;
  const [place, { parcels }, { buildings }, land] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    call(list_parcels, { settlement, parcel: number }),
    call(list_buildings, { settlement, parcel: number, limit: '100' }),
    dependencies.landReader.read(settlement),
  ]).catch((error: unknown) => {
    // An unknown number is refused as invalid; in a URL it is not_found.
    if (error instanceof Refusal && error.kind === 'invalid') return refuse.notFound('parcel');
    throw error;
  });
  const plot = parcels[0] ?? refuse.notFound('parcel');
  return { ...place, plot, buildings, land };
}

function PlotActions({ data: { settlement, plot, membership } }: { data: PlotData }) {
  const { hasPage } = usePage();
  const own = fillPath(paths.plot, { plot: plot.id });
  if (membership.plots.some(({ parcel_id }) => parcel_id === plot.id))
    return (
      <Notice tone="plain" link={hasPage(own) ? { href: own, text: texts.open } : undefined}>
        {texts.own}
      </Notice>
    );
  const at = { settlement: settlement.slug };
  if (membership.isResident && hasPage(paths.newMessage))
    return (
      <Card>
        <p class="soft gap-below">{texts.writeWhy}</p>
        <LinkButton
          href={`${paths.newMessage}?${new URLSearchParams({ ...at, to: 'person', parcel: plot.number })}`}
          icon="messages"
        >
          {texts.write}
        </LinkButton>
      </Card>
    );
  if (membership.isResident || membership.isBoard) return null;
  return (
    <div>
      <LinkButton
        href={`${fillPath(paths.join, at)}?${new URLSearchParams({ plot: plot.number })}`}
        kind="quiet"
        icon="plot"
      >
        {texts.live}
      </LinkButton>
    </div>
  );
}

/** For the board: what the plot is for; an empty one, such as one that a wrong file brought, can be removed. */
function BoardActions({ data: { settlement, plot, membership } }: { data: PlotData }) {
  if (!membership.isBoard) return null;
  const at = { settlement: settlement.slug, plot: plot.id };
  return (
    <>
      <Fold title={texts.kind}>
        <setKind.Form at={at} values={{ kind: plot.kind }}>
          <setKind.kind />
          <Button>{labels.save}</Button>
        </setKind.Form>
      </Fold>
      <Fold title={texts.remove}>
        <remove.Form at={at}>
          <p>{texts.removeWhy}</p>
          <Button kind="quiet-danger" icon="remove">
            {texts.remove}
          </Button>
        </remove.Form>
      </Fold>
    </>
  );
}

function Buildings({ data: { buildings } }: { data: PlotData }) {
  const language = useLanguage();
  if (buildings.length === 0) return null;
  return (
    <ListCard heading={{ id: 'buildings', title: texts.buildings }}>
      {buildings.map(({ id, purpose, area_m2, setback_m, keeps_setback }) => (
        <Row
          key={id}
          icon="village"
          tone={keeps_setback === false ? 'warn' : undefined}
          title={buildingPurposeTexts[purpose]}
          line={[
            formatFloorArea(area_m2, language),
            setback_m !== null && `${formatNumber(setback_m, language, 1)}\u00a0${texts.toBorder[language]}`,
            keeps_setback === false && texts.tooNear[language],
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </ListCard>
  );
}
