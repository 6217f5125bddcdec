import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { createFairShare, ShareRefused } from '../../base/threads/fair-share.ts';
import type { Call } from '../../domain/kernel/call.ts';
import type { SignedInCaller } from '../../domain/kernel/caller.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { Kernel } from '../../domain/kernel/run.ts';
import { showNotification } from '../../features/operations/notification/shapes.ts';
import { notificationChannel } from '../../store/messaging/notification-channel.ts';
import {
  countUnread,
  findPublishedNotifications,
  listNewerNotifications,
  type NotificationRow,
} from '../../store/messaging/notifications.ts';
import { admitRequest, apiPrefix, createCall, writeCallRateLimit } from './rest.ts';

export interface NotificationStreamOptions {
  kernel: Kernel;
  pool: Pool;
  checkBearer(token: string, call: Call): Promise<SignedInCaller | null>;
  onError(error: unknown, where: string): void;
  heartbeatMilliseconds?: number;
}

/** The receiver of a stream, identified by token or session. */
export interface StreamSubscriber {
  readonly accountId: string;
  /** Called at every heartbeat, so that a revoked token or an ended session ends the stream. */
  recheck(): Promise<boolean>;
}

export interface NotificationStreams {
  /** Turns the response into a stream of the account's notifications; refuses when too many are open. */
  open(request: FastifyRequest, reply: FastifyReply, listener: StreamSubscriber): Promise<void>;
  /** Ends the listening connection. */
  close(): Promise<void>;
  readonly streamCount: number;
}

/** Enough for the tabs and devices of one person. */
const maxStreamsPerAccount = 10;
const maxStreams = 5_000;
/** A reloaded page opens its stream before the old one is known to be closed. */
const overShareMilliseconds = 1_000;
/** Notifications within this time are loaded with one query, however many accounts they are for. */
const batchMilliseconds = 50;
const catchUpLimit = 30;
/** A client that does not read is disconnected; it reconnects with its Last-Event-ID. */
const maxBufferedBytes = 256 * 1024;

interface Stream extends StreamSubscriber {
  response: ServerResponse;
  lastId: string;
}

const tooManyStreamsText = {
  en: `At most ${maxStreamsPerAccount} streams of one account may be open at once.`,
  ru: `Одновременно открытых потоков — не больше ${maxStreamsPerAccount} на учётную запись.`,
};
const allStreamsTakenText = {
  en: 'Too many streams are open. Try again later.',
  ru: 'Открыто слишком много потоков. Попробуйте позже.',
};
const missingTokenText = { en: 'The stream needs a token.', ru: 'Для потока нужен токен.' };
const missingScopeText = { en: 'The token lacks the scope mcp:read.', ru: 'У токена нет права mcp:read.' };

/** GET /api/v1/notifications/stream: server-sent events `notification` and `unread` for the account of the token. */
export function registerNotificationStream(
  server: FastifyInstance,
  options: NotificationStreamOptions,
): NotificationStreams {
  const bell = createNotificationStreams(server, options);
  server.get(`${apiPrefix}/notifications/stream`, async (request, reply) => {
    const call = createCall(request, reply);
    const caller = await admitRequest(options.kernel, request, reply, call);
    if (caller.accountId === null) throw new Refusal({ kind: 'unauthenticated', text: missingTokenText });
    if (!caller.scopes.has('mcp:read'))
      throw new Refusal({ kind: 'missing_scope', text: missingScopeText, details: { scope: 'mcp:read' } });
    const { accountId } = caller;
    writeCallRateLimit(reply, call);
    await bell.open(request, reply, {
      accountId,
      async recheck() {
        const known = await options.checkBearer(call.bearer ?? '', call);
        return known?.accountId === accountId && known.scopes.has('mcp:read');
      },
    });
  });
  return bell;
}

