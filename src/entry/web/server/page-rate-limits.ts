import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit, RateLimits } from '../../../domain/kernel/rate-limits.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { toRateLimitAddress } from '../../transport/rate-limit.ts';
import { writeRateLimitHeaders } from '../../transport/rest.ts';
import { findKnownBrowser } from './known-browser.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Posting here verifies a password, sends an email or creates something for an anonymous client: strict rate
     * limit. `sign-in`: a known browser has a limit of its own.
     */
    strictRateLimit?: boolean | 'sign-in';
  }
}

const tooManyRequestsText = {
  en: 'Too many requests. Wait a minute and try again.',
  ru: 'Слишком много запросов. Подождите минуту и попробуйте снова.',
};

/** Counts page requests before the body is read: by account, or by network address when signed out. */
export function registerPageRateLimits(pages: FastifyInstance, dependencies: RateLimitDependencies): void {
  const { rateLimits, key, now } = dependencies;
  pages.addHook('onRequest', async (request, reply) => {
    const costly = request.method === 'POST' && request.routeOptions.config.strictRateLimit;
    const browser = costly === 'sign-in' ? findKnownBrowser(request, key, now()) : null;
    if (browser !== null)
      return enforceLimit(request, reply, await rateLimits.consume('costly', `browser:${browser}`));
    await enforcePageLimit(request, reply, rateLimits);
    if (costly) await enforceStrictLimit(request, reply, rateLimits);
  });
}

interface RateLimitDependencies {
  rateLimits: RateLimits;
  /** Key of the known-browser cookies. */
  key: Buffer;
  now(): Date;
}

/**
 * Second check of a sign-in from a known browser, once the account is known. An account that this browser has not
 * signed in to counts against the network address; a known one has one limit across all its browsers.
 */
export async function enforceSignInLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  { rateLimits, key, now }: RateLimitDependencies,
  knownAccount: string | null,
): Promise<void> {
  if (findKnownBrowser(request, key, now()) === null) return;
  if (knownAccount !== null && !(await rateLimits.consume('costly', `account:${knownAccount}`)).exceeded)
    return;
  await enforceStrictLimit(request, reply, rateLimits);
}

export async function enforcePageLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  rateLimits: RateLimits,
): Promise<void> {
  await enforceLimit(request, reply, await consumePages(request, rateLimits, 1));
}

const consumePages = ({ visitor, ip }: FastifyRequest, rateLimits: RateLimits, count: number) =>
  visitor?.session
    ? rateLimits.consume('page_account', visitor.session.accountId, count)
    : rateLimits.consume('page_public', toRateLimitAddress(ip), count);

/** Size of an ordinary page: what grows with the village counts as so many of them. */
const bytesPerRequest = 32 * 1024;
/** However long it is: the whole village can be printed a few times a minute. */
const maxRequestsOfReply = 50;

/**
 * Counts what grows with the village by its size, once that is known. It is sent even where it uses up the limit; the
 * next request is refused until the window ends. Without `reply` its head has been sent.
 */
export async function countLongReply(
  request: FastifyRequest,
  rateLimits: RateLimits,
  bytes: number,
  reply?: FastifyReply,
): Promise<void> {
  const more = Math.min(Math.ceil(bytes / bytesPerRequest), maxRequestsOfReply) - 1;
  if (more <= 0) return;
  const counted = await consumePages(request, rateLimits, more);
  if (reply) writeRateLimitHeaders(reply, { ...counted, exceeded: false });
}

/** The strict limit of a network address. */
export async function enforceStrictLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  rateLimits: RateLimits,
): Promise<void> {
  await enforceLimit(request, reply, await rateLimits.consume('costly', toRateLimitAddress(request.ip)));
}

async function enforceLimit(
  request: FastifyRequest,
  reply: FastifyReply,
  rateLimit: RateLimit,
): Promise<void> {
  writeRateLimitHeaders(reply, rateLimit);
  if (!rateLimit.exceeded) return;
  await request.server.requestShares.slowDown(request, reply);
  throw new Refusal({ kind: 'too_many', text: tooManyRequestsText });
}
