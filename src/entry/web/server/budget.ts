import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budget, Budgets } from '../../../domain/kernel/budget.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { countedAddress } from '../../transport/rate-limit.ts';
import { writeBudget } from '../../transport/rest.ts';
import { findBrowser } from './known-browser.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Posting here compares a password, sends a letter or makes something before anybody is known. `sign-in`: a browser
     * that somebody has signed in from spends a budget of its own.
     */
    costly?: boolean | 'sign-in';
  }
}

const tooMany = {
  en: 'Too many requests. Wait a minute and try again.',
  ru: 'Слишком много запросов. Подождите минуту и попробуйте снова.',
};

/** Pages are counted before their body is read: by account, or by network address for who is not signed in. */
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
  /** For the notes of browsers. */
  key: Buffer;
  now(): Date;
}

/**
 * A sign-in that a browser's own budget let in, once it is known whose: what the browser does not know spends the budget of
 * its address like everybody, and one account has one budget, however many browsers it has made known.
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

/** One of the few tries a network address has for what costs more than a page. */
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
