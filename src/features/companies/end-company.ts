import type { SignedInContext } from '../../domain/kernel/context.ts';
import { computeRating } from '../../domain/rules/medals.ts';
import {
  cancelOrders,
  closeCompany,
  deleteCompanyPictures,
} from '../../store/directory/company-decisions.ts';
import {
  countJoinedMedals,
  moveCompanyThings,
  moveRepresentatives,
  moveReviews,
} from '../../store/directory/company-joining.ts';
import { endRepresentatives } from '../../store/directory/company-representatives.ts';
import { saveMedalCounts } from '../../store/directory/review-subjects.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';

/** What ends the orders that one transaction left. */
export const companyOrdersQueue = 'company_orders';

type Writing = SignedInContext;
interface Ending {
  id: string;
  name: string;
  state: string;
}

/** Closes a company that is locked: its orders are cancelled, and everybody concerned is told. */
export async function endCompany(context: Writing, company: Ending, reason: string): Promise<void> {
  const { db, caller, now } = context;
  const decision = { by: caller.accountId, at: now(), reason };
  await closeCompany(db, company.id, decision);
  await deleteCompanyPictures(db, company.id);
  const people = await endRepresentatives(db, company.id, decision);
  await endOrders(context, company, 'closed');
  await recordDecision(context, {
    action: 'edit_company',
    subject: { type: 'company', id: company.id },
    settlementId: null,
    before: { title: company.name, state: company.state },
    after: { state: 'closed', ...(reason && { reason }) },
  });
  await publishEvent(context, {
    type: 'company_decided',
    companyId: company.id,
    name: company.name,
    outcome: 'closed',
    reason,
    accountIds: people,
    byId: caller.accountId,
  });
}

/** Whose open orders are cancelled in one transaction; a job goes on with those of others. */
const authorsAtOnce = 200;

/** Cancels what is open, and tells each who ordered once. */
export async function endOrders(
  context: Pick<Writing, 'db' | 'now' | 'newId' | 'services'> & {
    readonly caller: Pick<Writing['caller'], 'accountId'>;
  },
  { id, name }: Pick<Ending, 'id' | 'name'>,
  why: 'closed' | 'refused',
): Promise<void> {
  const { db, caller, services, now, newId } = context;
  const decision = { by: caller.accountId, at: now() };
  const { orders, isMore } = await cancelOrders(db, id, authorsAtOnce, decision, newId);
  if (isMore)
    await services.jobs.add(db, {
      queue: companyOrdersQueue,
      payload: { company: id, name, why, by: caller.accountId },
    });
  if (orders.length === 0) return;
  const accountIds = [...new Set(orders.map(({ authorId }) => authorId))];
  await publishEvent(context, {
    type: 'company_orders_ended',
    companyId: id,
    name,
    why,
    accountIds,
    byId: caller.accountId,
  });
}

interface Joining extends Ending {
  isVerified: boolean;
}

/** Joins a company to another that is checked; both are locked. */
export async function joinCompany(
  context: Writing,
  from: Joining,
  to: { id: string; name: string },
  reason: string,
): Promise<void> {
  const { db, caller, now, newId } = context;
  const decision = { by: caller.accountId, at: now(), reason };
  const { answers, reports } = await moveReviews(db, from.id, to.id, { ...decision, newId });
  await moveCompanyThings(db, from.id, to.id);
  const moved = await moveRepresentatives(db, from, to.id, decision);
  await closeCompany(db, from.id, decision, to.id);
  const people = await endRepresentatives(db, from.id, decision);
  const counts = await countJoinedMedals(db, to.id);
  await saveMedalCounts(db, { type: 'company', id: to.id }, counts);
  await recordDecision(context, {
    action: 'edit_company',
    subject: { type: 'company', id: from.id },
    settlementId: null,
    before: { title: from.name, state: from.state, ...(answers.length > 0 && { answers }) },
    after: { state: 'joined', into: to.name, rating: computeRating(counts), ...(reason && { reason }) },
  });
  const told = { companyId: to.id, name: from.name, into: to.name, byId: caller.accountId };
  const asking = moved.filter(({ state }) => state === 'claimed').map(({ accountId }) => accountId);
  const speaking = people.filter((id) => !asking.includes(id));
  await publishEvent(context, { type: 'company_joined', ...told, accountIds: speaking, isAsking: false });
  await publishEvent(context, { type: 'company_joined', ...told, accountIds: asking, isAsking: true });
  for (const { title, authorId: accountId, keptId: taskId } of reports)
    await publishEvent(context, { type: 'report_joined', accountId, taskId, title, into: to.name });
  for (const accountId of asking)
    await publishEvent(context, { type: 'company_claimed', companyId: to.id, name: to.name, accountId });
}
