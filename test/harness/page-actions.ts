import type { z } from 'zod';
import { type Caller, scopes } from '../../src/domain/kernel/caller.ts';
import type { AnyDefinition, AnyOperation } from '../../src/domain/kernel/operation.ts';
import type { TestService } from './service.ts';

/** Runs a page action as a signed-in user. */
export function runActionAs<Reply>(
  service: TestService,
  accountId: string | null,
  action: AnyDefinition<Reply>,
  input: Record<string, unknown>,
  via: 'session' | 'personal' = 'session',
  isModerator = false,
  idempotencyKey?: string,
): Promise<Reply> {
  const call = {
    ...createPageCall(service),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const caller = { accountId, isModerator, scopes: new Set(scopes), via };
  return service.app.kernel.perform(action, input, call, caller);
}

/** Calls an operation as a page does. */
export function callOnPage<Output extends z.ZodType>(
  service: TestService,
  accountId: string | null,
  operation: AnyOperation<Output>,
  input: Record<string, unknown>,
): Promise<z.output<Output>> {
  const caller = { accountId, isModerator: false, scopes: new Set(scopes), via: 'session' } as const;
  return service.app.kernel.perform(operation, input, createPageCall(service), caller as Caller);
}

const createPageCall = (service: TestService) =>
  ({
    surface: 'page',
    bearer: undefined,
    origin: service.url,
    address: '127.0.0.1',
    language: 'en',
    signal: new AbortController().signal,
  }) as const;

/** The kind of the refusal; empty on success. */
export async function refusalKindOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => '',
    (error: { kind?: string }) => error.kind ?? String(error),
  );
}
