import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { Plot } from '../../loaders/plot.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { FactList } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Plan } from '../../ui/plan.tsx';
import * as labels from '../../words/labels.ts';
import { formatPlotArea } from '../../words/shared-texts.ts';
import type { PlotSections } from './plot-sections.ts';

export const texts = {
  plot: labels.plot,
  area: labels.area,
  cadastre: { en: 'Cadastral number', ru: 'Кадастр' },
  write: { en: 'Write in the diary', ru: 'Записать в дневник' },
  plan: { en: 'Plan and setbacks', ru: 'План и отступы' },
} as const satisfies Record<string, Text>;

/** The plan first: people know their plot by its shape. */
export function PlotHead({ plot, parts: { land, parcel, garden } }: { plot: Plot; parts: PlotSections }) {
  const { hasPage } = usePage();
  const write = fillPath(paths.writeArticle, { settlement: plot.settlement });
  const plan = fillPath(paths.plotPlan, { plot: plot.id });
  const facts = [
    ...(parcel.area_m2 === null
      ? []
      : [[texts.area, formatPlotArea(parcel.area_m2, plot.clock.language)] as const]),
    ...(parcel.cadastral_number ? [[texts.cadastre, parcel.cadastral_number] as const] : []),
  ];
  return (
    <div class="card plot-head">
      <a class="picture" href={plan}>
        <Plan id="plan" title={texts.plan} land={land} chosen={plot.id} around={3} garden={garden} />
      </a>
      <div class="text">
        <h1>
          {texts.plot} {plot.number}
        </h1>
        <p class="soft small">{[parcel.address, plot.settlementName].filter(Boolean).join(' · ')}</p>
        {facts.length > 0 && (
          <div class="gap-top">
            <FactList facts={facts} />
          </div>
        )}
        {plot.isMember && (hasPage(write) || hasPage(plan)) && (
          <div class="gap-top">
            <Buttons>
              {hasPage(write) && (
                <LinkButton href={write} icon="diary">
                  {texts.write}
                </LinkButton>
              )}
              {hasPage(plan) && (
                <LinkButton href={plan} kind="quiet">
                  {texts.plan}
                </LinkButton>
              )}
            </Buttons>
          </div>
        )}
      </div>
    </div>
  );
}
