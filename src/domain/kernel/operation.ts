import type { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { OperationScope } from './caller.ts';
import type { Context } from './context.ts';
import type { Toolset } from './toolset-names.ts';

export const tags = [
  'Common',
  'Company',
  'Device',
  'Journal',
  'Knowledge',
  'Media',
  'Messenger',
  'Notification',
  'Parcel',
  'Proposal',
  'Review',
  'Settlement',
  'Task',
  'User',
] as const;
export type Tag = (typeof tags)[number];

export const audiences = ['public', 'resident', 'settlement', 'platform', 'company'] as const;
export type Audience = (typeof audiences)[number];

/** Offices that an account holds or not: on the board of some settlement, moderator of the platform. */
export type AccountRole = 'editor' | 'moderator';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** How much a request may carry: transports know what each means in bytes. */
export const bodyClasses = ['small', 'text', 'land'] as const;
export type BodyClass = (typeof bodyClasses)[number];

/**
 * One operation, defined once. The REST route, the MCP tool on each audience, the OpenAPI operation, the typed client
 * and the reference page are projections of this object; none of them knows an operation by name.
 */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  S extends OperationScope = OperationScope,
  Prepared = undefined,
> {
  readonly name: Name;
  readonly tag: Tag;
  /** Method and path below /api/v1; names in braces are fields of the input. */
  readonly route: `${Method} /${string}`;
  readonly success: 200 | 201;
  readonly scope: S;
  readonly audiences: readonly Audience[];
  /** One line: what it does. */
  readonly summary: string;
  /** For somebody who has to use it without guessing: when, which operation supplies an identifier, how to go on. */
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  /** `text` takes a whole article, `land` takes rings and lists of plots; everything else is small. */
  readonly body?: BodyClass;
  /** A repeat with the same input changes nothing more. True of reading without saying so. */
  readonly idempotent?: boolean;
  /** Something that cannot be brought back is removed, or what many rely on is replaced. */
  readonly destructive?: boolean;
  /** For whom alone it is: others are not offered its tool. Whether it is permitted is decided by `handle`, as ever. */
  readonly offeredTo?: readonly AccountRole[];
  /** The parts of a tool list it belongs to, when not the one of its tag. `every`: what conversations begin with. */
  readonly toolsets?: readonly Toolset[] | 'every';
  /** With `detail=summary` the reply keeps these fields alone, as `data.id`; lists on the way are gone through. */
  readonly summaryFields?: readonly string[];
  /** What a call as a tool is given besides its arguments: bounds that fit a conversation. */
  readonly toolInput?: Readonly<Record<string, unknown>>;
  /** The reply as an assistant is told it, where that of the contract is made for programs. */
  formatForTools?(reply: z.output<Output>): z.output<Output>;
  /** The pictures a reply names: an assistant that asks for `pictures` is sent them beside it. */
  pictures?(reply: z.output<Output>, input: Readonly<Record<string, unknown>>): readonly OperationPicture[];
  /** Where the thing it shows can also be read as a document, for programs that work with addresses. */
  readonly resource?: OperationResource<z.output<Output>>;
  /**
   * For what takes long or goes over the network: runs before the transaction, so that no connection and no lock is held
   * meanwhile. It reads, and writes only what has to stay when the request is refused, such as a try that was counted. Whatever it checked about permissions is checked again by `handle`, which gets
   * what it found: between the two anything may have changed.
   */
  prepare?(input: z.output<Input>, context: Context<S>): Promise<Prepared>;
  handle(input: z.output<Input>, context: Context<S>, prepared: Prepared): Promise<z.input<Output>>;
  /**
   * What the person is asked first where their program can ask: what will happen, to whom, in words. It loads and permits
   * as `handle` does, writes nothing, and nothing is held while somebody thinks. Null: with this input nothing is to be asked.
   */
  confirmationQuestion?(input: z.output<Input>, context: Context<S>): Promise<Text | null>;
  /** What is kept for a repeat with the same Idempotency-Key: the reply without what may be shown, and stored, only once. */
  redactForRetry?(reply: z.output<Output>): z.output<Output>;
  /**
   * For a reply that goes stale before its Idempotency-Key does: what a repeat is told. The reply itself while it is
   * good; null when nothing is left of it and it is to be done anew.
   */
  refreshReply?(reply: z.output<Output>, context: Context<S>): Promise<z.output<Output> | null>;
}

export interface OperationPicture {
  /** As the reply gives it: whoever has it may see the picture. */
  readonly address: string;
  /** Where the same can be read as a document, any time. */
  readonly uri: string;
}

export type OperationResource<Reply> = {
  /** The names in braces are fields of the input. */
  readonly uriTemplate: string;
  readonly title: string;
} & (
  | {
      /** The only one so far: what marks text of people in a document is a comment of this language. */
      readonly mimeType: 'text/markdown';
      text(reply: Reply): string;
    }
  | {
      /** The address of a picture or file, as the reply gives it; null when there is none yet. */
      picture(reply: Reply): string | null;
    }
);

export function defineOperation<
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const S extends OperationScope,
  Prepared = undefined,
>(operation: Operation<Name, Input, Output, S, Prepared>): Operation<Name, Input, Output, S, Prepared> {
  return Object.freeze(operation);
}

/** An operation whatever its types: what the list holds and the projections work on. */
// biome-ignore lint/suspicious/noExplicitAny: a handler's input is contravariant, so no narrower type holds all of them
type AnyType = any;
export type AnyOperation<Output extends z.ZodType = z.ZodType> = Operation<
  string,
  z.ZodObject,
  Output,
  AnyType,
  AnyType
>;

export interface Route {
  method: Method;
  /** Below /api/v1, names in braces. */
  path: string;
  pathFields: readonly string[];
}

export function parseRoute(operation: Pick<AnyOperation, 'route'>): Route {
  const [method, path] = operation.route.split(' ') as [Method, string];
  return { method, path, pathFields: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string) };
}

/** Fields come from the query string, where an empty value means none was given. */
export function readsQueryString(operation: Pick<AnyOperation, 'route'>): boolean {
  return operation.route.startsWith('GET ');
}

/** Reading never writes, so it needs no transaction. A POST that only computes needs no more than the scope to read. */
export function isReadOnly(operation: Pick<AnyOperation, 'route' | 'scope'>): boolean {
  return (
    readsQueryString(operation) || (operation.route.startsWith('POST ') && operation.scope === 'mcp:read')
  );
}
