import { retryReadIfLost } from '../../base/db/driver/unavailable.ts';
import type { Call } from './call.ts';
import { anonymousCaller, type Caller, type SignedInCaller } from './caller.ts';
import type { RateLimits } from './rate-limits.ts';
import { Refusal } from './refusal.ts';

export interface AdmissionDependencies {
  rateLimits: RateLimits;
  /** Null for a token that is not valid. */
  checkBearer(token: string, call: Call): Promise<SignedInCaller | null>;
}

const tooMany = {
  en: 'Too many requests. Try again a little later.',
  ru: 'Слишком много запросов. Попробуйте чуть позже.',
};
const badToken = {
  en: 'The token is not valid: it is unknown, expired, revoked or meant for another server.',
  ru: 'Токен не действует: он неизвестен, истёк, отозван или выдан для другого сервера.',
};

/** Who calls, and whether they are within their rate limit. */
export function createAdmission(dependencies: AdmissionDependencies) {
  async function count(call: Call, kind: 'account' | 'public', key: string): Promise<void> {
    call.rateLimit = await dependencies.rateLimits.consume(`${call.surface}_${kind}`, key);
    if (call.rateLimit.exceeded) throw new Refusal({ kind: 'too_many', text: tooMany });
  }

  async function findCaller(call: Call): Promise<Caller | null> {
    const { bearer } = call;
    if (bearer === undefined) return anonymousCaller;
    return retryReadIfLost((token) => dependencies.checkBearer(token, call), [bearer, bearer]);
  }

  const refuseToken = () => new Refusal({ kind: 'unauthenticated', text: badToken });

  async function admit(call: Call): Promise<Caller> {
    const caller = await findCaller(call);
    if (caller?.accountId) await count(call, 'account', caller.accountId);
    else await count(call, 'public', call.address);
    if (caller === null) throw refuseToken();
    // Assistants rarely name a language, and speak to the account's owner.
    if (call.surface === 'mcp' && call.isLanguageExplicit === false && caller.language !== undefined)
      call.language = caller.language;
    return caller;
  }

  async function identifyCaller(call: Call): Promise<Caller> {
    const caller = await findCaller(call);
    if (caller === null) throw refuseToken();
    return caller;
  }

  return { admit, identifyCaller };
}
