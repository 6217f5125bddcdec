import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFairShare, ShareRefused } from '../../base/threads/fair-share.ts';
import { countedAddress } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestShares: RequestShares;
  }
  interface FastifyRequest {
    /** Gives its place back before its end: what becomes a stream is counted as one from then on. */
    leaveShare?: () => void;
  }
}

export interface RequestShares {
  /**
   * Once it is known whose request it is, and before its body is read: waits for one of the owner's places, and for the
   * time that reading a large body costs everybody else. Throws ShareRefused when that would take longer than they may wait.
   */
  enter(request: FastifyRequest, reply: FastifyReply, owner: string): Promise<void>;
  /** Before a request is refused because its sender asks too often: refusing costs something, too, and they ask again at once. */
  slowDown(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Pages and their scripts ask for two or three things at a time; styles, scripts and pictures are not counted. */
const perOwner = 4;
const mostWaitMilliseconds = 5_000;
/** How long whoever asks too often, or hangs up before the answer, holds their place. */
const penaltyMilliseconds = 250;
/** Of bodies that are parsed on the thread that answers, after the first few: some hundredths of its time. */
const bytesPerMillisecond = 500;
const burstBytes = 6 * 1024 * 1024;
/** Below this parsing costs no more than anything else about a request. */
const smallBytes = 64 * 1024;

export function registerRequestShares(server: FastifyInstance, clock = () => performance.now()): void {
  const places = createFairShare({ atOnce: Number.POSITIVE_INFINITY, perOwner });
  const allowance = createAllowance(clock);
  server.decorateRequest('leaveShare', undefined);
  server.decorate('requestShares', {
    async enter(request, reply, owner) {
      const { raw } = reply;
      const refuseBody = (error: unknown) => {
        leaveUnread(request, reply);
        throw error;
      };
      if (!places.tryEnter(owner))
        await waitWhileOpen(raw, (signal) => places.enter(owner, signal)).catch(refuseBody);
      let isIn = true;
      const leaveOther = request.leaveShare;
      const leave = () => {
        leaveOther?.();
        if (isIn) places.leave(owner);
        isIn = false;
      };
      request.leaveShare = leave;
      const end = () => {
        if (raw.writableFinished) leave();
        else setTimeout(leave, penaltyMilliseconds).unref();
      };
      if (raw.destroyed) end();
      else raw.once('close', end);
      const wait = allowance.spend(owner, parsedBytes(request));
      if (wait > mostWaitMilliseconds) refuseBody(new ShareRefused('share'));
      if (wait > 0) await waitWhileOpen(raw, (signal) => sleep(wait, undefined, { signal }));
    },
    async slowDown(request, reply) {
      leaveUnread(request, reply);
      const owner = `over ${countedAddress(request.ip)}`;
      try {
        await waitWhileOpen(reply.raw, (signal) =>
          places.run(owner, () => sleep(penaltyMilliseconds, undefined, { signal }), signal),
        );
      } catch {
        // Too many of theirs wait already, or nobody does any more: refused at once.
      }
    },
  });
}

/** A large body of somebody who asks too much is not read to its end: reading it only to forget it is work, too. */
function leaveUnread({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length'] ?? 0) > smallBytes) reply.header('connection', 'close');
}

/** Whoever hangs up waits no longer, and is refused like anybody: an error of its own would be logged as an incident. */
async function waitWhileOpen(
  response: ServerResponse,
  wait: (signal: AbortSignal) => Promise<void> | undefined,
): Promise<void> {
  const gone = new AbortController();
  const end = () => gone.abort();
  response.once('close', end);
  if (response.destroyed) end();
  try {
    await wait(gone.signal);
  } catch (error) {
    throw gone.signal.aborted ? new ShareRefused('share') : error;
  } finally {
    response.off('close', end);
  }
}

/** What its body holds of what is parsed here; a file goes to the disk as it comes. */
function parsedBytes({ headers, routeOptions }: FastifyRequest): number {
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:json|x-www-form-urlencoded)/i.test(type)) return 0;
  const bytes = headers['content-length'];
  return bytes === undefined
    ? (routeOptions.bodyLimit ?? 0)
    : Math.min(Number(bytes), routeOptions.bodyLimit ?? 0);
}

/** A bucket of bytes for each owner: what is over its burst is paid back at a steady pace. */
function createAllowance(clock: () => number) {
  const debts = new Map<string, { bytes: number; at: number }>();
  return {
    /** How long its owner has to wait before so many bytes; they are spent only when that may be waited for. */
    spend(owner: string, bytes: number): number {
      if (bytes <= smallBytes) return 0;
      const now = clock();
      const before = debts.get(owner);
      const owed = before ? Math.max(0, before.bytes - (now - before.at) * bytesPerMillisecond) : 0;
      const wait = Math.max(0, owed + bytes - burstBytes) / bytesPerMillisecond;
      if (wait <= mostWaitMilliseconds) debts.set(owner, { bytes: owed + bytes, at: now });
      if (debts.size > 10_000)
        for (const [name, debt] of debts)
          if (debt.bytes < (now - debt.at) * bytesPerMillisecond) debts.delete(name);
      return wait;
    },
  };
}
