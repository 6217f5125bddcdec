import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import {
  type AnyDefinition,
  type AnyOperation,
  isReadOnly,
  type ReplyOf,
} from '../../../domain/kernel/operation.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { find_parcel } from '../../../features/actions/find_parcel.ts';
import { find_settlement } from '../../../features/actions/find_settlement.ts';
import { createCall } from '../../transport/rest.ts';
import { readIdempotencyKey } from './csrf.ts';
import { callerOf, createView } from './visitor.ts';

/** Runs a definition as this visitor. */
export interface VisitorCall {
  <Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
  ): Promise<z.output<Output>>;
  <Reply>(definition: AnyDefinition<Reply>, input: Record<string, unknown>): Promise<Reply>;
}

export interface VisitorCalls {
  readonly call: VisitorCall;
  /** By id or slug, with the user's role in it: read once, whatever else of the page asks for it. */
  findSettlement(reference: string): Promise<ReplyOf<typeof find_settlement>>;
  /** Any plot by id, with the user's relation to it: likewise. */
  findParcel(id: string): Promise<ReplyOf<typeof find_parcel>>;
  /** What was read is read once per page; a page that waits for something reads anew. */
  forgetReads(): void;
}

/**
 * Calls operations as the signed-in user or anonymously, in the language of the page, without their own rate limit:
 * the page request was counted. The idempotency key of a posted form goes along, so a form sent twice runs once.
 */
export function createVisitorCalls(
  { kernel }: { kernel: Kernel },
  request: FastifyRequest,
  reply: FastifyReply,
  memberships?: Caller['memberships'],
): VisitorCalls {
  const call = createPageCall(request, reply);
  let knownMemberships = call.reads && memberships;
  const reader = () =>
    knownMemberships ? { memberships: knownMemberships, ...callerOf(request) } : callerOf(request);
  const key = readIdempotencyKey(request);
  const keyed = (name: string, input: Record<string, unknown>) =>
    key === null ? call : { ...call, idempotencyKey: `${key}.${digestInput(name, input)}` };
  return {
    // A write is judged by what stands in the database then, not by what the page has read before.
    call: (definition: AnyDefinition, input: Record<string, unknown>) =>
      isReadOnly(definition)
        ? kernel.perform(definition, input, call, reader())
        : kernel.perform(definition, input, keyed(definition.name, input), callerOf(request)),
    findSettlement: (settlement) => kernel.perform(find_settlement, { settlement }, call, reader()),
    findParcel: (parcel) => kernel.perform(find_parcel, { parcel }, call, reader()),
    forgetReads() {
      call.reads?.clear();
      knownMemberships = undefined;
    },
  };
}

/** Pages authenticate by cookie only: a bearer token is ignored. */
export function createPageCall(request: FastifyRequest, reply: FastifyReply): Call {
  return Object.assign(createCall(request, reply), {
    surface: 'page' as const,
    bearer: undefined,
    language: createView(request).language,
    ...(request.method === 'GET' && { reads: new Map() }),
  });
}

/** Part of the idempotency key: the same form sent again with changed fields is a new request. */
function digestInput(operation: string, input: Record<string, unknown>): string {
  return hash('sha256', JSON.stringify([operation, input]), 'base64url').slice(0, 22);
}
