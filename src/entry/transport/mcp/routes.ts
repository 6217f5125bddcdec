import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import { bodyLimits } from '../body-limits.ts';
import { endIfHungUp } from '../hang-ups.ts';
import { findRefusal, httpStatus, logFault, sendRetryAfter } from '../refusal-status.ts';
import {
  admitRequest,
  checkIdempotencyKey,
  createCall,
  createRecheckHook,
  getAdmitted,
  writeCallRateLimit,
} from '../rest.ts';
import { type ElicitationChannel, readElicitationResponse } from './elicitation-stream.ts';
import { handleRequest } from './methods.ts';
import { type Message, ProtocolError, type ProtocolHeaders, readMessage, rpcErrors } from './protocol.ts';
import { findToolInHead, readToolBody } from './tool-body.ts';
import type { ToolFilter, ToolServer } from './tool-server.ts';

const needsTokenText = { en: 'This server needs a token.', ru: 'Этому серверу нужен токен.' };

const bodyTooLarge = 'The body is too large.';
const fileHint =
  'A file over 1 MB is not sent in `data`: call upload_media without it and send the file with PUT to the `upload_url` of the reply.';
const everyTool: ToolFilter = { readOnly: false, toolsets: null, outputSchemas: false };

/** Mounts one MCP server at /mcp/<path>: one message per request, stateless, plain JSON responses. */
export function registerMcp(
  server: FastifyInstance,
  path: string,
  surface: ToolServer,
  kernel: Kernel,
  asking?: ElicitationChannel,
): void {
  const url = `/mcp/${path}`;
  const metadataOf = (request: FastifyRequest) =>
    `${request.origin}/.well-known/oauth-protected-resource/mcp/${path}`;
  const tooLargeText = surface.hasTool('upload_media', everyTool)
    ? `${bodyTooLarge} ${fileHint}`
    : bodyTooLarge;
  server.register(async (mcp) => {
    mcp.setErrorHandler((error: Error, request, reply) =>
      sendFailure(error, request, reply, { metadata: metadataOf(request), tooLargeText }),
    );
    const usePost = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.code(405).header('allow', 'POST').send({ message: 'Use POST.' });
    mcp.route({ method: ['GET', 'DELETE', 'PUT', 'PATCH'], url, onRequest: usePost, handler: usePost });
    mcp.removeContentTypeParser('application/json');
    mcp.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) =>
      readToolBody(request, payload, surface),
    );
    const admit = async (request: FastifyRequest, reply: FastifyReply) => {
      const { origin } = request.headers;
      if (origin !== undefined && origin !== request.origin)
        return reply
          .code(403)
          .send(errorJson(rpcErrors.invalidRequest, 'This origin may not call this server.'));
      const call = createCall(request, reply, {
        resource: `${request.origin}${url}`,
        ...(surface.audience && { audience: surface.audience }),
      });
      await admitRequest(kernel, request, reply, call, (caller) => {
        if (surface.needsToken && call.bearer === undefined)
          throw new Refusal({ kind: 'unauthenticated', text: needsTokenText });
        request.toolBody = surface.judgeTool(caller, findToolInHead(readProtocolHeaders(request)));
      });
      checkIdempotencyKey(request);
    };
    const options = {
      bodyLimit: bodyLimits[surface.bodyClass].bytes,
      config: { operation: `mcp ${path}`, body: surface.bodyClass },
      onRequest: admit,
      preHandler: createRecheckHook(kernel),
    };
    mcp.post(url, options, async (request, reply) => {
      const { call, caller } = getAdmitted(request);
      writeCallRateLimit(reply, call);
      reply.header('cache-control', 'no-store');
      const who = caller.accountId ?? call.address;
      const response = asking && readElicitationResponse(request.body);
      if (response) {
        await asking.receiveAnswer({ ...response, who });
        return reply.code(202).send();
      }
      const message = readMessage(request.body, readProtocolHeaders(request));
      if (message.id === undefined) return reply.code(202).send();
      const choice = readToolFilter(request.query as Record<string, unknown>, surface, message.id);
      asking?.announceSession(message, reply);
      const stream = asking?.open({ request, reply, message, who });
      const given = { message, surface, call, caller, choice, askNow: stream?.ask };
      const json = await handleRequestSafely(given, request).catch((error) => {
        if (!stream?.isOpen) throw error;
        return formatStreamError(error, message);
      });
      if (stream?.isOpen) return stream.finish(json);
      return reply.type('application/json').send(json);
    });
  });
}

/** A misspelt name that is ignored would give an assistant tools that its owner meant to keep from it. */
const queryNames = ['read_only', 'toolsets', 'output_schemas'];

const flagNames = ['read_only', 'output_schemas'] as const;
/** A flag without a value is meant: whoever appends ?read_only wants no tools that write. */
const flagValues = new Map([
  ...['', '1', 'true'].map((text) => [text, true] as const),
  ['0', false],
  ['false', false],
]);
const readFlag = (value: unknown) => flagValues.get(String(value));

