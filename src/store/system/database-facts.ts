import type { Db } from '../../base/db/connect.ts';
import { snowflakeAt } from '../../domain/kernel/snowflake.ts';

/** What the service needs of its database server. */
export interface DatabaseFacts {
  version: string;
  versionNumber: number;
  encoding: string;
  /** The locale knows which characters are letters, Cyrillic ones included. */
  knowsLetters: boolean;
  missingExtensions: string[];
  mayCreate: boolean;
  isWritable: boolean;
  maxConnections: number;
  now: Date;
}

const extensions = ['pg_trgm', 'fuzzystrmatch', 'unaccent', 'btree_gist'];

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const [row] = await db<[DatabaseFacts]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
           current_setting('server_encoding') as encoding, lower('Ё') = 'ё' and 'Ё' ~ '[[:alpha:]]' as "knowsLetters",
           array(select e from unnest(${extensions}::text[]) e
                  where not exists (select 1 from pg_extension x where x.extname = e)) as "missingExtensions",
           has_schema_privilege(current_schema(), 'create') as "mayCreate",
           not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as "isWritable",
           current_setting('max_connections')::int as "maxConnections", clock_timestamp() as now`;
  return row;
}

export interface WorkFacts {
  /** Jobs that were given up. */
  failedJobs: number;
  /** Emails that should have left more than an hour ago. */
  lateEmails: number;
}

export async function readWorkFacts(db: Db, now: Date): Promise<WorkFacts> {
  const [row] = await db<[WorkFacts]>`
    select (select count(*)::int from job where failed_at is not null) as "failedJobs",
           (select count(*)::int from letter
             where state = 'waiting' and created_at < ${now}::timestamptz - interval '1 hour') as "lateEmails"`;
  return row;
}

export interface DeliveryFacts {
  /** Emails of the last week with a link that expires, taken by the mail server more than two hours ago. */
  links: number;
  /** Somebody opened such a link, or confirmed an address. */
  isAnyOpened: boolean;
}

export async function readDeliveryFacts(db: Db, now: Date): Promise<DeliveryFacts> {
  const week = new Date(now.getTime() - 7 * 86_400_000);
  const [row] = await db<[DeliveryFacts]>`
    select (select count(*)::int from letter
             where id >= ${snowflakeAt(week.getTime())} and topic is null and expires_at is not null and state = 'sent'
               and sent_at < ${now}::timestamptz - interval '2 hours') as links,
           exists (select 1 from account_code where used_at > ${week})
             or exists (select 1 from account where email_confirmed_at > ${week}) as "isAnyOpened"`;
  return row;
}
