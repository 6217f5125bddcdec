import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { run_job_again } from '../../../../features/actions/run_job_again.ts';
import type { show_operation } from '../../../../features/actions/show_operation.ts';
import { form } from '../../page/form.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say, useLanguage, type Words } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { Table } from '../../ui/table.tsx';
import type { Clock } from '../../words/format-time.ts';
import { formatUtc } from '../../words/format-utc.ts';
import * as labels from '../../words/labels.ts';

type JobsOverview = ReplyOf<typeof show_operation>['jobs'];

export const texts = {
  title: { en: 'Jobs', ru: 'Задания' },
  none: { en: 'None has failed.', ru: 'Ни одно не сорвалось.' },
  givenUp: { en: 'given up', ru: 'брошено' },
  retried: { en: 'tried again {time}', ru: 'повтор {time}' },
  reason: labels.why,
  attempts: { en: 'Attempts', ru: 'Попыток' },
  when: { en: 'Given up', ru: 'Когда бросили' },
  next: { en: 'Next attempt', ru: 'Следующая попытка' },
  asks: {
    en: 'It starts from the beginning. What it has already done is not done twice.',
    ru: 'Задание начнётся сначала. То, что уже сделано, второй раз не сделается.',
  },
  again: { en: 'Again', ru: 'Ещё раз' },
  started: { en: 'The job is tried again now.', ru: 'Задание сейчас попробуют ещё раз.' },
  all: { en: 'All jobs', ru: 'Все задания' },
  counts: { en: 'How many there are', ru: 'Сколько каких' },
  waiting: { en: 'Waiting', ru: 'Ждут' },
  running: { en: 'Running', ru: 'Идут' },
  failed: { en: 'Given up', ru: 'Брошены' },
} as const satisfies Record<string, Text>;

const queueTexts: Readonly<Record<string, Text>> = {
  account_requests: { en: 'Registrations and passwords', ru: 'Регистрация и пароли' },
  announcements: { en: 'Sending announcements', ru: 'Рассылка объявлений' },
  backup: { en: 'Backup', ru: 'Резервная копия' },
  data_export: { en: 'Copies of people’s data', ru: 'Выгрузка своих данных' },
  device_polls: { en: 'Polling devices', ru: 'Опрос устройств' },
  device_upkeep: { en: 'Maintenance of readings', ru: 'Уход за показаниями' },
  household_counts: { en: 'Counting households', ru: 'Подсчёт жилых участков' },
  land_import: { en: 'Land from a file', ru: 'Земля из файла' },
  mail: { en: 'Sending emails', ru: 'Отправка писем' },
  media_blobs: { en: 'Deleting files', ru: 'Удаление файлов' },
  media_renditions: { en: 'Preparing photographs', ru: 'Подготовка фотографий' },
  media_sweep: { en: 'Cleaning up files', ru: 'Уборка файлов' },
  push: { en: 'Notifications to phones', ru: 'Уведомления на телефон' },
  reading_counts: { en: 'Hourly and daily readings', ru: 'Показания по часам и дням' },
  removed_things: { en: 'Emptying the bin', ru: 'Очистка удалённого' },
  search_terms: { en: 'Words for the search', ru: 'Слова для поиска' },
  search_vectors: { en: 'Search by meaning', ru: 'Поиск по смыслу' },
  sensor_alerts: { en: 'Alerts of sensors', ru: 'Тревоги датчиков' },
  sweep: { en: 'Cleaning up the database', ru: 'Уборка базы' },
  task_reminders: { en: 'Reminders of tasks', ru: 'Напоминания о задачах' },
};

export const nameQueue = (queue: string): Words => queueTexts[queue] ?? queue;

export const again = form(run_job_again, {
  path: paths.runJobAgain,
  isButton: true,
  done: () => ({ to: paths.operator, notice: texts.started }),
});

export function JobsCard({ queues, troubled, clock }: JobsOverview & { clock: Clock }) {
  return (
    <Card heading={{ id: 'jobs', title: texts.title }}>
      <div class="stack">
        {troubled.length === 0 && <p class="soft">{texts.none}</p>}
        {troubled.map((job) => (
          <Troubled key={job.id} job={job} clock={clock} />
        ))}
        {queues.length > 0 && (
          <Fold title={texts.all}>
            <Table
              caption={texts.counts}
              columns={[
                { title: labels.kind },
                { title: texts.waiting, number: true },
                { title: texts.running, number: true },
                { title: texts.failed, number: true },
              ]}
              rows={queues.map(({ queue, waiting, running, failed }) => [
                nameQueue(queue),
                waiting,
                running,
                failed,
              ])}
            />
          </Fold>
        )}
      </div>
    </Card>
  );
}

/** Unfolding shows why, and what trying again means, before it can be pressed. */
function Troubled({ job, clock }: { job: JobsOverview['troubled'][number]; clock: Clock }) {
  const language = useLanguage();
  const time = formatUtc(job.at, clock);
  const state = job.isGivenUp ? texts.givenUp[language] : texts.retried[language].replace('{time}', time);
  const name = say(nameQueue(job.queue));
  return (
    <Fold title={`${name} · ${state}`}>
      <FactList
        facts={[
          [texts.reason, job.error],
          [texts.attempts, job.attempts],
          [job.isGivenUp ? texts.when : texts.next, time],
        ]}
      />
      <p class="small soft">{texts.asks}</p>
      <again.Button at={{ job: job.id }} kind="quiet" icon="retry" about={name}>
        {texts.again}
      </again.Button>
    </Fold>
  );
}
