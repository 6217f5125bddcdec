import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { TroubleRow } from '../../ui/device-troubles.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Icon } from '../../ui/icon.tsx';
import { List, ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import type { TodayDevices } from './devices.ts';

export const texts = {
  title: { en: 'Something needs attention', ru: 'Не всё в порядке' },
  more: { en: 'more', ru: 'ещё' },
  all: { en: 'All devices', ru: 'Все устройства' },
  calm: { en: 'All sensors are working, no alarms.', ru: 'Датчики отвечают, тревог нет.' },
} as const satisfies Record<string, Text>;

/** On a phone the rest of the page begins below them. */
const shownAtOnce = 2;
const maxShown = 20;

/** Is everything all right? Every alarm and silence, or one quiet line. */
export function TroubleCard({
  devices: { troubles, isWatched },
  plot,
  clock,
}: {
  devices: TodayDevices;
  plot: string | undefined;
  clock: Clock;
}) {
  const { language } = clock;
  if (troubles.length === 0)
    return isWatched ? (
      <p class="calm">
        <Icon name="check" size="s" />
        {texts.calm}
      </p>
    ) : null;
  const rows = troubles
    .slice(0, maxShown)
    .map((trouble) => (
      <TroubleRow
        key={`${trouble.state} ${(trouble.sensor ?? trouble.device).id} ${trouble.bound}`}
        trouble={trouble}
        clock={clock}
        plot={plot}
      />
    ));
  const more = troubles.length - shownAtOnce;
  return (
    <ListCard
      heading={{ id: 'troubles', title: texts.title }}
      foot={
        more > 0 && (
          <Fold id="more-troubles" title={`${texts.more[language]} ${more}`}>
            <List>
              {rows.slice(shownAtOnce)}
              {troubles.length > maxShown && <Row href={paths.devices} title={texts.all} />}
            </List>
          </Fold>
        )
      }
    >
      {rows.slice(0, shownAtOnce)}
    </ListCard>
  );
}
