import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AnyOperation, Operation, OperationScope } from '../../kernel/operation.ts';
import type { Kernel } from '../../kernel/run.ts';
import { callOf } from '../../transport/rest.ts';
import { callerOf, viewOf } from './visitor.ts';

export type VisitorCall = <Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, Input, Output, OperationScope>,
  input: Record<string, unknown>,
) => Promise<z.output<Output>>;

/**
 * The one way from a page to an operation: as the visitor who is signed in, or as nobody, in the page's language. The
 * page itself was counted, so its operations are not.
 */
export function visitorCall(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): VisitorCall {
  // A bearer token is nobody's session: pages know their visitor by the cookie alone.
  const call = { ...callOf(request, reply), bearer: undefined, language: viewOf(request).language };
  return async (operation, input) =>
    (await kernel.perform(operation as unknown as AnyOperation, input, call, callerOf(request))) as never;
}
