import type { Caller } from '../../kernel/caller.ts';
import type { Call } from '../../kernel/run.ts';
import {
  isObject,
  type Message,
  negotiate,
  ProtocolError,
  rpcErrors,
  supportedVersions,
} from './protocol.ts';
import type { Surface } from './surface.ts';

export interface Request {
  message: Message;
  surface: Surface;
  call: Call;
  caller: Caller;
  readOnly: boolean;
}

/** Five minutes: a list changes only with a new version of the service. */
const listTtl = 300_000;

/** The inside of a result object as JSON text, without the braces. */
type Method = (request: Request) => Promise<string> | string;

/** Hints for caches; who may share a list depends on whether it depends on the caller. */
function cacheHints({ surface, message }: Request, shared = !surface.needsToken): string {
  return message.era === 'modern'
    ? `,"ttlMs":${listTtl},"cacheScope":"${shared ? 'public' : 'private'}"`
    : '';
}

const both: Record<string, Method> = {
  'tools/list': (request) =>
    `"tools":${request.surface.toolsJson(request.caller, request.readOnly)}${cacheHints(request)}`,
  async 'tools/call'({ message, surface, call, caller, readOnly }) {
    const { name, arguments: given = {} } = message.params;
    if (typeof name !== 'string' || !isObject(given))
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        'name must be a string and arguments an object.',
        message.id,
      );
    const allowed = !readOnly || surface.toolsJson(caller, true).includes(`"name":${JSON.stringify(name)}`);
    const result = allowed ? await surface.callTool(name, given, call, caller) : null;
    if (result === null)
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        `Unknown tool: ${name.slice(0, 100)}`,
        message.id,
      );
    return result.json;
  },
  'resources/list': (request) => `"resources":${request.surface.resourcesJson()}${cacheHints(request)}`,
  'resources/templates/list': (request) =>
    `"resourceTemplates":${request.surface.templatesJson()}${cacheHints(request)}`,
  async 'resources/read'(request) {
    const { message, surface, call, caller } = request;
    const { uri } = message.params;
    const found =
      typeof uri === 'string' && uri.length <= 2000 ? await surface.readResource(uri, call, caller) : null;
    if (found === null) {
      // The number for a missing resource moved between the versions.
      throw new ProtocolError(
        message.era === 'modern' ? rpcErrors.invalidParams : -32002,
        200,
        'Resource not found',
        message.id,
        { uri },
      );
    }
    return `"contents":${JSON.stringify([found])}${cacheHints(request, false)}`;
  },
  'prompts/list': (request) => `"prompts":${request.surface.promptsJson()}${cacheHints(request)}`,
  'prompts/get'({ message, surface }) {
    const { name, arguments: given = {} } = message.params;
    const prompt = typeof name === 'string' && isObject(given) ? surface.getPrompt(name, given) : null;
    if (prompt === null) throw new ProtocolError(rpcErrors.invalidParams, 200, 'Unknown prompt', message.id);
    if ('missing' in prompt)
      throw new ProtocolError(
        rpcErrors.invalidParams,
        200,
        `The argument ${String(prompt.missing)} is needed.`,
        message.id,
      );
    return JSON.stringify(prompt).slice(1, -1);
  },
};

const identity = (surface: Surface) =>
  `"serverInfo":${JSON.stringify({ name: surface.name, title: 'Settlements', version: surface.version })}`;
const standing = (surface: Surface) =>
  `"capabilities":${JSON.stringify(surface.capabilities())},${identity(surface)},"instructions":${JSON.stringify(surface.instructions)}`;

const modern: Record<string, Method> = {
  ...both,
  'server/discover': (request) =>
    `"supportedVersions":${JSON.stringify(supportedVersions)},${standing(request.surface)}${cacheHints(request, true)}`,
};

const legacy: Record<string, Method> = {
  ...both,
  initialize: ({ surface, message }) =>
    `"protocolVersion":${JSON.stringify(negotiate(message.params.protocolVersion))},${standing(surface)}`,
  ping: () => '',
};

/** The whole reply as JSON text. */
export async function answer(request: Request): Promise<string> {
  const { message } = request;
  const methods = message.era === 'modern' ? modern : legacy;
  const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
  if (method === undefined) {
    throw new ProtocolError(
      rpcErrors.methodNotFound,
      message.era === 'modern' ? 404 : 200,
      'Method not found',
      message.id,
    );
  }
  const inside = await method(request);
  const type = message.era === 'modern' ? `"resultType":"complete"${inside === '' ? '' : ','}` : '';
  return `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{${type}${inside}}}`;
}
