import type { Call } from '../../../domain/kernel/call.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import {
  isObject,
  type Message,
  negotiateVersion,
  ProtocolError,
  rpcErrors,
  serverInfoKey,
  supportedVersions,
} from './protocol.ts';
import type { CompletionRequest, Elicit, ToolFilter, ToolResult, ToolServer } from './tool-server.ts';

export interface McpRequest {
  message: Message;
  surface: ToolServer;
  call: Call;
  caller: Caller;
  choice: ToolFilter;
  /** Asks the person while the call waits. */
  askNow?: Elicit | undefined;
}

/** Five minutes: a list changes only with a new version of the service. */
const listTtl = 300_000;

/** The inside of a result object as JSON text, without the braces; with its result type unless that is `complete`. */
type ResultBody = string | ToolResult;
type Method = (request: McpRequest) => Promise<ResultBody> | ResultBody;

/** Cache hints; a list may be shared unless it depends on the caller. */
function cacheHints({ surface, message }: McpRequest, shared = !surface.needsToken): string {
  return message.era === 'modern'
    ? `,"ttlMs":${listTtl},"cacheScope":"${shared ? 'public' : 'private'}"`
    : '';
}

const commonMethods: Record<string, Method> = {
  'tools/list': async (request) =>
    `"tools":${await request.surface.toolsJson(request.caller, request.choice)}${cacheHints(request)}`,
  async 'tools/call'({ message, surface, call, caller, choice, askNow }) {
    const { name, arguments: given = {} } = message.params;
    if (typeof name !== 'string' || !isObject(given))
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        'name must be a string and arguments an object.',
        message.id,
      );
    const result = surface.hasTool(name, choice)
      ? await surface.callTool(name, given, call, caller, message, askNow)
      : null;
    if (result === null)
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        `Unknown tool: ${name.slice(0, 100)}`,
        message.id,
      );
    return result;
  },
  'resources/list': (request) =>
    `"resources":${request.surface.resourcesJson(request.call.language)}${cacheHints(request)}`,
  'resources/templates/list': (request) =>
    `"resourceTemplates":${request.surface.templatesJson()}${cacheHints(request)}`,
  async 'resources/read'(request) {
    const { message, surface, call, caller } = request;
    const { uri } = message.params;
    const found =
      typeof uri === 'string' && uri.length <= 2000 ? await surface.readResource(uri, call, caller) : null;
    if (found === null) {
      // The error code of a missing resource differs between the versions.
      throw new ProtocolError(
        message.era === 'modern' ? rpcErrors.invalidParams : -32002,
        200,
        'Resource not found',
        message.id,
        typeof uri === 'string' ? { uri: uri.slice(0, 2000) } : undefined,
      );
    }
    return `"contents":${JSON.stringify([found])}${cacheHints(request, false)}`;
  },
  'prompts/list': (request) =>
    `"prompts":${request.surface.promptsJson(request.call.language, request.choice, request.caller)}${cacheHints(request)}`,
  'prompts/get'({ message, surface, choice, caller }) {
    const { name, arguments: given = {} } = message.params;
    const prompt =
      typeof name === 'string' && isObject(given)
        ? surface.getPrompt(name, given, message, choice, caller)
        : null;
    if (prompt === null) throw new ProtocolError(rpcErrors.invalidParams, 200, 'Unknown prompt', message.id);
    if ('missing' in prompt)
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        `The argument ${String(prompt.missing)} is needed, as text.`,
        message.id,
      );
    const { resultType, ...rest } = prompt as { resultType?: string };
    return { json: JSON.stringify(rest).slice(1, -1), ...(resultType !== undefined && { resultType }) };
  },
  async 'completion/complete'({ message, surface, call, caller }) {
    const asked = readCompletion(message.params);
    const values = asked && (await surface.complete?.(asked, call, caller));
    if (!values)
      throw new ProtocolError(rpcErrors.invalidParams, 200, 'Nothing of that name is completed.', message.id);
    return `"completion":${JSON.stringify({
      values: values.slice(0, maxSuggestions),
      total: values.length,
      hasMore: values.length > maxSuggestions,
    })}`;
  },
};

/** The maximum of the protocol. */
const maxSuggestions = 100;

function readCompletion({ ref, argument, context }: Message['params']): CompletionRequest | null {
  if (!isObject(ref) || !isObject(argument)) return null;
  const of = ref.type === 'ref/prompt' ? ref.name : ref.type === 'ref/resource' ? ref.uri : undefined;
  const { name, value } = argument;
  if (typeof of !== 'string' || typeof name !== 'string' || typeof value !== 'string') return null;
  return {
    kind: ref.type === 'ref/prompt' ? 'prompt' : 'resource',
    of,
    argument: name,
    value: value.slice(0, 100),
    known: isObject(context) && isObject(context.arguments) ? readKnownArguments(context.arguments) : {},
  };
}

function readKnownArguments(given: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(given).slice(0, 20);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= 120,
    ),
  );
}

const identities = new WeakMap<ToolServer, string>();

/** Name and version as JSON text, cached: every response of the newest revision contains it. */
function serializeServerInfo(surface: ToolServer): string {
  let identity = identities.get(surface);
  if (identity === undefined) {
    identity = JSON.stringify({ name: surface.name, title: 'Settlements', version: surface.version });
    identities.set(surface, identity);
  }
  return identity;
}

const describeServer = (surface: ToolServer) =>
  `"capabilities":${JSON.stringify(surface.capabilities())},"instructions":${JSON.stringify(surface.instructions)}`;

const modernMethods: Record<string, Method> = {
  ...commonMethods,
  'server/discover': (request) =>
    `"supportedVersions":${JSON.stringify(supportedVersions)},${describeServer(request.surface)}${cacheHints(request, true)}`,
};

const legacyMethods: Record<string, Method> = {
  ...commonMethods,
  initialize: ({ surface, message }) =>
    `"protocolVersion":${JSON.stringify(negotiateVersion(message.params.protocolVersion))},"serverInfo":${serializeServerInfo(surface)},${describeServer(surface)}`,
  ping: () => '',
};

/** The whole response as JSON text. */
export async function handleRequest(request: McpRequest): Promise<string> {
  const { message } = request;
  const methods = message.era === 'modern' ? modernMethods : legacyMethods;
  const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
  const isOffered = message.method !== 'completion/complete' || request.surface.complete !== undefined;
  if (method === undefined || !isOffered) {
    throw new ProtocolError(
      rpcErrors.methodNotFound,
      message.era === 'modern' ? 404 : 200,
      'Method not found',
      message.id,
    );
  }
  const given = await method(request);
  const { json: inside, resultType = 'complete' } = typeof given === 'string' ? { json: given } : given;
  const id = JSON.stringify(message.id);
  if (message.era === 'legacy') return `{"jsonrpc":"2.0","id":${id},"result":{${inside}}}`;
  return `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"${resultType}","_meta":{"${serverInfoKey}":${serializeServerInfo(request.surface)}},${inside}}}`;
}
