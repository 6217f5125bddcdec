import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { negotiateLanguage, type Text } from '../../base/i18n/text.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { Caller } from '../../domain/kernel/caller.ts';
import type { BodyClass } from '../../domain/kernel/operation.ts';
import { notFoundTexts, Refusal } from '../../domain/kernel/refusal.ts';
import { bodyLimits } from './body-limits.ts';
import { registerCompression } from './compression.ts';
import { endIfHungUp } from './hang-ups.ts';
import { bodyOwnerOf, createBodyRefusal, parseJsonBody } from './json-body.ts';
import { createBodyTooLargeRefusal } from './judged-body.ts';
import { registerLingeringClose } from './lingering-close.ts';
import { describeError, describeRequest, type LoggedFailure } from './log-fields.ts';
import { buildErrorBody, findRefusal, httpStatus, logFault, sendRetryAfter } from './refusal-status.ts';
import { registerRequestConcurrency } from './request-concurrency.ts';
import { writeCallRateLimit } from './rest.ts';
import type { Hosts } from './trusted-hosts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Validated scheme and host of the request. */
    origin: string;
    call?: Call;
    caller?: Caller;
  }
  interface FastifyContextConfig {
    operation?: string;
    /** The body class of the route; `small` by default. The route's `bodyLimit` is the same in bytes. */
    body?: BodyClass;
  }
}

/** As long as the largest upload may take over a slow connection, see `receiveUpload`. */
const requestTimeoutMilliseconds = 11 * 60_000;

const incidentText: Text = {
  en: 'Something broke on our side. The incident number helps to find out what.',
  ru: 'На нашей стороне что-то сломалось. Номер случая поможет найти причину.',
};

/** Of pino: error and fatal. */
const errorLevel = 50;

export interface ServerOptions {
  config: { logLevel: string; trustProxy: readonly string[] };
  hosts: Hosts;
  logStream?: { write(line: string): void };
  /** Called with what each line of level error says, before it is written. */
  onErrorLogged?(failure: LoggedFailure): void;
  /** Rate limits requests to unknown paths like pages; throws when exceeded. */
  countNotFound?(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The 404 page for browsers; programs get JSON. */
  sendNotFoundPage?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The 421 page for browsers that came by another name of this machine. */
  sendWrongHostPage?(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    logger: {
      level: options.config.logLevel,
      ...(options.logStream && { stream: options.logStream }),
      serializers: { req: describeRequest, err: describeError },
      hooks: {
        logMethod(args, method, level) {
          const [fields] = args as unknown[];
          if (level >= errorLevel && typeof fields === 'object' && fields !== null)
            options.onErrorLogged?.(fields as LoggedFailure);
          method.apply(this, args);
        },
      },
      redact: {
        paths: [
          'authorization',
          'cookie',
          'password',
          'token',
          'secret',
          '*.authorization',
          '*.cookie',
          '*.password',
          '*.token',
          '*.secret',
        ],
      },
    },
    logController: new LogController({
      disableRequestLogging: options.config.logLevel !== 'debug' && options.config.logLevel !== 'trace',
    }),
    bodyLimit: bodyLimits.small.bytes,
    // Without it a request may take forever to arrive and hold its connection.
    requestTimeout: requestTimeoutMilliseconds,
    trustProxy: options.config.trustProxy.length > 0 ? [...options.config.trustProxy] : false,
    // One logger for all requests: a child logger each costs more than the few lines ever logged.
    childLoggerFactory: (logger) => logger,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => escapeUndecodable(url),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as FastifyReply),
  });

  server.decorateRequest('origin', '');
  server.decorateRequest('call', undefined);
  server.decorateRequest('caller', undefined);
  // Only JSON, parsed without losing digits. An empty body is accepted with any content type.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      parseJsonBody(body, bodyLimits[request.routeOptions.config.body ?? 'small'], bodyOwnerOf(request)),
  );
  registerLingeringClose(server);
  registerCompression(server);
  registerRequestConcurrency(server);
  closeIdleConnectionsOnStop(server);
  // With a callback: nearly every host is resolved synchronously, and a promise per request costs measurably.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.headers(securityHeaders);
    if (countHosts(request.raw.rawHeaders) > 1) {
      return void reply.code(400).send({ message: 'The request has more than one Host header.' });
    }
    if (request.routeOptions.config.anyHost === true) return done();
    const decide = (origin: string | null) => {
      if (origin === null) {
        return void answerWrongHost(request, reply).then(undefined, done);
      }
      request.origin = origin;
      if (origin.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000');
      // An unknown address is answered before the body is read.
      if (request.is404 && request.method !== 'GET') answerNotFound(request, reply).then(undefined, done);
      else done();
    };
    const origin = options.hosts.accept(request.host ?? '');
    if (origin instanceof Promise) origin.then(decide, done);
    else decide(origin);
  });
  server.setErrorHandler(sendError);
  server.setNotFoundHandler(answerNotFound);
  async function answerWrongHost(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isBrowser(request) && options.sendWrongHostPage) {
      await options.countNotFound?.(request, reply);
      return options.sendWrongHostPage(request, reply);
    }
    return reply.code(421).send({ message: 'This service does not answer to that host.' });
  }
  async function answerNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await options.countNotFound?.(request, reply);
    if (isBrowser(request) && options.sendNotFoundPage) return options.sendNotFoundPage(request, reply);
    return sendError(new Refusal({ kind: 'not_found', text: notFoundTexts.address }), request, reply);
  }
  return server;
}

