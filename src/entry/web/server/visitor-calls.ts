import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Action } from '../../../domain/kernel/action.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import { type AnyOperation, isReadOnly } from '../../../domain/kernel/operation.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { createCall } from '../../transport/rest.ts';
import { readIdempotencyKey } from './csrf.ts';
import { callerOf, createView } from './visitor.ts';

export type VisitorCall = <Output extends z.ZodType>(
  operation: AnyOperation<Output>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

/** Runs a page-only action as the signed-in user. */
export type VisitorRunAction = <Input extends z.ZodObject, Output, Permitted>(
  action: Action<string, Input, Output, Permitted>,
  input: Record<string, unknown>,
) => Promise<Output>;

/**
 * Calls operations as the signed-in user or anonymously, in the language of the page, without their own rate limit:
 * the page request was counted. The idempotency key of a posted form goes along, so a form sent twice runs once.
 */
export function createVisitorCalls(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
): { call: VisitorCall; runAction: VisitorRunAction; forgetReads(): void } {
  const call = createPageCall(request, reply);
  const key = readIdempotencyKey(request);
  const keyed = (name: string, input: Record<string, unknown>) =>
    key === null ? call : { ...call, idempotencyKey: `${key}.${digestInput(name, input)}` };
  return {
    call: (operation, input) =>
      kernel.perform(
        operation,
        input,
        isReadOnly(operation) ? call : keyed(operation.name, input),
        callerOf(request),
      ),
    runAction: (action, input) =>
      kernel.runAction(action, input, keyed(action.name, input), callerOf(request)),
    forgetReads: () => call.reads?.clear(),
  };
}

/** Pages authenticate by cookie only: a bearer token is ignored. */
export function createPageCall(request: FastifyRequest, reply: FastifyReply): Call {
  const call = createCall(request, reply);
  return {
    ...call,
    bearer: undefined,
    language: createView(request).language,
    isLanguageExplicit: true,
    ...(request.method === 'GET' && { reads: new Map() }),
    get signal() {
      return call.signal;
    },
  };
}

/** Part of the idempotency key: the same form sent again with changed fields is a new request. */
function digestInput(operation: string, input: Record<string, unknown>): string {
  return hash('sha256', JSON.stringify([operation, input]), 'base64url').slice(0, 22);
}
