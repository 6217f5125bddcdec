import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type AnyOperation, isReading } from '../../kernel/operation.ts';
import type { Kernel } from '../../kernel/run.ts';
import { callOf } from '../../transport/rest.ts';
import { formKey } from './csrf.ts';
import { callerOf, viewOf } from './visitor.ts';

export type VisitorCall = <Output extends z.ZodType>(
  operation: AnyOperation<Output>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

/**
 * The one way from a page to an operation: as the visitor who is signed in, or as nobody, in the page's language. The
 * page itself was counted, so its operations are not. The key of a posted form goes along: sent twice, it is done once.
 */
export function visitorCall(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): VisitorCall {
  // A bearer token is nobody's session: pages know their visitor by the cookie alone.
  const call = { ...callOf(request, reply), bearer: undefined, language: viewOf(request).language };
  const key = formKey(request);
  return (operation, input) => {
    const keyed =
      key === null || isReading(operation)
        ? call
        : { ...call, idempotencyKey: `${key}.${digest(operation.name, input)}` };
    return kernel.perform(operation, input, keyed, callerOf(request));
  };
}

/** Whoever goes back, changes a word and sends the same form again means something else by it. */
function digest(operation: string, input: Record<string, unknown>): string {
  return hash('sha256', JSON.stringify([operation, input]), 'base64url').slice(0, 22);
}
