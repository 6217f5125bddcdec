import type { z } from 'zod';
import { type AnyOperation, parseRoute } from '../../domain/kernel/operation.ts';
import { operations } from '../../features/operations/index.ts';

type ListedOperation = (typeof operations)[number];
export type OperationName = ListedOperation['name'];
type NamedOperation<Name extends OperationName> = Extract<ListedOperation, { name: Name }>;

export type InputOf<Name extends OperationName> = z.input<NamedOperation<Name>['input']>;
export type ReplyOf<Name extends OperationName> = z.output<NamedOperation<Name>['output']>;

/** One method per operation; its input and reply are the ones the operation declares. */
export type Client = {
  [Name in OperationName]: (input: InputOf<Name>, options?: CallOptions) => Promise<ReplyOf<Name>>;
} & {
  /** The same call with the raw response: status, headers and body, errors included. */
  send(name: OperationName, input: Record<string, unknown>, options?: CallOptions): Promise<RawReply>;
};

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface RawReply {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface ClientOptions {
  baseUrl: string;
  token?: string;
  language?: string;
  fetch?: typeof fetch;
}

/** A reply that is not a success. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly body: { message: string; errors?: Record<string, string[]> };
  readonly headers: Headers;
  constructor(operation: string, reply: RawReply) {
    const body = reply.body as ApiError['body'];
    super(
      `${operation}: ${reply.status} ${body?.message ?? ''} ${body?.errors ? JSON.stringify(body.errors) : ''}`.trim(),
    );
    this.status = reply.status;
    this.body = body;
    this.headers = reply.headers;
  }
}

const operationsByName = new Map<string, AnyOperation>(
  operations.map((operation) => [operation.name, operation]),
);

export function createClient(options: ClientOptions): Client {
  const send = (name: OperationName, input: Record<string, unknown>, call: CallOptions = {}) =>
    sendOperation(operationsByName.get(name) as AnyOperation, input, options, call);
  return new Proxy({ send } as unknown as Client, {
    get(target, name: string) {
      if (!operationsByName.has(name)) return Reflect.get(target, name);
      return async (input: Record<string, unknown> = {}, call?: CallOptions) => {
        const reply = await send(name as OperationName, input, call);
        if (reply.status >= 400) throw new ApiError(name, reply);
        return reply.body;
      };
    },
  });
}

async function sendOperation(
  operation: AnyOperation,
  input: Record<string, unknown>,
  options: ClientOptions,
  call: CallOptions,
): Promise<RawReply> {
  const { method, path, pathFields } = parseRoute(operation);
  const rest = Object.entries(input).filter(
    ([name, value]) => !pathFields.includes(name) && value !== undefined,
  );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = new URL(`/api/v1${filled}`, options.baseUrl);
  const hasBody = method === 'POST' || method === 'PATCH';
  if (!hasBody)
    for (const [name, value] of rest) if (value !== null) url.searchParams.append(name, String(value));
  const response = await (options.fetch ?? fetch)(url, {
    method,
    headers: {
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(options.language !== undefined && { 'accept-language': options.language }),
      ...(hasBody && rest.length > 0 && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(hasBody && rest.length > 0 && { body: JSON.stringify(Object.fromEntries(rest)) }),
    ...(call.signal && { signal: call.signal }),
  });
  const textBody = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: textBody === '' ? null : JSON.parse(textBody),
  };
}
