import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertSession } from '../../src/store/accounts/sessions.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import type { BuiltPlot } from '../../test/browser/large-village.ts';
import type { TestService } from '../../test/harness/open-service.ts';
import type { PushServer } from '../../test/push/push-test-server.ts';

/**
 * How somebody on the plot learns of an announcement. `gone`: by the site, and a phone whose subscription has ended;
 * `refused`: only by an address that the mail server refuses; `paper`: recorded with a telephone, without an account.
 */
const shares = { push: 16, gone: 16, app: 8, letter: 8, refused: 4, paper: 30, nothing: 18 } as const;
type Way = keyof typeof shares;

export interface Household {
  readonly index: number;
  readonly way: Way;
  readonly account?: string;
  readonly endpoint?: string;
}

/** Settles the plots by these shares, in per cent, and appoints an editor without a plot. */
export async function settleHouseholds(
  service: TestService,
  village: { readonly settlement: string; readonly plots: readonly BuiltPlot[] },
  push: PushServer,
): Promise<{ households: Household[]; editor: string }> {
  const { db } = service;
  const now = new Date();
  const editor = await addAccount(service, 'editor');
  await insertSettlementRole(db, village.settlement, editor, 'editor', now);
  const ways = (Object.entries(shares) as [Way, number][]).flatMap(([way, share]) =>
    Array.from({ length: share }, () => way),
  );
  const households: Household[] = [];
  for (const [index, plot] of village.plots.entries()) {
    // 37 and 100 have no common divisor: every hundred plots have all shares, in no visible order.
    const way = ways[(index * 37) % ways.length] as Way;
    if (way === 'nothing') households.push({ index, way });
    else if (way === 'paper') {
      await db`
        insert into recorded_person (id, parcel_id, name, phones, has_no_email, created_at, updated_at)
        values (${service.newId()}, ${plot.id}, ${`Жилец ${plot.number}`}, ${['+79000000000']}, true, ${now}, ${now})`;
      households.push({ index, way });
    } else {
      const account = await addAccount(service, `${way}${index}`);
      await insertMembership(db, {
        id: service.newId(),
        accountId: account,
        parcelId: plot.id,
        role: 'owner',
        state: 'confirmed',
        isPrimary: true,
        decidedBy: editor,
        now,
      });
      const channels = { in_app: !['letter', 'refused'].includes(way), mail: way !== 'app', push: true };
      await db`
        insert into notification_preference (account_id, channels, topics, kinds)
        values (${account}, ${db.json(channels)}, '{}', '{}')`;
      const hasPhone = way === 'push' || way === 'gone';
      households.push({
        index,
        way,
        account,
        ...(hasPhone && { endpoint: await subscribe(service, account, push) }),
      });
    }
  }
  return { households, editor };
}

async function addAccount(service: TestService, name: string): Promise<string> {
  const id = service.newId();
  const now = new Date();
  await insertAccount(service.db, {
    id,
    email: `${name}@example.org`,
    displayName: name,
    language: 'ru',
    passwordHash: null,
    emailConfirmedAt: now,
    createdAt: now,
  });
  return id;
}

async function subscribe(service: TestService, accountId: string, push: PushServer): Promise<string> {
  const [session, now] = [service.newId(), new Date()];
  await insertSession(service.db, {
    id: session,
    hash: Buffer.from(session.padStart(32, '0')),
    accountId,
    host: 'test',
    userAgent: '',
    address: '',
    now,
    expiresAt: new Date(now.getTime() + 30 * 86_400_000),
  });
  const { endpoint, keys } = push.subscribe();
  await service.db`
    insert into push_subscription (id, account_id, session_id, endpoint, host, p256dh, auth, created_at)
    values (${service.newId()}, ${accountId}, ${session}, ${endpoint}, ${new URL(endpoint).host},
            ${Buffer.from(keys.p256dh, 'base64url')}, ${Buffer.from(keys.auth, 'base64url')}, ${now})`;
  return endpoint;
}
