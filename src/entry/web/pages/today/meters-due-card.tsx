import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_meters } from '../../../../features/actions/list_meters.ts';
import { typeReading } from '../../forms/meter-reading.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { say } from '../../ui/language-context.ts';
import { type Clock, formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatDial, meterKindTexts, meterUnit } from '../../words/meter-texts.ts';

export const texts = {
  title: { en: 'Time to read the meters', ru: 'Пора снять показания' },
  what: { en: '{kind}, plot {plot}', ru: '{kind}, участок {plot}' },
  last: { en: 'last {number}, {day}', ru: 'прошлое {number}, {day}' },
} as const satisfies Record<string, Text>;

type Meters = ReplyOf<typeof list_meters>;

/** One field for each; everything unusual is asked on the page of the meters. */
export function MetersDueCard({ meters, clock }: { meters: Meters; clock: Clock }) {
  const [first] = meters;
  const more = first && { href: fillPath(paths.plotMeters, { plot: first.parcelId }), text: labels.meters };
  return (
    <Card heading={{ id: 'meters-due', title: texts.title, ...(more && { link: more }) }}>
      <div class="stack">
        {meters.map((meter) => {
          const what = sayWhat(meter);
          return (
            <typeReading.Form
              key={meter.id}
              at={{ plot: meter.parcelId, meter: meter.id }}
              id={`typeReading-${meter.id}`}
              hidden={{ to: paths.today, on: '' }}
              outbox={what}
              outboxDay="on"
              class="field-button"
            >
              <typeReading.number
                label={what}
                hint={sayLast(meter, clock)}
                unit={meterUnit(meter.kind, clock.language)}
              />
              <Button>{labels.save}</Button>
            </typeReading.Form>
          );
        })}
      </div>
    </Card>
  );
}

/** By the plot at home, by its name where it is the village’s. */
function sayWhat({ isCommon, name, kind, plotNumber }: Meters[number]): string {
  if (isCommon) return name;
  return say(texts.what).replace('{kind}', say(meterKindTexts[kind])).replace('{plot}', plotNumber);
}

function sayLast({ isCommon, name, kind, readings: [last] }: Meters[number], clock: Clock): string {
  return [
    isCommon ? say(meterKindTexts[kind]) : name,
    last &&
      say(texts.last)
        .replace('{number}', formatDial(last.number, kind, clock.language))
        .replace('{day}', formatPlainDate(last.at, clock)),
  ]
    .filter(Boolean)
    .join(' · ');
}