/** Rows are loaded by account, so a stream can carry only the notifications of its own account. */
function createNotificationStreams(
  server: FastifyInstance,
  options: NotificationStreamOptions,
): NotificationStreams {
  const { pool } = options;
  const streams = new Map<string, Set<Stream>>();
  const places = createFairShare({
    concurrency: maxStreams,
    perOwner: maxStreamsPerAccount,
    maxWaiting: 0,
    overShareMilliseconds,
  });
  let count = 0;
  let isClosing = false;
  let listening: Promise<{ unlisten(): Promise<void> }> | undefined;
  const rungAccounts = new Set<string>();
  const rungNotifications = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  const report = (error: unknown) => options.onError(error, 'notification stream');

  function hear(payload: string): void {
    for (const pair of payload.split(',')) {
      const [account = '', notification = ''] = pair.split('.');
      if (!streams.has(account)) continue;
      rungAccounts.add(account);
      if (notification !== '0') rungNotifications.add(notification);
    }
    if (rungAccounts.size > 0) gathering ??= setTimeout(() => void ring(), batchMilliseconds);
  }

  async function ring(): Promise<void> {
    gathering = undefined;
    const accounts = [...rungAccounts];
    const ids = [...rungNotifications];
    rungAccounts.clear();
    rungNotifications.clear();
    try {
      const { rows, unread } = await findPublishedNotifications(pool, accounts, ids);
      for (const accountId of accounts) {
        const own = rows.filter((row) => row.accountId === accountId);
        for (const stream of streams.get(accountId) ?? []) tell(stream, own, unread.get(accountId) ?? 0);
      }
    } catch (error) {
      report(error);
    }
  }

  function tell(stream: Stream, rows: readonly NotificationRow[], unread: number): void {
    for (const row of rows) {
      if (BigInt(row.id) > BigInt(stream.lastId)) stream.lastId = row.id;
      // A stream has no language: its reader words the key.
      const { text: _, ...shown } = showNotification(row, 'en');
      write(stream, `id: ${row.id}\nevent: notification\ndata: ${JSON.stringify(shown)}\n\n`);
    }
    write(stream, `event: unread\ndata: ${JSON.stringify({ unread })}\n\n`);
  }

  function write(stream: Stream, chunk: string): void {
    if (stream.response.writableLength > maxBufferedBytes) stream.response.destroy();
    else if (!stream.response.writableEnded && !stream.response.destroyed) stream.response.write(chunk);
  }

  async function catchUp(stream: Stream): Promise<void> {
    const rows = await listNewerNotifications(pool, stream.accountId, stream.lastId, catchUpLimit);
    tell(stream, rows, await countUnread(pool, stream.accountId));
  }

  /** One LISTEN connection for all streams of this process; after a reconnect every stream catches up. */
  function listen(): Promise<unknown> {
    listening ??= pool.listen(notificationChannel, hear, {
      onBack() {
        for (const set of streams.values()) for (const stream of set) catchUp(stream).catch(report);
      },
    });
    return listening.catch((error) => {
      listening = undefined;
      throw error;
    });
  }

  async function beat(stream: Stream): Promise<void> {
    if (await stream.recheck()) write(stream, ': beat\n\n');
    else stream.response.end();
  }

  const heartbeat = setInterval(() => {
    for (const set of streams.values()) for (const stream of set) beat(stream).catch(report);
  }, options.heartbeatMilliseconds ?? 25_000);
  heartbeat.unref();

  /** The place is held until the connection closes, which may be before the response. */
  async function takePlace(accountId: string, response: ServerResponse): Promise<void> {
    try {
      await places.enter(accountId);
    } catch (error) {
      if (!(error instanceof ShareRefused)) throw error;
      throw error.reason === 'share'
        ? new Refusal({ kind: 'too_many', text: tooManyStreamsText, retryAfter: 5 })
        : new Refusal({ kind: 'unavailable', text: allStreamsTakenText });
    }
    count += 1;
    const leave = () => {
      count -= 1;
      places.leave(accountId);
    };
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    listener: StreamSubscriber,
  ): Promise<void> {
    const { accountId } = listener;
    const response = reply.raw;
    await takePlace(accountId, response);
    await listen();
    const lastEventId = String(request.headers['last-event-id'] ?? '');
    const [newest] = isId(lastEventId)
      ? [{ id: lastEventId }]
      : await listNewerNotifications(pool, accountId, '0', 1);
    if (isClosing) throw new Refusal({ kind: 'unavailable', text: allStreamsTakenText });
    reply.hijack();
    request.leaveShare?.();
    // The client disconnected meanwhile: no close event will follow to remove the stream.
    if (response.destroyed) return;
    const own = streams.get(accountId) ?? new Set<Stream>();
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 5000\n\n');
    const stream: Stream = { ...listener, response, lastId: newest?.id ?? '0' };
    streams.set(accountId, own.add(stream));
    response.once('close', () => {
      own.delete(stream);
      if (own.size === 0) streams.delete(accountId);
    });
    response.on('error', () => {});
    await catchUp(stream).catch(report);
  }

  // Streams never end by themselves and would block closing the server.
  server.addHook('preClose', async () => {
    isClosing = true;
    for (const set of streams.values()) for (const { response } of set) response.end();
  });

  return {
    open,
    get streamCount() {
      return count;
    },
    async close() {
      clearInterval(heartbeat);
      clearTimeout(gathering);
      await listening?.then((listener) => listener.unlisten()).catch(() => {});
    },
  };
}
