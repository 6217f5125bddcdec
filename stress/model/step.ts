import { randomUUID } from 'node:crypto';
import type { AnyOperation } from '../../src/domain/kernel/operation.ts';
import { findRefusal } from '../../src/entry/transport/refusal-status.ts';
import { operations } from '../../src/features/operations/index.ts';
import type { Persona } from '../../test/harness/village.ts';
import { createMcpClient } from '../../test/transport/mcp/json-rpc-client.ts';
import { readConfirmWord, readRefusalBody } from '../../test/transport/mcp/untrusted-text-marks.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

export const doors = ['REST', 'page', 'tool'] as const;
export type Door = (typeof doors)[number];

export type Answer =
  | { kind: 'done'; data: Record<string, unknown> }
  | { kind: 'refused'; why: string }
  /** 503: done, or not done. */
  | { kind: 'unavailable' };

/** One thing that somebody does or reads. */
export interface BoundStep {
  /** Sends it; with the same key it is done once. */
  send(key: string): Promise<Answer>;
  /** What is then; null: the model does not explain the answer. */
  judge(model: Model, answer: Answer): Model | null;
}

export interface Step {
  name: string;
  isRead: boolean;
  /** Undefined: there is nothing to do it with. */
  bind(world: World, model: Model): BoundStep | undefined;
}

export const newKey = () => randomUUID();

export const pick = <Entry>(list: readonly Entry[], at: number): Entry | undefined =>
  list[at % (list.length || 1)];

/** Done exactly where it should be; then `next` is what stands. */
export const expectDone =
  (
    may: (model: Model) => boolean,
    next: (model: Model, data: Record<string, unknown>) => Model = (model) => model,
  ) =>
  (model: Model, answer: Answer): Model | null => {
    if ((answer.kind === 'done') !== may(model)) return null;
    return answer.kind === 'done' ? next(model, answer.data) : model;
  };

export function findOperation(name: string): AnyOperation {
  const found = (operations as readonly AnyOperation[]).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

type Input = Record<string, unknown>;

/** Calls an operation through a door; whatever is neither done, refused nor 503 is thrown. */
export async function call(
  world: World,
  { who, door, name, input, key }: { who: Persona; door: Door; name: string; input: Input; key?: string },
): Promise<Answer> {
  if (door === 'REST') return callOverRest(world, world.tokens.get(who) ?? '', name, input, key);
  // Tools take no key.
  if (door === 'tool') return callTool(world, who, name, input);
  return answerOf(world.act(who, findOperation(name), input, key));
}

export async function callOverRest(
  world: World,
  token: string,
  name: string,
  input: Input,
  key?: string,
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const { status, body } = await world.service.client(token).send(name as never, input, { headers });
  if (status < 300) return { kind: 'done', data: body as Input };
  if (status === 503) return { kind: 'unavailable' };
  if (status >= 500) throw new Error(`${name} over REST: ${status} ${JSON.stringify(body)}`);
  return { kind: 'refused', why: `${status} ${JSON.stringify(body)}` };
}

async function callTool(world: World, who: Persona, name: string, input: Input): Promise<Answer> {
  const { audiences, scope } = findOperation(name);
  const server = audiences.find((each) => each !== 'public') ?? 'public';
  const client = createMcpClient(world.service, server, world.tokens.get(who));
  let { status, body } = await client.call(name, input);
  const word = body.result && readConfirmWord(body.result as never);
  if (word !== undefined) ({ status, body } = await client.call(name, { ...input, confirm: word }));
  if (status === 503) return { kind: 'unavailable' };
  if (body.result === undefined && body.error === undefined)
    throw new Error(`${name} (${scope}) as a tool: ${status} ${JSON.stringify(body)}`);
  if (body.error !== undefined) return { kind: 'refused', why: body.error.message };
  if (body.result?.isError !== true)
    return { kind: 'done', data: (body.result?.structuredContent ?? {}) as Input };
  const refusal = readRefusalBody(body.result as never);
  return refusal.status === 503 || /not available|try again/i.test(String(refusal.message))
    ? { kind: 'unavailable' }
    : { kind: 'refused', why: JSON.stringify(refusal) };
}

/** Of a definition that was performed as a page does. */
export async function answerOf(work: Promise<unknown>): Promise<Answer> {
  try {
    return { kind: 'done', data: ((await work) ?? {}) as Input };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal === undefined || refusal === null) throw error;
    return refusal.kind === 'unavailable'
      ? { kind: 'unavailable' }
      : { kind: 'refused', why: refusal.text.en };
  }
}

/** The identifier in a reply, which some give beside their data. */
export const idOf = (data: Record<string, unknown>, field = 'id') =>
  String((data.data as Record<string, unknown> | undefined)?.[field] ?? data[field] ?? '');
