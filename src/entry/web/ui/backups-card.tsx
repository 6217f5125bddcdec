import type { Text } from '../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { maxBackupHours } from '../../../domain/rules/backup-schedule.ts';
import { formatFileSize } from '../../../domain/rules/file-size.ts';
import type { show_operation } from '../../../features/actions/show_operation.ts';
import type { Clock } from '../words/format-time.ts';
import { formatUtc } from '../words/format-utc.ts';
import * as labels from '../words/labels.ts';
import { useLanguage } from './language-context.ts';
import { ListCard } from './list.tsx';
import { Row } from './row.tsx';

export const texts = {
  title: labels.backups,
  none: { en: 'None has been made yet.', ru: 'Ни одной ещё не сделали.' },
  good: { en: 'Restored as a test', ru: 'Восстановление проверено' },
  bad: { en: 'Unusable', ru: 'Не годится' },
  unproven: { en: 'Not tested yet', ru: 'Не проверена' },
  running: { en: 'Being made', ru: 'Делается' },
  cut: { en: 'Cut off', ru: 'Оборвалась' },
  seconds: { en: '{n}\u00a0s', ru: '{n}\u00a0с' },
} as const satisfies Record<string, Text>;

const verdicts = {
  good: { text: texts.good, icon: 'check', tone: 'green' },
  bad: { text: texts.bad, icon: 'alert', tone: 'danger' },
  unproven: { text: texts.unproven, icon: 'info', tone: 'warn' },
  running: { text: texts.running, icon: 'clock', tone: 'stale' },
  cut: { text: texts.cut, icon: 'alert', tone: 'danger' },
} as const;

type Backups = ReplyOf<typeof show_operation>['backups'];

function verdictOf({ verdict, startedAt, finishedAt }: Backups[number], now: Date) {
  if (verdict !== null) return verdicts[verdict];
  if (finishedAt !== null) return verdicts.unproven;
  return now.getTime() - startedAt.getTime() > maxBackupHours * 3_600_000 ? verdicts.cut : verdicts.running;
}

export function BackupsCard({ backups, clock }: { backups: Backups; clock: Clock }) {
  const language = useLanguage();
  return (
    <ListCard heading={{ id: 'backups', title: texts.title }} none={texts.none}>
      {backups.map((run) => {
        const { text, icon, tone } = verdictOf(run, clock.now);
        const milliseconds = (run.backupMs ?? 0) + (run.verifyMs ?? 0);
        return (
          <Row
            key={run.id}
            icon={icon}
            tone={tone}
            title={text}
            line={[
              formatUtc(run.startedAt.toISOString(), clock),
              run.problem,
              run.bytes !== null && formatFileSize(run.bytes, language),
              milliseconds > 0 && texts.seconds[language].replace('{n}', `${Math.ceil(milliseconds / 1000)}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        );
      })}
    </ListCard>
  );
}
