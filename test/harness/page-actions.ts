import type { z } from 'zod';
import type { Action } from '../../src/domain/kernel/action.ts';
import { scopes } from '../../src/domain/kernel/caller.ts';
import type { TestService } from './service.ts';

/** Runs a page action as a signed-in user. */
export function runActionAs<Input extends z.ZodObject, Output, Permitted>(
  service: TestService,
  accountId: string | null,
  action: Action<string, Input, Output, Permitted>,
  input: Record<string, unknown>,
  via: 'session' | 'personal' = 'session',
  isModerator = false,
  idempotencyKey?: string,
): Promise<Output> {
  const call = {
    surface: 'api',
    bearer: undefined,
    origin: service.url,
    address: '127.0.0.1',
    language: 'en',
    signal: new AbortController().signal,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  } as const;
  const caller = { accountId, isModerator, scopes: new Set(scopes), via };
  return service.app.kernel.runAction(action, input, call, caller);
}

/** The kind of the refusal; empty on success. */
export async function refusalKindOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: { kind?: string }) => error.kind ?? String(error),
  );
}
