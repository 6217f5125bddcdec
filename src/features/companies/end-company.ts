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

/** Cancels what is open, and tells each who ordered once. */
export async function endOrders(
  context: Writing,
  { id, name }: Pick<Ending, 'id' | 'name'>,
  why: 'closed' | 'refused',
): Promise<void> {
  const { db, caller, now, newId } = context;
  const orders = await cancelOrders(db, id, { by: caller.accountId, at: now() }, newId);
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
  const answers = await moveReviews(db, from.id, to.id, { ...decision, newId });
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
  for (const accountId of asking)
    await publishEvent(context, { type: 'company_claimed', companyId: to.id, name: to.name, accountId });
}
