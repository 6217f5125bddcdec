import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_board_meters } from '../../../../features/actions/list_board_meters.ts';
import { ReadingFields, takeBackForBoard, typeForBoard } from '../../forms/meter-reading.tsx';
import type { listFormPhotos } from '../../loaders/form-photographs.ts';
import { Card } from '../../ui/card.tsx';
import { say } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatDial, meterUnit } from '../../words/meter-texts.ts';
import { end } from './board-forms.tsx';
import { dialPhotographPaths } from './dial-photograph.ts';

export const texts = {
  typeFor: { en: 'Plot {plot}, {name}', ru: 'Участок {plot}, {name}' },
  undo: labels.takeBack,
  endIt: { en: 'It is no longer read', ru: 'Больше не снимают' },
} as const satisfies Record<string, Text>;

type Board = ReplyOf<typeof list_board_meters>;

type TypingCardProps = {
  readonly meter: Board['plots'][number]['meters'][number];
  readonly kind: Board['kind'];
  readonly settlement: string;
  readonly clock: Clock;
  /** The query of the page, to come back to. */
  readonly view: string;
  readonly photos: ReturnType<typeof listFormPhotos>;
  /** An auditor only reads. */
  readonly mayEdit: boolean;
};

const shownReadings = 12;

/** The board types for people on paper, and takes back what it mistyped. */
export function TypingCard({ meter, kind, settlement, clock, view, photos, mayEdit }: TypingCardProps) {
  const { language } = clock;
  const at = { settlement, meter: meter.id };
  const title = say(texts.typeFor).replace('{plot}', meter.plotNumber).replace('{name}', meter.name);
  return (
    <Card heading={{ id: 'typing', title }}>
      <div class="stack">
        {mayEdit && meter.isTyped && (
          <typeForBoard.Form at={at} hidden={{ view }} outbox={title} outboxDay="on">
            <ReadingFields
              of={typeForBoard}
              form="typeForBoard"
              unit={meterUnit(kind, language)}
              photos={photos}
            />
          </typeForBoard.Form>
        )}
        <List>
          {meter.readings
            .slice(-shownReadings)
            .reverse()
            .map((reading) => (
              <Row
                key={reading.id}
                {...dialPhotographPaths(meter.id, reading)}
                title={formatDial(reading.number, kind, language)}
                line={[
                  formatPlainDate(reading.at, clock),
                  reading.photograph === 'processing' && say(labels.photographPreparing),
                  reading.photograph === 'ready' && say(labels.withPhotograph),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                action={
                  mayEdit && (reading.isByBoard || meter.isMain) ? (
                    <takeBackForBoard.Button
                      at={{ ...at, reading: reading.id }}
                      kind="quiet"
                      compact
                      icon="undo"
                      about={formatDial(reading.number, kind, language)}
                    >
                      {texts.undo}
                    </takeBackForBoard.Button>
                  ) : undefined
                }
              />
            ))}
        </List>
        {mayEdit && meter.sensorId === null && (
          <end.Button at={at} kind="quiet">
            {texts.endIt}
          </end.Button>
        )}
      </div>
    </Card>
  );
}
