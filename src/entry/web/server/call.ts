import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Action } from '../../../domain/kernel/action.ts';
import { type AnyOperation, isReading } from '../../../domain/kernel/operation.ts';
import type { Call, Kernel } from '../../../domain/kernel/run.ts';
import { callOf } from '../../transport/rest.ts';
import { formKey } from './csrf.ts';
import { callerOf, viewOf } from './visitor.ts';

export type VisitorCall = <Output extends z.ZodType>(
  operation: AnyOperation<Output>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

/** Runs a page-only action as the signed-in user. */
export type VisitorAct = <Input extends z.ZodObject, Output, Permitted>(
  action: Action<string, Input, Output, Permitted>,
  input: Record<string, unknown>,
) => Promise<Output>;

/**
 * Calls operations as the signed-in user or anonymously, in the language of the page, without their own rate limit:
 * the page request was counted. The idempotency key of a posted form goes along, so a form sent twice runs once.
 */
export function visitorCalls(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
): { call: VisitorCall; act: VisitorAct } {
  const call = callAtPage(request, reply);
  const key = formKey(request);
  const keyed = (name: string, input: Record<string, unknown>) =>
    key === null ? call : { ...call, idempotencyKey: `${key}.${digest(name, input)}` };
  return {
    call: (operation, input) =>
      kernel.perform(
        operation,
        input,
        isReading(operation) ? call : keyed(operation.name, input),
        callerOf(request),
      ),
    act: (action, input) => kernel.act(action, input, keyed(action.name, input), callerOf(request)),
  };
}

/** Pages authenticate by cookie only: a bearer token is ignored. */
export function callAtPage(request: FastifyRequest, reply: FastifyReply): Call {
  const call = callOf(request, reply);
  return {
    ...call,
    bearer: undefined,
    language: viewOf(request).language,
    isLanguageAsked: true,
    get signal() {
      return call.signal;
    },
  };
}

/** Part of the idempotency key: the same form sent again with changed fields is a new request. */
function digest(operation: string, input: Record<string, unknown>): string {
  return hash('sha256', JSON.stringify([operation, input]), 'base64url').slice(0, 22);
}
