import type { Pool } from '../../../base/db/connect.ts';
import { listPendingMigrations } from '../../../base/db/migrate.ts';
import type { Language } from '../../../base/i18n/text.ts';
import { nameCommand } from '../../../base/site/command.ts';
import { findWrittenBackup, latestBackupRun } from '../../../store/system/backup-runs.ts';
import { readDatabaseFacts, readWorkFacts } from '../../../store/system/database-facts.ts';
import { hasModerator, hasOperator } from '../../../store/system/installation.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const minVersion = 150_000;
/** Connections of one instance: its pool, LISTEN, instance lease and a command beside it. */
const connectionsNeeded = 25;
const maxClockDifference = 2_000;

export async function checkDatabase(pool: Pool): Promise<Finding[]> {
  const startedAt = Date.now();
  const facts = await readDatabaseFacts(pool);
  const answered = Date.now();
  const findings: Finding[] = [];
  const complain = (en: string, ru: string) => findings.push(fault('database', { en, ru }));
  if (facts.versionNumber < minVersion)
    complain(
      `PostgreSQL ${facts.version} is too old: use 15 or newer.`,
      `PostgreSQL ${facts.version} устарел: нужен 15 или новее.`,
    );
  if (facts.encoding !== 'UTF8')
    complain(
      `Its encoding is ${facts.encoding}: create the database with ENCODING 'UTF8'.`,
      `Кодировка ${facts.encoding}: создайте базу с ENCODING 'UTF8'.`,
    );
  if (!facts.knowsLetters)
    complain(
      "Its locale knows no Cyrillic letters: create the database with LOCALE 'C.UTF-8' or ru_RU.UTF-8.",
      "Локаль базы не знает русских букв: создайте базу с LOCALE 'C.UTF-8' или ru_RU.UTF-8.",
    );
  if (facts.missingExtensions.length > 0 && !facts.mayCreate)
    complain(
      `Missing extensions: ${facts.missingExtensions.join(', ')}. Create them as a superuser.`,
      `Нет расширений: ${facts.missingExtensions.join(', ')}. Их создаёт суперпользователь базы.`,
    );
  if (!facts.mayCreate)
    complain(
      'Its user may not create tables in the schema, which an upgrade needs: GRANT CREATE.',
      'Пользователю базы нельзя создавать таблицы, а при обновлении это нужно: GRANT CREATE.',
    );
  if (!facts.isWritable)
    complain(
      'It is read-only: DATABASE_URL has to name the primary server.',
      'Она только для чтения: в DATABASE_URL должен стоять основной сервер.',
    );
  if (facts.maxConnections < connectionsNeeded)
    findings.push(
      warning('database', {
        en: `max_connections is ${facts.maxConnections}; one instance may need ${connectionsNeeded}.`,
        ru: `max_connections = ${facts.maxConnections}, а одному экземпляру может понадобиться ${connectionsNeeded}.`,
      }),
    );
  if (findings.length === 0)
    findings.push(
      ok('database', {
        en: `PostgreSQL ${facts.version}, UTF-8, writable`,
        ru: `PostgreSQL ${facts.version}, UTF-8, запись возможна`,
      }),
    );
  // The server's clock was read between asking and answering.
  const difference = Math.max(startedAt - facts.now.getTime(), facts.now.getTime() - answered, 0);
  findings.push(
    difference > maxClockDifference
      ? warning('clock', {
          en: `Differs from the database's by ${Math.round(difference / 1000)} s: run NTP on both machines.`,
          ru: `Расходятся с часами базы на ${Math.round(difference / 1000)} с: включите NTP на обеих машинах.`,
        })
      : ok('clock', { en: 'agrees with the database', ru: 'идут вместе с часами базы' }),
  );
  return findings;
}

