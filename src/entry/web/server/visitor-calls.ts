import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Pool } from '../../../base/db/connect.ts';
import { type Call, openReads } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import { type AnyDefinition, type AnyOperation, isReadOnly } from '../../../domain/kernel/operation.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { findParcelWithRole, type ParcelWithRole } from '../../../store/land/named-parcels.ts';
import { findSettlement, type SettlementWithRole } from '../../../store/land/settlements.ts';
import { createCall } from '../../transport/rest.ts';
import { readIdempotencyKey } from './csrf.ts';
import { callerOf, createView, shareKeyOf } from './visitor.ts';

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
  findSettlement(reference: string): Promise<SettlementWithRole | undefined>;
  /** Any plot by id, with the user's relation to it: likewise. */
  findParcel(id: string): Promise<ParcelWithRole | undefined>;
  /** What was read is read once per page; a page that waits for something reads anew. */
  forgetReads(): void;
}

/**
 * Calls operations as the signed-in user or anonymously, in the language of the page, without their own rate limit:
 * the page request was counted. The idempotency key of a posted form goes along, so a form sent twice runs once.
 */
export function createVisitorCalls(
  { kernel, pool }: { kernel: Kernel; pool: Pool },
  request: FastifyRequest,
  reply: FastifyReply,
  loadTies?: Caller['loadTies'],
): VisitorCalls {
  const call = createPageCall(request, reply);
  let knownTies = call.reads && loadTies;
  const reader = () => (knownTies ? { loadTies: knownTies, ...callerOf(request) } : callerOf(request));
  const reads = () => openReads(pool, call, shareKeyOf(request));
  const key = readIdempotencyKey(request);
  const keyed = (name: string, input: Record<string, unknown>) =>
    key === null ? call : { ...call, idempotencyKey: `${key}.${digestInput(name, input)}` };
  return {
    // A write is judged by what stands in the database then, not by what the page has read before.
    call: (definition: AnyDefinition, input: Record<string, unknown>) =>
      isReadOnly(definition)
        ? kernel.perform(definition, input, call, reader())
        : kernel.perform(definition, input, keyed(definition.name, input), callerOf(request)),
    findSettlement: (reference) => findSettlement(reads(), reference, reader()),
    findParcel: (id) => findParcelWithRole(reads(), id, reader()),
    forgetReads() {
      call.reads?.clear();
      knownTies = undefined;
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
