import type { Db } from '../../src/base/db/connect.ts';
import { formatNotification } from '../../src/features/notify/notification-texts.ts';
import type { MailServer } from '../mail/smtp-test-server.ts';
import type { PushServer, TestSubscription } from '../push/push-test-server.ts';

/** One event for one account on one way, as it was written to be told. */
export interface ToldRow {
  way: 'bell' | 'email' | 'push';
  eventId: string;
  accountId: string;
  endpoint: string | null;
  key: string;
  url: string;
  topic: string;
  replacements: Record<string, string>;
  language: 'en' | 'ru';
  /** Why it need not have been sent: null when it must have been. */
  reason: 'read' | 'ended' | 'withdrawn' | null;
}

/** Records every row of notifications, emails and pushes from now on: those of emails are deleted when composed. */
export async function startLedger(db: Db): Promise<void> {
  await db.unsafe(`
    create table told_row (way text, event_id bigint, account_id bigint, endpoint text, key text, topic text, url text, replacements jsonb);
    create function record_told() returns trigger language plpgsql as $$
    begin
      insert into told_row
      select case tg_table_name when 'notification' then 'bell' when 'letter_item' then 'email' else 'push' end, new.event_id,
             case when tg_table_name = 'push_item' then s.account_id else (to_jsonb(new)->>'account_id')::bigint end, s.endpoint,
             new.key, new.topic, new.url, new.replacements
        from (select 1) one left join push_subscription s on s.id = (to_jsonb(new)->>'subscription_id')::bigint;
      return null;
    end $$;
    create trigger record_told after insert on notification for each row execute function record_told();
    create trigger record_told after insert on letter_item for each row execute function record_told();
    create trigger record_told after insert on push_item for each row execute function record_told();
    -- What ends with whom, also where the bell is off.
    create table ended_row (event_id bigint, account_id bigint);
    create function record_ended() returns trigger language plpgsql as $$
    begin
      insert into ended_row values (old.event_id, null);
      return null;
    end $$;
    create trigger record_ended after delete on waiting_event for each row execute function record_ended();`);
}

export async function readLedger(db: Db): Promise<ToldRow[]> {
  return [
    ...(await db<ToldRow[]>`
      select t.way, t.event_id as "eventId", t.account_id as "accountId", t.endpoint, t.key, t.url, t.topic, t.replacements, a.language,
             case when n.ended_at is not null or exists (select 1 from ended_row e where e.event_id = t.event_id) then 'ended'
                  when n.read_at is not null then 'read'
                  when e.event_id is not null and ar.id is null then 'withdrawn' end as reason
        from told_row t join account a on a.id = t.account_id
        left join notification n on n.event_id = t.event_id and n.account_id = t.account_id
        left join announcement_event e on e.event_id = t.event_id left join article ar on ar.id = e.article_id
       order by t.event_id, t.account_id, t.way`),
  ];
}

export const sentenceOf = (row: Pick<ToldRow, 'key' | 'topic' | 'replacements' | 'language'>) =>
  formatNotification(row, row.language).replaceAll(/\s+/g, ' ').trim();

/** What arrived in mailboxes since the last call: address, sentence and path of each entry. */
export function createMailReader(db: Db, mail: MailServer, baseUrl: string) {
  let seen = 0;
  return async (): Promise<{ to: string; sentence: string; url: string | null }[]> => {
    const arrived = mail.received.slice(seen);
    seen = mail.received.length;
    const entries = [];
    for (const { messageId, to } of arrived) {
      const [letter] = await db<{ text: string; topic: string | null }[]>`
        select body_text as text, topic from letter where message_id = ${messageId}`;
      if (letter === undefined || letter.topic === null) continue;
      const found = [...letter.text.matchAll(/^• (.*)\n {2}(\S+)$/gm)];
      for (const [, sentence = '', link = ''] of found)
        entries.push({ to, sentence, url: link.slice(baseUrl.length) });
      // An urgent one has its sentence as its heading, and a link of its own.
      if (found.length === 0)
        entries.push({ to, sentence: letter.text.split('\n', 1)[0]?.trim() ?? '', url: null });
    }
    return entries;
  };
}

/** What arrived on the phones since the last call. */
export function createPushReader(server: PushServer, phones: readonly TestSubscription[]) {
  let seen = 0;
  return (): { endpoint: string; eventId: string; isEnding: boolean }[] => {
    const arrived = server.received.slice(seen);
    seen = server.received.length;
    return arrived.map(({ path, body }) => {
      const phone = phones.find(({ endpoint }) => endpoint === server.origin + path);
      const push = phone?.open(body) as { tag?: string; silent?: boolean } | undefined;
      return { endpoint: phone?.endpoint ?? '', eventId: push?.tag ?? '', isEnding: push?.silent === true };
    });
  };
}
