import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyOperation } from '../kernel/operation.ts';
import type { Kernel } from '../kernel/run.ts';
import { callOf } from '../transport/rest.ts';
import { callerOf, viewOf } from './visitor.ts';

export type VisitorCall = <Output extends z.ZodType>(
  operation: AnyOperation<Output>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

/**
 * The one way from a page to an operation: as the visitor who is signed in, or as nobody, in the page's language. The
 * page itself was counted, so its operations are not.
 */
export function visitorCall(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): VisitorCall {
  // A bearer token is nobody's session: pages know their visitor by the cookie alone.
  const call = { ...callOf(request, reply), bearer: undefined, language: viewOf(request).language };
  return (operation, input) => kernel.perform(operation, input, call, callerOf(request));
}
