import { subscribe_to_push } from '../../src/features/actions/subscribe_to_push.ts';
import { insertSession } from '../../src/store/accounts/sessions.ts';
import type { TestService } from '../harness/service.ts';
import type { PushServer, TestSubscription } from './push-test-server.ts';

/** A session of its own with a browser that pushes are switched on in. */
export async function subscribeBrowser(
  service: TestService,
  accountId: string,
  server: PushServer,
  { now, newId }: { now(): Date; newId(): string },
): Promise<TestSubscription> {
  const id = newId();
  await insertSession(service.db, {
    id,
    hash: Buffer.from(id.padStart(32, '0')),
    accountId,
    host: 'test',
    userAgent: '',
    address: '',
    now: now(),
    expiresAt: new Date(now().getTime() + 30 * 86_400_000),
  });
  const made = server.subscribe();
  await service.pool.begin(async (db) => {
    const caller = { accountId, sessionId: id };
    const context = { db, caller, services: service.app.services, now, newId } as never;
    const input = { endpoint: made.endpoint, ...made.keys };
    const subject = (await subscribe_to_push.load?.(input, context, true)) as never;
    await subscribe_to_push.write?.(input, context, subject, undefined);
  });
  return made;
}
