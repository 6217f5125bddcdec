import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { maxConnectionsPerAccount, type RevokedConnection } from './device-connections.ts';

const secretNeeded: Text = {
  en: 'You are back on the plot. Enter the password or token of the device again: it was erased.',
  ru: 'Вы снова на участке. Введите пароль или ключ устройства ещё раз: его стёрли.',
};

/**
 * Brings back connections that ended with a membership. Where another connection reads the same thing on the plot now, or
 * the account has as many as it may, they stay revoked. The secret was erased: what needs one waits, paused, until it is
 * given again. The account must be locked.
 */
export async function restoreConnections(
  db: Db,
  accountId: string,
  connections: readonly RevokedConnection[],
  now: Date,
): Promise<{ left: number; withoutSecret: number }> {
  if (connections.length === 0) return { left: 0, withoutSecret: 0 };
  const [used] = await db<{ count: number }[]>`
    select count(*)::int as count from device_connection where account_id = ${accountId} and state <> 'revoked'`;
  const free = Math.max(maxConnectionsPerAccount - (used?.count ?? 0), 0);
  const restored = await db<{ hadSecret: boolean }[]>`
    with wanted as (
      select w.id, w.state, w."hadSecret"
        from jsonb_to_recordset(${db.json(connections as never)}) as w (id bigint, state text, "hadSecret" boolean)
        join device_connection c on c.id = w.id
       where c.account_id = ${accountId} and c.state = 'revoked'
         and not exists (select 1 from device_connection o
                          where o.parcel_id = c.parcel_id and o.id <> c.id and o.state <> 'revoked'
                            and o.provider = c.provider and o.settings = c.settings)
       order by w.id limit ${free})
    update device_connection c
       set state = case when w."hadSecret" then 'paused' when w.state = 'paused' then 'paused' when c.provider = 'manual' then 'ok' else 'new' end,
           last_error = case when w."hadSecret" then ${db.json(secretNeeded)}::jsonb end,
           next_poll_at = case when w."hadSecret" or c.provider = 'manual' then c.next_poll_at else ${now}::timestamptz end
      from wanted w where c.id = w.id
    returning w."hadSecret"`;
  return {
    left: connections.length - restored.length,
    withoutSecret: restored.filter(({ hadSecret }) => hadSecret).length,
  };
}
