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

/** What pages do beside operations, as whoever is signed in. */
export type VisitorAct = <Input extends z.ZodObject, Output, Permitted>(
  action: Action<string, Input, Output, Permitted>,
  input: Record<string, unknown>,
) => Promise<Output>;

/**
 * The one way from a page to an operation: as the visitor who is signed in, or as nobody, in the page's language. The
 * page itself was counted, so its operations are not. The key of a posted form goes along: sent twice, it is done once.
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

/** A bearer token is nobody's session: pages know their visitor by the cookie alone. */
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

/** Whoever goes back, changes a word and sends the same form again means something else by it. */
function digest(operation: string, input: Record<string, unknown>): string {
  return hash('sha256', JSON.stringify([operation, input]), 'base64url').slice(0, 22);
}