const isBrowser = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Escapes a path that cannot be decoded, so that it is rate limited and answered like any unknown path. */
function escapeUndecodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split(/[?#]/, 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Milliseconds that running requests have after a stop signal; one that a client sends slowly could last a minute. */
const lastRequestsMilliseconds = 4_000;

/**
 * Closing waits for the running requests, within a bound. By default it would also wait a minute for connections
 * without a request and for keep-alive connections.
 */
function closeIdleConnectionsOnStop(server: FastifyInstance): void {
  const silent = new Set<Socket>();
  server.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.server.on('request', ({ socket }) => silent.delete(socket));
  let sweep: NodeJS.Timeout | undefined;
  let last: NodeJS.Timeout | undefined;
  server.addHook('preClose', (done) => {
    for (const socket of silent) socket.destroy();
    sweep = setInterval(() => server.server.closeIdleConnections(), 100);
    last = setTimeout(() => server.server.closeAllConnections(), lastRequestsMilliseconds);
    done();
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(sweep);
    clearTimeout(last);
    done();
  });
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
};

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: createBodyTooLargeRefusal(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal({
    kind: 'unsupported_type',
    text: { en: 'Send the body as application/json.', ru: 'Отправьте тело запроса как application/json.' },
  }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: createBodyRefusal({
    en: 'The body does not have the announced length.',
    ru: 'Длина тела не та, что объявлена.',
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: createBodyRefusal({ en: 'The body is empty.', ru: 'Тело запроса пусто.' }),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal({
    kind: 'not_found',
    text: notFoundTexts.address,
  }),
};

/** Tells clients how to get a token, and what was wrong with the one they sent (RFC 6750, RFC 9728). */
function setAuthenticateHeader(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): void {
  const metadata = `resource_metadata="${request.origin}/.well-known/oauth-protected-resource"`;
  if (refusal.kind === 'unauthenticated') {
    const reason = request.headers.authorization === undefined ? '' : ', error="invalid_token"';
    reply.header('www-authenticate', `Bearer ${metadata}${reason}`);
  } else if (refusal.kind === 'missing_scope') {
    const scope = String(refusal.details?.scope ?? '');
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}", ${metadata}`);
  }
}

/** A refusal in the caller's language; any other error is an incident whose details are only logged. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (endIfHungUp(error, request, reply)) return reply;
  const language = negotiateLanguage(request.headers['accept-language']);
  const refusal = findRefusal(error) ?? frameworkRefusals[(error as FastifyError).code ?? ''];
  logFault(error, request);
  writeCallRateLimit(reply, request.call);
  reply.header('cache-control', 'no-store');
  reply.header('content-type', 'application/json; charset=utf-8');
  if (refusal !== undefined) {
    setAuthenticateHeader(refusal, request, reply);
    sendRetryAfter(reply, refusal);
    return reply.code(httpStatus[refusal.kind]).send(JSON.stringify(buildErrorBody(refusal, language)));
  }
  const incident = randomUUID();
  const operation = request.routeOptions?.config?.operation;
  request.log.error({ err: error, incident, requestId: request.id, operation }, 'incident');
  return reply.code(500).send(JSON.stringify({ message: incidentText[language], incident }));
}
