import type { Text } from '../../../../base/i18n/text.ts';
import type { Examination } from '../../../../features/installation/doctor/doctor.ts';
import type { Finding } from '../../../../features/installation/doctor/finding.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import type { Clock } from '../../words/format-time.ts';
import { formatUtc } from '../../words/format-utc.ts';

export const texts = {
  broken: { en: 'Something is broken', ru: 'Есть поломка' },
  look: { en: 'Look at this', ru: 'Нужно посмотреть' },
  fine: { en: 'Everything works', ru: 'Всё работает' },
  checked: { en: 'Checked {time}', ru: 'Проверено {time}' },
  inOrder: { en: 'In order: {n}', ru: 'В порядке: {n}' },
} as const satisfies Record<string, Text>;

const subjectTexts: Readonly<Record<string, Text>> = {
  disk: { en: 'Disk', ru: 'Диск' },
  files: { en: 'Photographs and files', ru: 'Фотографии и файлы' },
  database: { en: 'Database', ru: 'База данных' },
  clock: { en: 'Clock', ru: 'Часы' },
  schema: { en: 'Database schema', ru: 'Схема базы' },
  redis: { en: 'Redis', ru: 'Redis' },
  work: { en: 'Work in the background', ru: 'Фоновая работа' },
  mail: { en: 'Mail server', ru: 'Почтовый сервер' },
  delivery: { en: 'Whether emails arrive', ru: 'Доходят ли письма' },
  push: { en: 'Notifications to phones', ru: 'Уведомления на телефон' },
  key: { en: 'Secret key', ru: 'Ключ шифрования' },
  backup: { en: 'Backup', ru: 'Резервная копия' },
  address: { en: 'Address of the site', ru: 'Адрес сайта' },
  tls: { en: 'Certificate', ru: 'Сертификат' },
  proxy: { en: 'Proxy', ru: 'Прокси' },
  roles: { en: 'Roles', ru: 'Роли' },
};

const order = { fault: 0, warning: 1, ok: 2 } as const;
const appearance = {
  fault: { icon: 'alert', tone: 'danger' },
  warning: { icon: 'alert', tone: 'warn' },
  ok: { icon: 'check', tone: 'green' },
} as const;

/** What is wrong comes first; what is in order can be unfolded. */
export function FindingsCards({ findings, at, clock }: Examination & { clock: Clock }) {
  const language = useLanguage();
  const wrong = findings
    .filter(({ state }) => state !== 'ok')
    .sort((one, other) => order[one.state] - order[other.state]);
  const fine = findings.filter(({ state }) => state === 'ok');
  const worst = wrong[0]?.state ?? 'ok';
  const checked = texts.checked[language].replace('{time}', formatUtc(at.toISOString(), clock));
  return (
    <>
      {worst === 'ok' ? (
        <Notice tone="good" title={texts.fine}>
          {checked}
        </Notice>
      ) : (
        <Card
          heading={{
            id: 'wrong',
            title: worst === 'fault' ? texts.broken : texts.look,
            aside: <span class="small soft">{checked}</span>,
          }}
          flush
        >
          <Findings findings={wrong} />
        </Card>
      )}
      {fine.length > 0 && (
        <Fold title={texts.inOrder[language].replace('{n}', String(fine.length))}>
          <Findings findings={fine} />
        </Fold>
      )}
    </>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const language = useLanguage();
  return (
    <List>
      {findings.map((finding) => (
        <Row
          key={`${finding.subject} ${finding.text}`}
          {...appearance[finding.state]}
          title={subjectTexts[finding.subject] ?? finding.subject}
          line={{ en: finding.text, ru: finding.ru }[language]}
        />
      ))}
    </List>
  );
}
