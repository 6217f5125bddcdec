import type { Text } from '../../../../base/i18n/text.ts';
import type { RequestTimes } from '../../../transport/request-metrics.ts';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Table } from '../../ui/table.tsx';

export const texts = {
  title: { en: 'Slowest requests', ru: 'Самые медленные запросы' },
  since: { en: 'Since this process started', ru: 'С запуска этого процесса' },
  operation: { en: 'Request', ru: 'Запрос' },
  count: { en: 'Times', ru: 'Раз' },
  p95: { en: '95 of 100 faster than', ru: '95 из 100 быстрее' },
  slowest: { en: 'Slowest', ru: 'Дольше всего' },
  seconds: { en: '{n} s', ru: '{n} с' },
  milliseconds: { en: '{n} ms', ru: '{n} мс' },
} as const satisfies Record<string, Text>;

const numbers = {
  en: new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }),
  ru: new Intl.NumberFormat('ru', { maximumSignificantDigits: 2 }),
};

export function SlowCard({ operations }: { operations: readonly RequestTimes[] }) {
  const language = useLanguage();
  const say = (seconds: number) => {
    const [unit, value] = seconds < 1 ? [texts.milliseconds, seconds * 1000] : [texts.seconds, seconds];
    return unit[language].replace('{n}', numbers[language].format(value)).replace(' ', '\u00a0');
  };
  return (
    <Card heading={{ id: 'slow', title: texts.title }}>
      <Table
        caption={texts.since}
        columns={[
          { title: texts.operation },
          { title: texts.count, number: true },
          { title: texts.p95, number: true },
          { title: texts.slowest, number: true },
        ]}
        rows={operations.map(({ operation, count, p95, slowest }) => [
          <code key="operation">{operation}</code>,
          count,
          say(p95),
          say(slowest),
        ])}
      />
    </Card>
  );
}
