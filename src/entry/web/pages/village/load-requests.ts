import type { z } from 'zod';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { list_my_companies } from '../../../../features/actions/list_my_companies.ts';
import { list_my_settlement_requests } from '../../../../features/actions/list_my_settlement_requests.ts';
import { list_knowledge_queue } from '../../../../features/operations/knowledge/list_knowledge_queue.ts';
import { list_my_change_proposals } from '../../../../features/operations/proposal/list_my_change_proposals.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import type { PageRequest } from '../../page/page.ts';
import type { Me } from '../../server/overview.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Clock } from '../../words/format-time.ts';

export interface RequestsData {
  readonly me: Me;
  readonly proposals: z.output<typeof list_my_change_proposals.output>;
  readonly waiting: z.output<typeof list_knowledge_queue.output>;
  readonly returned: z.output<typeof list_knowledge_queue.output>;
  readonly tasks: z.output<typeof list_tasks.output>;
  readonly villages: ReplyOf<typeof list_my_settlement_requests>;
  readonly companies: ReplyOf<typeof list_my_companies>;
  readonly clock: Clock;
}

export async function loadRequests(pageRequest: PageRequest<'signed-in'>): Promise<RequestsData> {
  const { call, loadSignedInUser, text } = pageRequest;
  const visitor = await loadSignedInUser();
  if (visitor === null) throw new Error('No session on a page for signed-in users');
  const [proposals, waiting, returned, tasks, villages, companies, clock] = await Promise.all([
    call(list_my_change_proposals, { cursor: text('corrections') || null }),
    call(list_knowledge_queue, { mine: 'true', cursor: text('texts') }),
    call(list_knowledge_queue, { state: 'rejected', mine: 'true' }),
    call(list_tasks, { kind: 'request', given_by: 'me', cursor: text('requests') }),
    call(list_my_settlement_requests, {}),
    call(list_my_companies, {}),
    loadClock(pageRequest),
  ]);
  return { me: visitor.me, proposals, waiting, returned, tasks, villages, companies, clock };
}
