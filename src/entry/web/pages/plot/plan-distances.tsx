import type { z } from 'zod';
import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import type { list_buildings } from '../../../../features/operations/parcel/list_buildings.ts';
import type { measure_shapes } from '../../../../features/operations/settlement/measure_shapes.ts';
import type { PlotObject } from '../../loaders/plot.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import * as labels from '../../words/labels.ts';
import { buildingPurposeTexts } from '../../words/shared-texts.ts';

export const texts = {
  rules: { en: 'How far from the border', ru: 'Сколько до границы' },
  dwelling: { en: 'A house keeps at least', ru: 'Жилой дом\u00a0— не ближе' },
  other: { en: 'Sheds, bathhouses and garages keep at least', ru: 'Сараи, бани, гаражи\u00a0— не ближе' },
  fromBorder: { en: 'm from the border of the plot', ru: 'м от границы участка' },
  rulesWhy: {
    en: 'The village sets these distances. They keep fires from crossing and rain from a neighbour’s roof off your beds.',
    ru: 'Так установлено в посёлке: чтобы огонь не перекинулся и вода с соседской крыши не лилась на грядки.',
  },
  buildings: labels.buildings,
  objects: { en: 'On the plan', ru: 'На плане' },
  tooNear: { en: 'closer than allowed', ru: 'ближе, чем положено' },
  toBorder: labels.metresToBorder,
  outside: { en: 'outside the plot', ru: 'за границей участка' },
  across: { en: 'across the border', ru: 'на самой границе' },
} as const satisfies Record<string, Text>;

type MeasuredShape = z.output<typeof measure_shapes.output>['data']['shapes'][number];

/** `measured` is set when the object has a geometry. */
export type MeasuredObject = PlotObject & { readonly measured?: MeasuredShape };

type Buildings = z.output<typeof list_buildings.output>['buildings'];

export function SetbackRules({ settlement }: Pick<LandDocument, 'settlement'>) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'rules', title: texts.rules }}>
      {(
        [
          [texts.dwelling, settlement.dwellingSetbackM],
          [texts.other, settlement.otherSetbackM],
        ] as const
      ).map(([text, value]) => (
        <p key={text.en}>
          {text} <b>{formatNumber(value, language)}</b> {texts.fromBorder}.
        </p>
      ))}
      <p class="soft">{texts.rulesWhy}</p>
    </Card>
  );
}

export function Distances({
  buildings,
  objects,
}: {
  buildings: Buildings;
  objects: readonly MeasuredObject[];
}) {
  const language = useLanguage();
  const say = (value: number) => `${formatNumber(value, language, 1)}\u00a0${texts.toBorder[language]}`;
  const placed = objects.filter(({ measured }) => measured);
  return (
    <>
      {buildings.length > 0 && (
        <ListCard heading={{ id: 'buildings', title: texts.buildings }}>
          {buildings.map(({ id, purpose, setback_m, keeps_setback }) => (
            <Row
              key={id}
              icon="village"
              tone={keeps_setback === false ? 'warn' : undefined}
              title={buildingPurposeTexts[purpose]}
              line={[setback_m !== null && say(setback_m), keeps_setback === false && texts.tooNear[language]]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </ListCard>
      )}
      {placed.length > 0 && (
        <ListCard heading={{ id: 'objects', title: texts.objects }}>
          {placed.map(({ id, title, measured }) => (
            <Row
              key={id}
              icon="tree"
              title={title}
              line={
                measured?.within === 'inside' || measured?.within === null
                  ? say(measured.setback_m ?? 0)
                  : texts[measured?.within ?? 'across']
              }
            />
          ))}
        </ListCard>
      )}
    </>
  );
}
