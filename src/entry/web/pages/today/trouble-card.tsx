import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { TroubleRow } from '../../ui/device-troubles.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import type { TodayDevices } from './devices.ts';

export const texts = {
  title: { en: 'Not all is well', ru: 'Не всё в порядке' },
  rest: { en: 'Further troubles:', ru: 'И ещё неполадок:' },
  calm: { en: 'All sensors answer, no alarms.', ru: 'Датчики отвечают, тревог нет.' },
} as const satisfies Record<string, Text>;

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
  const rest = troubles.length - maxShown;
  return (
    <ListCard heading={{ id: 'troubles', title: texts.title }}>
      {troubles.slice(0, maxShown).map((trouble) => (
        <TroubleRow
          key={`${trouble.state} ${(trouble.sensor ?? trouble.device).id} ${trouble.bound}`}
          trouble={trouble}
          clock={clock}
          plot={plot}
        />
      ))}
      {rest > 0 && <Row href={paths.devices} title={`${texts.rest[language]} ${rest}`} />}
    </ListCard>
  );
}
