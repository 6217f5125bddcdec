import type { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { Caller, OperationScope, SignedInCaller } from './caller.ts';
import type { Context } from './context.ts';
import type { Services } from './services.ts';
import type { WritesIn } from './silence.ts';
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

type CallerFor<S extends OperationScope> = S extends 'public' ? Caller : SignedInCaller;

/** The whole input, or nothing of it where a `head` may be judged alone. */
type KnownInput<Whole, Head> = 0 extends 1 & Head // any, of `AnyDefinition`
  ? AnyType
  : [keyof Whole] extends [Head]
    ? Whole
    : Whole | undefined;

/**
 * What people and programs can do, defined once. The kernel runs its stages in this order: load, permit, prepare,
 * question, write, show. A definition without a route is of pages alone.
 */
export interface Stages<
  Input extends z.ZodObject,
  S extends OperationScope,
  Head extends keyof z.output<Input>,
  Subject,
  Prepared,
  Ref,
  Reply,
> {
  /**
   * Fields that suffice for `load` and `permit`. Where the address has them all, a request with a large body is judged
   * before its body is read. Without a list, both get the whole input.
   */
  readonly head?: readonly Head[];
  /**
   * What it is about, as this caller may know it. Runs without locks before `prepare`, `question` or a large body, and
   * again in the transaction of `write`, where `lock` is true.
   */
  load?(at: Pick<z.output<Input>, Head>, context: Context<CallerFor<S>>, lock: boolean): Promise<Subject>;
  /**
   * Refuses a caller who may not, or a subject that is not in a state for it. Right after each `load`; reads nothing.
   * The input is absent while only the `head` is known.
   */
  permit?(subject: Subject, caller: CallerFor<S>, input: KnownInput<z.output<Input>, Head>): void;
  /** Whether this input needs `prepare`, and `load` and `permit` before it. Absent: always. */
  preparesIf?(input: z.output<Input>, caller: CallerFor<S>): boolean;
  /**
   * Slow or network work before the transaction, while no connection or lock is held. It writes only what must survive
   * a refusal, such as a counted attempt. What it found may have changed until `write`: see `StalePreparation`.
   */
  prepare?(input: z.output<Input>, context: Context<CallerFor<S>>, subject: Subject): Promise<Prepared>;
  /** Whether this input needs `question`, and `load` and `permit` before it. Absent: always. */
  asksIf?(input: z.output<Input>, caller: CallerFor<S>): boolean;
  /** What a person agrees to first: what will happen, and to whom. Writes nothing. Null: no need to ask. */
  question?(input: z.output<Input>, context: Context<CallerFor<S>>, subject: Subject): Promise<Text | null>;
  /**
   * Decides and saves, in a transaction. Returns what `show` needs to find the reply again, and what is shown only once:
   * plain JSON, which is what an Idempotency-Key stores.
   */
  write?(
    input: z.output<Input>,
    context: Context<CallerFor<S>>,
    subject: Subject,
    prepared: Prepared,
  ): Promise<Ref>;
  /** The reply: from the subject of a reading definition, from what `write` returned otherwise, also of a repeat. */
  show?(input: z.output<Input>, context: Context<CallerFor<S>>, shown: Ref): Promise<Reply>;
}

/** What `perform` runs: an operation, or what only pages offer a signed-in person. */
export interface Definition<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  S extends OperationScope = OperationScope,
  Head extends keyof z.output<Input> = keyof z.output<Input>,
  Subject = undefined,
  Prepared = undefined,
  Ref = Subject,
  Reply = Ref,
> extends Stages<Input, S, Head, Subject, Prepared, Ref, Reply> {
  readonly name: Name;
  /** One line: what it does, and for whom if not for everybody. */
  readonly summary: string;
  /** `session`: for a person at a page, never for a token. */
  readonly scope: S;
  readonly input: Input;
  readonly output?: z.ZodType;
  /** `text` takes a whole article, `land` takes rings and lists of plots; everything else is small. */
  readonly body?: BodyClass;
  /** Without a route: the same form sent twice gets what `write` returned first. Operations always do so. */
  readonly keepsReply?: true;
  /** Where it writes, for whoever was stopped from writing there. Absent: in the settlement of its subject. */
  readonly writesIn?: WritesIn<Subject, KnownInput<z.output<Input>, Head>>;
  /** Protects or ends the account: whoever used up its changes of the day must not prevent that. */
  readonly isUncounted?: true;
}

/**
 * A definition with a route. The REST route, the MCP tool on each audience, the OpenAPI operation, the typed client
 * and the reference page are projections of this object; none of them knows an operation by name.
 */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  S extends OperationScope = OperationScope,
  Head extends keyof z.output<Input> = keyof z.output<Input>,
  Subject = undefined,
  Prepared = undefined,
  Ref = Subject,
> extends Omit<
    Definition<Name, Input, S, Head, Subject, Prepared, Ref, z.input<Output>>,
    'output' | 'show' | 'keepsReply' | 'isUncounted'
  > {
  readonly tag: Tag;
  /** Method and path below /api/v1; names in braces are fields of the input. */
  readonly route: `${Method} /${string}`;
  readonly success: 200 | 201;
  readonly audiences: readonly Audience[];
  /** When to use it, which operation supplies an identifier, what comes next. */
  readonly description?: string;
  /** Of a GET: arguments that mean nothing beside another one, as `{ kind: 'parcel_id' }`, and are not judged then. */
  readonly ignoredBeside?: Readonly<Record<string, string>>;
  readonly output: Output;
  /** Called for each reader, also where one read answers several. */
  countReader?(reply: z.output<Output>, services: Services): void;
  /** A repeat with the same input changes nothing more. Always true of reading. */
  readonly idempotent?: boolean;
  /** Removes what cannot be restored, or replaces what many rely on. */
  readonly destructive?: boolean;
  /** Roles whose tool list has it; `permit` still decides. */
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
  show(input: z.output<Input>, context: Context<CallerFor<S>>, shown: Ref): Promise<z.input<Output>>;
  /** What `write` returned as stored for a repeat of the Idempotency-Key, without secrets that are shown only once. */
  redactForRetry?(written: Ref): Ref;
  /**
   * For a reply that expires before its Idempotency-Key: the reply for a repeat. Null: expired, so the operation runs
   * again.
   */
  refreshReply?(written: Ref, context: Context<CallerFor<S>>): Promise<Ref | null>;
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
  const Head extends keyof z.output<Input> = keyof z.output<Input>,
  Subject = undefined,
  Prepared = undefined,
  Ref = Subject,
>(
  operation: Operation<Name, Input, Output, S, Head, Subject, Prepared, Ref>,
): Operation<Name, Input, Output, S, Head, Subject, Prepared, Ref>;
export function defineOperation<
  const Name extends string,
  Input extends z.ZodObject,
  const S extends OperationScope,
  const Head extends keyof z.output<Input> = keyof z.output<Input>,
  Subject = undefined,
  Prepared = undefined,
  Ref = Subject,
  Reply = Ref,
>(
  operation: Definition<Name, Input, S, Head, Subject, Prepared, Ref, Reply> & { readonly route?: never },
): Definition<Name, Input, S, Head, Subject, Prepared, Ref, Reply>;
export function defineOperation(operation: object): object {
  return Object.freeze(operation);
}

/** For `show`: what `write` returned is the reply. */
export const showWritten = async <Reply>(_input: unknown, _context: unknown, reply: Reply): Promise<Reply> =>
  reply;

/** With any types: the element of the list. */
// biome-ignore lint/suspicious/noExplicitAny: a stage's input is contravariant, so no narrower type holds all of them
type AnyType = any;
export type AnyOperation<Output extends z.ZodType = z.ZodType> = Operation<
  string,
  z.ZodObject,
  Output,
  AnyType,
  AnyType,
  AnyType,
  AnyType,
  AnyType
>;
export type AnyDefinition<Reply = AnyType> = Definition<
  string,
  z.ZodObject,
  AnyType,
  AnyType,
  AnyType,
  AnyType,
  AnyType,
  Reply
>;

/** What a definition of pages answers. */
export type ReplyOf<D> =
  D extends Definition<string, AnyType, AnyType, AnyType, AnyType, AnyType, AnyType, infer Reply>
    ? Reply
    : never;

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
export function readsQueryString(definition: { readonly route?: string }): boolean {
  return definition.route?.startsWith('GET ') ?? false;
}

/** Reading never writes, so it needs no transaction. */
export function isReadOnly(definition: Pick<AnyDefinition, 'write'>): boolean {
  return definition.write === undefined;
}
