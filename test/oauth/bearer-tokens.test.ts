import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Pool } from '../../src/base/db/connect.ts';
import { type BearerTokens, createBearerTokens } from '../../src/features/oauth/bearer-tokens.ts';
import { setOperator, setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { revokeAllTokens } from '../../src/store/accounts/tokens.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('the token cache of an instance', () => {
  let service: TestService;
  let village: Village;
  /** Another instance on the same database, whose LISTEN connection can be cut. */
  let other: BearerTokens;
  let watch: { onLost?(): void; onBack?(): void } = {};
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const pool = new Proxy(service.pool, {
      get(target, name) {
        if (name !== 'listen') return Reflect.get(target, name);
        return async (...[channel, hear, given]: Parameters<Pool['listen']>) => {
          watch = given ?? {};
          // On a busy machine the connection may not have answered within the last second.
          return { ...(await target.listen(channel, hear, given)), isCurrent: () => true };
        };
      },
    });
    const time = Date.now();
    // Nothing expires: what is dropped was told of.
    other = createBearerTokens(pool, () => time);
  });
  after(() => other.close());
  const check = (token: string) => other.check(token, { origin: service.url });
  /** Until a second lookup returns the same object: it came from the cache. */
  async function untilKept(token: string): Promise<void> {
    await waitUntil('the token is kept', () => isKept(token));
  }
  async function isKept(token: string): Promise<boolean> {
    const first = await check(token);
    const second = await check(token);
    return first !== null && first === second;
  }

  it('caches a token, and drops it when it is revoked on another instance', async () => {
    const token = await service.token(village.accounts.resident);
    const neighbours = await service.token(village.accounts.neighbour);
    await untilKept(token);
    await untilKept(neighbours);
    const kept = await check(neighbours);
    await revokeAllTokens(service.db, village.accounts.resident, new Date());
    await waitUntil('the token is refused', async () => (await check(token)) === null);
    assert.equal(await check(neighbours), kept, 'others are believed as before');
  });

  it('follows changes of platform roles and the deletion of the account', async () => {
    const token = await service.token(village.accounts.neighbour);
    await untilKept(token);
    await setPlatformRole(service.db, village.accounts.neighbour, 'moderator');
    await waitUntil('the role is given', async () => (await check(token))?.isModerator === true);
    await untilKept(token);
    await setPlatformRole(service.db, village.accounts.neighbour, null);
    await waitUntil('the role is taken', async () => (await check(token))?.isModerator === false);
    await untilKept(token);
    await service.db`update account set deleted_at = now() where id = ${village.accounts.neighbour}`;
    await waitUntil('the token is refused', async () => (await check(token)) === null);
    await service.db`update account set deleted_at = null where id = ${village.accounts.neighbour}`;
  });

  it('is notified of every change of keys, roles and memberships, and of nothing else', async () => {
    const { newcomer } = village.accounts;
    const told: string[] = [];
    const listening = await service.pool.listen('account_keys', (payload) => told.push(payload));
    const heardOf = async (change: () => Promise<unknown>) => {
      told.length = 0;
      await change();
      await service.db`select pg_notify('account_keys', 'end')`;
      await waitUntil('the notifications were received', () => told.includes('end'));
      return told.filter((payload) => payload !== 'end');
    };
    const { db } = service;
    assert.deepEqual(await heardOf(() => setOperator(db, newcomer, true)), [newcomer]);
    assert.deepEqual(await heardOf(() => setOperator(db, newcomer, true)), []);
    const { id } = village.settlement;
    assert.deepEqual(
      await heardOf(
        () =>
          db`insert into settlement_role (settlement_id, account_id, role, created_at) values (${id}, ${newcomer}, 'staff', now())`,
      ),
      [newcomer],
    );
    assert.deepEqual(await heardOf(() => db`delete from settlement_role where account_id = ${newcomer}`), [
      newcomer,
    ]);
    const claim = () => village.clients.newcomer.request_residency({ settlement: id, parcel: '3' });
    assert.deepEqual(await heardOf(claim), [newcomer]);
    assert.deepEqual(
      await heardOf(() => db`update membership set note = 'x' where account_id = ${newcomer}`),
      [],
    );
    assert.deepEqual(
      await heardOf(() => db`update membership set state = 'ended' where account_id = ${newcomer}`),
      [newcomer],
    );
    assert.deepEqual(await heardOf(() => db`update personal_token set last_used_at = now()`), []);
    const many = db`
      insert into personal_token (id, account_id, name, token_hash, scopes, created_at, expires_at)
      select a.id, a.id, 'x', sha256(a.id::text::bytea), '{mcp:read}', now(), now() + interval '1 day' from account a`;
    await many;
    const all = await heardOf(() => db`update personal_token set revoked_at = now() where name = 'x'`);
    assert.equal(all.join(',').split(',').length, (await db`select 1 from account`).length);
    await listening.unlisten();
  });

  it('is not used while LISTEN is down, and starts empty after a reconnect', async () => {
    const token = await service.token(village.accounts.editor);
    await untilKept(token);
    const kept = await check(token);
    watch.onLost?.();
    assert.notEqual(await check(token), kept);
    assert.equal(await isKept(token), false, 'asked anew each time');
    watch.onBack?.();
    await untilKept(token);
  });
});
