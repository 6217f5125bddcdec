import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budget, Budgets } from '../../kernel/budget.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { countedAddress } from '../../transport/rate-limit.ts';
import { writeBudget } from '../../transport/rest.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posting here compares a password, sends a letter or makes something before anybody is known. */
    costly?: boolean;
  }
}

const tooMany = {
  en: 'Too many requests. Wait a minute and try again.',
  ru: 'Слишком много запросов. Подождите минуту и попробуйте снова.',
};

/** Pages are counted before their body is read: by account, or by network address for who is not signed in. */
export function countPages(pages: FastifyInstance, budgets: Budgets): void {
  pages.addHook('onRequest', async (request, reply) => {
    await spendPage(request, reply, budgets);
    if (request.method === 'POST' && request.routeOptions.config.costly)
      await spendCostly(request, reply, budgets);
  });
}

export async function spendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  budgets: Budgets,
): Promise<void> {
  const session = request.visitor?.session;
  spend(
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
  spend(reply, await budgets.take('costly', countedAddress(request.ip)));
}

function spend(reply: FastifyReply, budget: Budget): void {
  writeBudget(reply, budget);
  if (budget.exceeded) throw new Refusal({ kind: 'too_many', text: tooMany });
}
