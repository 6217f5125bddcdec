import type { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { OperationScope } from './caller.ts';
import type { Context } from './context.ts';
import type { Services } from './services.ts';
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

/** Roles that narrow which tools are offered: on the board of some settlement, moderator of the platform. */
export type AccountRole = 'editor' | 'moderator';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Size classes of request bodies; transports know the bytes. */
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
  /** When to use it, which operation supplies an identifier, what comes next. */
  readonly description?: string;
  readonly input: Input;
  /** Of a GET: arguments that mean nothing beside another one, as `{ kind: 'parcel_id' }`, and are not judged then. */
  readonly ignoredBeside?: Readonly<Record<string, string>>;
  readonly output: Output;
  /** Called for each reader, also where one read answers several. */
  countReader?(reply: z.output<Output>, services: Services): void;
  /** `text` takes a whole article, `land` takes rings and lists of plots; everything else is small. */
  readonly body?: BodyClass;
  /** A repeat with the same input changes nothing more. Always true of reading. */
  readonly idempotent?: boolean;
  /** Removes what cannot be restored, or replaces what many rely on. */
  readonly destructive?: boolean;
  /** Roles whose tool list has it; `handle` still checks permission. */
  readonly offeredTo?: readonly AccountRole[];
  /** Toolsets it belongs to, when not the one of its tag. `every`: in all of them. */
  readonly toolsets?: readonly Toolset[] | 'every';
  /** Over MCP a person agrees first, also where the client cannot ask: the refusal then gives a word to send. */
  readonly asksFirst?: boolean;
  /** Fields of a write's reply over MCP unless `detail` is full, as in `summaryFields`. */
  readonly shortReply?: readonly string[];
  /** The page of what the reply is about; added to tool results as `url`. */
  pagePath?(reply: z.output<Output>, input: Readonly<Record<string, unknown>>): string | null;
  /** Fields that `detail=summary` keeps, such as `data.id`; applied to each item of a list on the path. */
  readonly summaryFields?: readonly string[];
  /** Defaults for a tool call, such as smaller page sizes. */
  readonly toolInput?: Readonly<Record<string, unknown>>;
  /** The reply in a shape for assistants, where the contract's is for programs. */
  formatForTools?(reply: z.output<Output>): z.output<Output>;
  /** The pictures a reply names; sent along when the tool call has `pictures`. */
  pictures?(reply: z.output<Output>, input: Readonly<Record<string, unknown>>): readonly OperationPicture[];
  /** The MCP resource of the same thing. */
  readonly resource?: OperationResource<z.output<Output>>;
  /**
   * Slow or network work before the transaction, while no connection or lock is held. It writes only what must survive
   * a refusal, such as a counted attempt. `handle` gets its result and checks permissions and state again: both may have
   * changed between the two.
   */
  prepare?(input: z.output<Input>, context: Context<S>): Promise<Prepared>;
  handle(input: z.output<Input>, context: Context<S>, prepared: Prepared): Promise<z.input<Output>>;
  /**
   * The confirmation a client that supports elicitation shows first: what will happen, and to whom. It loads and checks
   * permission as `handle` does, writes nothing and holds no lock. Null: this input needs no confirmation.
   */
  confirmationQuestion?(input: z.output<Input>, context: Context<S>): Promise<Text | null>;
  /** The reply as stored for a repeat of the Idempotency-Key, without secrets that are shown only once. */
  redactForRetry?(reply: z.output<Output>): z.output<Output>;
  /**
   * For a reply that expires before its Idempotency-Key: the reply for a repeat. Null: expired, so the operation runs
   * again.
   */
  refreshReply?(reply: z.output<Output>, context: Context<S>): Promise<z.output<Output> | null>;
}

export interface OperationPicture {
  /** Signed URL, as in the reply. */
  readonly address: string;
  /** URI of the same picture as an MCP resource. */
  readonly uri: string;
}

export type OperationResource<Reply> = {
  /** The names in braces are fields of the input. */
  readonly uriTemplate: string;
  readonly title: string;
} & (
  | {
      /** Marks of user-written text are comments of this language. */
      readonly mimeType: 'text/markdown';
      text(reply: Reply): string;
    }
  | {
      /** URL of a picture or file, as in the reply; null when there is none yet. */
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

/** An operation with any types: the element of the list. */
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
