import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_meters } from '../../../../features/actions/list_meters.ts';
import { typeReading } from '../../forms/meter-reading.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { say } from '../../ui/language-context.ts';
import { type Clock, formatFullDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatDial, meterKindTexts, meterUnit } from '../../words/meter-texts.ts';

export const texts = {
  title: { en: 'Time to read the meters', ru: 'Пора снять показания' },
  what: { en: '{kind}, plot {plot}', ru: '{kind}, участок {plot}' },
  last: { en: 'Last: {number}, {day}', ru: 'Прошлое: {number}, {day}' },
} as const satisfies Record<string, Text>;

type MetersDueProps = { readonly meters: ReplyOf<typeof list_meters>; readonly clock: Clock };

/** One field for each; everything unusual is asked on the page of the meters. */
export function MetersDueCard({ meters, clock }: MetersDueProps) {
  const [first] = meters;
  const more = first && { href: fillPath(paths.plotMeters, { plot: first.parcelId }), text: labels.meters };
  return (
    <Card heading={{ id: 'meters-due', title: texts.title, ...(more && { link: more }) }}>
      <div class="stack">
        {meters.map(({ id, parcelId, plotNumber, kind, readings }) => {
          const [last] = readings;
          const what = say(texts.what)
            .replace('{kind}', say(meterKindTexts[kind]))
            .replace('{plot}', plotNumber);
          const before =
            last &&
            say(texts.last)
              .replace('{number}', formatDial(last.number, kind, clock.language))
              .replace('{day}', formatFullDate(last.at, clock));
          return (
            <typeReading.Form
              key={id}
              at={{ plot: parcelId, meter: id }}
              id={`typeReading-${id}`}
              hidden={{ to: paths.today }}
              outbox={what}
            >
              <div class="field-button">
                <typeReading.number label={`${what}, ${meterUnit(kind, clock.language)}`} hint={before} />
                <Button kind="quiet">{labels.save}</Button>
              </div>
            </typeReading.Form>
          );
        })}
      </div>
    </Card>
  );
}