export async function checkSchema(pool: Pool): Promise<Finding> {
  const { pending, unknown } = await listPendingMigrations(pool);
  if (unknown.length > 0)
    return fault('schema', {
      en: `Of a newer version (${unknown.join(', ')}): run that version of the program.`,
      ru: `От более новой версии (${unknown.join(', ')}): запустите ту версию программы.`,
    });
  return pending.length > 0
    ? warning('schema', {
        en: `${pending.length} migrations wait: they run at the next start, or with ${nameCommand('migrate')}.`,
        ru: `Ждут обновления таблиц: ${pending.length}. Они пройдут при следующем запуске или по команде ${nameCommand('migrate')}.`,
      })
    : ok('schema', { en: 'up to date', ru: 'обновлены' });
}

export async function checkPeople(pool: Pool): Promise<Finding> {
  if (!(await hasOperator(pool)))
    return fault('roles', {
      en: `Nobody is the operator: open the address that ${nameCommand('setup-link')} prints.`,
      ru: `Нет ни одного администратора: откройте ссылку, которую даёт ${nameCommand('setup-link')}.`,
    });
  if (!(await hasModerator(pool)))
    return warning('roles', {
      en: `There is no moderator: ${nameCommand('account role EMAIL moderator')}.`,
      ru: `Нет ни одного модератора: ${nameCommand('account role EMAIL moderator')}.`,
    });
  return ok('roles', { en: 'an operator and a moderator', ru: 'есть администратор и модератор' });
}

export async function checkWork(pool: Pool): Promise<Finding> {
  const { failedJobs, lateEmails } = await readWorkFacts(pool, new Date());
  if (failedJobs === 0 && lateEmails === 0)
    return ok('work', { en: 'nothing is stuck', ru: 'ничего не застряло' });
  const complaints = [
    { count: failedJobs, en: `jobs given up: ${failedJobs}`, ru: `брошено заданий: ${failedJobs}` },
    {
      count: lateEmails,
      en: `emails waiting for more than an hour: ${lateEmails}`,
      ru: `писем ждут больше часа: ${lateEmails}`,
    },
  ].filter(({ count }) => count > 0);
  const list = (language: Language) => complaints.map((complaint) => complaint[language]).join('; ');
  return warning('work', {
    en: `${list('en')}. The page /operator has the reasons.`,
    ru: `${list('ru')}. Причины на странице /operator.`,
  });
}

/** Days without a backup that somebody should hear of. */
export const maxBackupDays = 2;

export async function checkBackups(pool: Pool, now: Date): Promise<Finding> {
  const [newest, written] = [await latestBackupRun(pool), await findWrittenBackup(pool)];
  if (written === undefined)
    return warning('backup', {
      en: `None was made yet: set them up at /setup/backups, or run ${nameCommand('backup FILE')} daily.`,
      ru: `Копий ещё нет: задайте место на странице /setup/backups или делайте ${nameCommand('backup FILE')} каждый день.`,
    });
  const days = (now.getTime() - written.startedAt.getTime()) / 86_400_000;
  const at = `${written.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const [en, ru] = [`the last one is of ${at}`, `последняя от ${at}`];
  if (written.verdict === 'bad')
    return fault('backup', {
      en: `${en} and cannot be relied on: ${written.problem}`,
      ru: `${ru}, и положиться на неё нельзя: ${written.problem}`,
    });
  if (newest?.verdict === 'bad')
    return warning('backup', {
      en: `${en}; a later one failed: ${newest.problem}`,
      ru: `${ru}; следующая не удалась: ${newest.problem}`,
    });
  if (days > maxBackupDays)
    return warning('backup', {
      en: `${en}, ${Math.floor(days)} days old: look at /setup/backups, or make one daily.`,
      ru: `${ru}, дней назад: ${Math.floor(days)}. Загляните на страницу /setup/backups или делайте копию каждый день.`,
    });
  return written.verdict === 'good'
    ? ok('backup', { en: `${en}, restored and compared`, ru: `${ru}, восстановлена и сверена` })
    : ok('backup', { en: `${en}, not proven`, ru: `${ru}, не проверена` });
}
