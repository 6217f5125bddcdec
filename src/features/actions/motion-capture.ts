import type { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import type { AnyDefinition } from '../../domain/kernel/operation.ts';
import { parseInput } from '../../domain/kernel/operation-input.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { MotionKind } from '../../domain/rules/board-motions.ts';
import { decideEnding } from '../../domain/rules/residency.ts';
import type { MotionSubject } from '../../store/land/board-motions.ts';
import { listBoard } from '../../store/land/boards.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { findResident } from '../../store/land/residents.ts';
import type { SettlementWithRole } from '../../store/land/settlements.ts';
import { checkSeenImport, importInput, seenImportInput } from '../land-import/start-import.ts';
import { readEnding } from '../loaders/residency-ending.ts';
import { describeProposedBoundary } from '../operations/settlement/boundary-proposal.ts';
import { remove_resident } from '../operations/settlement/remove_resident.ts';
import { set_settlement_boundary } from '../operations/settlement/set_settlement_boundary.ts';
import { checkDismissal, dismissalInput } from './board-dismissal.ts';

/** What a second member would apply, what it comes to, and the state that it was based on. */
export interface CapturedMotion {
  subject: MotionSubject;
  content: object;
  shown: Readonly<Record<string, unknown>>;
  state: string;
}

/** The call that one member would make alone, as they would have sent it. */
type Call = Record<string, unknown>;

const parse = <Input extends z.ZodObject>(input: Input, call: Call) =>
  parseInput({ input } as unknown as AnyDefinition, call, { surface: 'page' }) as z.output<Input>;

/** Judges the call as if it were made now, and keeps all that is needed to make exactly it later. */
export function captureMotion(
  kind: MotionKind,
  call: Call,
  context: SignedInContext,
  settlement: SettlementWithRole,
): Promise<CapturedMotion> {
  return captures[kind](call, context, settlement);
}

type Capture = (
  call: Call,
  context: SignedInContext,
  settlement: SettlementWithRole,
) => Promise<CapturedMotion>;

const captureBoundary: Capture = async (call, context, { id }) => ({
  subject: {},
  ...(await describeProposedBoundary(context, id, parse(set_settlement_boundary.input, call))),
});

const captureImport: Capture = async (call, context, { id }) => {
  const { db, now } = context;
  const { import: importId, rename, accept, seen } = parse(seenImportInput, call);
  const wanted = (await findImport(db, id, importId, now())) ?? refuse.notFound('import');
  if (wanted.state !== 'checked') refuse.invalid('import', notWaiting);
  await checkSeenImport(context, wanted, { rename, accept, seen });
  return {
    subject: { landImportId: wanted.id },
    content: { rename, accept, seen },
    shown: { file: wanted.fileName, report: wanted.report, accept },
    state: seen,
  };
};

const captureUndo: Capture = async (call, { db, now }, { id }) => {
  const { import: importId } = parse(importInput, call);
  const wanted = (await findImport(db, id, importId, now())) ?? refuse.notFound('import');
  if (wanted.state !== 'applied' || wanted.appliedAt === null) refuse.invalid('import', notApplied);
  return {
    subject: { landImportId: wanted.id },
    content: {},
    shown: { file: wanted.fileName },
    state: wanted.state,
  };
};

const captureRemoval: Capture = async (call, context, { id }) => {
  const { resident, reason = null, reason_kind = null, on, successor } = parse(remove_resident.input, call);
  const found = (await findResident(context.db, id, resident)) ?? refuse.notFound('resident');
  if (found.accountId === context.caller.accountId) refuse.invalid('resident', yourself);
  if (found.state !== 'confirmed') refuse.invalid('resident', noMember);
  const ending = decideEnding(found.state, false, reason, reason_kind);
  if (typeof ending === 'object') refuse.invalid(ending.field, ending.text);
  const said = await readEnding({ reason, reason_kind, on, successor }, context, {
    settlementId: id,
    parcelId: found.parcelId,
  });
  return {
    subject: { membershipId: found.id },
    // The day that was meant, also where it was left to be today.
    content: { reason, reason_kind, on: said.on, successor: successor ?? null },
    shown: {
      plot: found.plotNumber,
      role: found.role,
      kind: said.kind,
      on: said.on,
      reason: said.reason,
      successor: successor ?? null,
    },
    state: describeMember(found),
  };
};

/** Taken off and confirmed again since, somebody is another member. */
export const describeMember = ({ role, decidedAt }: { role: string; decidedAt: Date | null }) =>
  `${role} ${decidedAt?.getTime() ?? ''}`;

const captureDismissal: Capture = async (call, { db, caller }, { id }) => {
  const { account, reason = null } = parse(dismissalInput, call);
  if (account === caller.accountId) refuse.invalid('account', yourself);
  const seats = await listBoard(db, id);
  const roles = seats.filter((seat) => seat.id === account).map(({ role }) => role);
  if (roles.length === 0) refuse.notFound('resident');
  const board = seats.filter(({ role }) => role === 'editor').map((seat) => seat.id);
  checkDismissal({ account, roles, board, reason }, caller.accountId);
  return {
    subject: { accountId: account },
    content: { reason },
    shown: { roles, reason },
    state: describeRoles(roles),
  };
};

export const describeRoles = (roles: readonly string[]) => [...roles].sort().join(' ');

const captureSingleMember: Capture = async () => ({ subject: {}, content: {}, shown: {}, state: 'on' });

const captures: Readonly<Record<MotionKind, Capture>> = {
  boundary: captureBoundary,
  land_import: captureImport,
  undo_import: captureUndo,
  removal: captureRemoval,
  dismissal: captureDismissal,
  single_member: captureSingleMember,
};

const notWaiting = {
  en: 'This file is no longer waiting to be imported. Send it again.',
  ru: 'Этот файл уже не ждёт загрузки. Отправьте его ещё раз.',
};
const notApplied = {
  en: 'There is nothing to undo: this file was not imported.',
  ru: 'Отменять нечего: этот файл не загружали.',
};
const yourself = {
  en: 'You can leave by yourself: nobody needs to agree.',
  ru: 'Выйти вы можете сами, ничьё согласие не нужно.',
};
const noMember = {
  en: 'Only somebody recorded on the plot now can be removed.',
  ru: 'Снять можно только того, кто сейчас записан на участке.',
};
