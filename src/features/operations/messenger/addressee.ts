import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { permit, Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { isEnded } from '../../../domain/rules/company-states.ts';
import {
  checkAddress,
  type MessageAddress,
  memberKey,
  type ParticipantSide,
} from '../../../domain/rules/messaging.ts';
import { mayActAsResident, mayEditSettlement } from '../../../domain/rules/settlement-role.ts';
import { findCompanyState } from '../../../store/directory/companies.ts';
import { listRepresentativeIds } from '../../../store/directory/company-representatives.ts';
import { findSharedSettlement, listParcelMembers } from '../../../store/land/residents.ts';
import { isRelatedTo, listBoardMemberIds } from '../../../store/land/settlement-roles.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import { listBlocked } from '../../../store/messaging/blocks.ts';
import { addMembers, findOrInsertThread, type NewThread } from '../../../store/messaging/conversations.ts';
import { findParcelByReference } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';

type Writing = SignedInContext;
type Thread = Pick<NewThread, 'kind' | 'settlementId' | 'companyId' | 'parcelId' | 'memberKey'>;
interface ResolvedAddress {
  thread: Thread;
  members: { accountId: string; side: ParticipantSide }[];
  /** The two are known to live in one settlement. */
  areNeighbours?: true;
}

/** Finds or creates the conversation for an address; 404 for recipients the caller may not write to. */
export async function openThread(
  address: MessageAddress,
  context: Writing,
): Promise<{ conversationId: string; areNeighbours: boolean }> {
  const faults = checkAddress(address);
  if (Object.keys(faults).length > 0) refuse.invalidFields(faults);
  if (address.conversation !== undefined)
    return { conversationId: address.conversation, areNeighbours: false };
  const { thread, members, areNeighbours = false } = await resolveAddress(address, context);
  const { id: conversationId, isNew } = await findOrInsertThread(context.db, {
    ...thread,
    id: context.newId(),
    createdAt: context.now(),
  });
  if (isNew) await addMembers(context.db, conversationId, members);
  return { conversationId, areNeighbours };
}

async function resolveAddress(address: MessageAddress, context: Writing): Promise<ResolvedAddress> {
  const settlement =
    address.settlement === undefined ? undefined : await loadSettlement(address.settlement, context);
  if (address.to === 'company') return openToCompany(address.company as string, context);
  if (address.to === 'board') return openToBoard(settlement as SettlementWithRole, context);
  if (address.as_board === true)
    return openFromBoard(settlement as SettlementWithRole, address.account as string, context);
  return address.parcel === undefined
    ? openToAccount(address.account as string, settlement, context)
    : openToParcel(settlement as SettlementWithRole, address.parcel, context);
}

async function openToAccount(
  other: string,
  settlement: SettlementWithRole | undefined,
  { db, caller }: Writing,
): Promise<ResolvedAddress> {
  if (settlement !== undefined) permit(mayActAsResident(settlement.settlementRole));
  if (other === caller.accountId) refuse.invalid('account', { en: 'This is you.', ru: 'Это вы сами.' });
  const shared = await findSharedSettlement(db, caller.accountId, other, settlement?.id);
  if (shared === null) return refuse.notFound('recipient');
  return {
    thread: {
      kind: 'person',
      settlementId: shared,
      companyId: null,
      parcelId: null,
      memberKey: memberKey({ kind: 'person', accounts: [caller.accountId, other] }),
    },
    members: [
      { accountId: caller.accountId, side: 'person' },
      { accountId: other, side: 'person' },
    ],
    areNeighbours: true,
  };
}

async function openToParcel(
  settlement: SettlementWithRole,
  reference: string,
  { db, caller }: Writing,
): Promise<ResolvedAddress> {
  permit(mayActAsResident(settlement.settlementRole));
  const scope = { settlementId: settlement.id };
  const parcel = (await findParcelByReference(db, scope, reference, 'parcel')) ?? refuse.notFound('parcel');
  const living = await listParcelMembers(db, parcel.id);
  const blocked = new Set(await listBlocked(db, caller.accountId, living));
  const members = living.filter((member) => member !== caller.accountId && !blocked.has(member));
  const [only, ...others] = members;
  if (only === undefined) return refuseEmptyPlot(parcel.number);
  return {
    thread: {
      kind: 'person',
      settlementId: settlement.id,
      companyId: null,
      parcelId: parcel.id,
      memberKey:
        others.length === 0
          ? memberKey({ kind: 'person', accounts: [caller.accountId, only] })
          : memberKey({ kind: 'plot', parcelId: parcel.id, writer: caller.accountId, members }),
    },
    members: [
      { accountId: caller.accountId, side: 'person' },
      ...members.map((accountId) => ({ accountId, side: 'plot' as const })),
    ],
  };
}

/** The same whether nobody lives there or everybody has blocked the writer: neither is told. */
function refuseEmptyPlot(number: string): never {
  throw new Refusal({
    kind: 'not_found',
    text: {
      en: `Nobody on plot ${number} can be written to: nobody is confirmed there yet, or they take no messages. Write to the board instead, with to board.`,
      ru: `На участке ${number} писать некому: там пока никто не подтверждён или сообщений не принимают. Напишите правлению: to board.`,
    },
  });
}

function boardThread(settlementId: string, person: string): ResolvedAddress {
  return {
    thread: {
      kind: 'board',
      settlementId,
      companyId: null,
      parcelId: null,
      memberKey: memberKey({ kind: 'board', settlementId, person }),
    },
    members: [{ accountId: person, side: 'person' }],
  };
}

async function openToBoard(
  settlement: SettlementWithRole,
  { db, caller }: Writing,
): Promise<ResolvedAddress> {
  const board = (await listBoardMemberIds(db, settlement.id)).filter((editor) => editor !== caller.accountId);
  permit(
    settlement.settlementRole.isRelated ||
      settlement.settlementRole.isResident || {
        en: 'Only those who belong to the village may write to its board.',
        ru: 'Писать правлению могут только те, кто связан с посёлком.',
      },
  );
  if (board.length === 0) refuse.notFound('recipient');
  return boardThread(settlement.id, caller.accountId);
}

/** The board may write first, to anybody tied to its settlement. */
async function openFromBoard(
  settlement: SettlementWithRole,
  person: string,
  { db, caller }: Writing,
): Promise<ResolvedAddress> {
  permit(mayEditSettlement(settlement.settlementRole));
  if (person === caller.accountId || !(await isRelatedTo(db, settlement.id, person)))
    refuse.notFound('recipient');
  return boardThread(settlement.id, person);
}

async function openToCompany(reference: string, { db, caller }: Writing): Promise<ResolvedAddress> {
  const { id: companyId, state } = (await findCompanyState(db, reference)) ?? refuse.notFound('company');
  if (state === 'refused') refuse.notFound('company');
  if (isEnded(state))
    refuse.invalid('company', {
      en: 'This company has closed: nobody reads messages to it.',
      ru: 'Компания закрылась: сообщения никто не прочтёт.',
    });
  const representatives = await listRepresentativeIds(db, companyId);
  if (representatives.includes(caller.accountId))
    refuse.invalid('company', { en: 'This is your own company.', ru: 'Это ваша собственная компания.' });
  if (representatives.length === 0)
    refuse.invalid('company', {
      en: 'Nobody answers for this company here yet. Use the phone numbers on its card.',
      ru: 'За эту компанию здесь пока никто не отвечает. Воспользуйтесь телефонами на её карточке.',
    });
  return {
    thread: {
      kind: 'company',
      settlementId: null,
      companyId,
      parcelId: null,
      memberKey: memberKey({ kind: 'company', companyId, person: caller.accountId }),
    },
    members: [{ accountId: caller.accountId, side: 'person' }],
  };
}