/** The tool filter in the query string. An unknown toolset is refused, as it would silently hide tools. */
function readToolFilter(
  query: Record<string, unknown>,
  { toolsets }: ToolServer,
  id: Message['id'],
): ToolFilter {
  const unknownName = Object.keys(query).find((name) => !queryNames.includes(name));
  const badFlag = flagNames.find((name) => query[name] !== undefined && readFlag(query[name]) === undefined);
  if (unknownName !== undefined || badFlag !== undefined)
    throw new ProtocolError(
      rpcErrors.invalidParams,
      400,
      unknownName === undefined
        ? `${badFlag} is 1 or true, or left without a value; 0 or false: not so.`
        : `This address takes no ${unknownName.slice(0, 100)}. It takes: ${queryNames.join(', ')}.`,
      id,
      { names: queryNames },
    );
  const [readOnly, outputSchemas] = flagNames.map((name) => readFlag(query[name]) === true);
  const plain = { readOnly: readOnly === true, outputSchemas: outputSchemas === true };
  if (query.toolsets === undefined || query.toolsets === '') return { ...plain, toolsets: null };
  const asked = String(query.toolsets)
    .slice(0, 1000)
    .split(',')
    .map((name) => name.trim());
  const unknown = asked.filter((name) => !toolsets.includes(name));
  if (unknown.length > 0) {
    const text = `There is no toolset ${unknown.join(', ').slice(0, 200)} here. There are: ${toolsets.join(', ')}.`;
    throw new ProtocolError(rpcErrors.invalidParams, 400, text, id, { toolsets });
  }
  return { ...plain, toolsets: new Set(asked) };
}

async function handleRequestSafely(
  given: Parameters<typeof handleRequest>[0],
  request: FastifyRequest,
): Promise<string> {
  try {
    return await handleRequest(given);
  } catch (error) {
    if (findRefusal(error) !== undefined || error instanceof ProtocolError) throw error;
    const incident = randomUUID();
    request.log.error({ err: error, incident, method: given.message.method }, 'incident');
    throw new ProtocolError(rpcErrors.internal, 200, 'Something broke on our side.', given.message.id, {
      incident,
    });
  }
}

const readProtocolHeaders = ({ headers }: FastifyRequest): ProtocolHeaders => ({
  version: joinHeader(headers['mcp-protocol-version']),
  method: joinHeader(headers['mcp-method']),
  name: joinHeader(headers['mcp-name']),
});

const joinHeader = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(', ') : value)?.trim();

function errorJson(code: number, message: string, id?: Message['id'], data?: unknown): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message, ...(data !== undefined && { data }) },
  });
}

/** In a stream the status has been sent already, so the error is reported in JSON-RPC only. */
function formatStreamError(error: unknown, { id }: Message): string {
  if (error instanceof ProtocolError) return errorJson(error.code, error.message, id, error.data);
  return errorJson(
    rpcErrors.invalidRequest,
    findRefusal(error)?.text.en ?? 'Something broke on our side.',
    id,
  );
}

/** Errors the client's owner has to fix are reported in HTTP, where clients look for them; others in JSON-RPC. */
function sendFailure(
  error: Error & { code?: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
  { metadata, tooLargeText }: { metadata: string; tooLargeText: string },
): FastifyReply {
  if (endIfHungUp(error, request, reply)) return reply;
  writeCallRateLimit(reply, request.call);
  reply.type('application/json').header('cache-control', 'no-store');
  if (error instanceof ProtocolError)
    return reply.code(error.status).send(errorJson(error.code, error.message, error.id, error.data));
  const refusal = findRefusal(error);
  logFault(error, request);
  if (refusal !== undefined) {
    if (refusal.kind === 'invalid') return reply.code(400).send(errorJson(rpcErrors.parse, refusal.text.en));
    sendRetryAfter(reply, refusal);
    if (refusal.kind === 'unauthenticated') {
      const reason = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
      reply.header('www-authenticate', `Bearer resource_metadata="${metadata}", scope="mcp:read"${reason}`);
    }
    if (refusal.kind === 'missing_scope') {
      const held = refusal.details?.scope as string;
      reply.header(
        'www-authenticate',
        `Bearer error="insufficient_scope", scope="${held}", resource_metadata="${metadata}"`,
      );
    }
    const text = refusal.kind === 'too_large' ? tooLargeText : refusal.text.en;
    return reply.code(httpStatus[refusal.kind]).send(errorJson(rpcErrors.invalidRequest, text));
  }
  const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  if (tooLarge || error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return reply
      .code(tooLarge ? 413 : 415)
      .send(errorJson(rpcErrors.invalidRequest, tooLarge ? tooLargeText : 'Send application/json.'));
  }
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return reply.code(400).send(errorJson(rpcErrors.parse, 'The body is empty.'));
  const incident = randomUUID();
  request.log.error({ err: error, incident }, 'incident');
  return reply
    .code(500)
    .send(errorJson(rpcErrors.internal, 'Something broke on our side.', undefined, { incident }));
}
