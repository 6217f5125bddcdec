import type { Text } from '../../../../base/i18n/text.ts';
import type { RecentFailure } from '../../../../features/installation/recent-failures.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import { formatUtc } from '../../words/format-utc.ts';
import { nameQueue } from './jobs-card.tsx';

export const texts = {
  title: { en: 'Failures in the last day', ru: 'Сбои за сутки' },
  none: { en: 'None in this process.', ru: 'В этом процессе сбоев не было.' },
  times: { en: 'times: {n}', ru: 'раз: {n}' },
  files: { en: 'Storage of files', ru: 'Хранилище файлов' },
  database: { en: 'Database', ru: 'База' },
  requests: { en: 'Requests', ru: 'Запросы' },
} as const satisfies Record<string, Text>;

const names: Readonly<Record<string, Text>> = {
  files: texts.files,
  requests: texts.requests,
  database: texts.database,
};
const shown = 10;

export function FailuresCard({ failures, clock }: { failures: readonly RecentFailure[]; clock: Clock }) {
  const language = useLanguage();
  return (
    <ListCard heading={{ id: 'failures', title: texts.title }} none={texts.none}>
      {failures.slice(0, shown).map(({ where, text, count, lastAt }) => (
        <Row
          key={`${where} ${text}`}
          icon="alert"
          tone="warn"
          title={names[where] ?? nameQueue(where)}
          line={[
            text,
            formatUtc(lastAt.toISOString(), clock),
            ...(count > 1 ? [texts.times[language].replace('{n}', String(count))] : []),
          ].join(' · ')}
        />
      ))}
    </ListCard>
  );
}
