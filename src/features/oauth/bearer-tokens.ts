import type { Listening, Pool } from '../../base/db/connect.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Scope, SignedInCaller } from '../../domain/kernel/caller.ts';
import {
  accountKeysChannel,
  type BearerRow,
  findAccessBearer,
  findPersonalBearer,
  markTokensUsed,
} from '../../store/accounts/tokens.ts';
import { toSilence } from '../../store/visibility/silences.ts';
import { findTokenKind, hashToken } from './secret-token.ts';

/**
 * Upper bound for staleness. Revocations are invalidated at once by NOTIFY; this covers the rest: expiry, and rows
 * changed without the triggers.
 */
const cacheMilliseconds = 30_000;
/** Milliseconds between attempts to LISTEN. */
const listenRetryMilliseconds = 1_000;
const cacheSize = 10_000;
const lastUseFlushMilliseconds = 60_000;

export interface BearerTokens {
  check(token: string, call: Pick<Call, 'origin' | 'resource'>): Promise<SignedInCaller | null>;
  invalidate(hash: Buffer): void;
  invalidateAll(): void;
  close(): Promise<void>;
}

interface CachedBearer {
  row: BearerRow;
  caller: SignedInCaller;
  until: number;
}

export function createBearerTokens(pool: Pool, clock: () => number = Date.now): BearerTokens {
  const cache = new Map<string, CachedBearer>();
  /** The cache is used only while notifications arrive. */
  let isHearing = false;
  let isCurrent = () => false;
  let heard = 0;
  let listening: Promise<Listening | undefined> | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;

  function hear(payload: string): void {
    heard += 1;
    const accounts = new Set(payload.split(','));
    for (const [key, { row }] of cache)
      if (accounts.has('*') || accounts.has(row.accountId)) cache.delete(key);
  }

  function setHearing(value: boolean): void {
    isHearing = value;
    heard += 1;
    cache.clear();
  }

  function listen(): void {
    if (listening !== undefined || performance.now() - triedAt < listenRetryMilliseconds) return;
    triedAt = performance.now();
    const watch = { onLost: () => setHearing(false), onBack: () => setHearing(true) };
    listening = pool.listen(accountKeysChannel, hear, watch).then(
      (started) => {
        setHearing(true);
        isCurrent = started.isCurrent;
        return started;
      },
      () => {
        listening = undefined;
        return undefined;
      },
    );
  }

  const used = { personal: new Set<string>(), oauth: new Set<string>() };

  async function noteUse(): Promise<void> {
    const [personal, grants] = [[...used.personal], [...used.oauth]];
    used.personal.clear();
    used.oauth.clear();
    await markTokensUsed(pool, personal, grants, new Date(clock())).catch(() => {
      // Retried with the next batch.
      for (const id of personal) used.personal.add(id);
      for (const id of grants) used.oauth.add(id);
    });
  }
  const timer = setInterval(noteUse, lastUseFlushMilliseconds);
  timer.unref();

  /** A write checks its token again after its body was read. */
  const hashes = new WeakMap<
    object,
    { readonly token: string; readonly hash: Buffer; readonly key: string }
  >();

  function hashOf(token: string, call: object) {
    let known = hashes.get(call);
    if (known?.token !== token) {
      const hash = hashToken(token);
      known = { token, hash, key: hash.toString('base64') };
      hashes.set(call, known);
    }
    return known;
  }

  async function load(token: string, call: object): Promise<CachedBearer | null> {
    const kind = findTokenKind(token);
    if (kind !== 'personal' && kind !== 'access') return null;
    const { hash, key } = hashOf(token, call);
    const now = clock();
    listen();
    const cached = isHearing && isCurrent() ? cache.get(key) : undefined;
    if (cached !== undefined && cached.until > now) return cached;
    cache.delete(key);
    const before = heard;
    const row = await (kind === 'personal' ? findPersonalBearer : findAccessBearer)(
      pool,
      hash,
      new Date(now),
    );
    if (row === undefined) return null;
    const caller: SignedInCaller = {
      accountId: row.accountId,
      isModerator: row.isModerator,
      language: row.language,
      scopes: new Set<Scope>(row.scopes),
      ...(row.silences && { silences: row.silences.map(toSilence) }),
      via: row.issuer === null ? 'personal' : 'oauth',
    };
    const known = { row, caller, until: Math.min(now + cacheMilliseconds, row.expiresAt.getTime()) };
    if (cache.size >= cacheSize) cache.clear();
    // A notification received while the row was read may concern it.
    if (isHearing && heard === before) cache.set(key, known);
    return known;
  }

  return {
    async check(token, call) {
      const known = await load(token, call);
      if (known === null) return null;
      const { row } = known;
      if (row.issuer !== null) {
        const fits =
          call.resource === undefined ? row.issuer === call.origin : row.resource === call.resource;
        if (!fits) return null;
      }
      (row.issuer === null ? used.personal : used.oauth).add(row.tokenId);
      return known.caller;
    },
    invalidate(hash) {
      cache.delete(hash.toString('base64'));
    },
    invalidateAll() {
      cache.clear();
    },
    async close() {
      clearInterval(timer);
      await (await listening)?.unlisten().catch(() => {});
      await noteUse();
    },
  };
}
