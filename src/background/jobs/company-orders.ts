import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { companyOrdersQueue, endOrders } from '../../features/companies/end-company.ts';

/** Cancels the orders that were left when a company with very many of them closed or was refused; each run adds the next. */
export function companyOrdersWorker(services: () => Services): Worker {
  return {
    queue: companyOrdersQueue,
    concurrency: 1,
    lockSeconds: 300,
    attempts: 10,
    handle: ({ company, name, why, by }, { pool, now, newId }) =>
      pool.begin((db) =>
        endOrders(
          { db, now, newId, services: services(), caller: { accountId: String(by) } },
          { id: String(company), name: String(name) },
          why === 'refused' ? 'refused' : 'closed',
        ),
      ),
  };
}
