import { randomUUID } from 'node:crypto';
import { scopes } from '../../src/domain/kernel/caller.ts';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { findRefusal, httpStatus } from '../../src/entry/transport/refusal-status.ts';
import type { TestService } from '../../test/harness/open-service.ts';
import type { Persona, Village } from '../../test/harness/village.ts';
import { type Answer, shapeOf } from './fault-case.ts';

export type Fields = Record<string, unknown>;

/** Performs a definition as a page does; `sessionId` for what needs the session itself, `account` for somebody else. */
export function createPageCaller(service: TestService, village: Village, operators: readonly Persona[]) {
  return async (
    who: Persona,
    definition: AnyDefinition,
    input: Fields,
    { key, sessionId, account }: { key?: string; sessionId?: string; account?: string } = {},
  ): Promise<Fields> => {
    const isOperator = operators.includes(who);
    const caller = {
      accountId: account ?? village.accounts[who],
      isModerator: isOperator,
      isOperator,
      scopes: new Set(scopes),
      via: 'session',
      ...(sessionId !== undefined && { sessionId }),
    } as const;
    const call = {
      surface: 'page',
      bearer: undefined,
      origin: service.url,
      address: '127.0.0.1',
      language: 'en',
      signal: new AbortController().signal,
      ...(key !== undefined && { idempotencyKey: key }),
    } as const;
    return (await service.app.kernel.perform(definition, input, call, caller)) as Fields;
  };
}

/** The status that a page would answer with. */
export async function toAnswer(work: Promise<unknown>): Promise<Answer> {
  try {
    const reply = await work;
    return { status: 200, retryAfter: null, shape: shapeOf(reply), body: JSON.stringify(reply ?? null) };
  } catch (error) {
    const refusal = findRefusal(error);
    const retryAfter = refusal?.kind === 'unavailable' ? '1' : null;
    const body = refusal?.text.en ?? String((error as Error)?.stack ?? error);
    return { status: refusal ? httpStatus[refusal.kind] : 500, retryAfter, shape: '', body };
  }
}

export const newKey = () => randomUUID();
