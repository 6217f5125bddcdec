import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budget, Budgets } from '../../../domain/kernel/budget.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { countedAddress } from '../../transport/rate-limit.ts';
import { writeBudget } from '../../transport/rest.ts';
import { findBrowser } from './known-browser.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Posting here verifies a password, sends an email or creates something for an anonymous client: strict rate
     * limit. `sign-in`: a known browser has a limit of its own.
     */
    costly?: boolean | 'sign-in';
  }
}

const tooMany = {
  en: 'Too many requests. Wait a minute and try again.',
  ru: 'Слишком много запросов. Подождите минуту и попробуйте снова.',
};

/** Counts page requests before the body is read: by account, or by network address when signed out. */
export function countPages(pages: FastifyInstance, parts: SignInParts): void {
  const { budgets, key, now } = parts;
  pages.addHook('onRequest', async (request, reply) => {
    const costly = request.method === 'POST' && request.routeOptions.config.costly;
    const browser = costly === 'sign-in' ? findBrowser(request, key, now()) : null;
    if (browser !== null) return spend(request, reply, await budgets.take('costly', `browser:${browser}`));
    await spendPage(request, reply, budgets);
    if (costly) await spendCostly(request, reply, budgets);
  });
}

interface SignInParts {
  budgets: Budgets;
  /** Key of the known-browser cookies. */
  key: Buffer;
  now(): Date;
}

/**
 * Second check of a sign-in from a known browser, once the account is known. An account that this browser has not
 * signed in to counts against the network address; a known one has one limit across all its browsers.
 */
export async function spendSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { budgets, key, now }: SignInParts,
  knownAccount: string | null,
): Promise<void> {
  if (findBrowser(request, key, now()) === null) return;
  if (knownAccount !== null && !(await budgets.take('costly', `account:${knownAccount}`)).exceeded) return;
  await spendCostly(request, reply, budgets);
}

export async function spendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  budgets: Budgets,
): Promise<void> {
  const session = request.visitor?.session;
  await spend(
    request,
    reply,
    session
      ? await budgets.take('page_account', session.accountId)
      : await budgets.take('page_public', countedAddress(request.ip)),
  );
}

/** The strict limit of a network address. */
export async function spendCostly(
  request: FastifyRequest,
  reply: FastifyReply,
  budgets: Budgets,
): Promise<void> {
  await spend(request, reply, await budgets.take('costly', countedAddress(request.ip)));
}

async function spend(request: FastifyRequest, reply: FastifyReply, budget: Budget): Promise<void> {
  writeBudget(reply, budget);
  if (!budget.exceeded) return;
  await request.server.requestShares.slowDown(request, reply);
  throw new Refusal({ kind: 'too_many', text: tooMany });
}
