import type { Text } from '../../../base/i18n/text.ts';
import type { LandDocument } from '../../../engines/geometry/land-document.ts';
import { type CountedNoun, formatCount } from '../words/shared-texts.ts';
import { useLanguage, type Words } from './language-context.ts';
import { Plan } from './plan.tsx';
import { chooseExtent, findNearby, listPlotsWithin } from './plan-drawing.ts';

export const texts = {
  title: { en: 'The plot and its neighbours', ru: 'Участок и его соседи' },
  beside: { en: 'Next to it', ru: 'Рядом' },
  andMore: { en: 'and', ru: 'и ещё' },
  alone: { en: 'No other plots are drawn near it.', ru: 'Других участков рядом на плане нет.' },
  unknown: { en: 'The plan has no outline of this plot.', ru: 'Границ этого участка на плане нет.' },
} as const satisfies Record<string, Text>;

const furtherPlotNoun: CountedNoun = {
  en: { one: 'more plot', other: 'more plots' },
  ru: { one: 'участок', few: 'участка', many: 'участков' },
};

/** A plot across a lane still counts as a neighbour. */
const neighbourMetres = 12;
const maxNamedNeighbours = 12;

export interface PlotPlanProps {
  /** Unique on the page. */
  readonly id: string;
  /** Land document of the settlement. */
  readonly land: LandDocument;
  /** Plot id. */
  readonly plot: string;
  readonly title?: Words | undefined;
}

/** One plot among its neighbours, and the same as text. */
export function PlotPlan({ id, land, plot, title }: PlotPlanProps) {
  const language = useLanguage();
  const outline = land.plots.find((each) => each.id === plot)?.outline ?? [];
  if (outline.length === 0) return <p class="soft">{texts.unknown}</p>;
  const around = chooseExtent(land, { chosen: plot, around: neighbourMetres });
  const others = around ? listPlotsWithin(land, around).filter((each) => each.id !== plot) : [];
  const beside = findNearby(outline, others, neighbourMetres);
  const named = beside.slice(0, maxNamedNeighbours).map(({ number }) => number);
  const further = beside.length - named.length;
  return (
    <>
      <Plan id={id} title={title ?? texts.title[language]} land={land} chosen={plot} />
      <p class="small">
        {named.length === 0
          ? texts.alone[language]
          : [
              `${texts.beside[language]}: ${named.join(', ')}`,
              further > 0 && `${texts.andMore[language]} ${formatCount(language, further, furtherPlotNoun)}`,
            ]
              .filter(Boolean)
              .join(' ')}
      </p>
    </>
  );
}
