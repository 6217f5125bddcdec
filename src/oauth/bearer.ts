import type { Pool } from '../db/connect.ts';
import type { Scope, SignedInCaller } from '../kernel/caller.ts';
import type { Call } from '../kernel/run.ts';
import {
  type BearerRow,
  findAccessBearer,
  findPersonalBearer,
  markTokensUsed,
} from '../store/accounts/tokens.ts';
import { hashToken, tokenKind } from './secret-token.ts';

/** A revocation takes effect everywhere within this time, and at once on the instance that carried it out. */
const cacheMilliseconds = 30_000;
const cacheSize = 10_000;
const noteUseEvery = 60_000;

export interface Bearer {
  check(token: string, call: Pick<Call, 'origin' | 'resource'>): Promise<SignedInCaller | null>;
  forget(hash: Buffer): void;
  forgetAll(): void;
  close(): Promise<void>;
}

interface Known {
  row: BearerRow;
  caller: SignedInCaller;
  until: number;
}

export function createBearer(pool: Pool, clock: () => number = Date.now): Bearer {
  const cache = new Map<string, Known>();
  const used = { personal: new Set<string>(), oauth: new Set<string>() };

  async function noteUse(): Promise<void> {
    const [personal, grants] = [[...used.personal], [...used.oauth]];
    used.personal.clear();
    used.oauth.clear();
    await markTokensUsed(pool, personal, grants, new Date(clock())).catch(() => {
      // Noted with the next ones.
      for (const id of personal) used.personal.add(id);
      for (const id of grants) used.oauth.add(id);
    });
  }
  const timer = setInterval(noteUse, noteUseEvery);
  timer.unref();

  async function load(token: string): Promise<Known | null> {
    const kind = tokenKind(token);
    if (kind !== 'personal' && kind !== 'access') return null;
    const hash = hashToken(token);
    const key = hash.toString('base64');
    const now = clock();
    const cached = cache.get(key);
    if (cached !== undefined && cached.until > now) return cached;
    cache.delete(key);
    const row = await (kind === 'personal' ? findPersonalBearer : findAccessBearer)(
      pool,
      hash,
      new Date(now),
    );
    if (row === undefined) return null;
    const caller: SignedInCaller = {
      accountId: row.accountId,
      isModerator: row.isModerator,
      scopes: new Set<Scope>(row.scopes),
      via: row.issuer === null ? 'personal' : 'oauth',
    };
    const known = { row, caller, until: Math.min(now + cacheMilliseconds, row.expiresAt.getTime()) };
    if (cache.size >= cacheSize) cache.clear();
    cache.set(key, known);
    return known;
  }

  return {
    async check(token, call) {
      const known = await load(token);
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
    forget(hash) {
      cache.delete(hash.toString('base64'));
    },
    forgetAll() {
      cache.clear();
    },
    async close() {
      clearInterval(timer);
      await noteUse();
    },
  };
}
