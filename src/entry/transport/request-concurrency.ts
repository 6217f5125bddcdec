import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createFairShare, ShareRefused } from '../../base/threads/fair-share.ts';
import { toRateLimitAddress } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    requestShares: RequestConcurrency;
  }
  interface FastifyRequest {
    /** Leaves early: a response that becomes a stream is limited as a stream from then on. */
    leaveShare?: () => void;
  }
}

export interface RequestConcurrency {
  /**
   * Called once the owner is known and before the body is read: waits for one of the owner's concurrent requests to
   * end, and for the time that parsing a large body costs others. Throws ShareRefused when that would take too long.
   */
  enter(request: FastifyRequest, reply: FastifyReply, owner: string): Promise<void>;
  /**
   * Runs the lookup of who sends a request. Nobody is known yet, so a network address has a few at a time, whatever
   * the request claims; it holds no place afterwards. Throws ShareRefused like `enter`.
   */
  lookUp<Found>(request: FastifyRequest, reply: FastifyReply, find: () => Promise<Found>): Promise<Found>;
  /** Delays the refusal of a rate-limited client: refusing costs CPU too, and such clients retry at once. */
  slowDown(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Pages request two or three things at a time; styles, scripts and pictures are not counted. */
const perOwner = 4;
const maxWaitMilliseconds = 5_000;
/** How long a rate-limited or disconnected client keeps its place. */
const penaltyMilliseconds = 250;
/** Bytes parsed on the event loop after the burst: a few hundredths of its time. */
const bytesPerMillisecond = 500;
const burstBytes = 6 * 1024 * 1024;
/** Below this, parsing costs no more than the rest of a request. */
const smallBytes = 64 * 1024;

export function registerRequestConcurrency(server: FastifyInstance, clock = () => performance.now()): void {
  const places = createFairShare({ concurrency: Number.POSITIVE_INFINITY, perOwner });
  const allowance = createByteAllowance(clock);
  const takePlace = async ({ raw }: FastifyReply, owner: string): Promise<void> => {
    if (!places.tryEnter(owner)) await waitWhileOpen(raw, (signal) => places.enter(owner, signal));
  };
  server.decorateRequest('leaveShare', undefined);
  server.decorate('requestShares', {
    async enter(request, reply, owner) {
      const { raw } = reply;
      await takePlace(reply, owner);
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
      if (wait > maxWaitMilliseconds) throw new ShareRefused('share');
      if (wait > 0) await waitWhileOpen(raw, (signal) => sleep(wait, undefined, { signal }));
    },
    async lookUp(request, reply, find) {
      const owner = `lookup ${toRateLimitAddress(request.ip)}`;
      await takePlace(reply, owner);
      try {
        return await find();
      } finally {
        places.leave(owner);
      }
    },
    async slowDown(request, reply) {
      const owner = `over ${toRateLimitAddress(request.ip)}`;
      try {
        await waitWhileOpen(reply.raw, (signal) =>
          places.run(owner, () => sleep(penaltyMilliseconds, undefined, { signal }), signal),
        );
      } catch {
        // Too many of this client's requests wait already, or it has disconnected: refuse at once.
      }
    },
  });
}

/** A disconnected client stops waiting and is refused as usual: another error would be logged as an incident. */
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

/** Bytes of the body that are parsed here; a file is streamed to disk. */
function parsedBytes({ headers, routeOptions }: FastifyRequest): number {
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:json|x-www-form-urlencoded)/i.test(type)) return 0;
  const bytes = headers['content-length'];
  return bytes === undefined
    ? (routeOptions.bodyLimit ?? 0)
    : Math.min(Number(bytes), routeOptions.bodyLimit ?? 0);
}

/** A token bucket of bytes per owner: beyond the burst it refills at a steady rate. */
function createByteAllowance(clock: () => number) {
  const debts = new Map<string, { bytes: number; at: number }>();
  return {
    /** How long the owner has to wait for this many bytes; they are counted only if that wait is allowed. */
    spend(owner: string, bytes: number): number {
      if (bytes <= smallBytes) return 0;
      const now = clock();
      const before = debts.get(owner);
      const owed = before ? Math.max(0, before.bytes - (now - before.at) * bytesPerMillisecond) : 0;
      const wait = Math.max(0, owed + bytes - burstBytes) / bytesPerMillisecond;
      if (wait <= maxWaitMilliseconds) debts.set(owner, { bytes: owed + bytes, at: now });
      if (debts.size > 10_000)
        for (const [name, debt] of debts)
          if (debt.bytes < (now - debt.at) * bytesPerMillisecond) debts.delete(name);
      return wait;
    },
  };
}
