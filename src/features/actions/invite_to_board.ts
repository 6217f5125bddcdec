import { z } from 'zod';
import { quoteInRussian } from '../../base/i18n/quotes.ts';
import { fillPath, paths } from '../../base/site/paths.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, id, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  boardInvitationDays,
  boardRoles,
  mayInviteToBoard,
  mayManageBoard,
} from '../../domain/rules/board.ts';
import { isEmail, normalizeEmail } from '../../domain/rules/email.ts';
import {
  countBoardInvitations,
  type Invitee,
  insertBoardInvitation,
} from '../../store/land/board-invitations.ts';
import { findAppointableAccount, findPersonName } from '../../store/land/boards.ts';
import { findPerson } from '../../store/land/people-register.ts';
import { findResident } from '../../store/land/residents.ts';
import { isRelatedTo, lockBoardRoles } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { boardReason, boardTitle } from './board-change.ts';

const day = 86_400_000;

export const invite_to_board = defineOperation({
  name: 'invite_to_board',
  summary: 'Ask somebody onto the board, or to audit it; they agree first. For the board and moderators.',
  scope: 'session',
  keepsReply: true,
  input: z.object({
    settlement: reference,
    /** A member of the register, a person recorded there, or an address. */
    resident: id.optional(),
    person: id.optional(),
    email: text(254, 3).optional(),
    role: enumField(boardRoles).default('editor'),
    title: boardTitle.default(''),
    reason: boardReason,
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole: { isEditor } }, { isModerator }) =>
    permit(mayManageBoard({ isEditor, isModerator })),
  async write({ resident, person, email, role, title, reason }, context, settlement) {
    const { db, caller, now, newId, language, services, origin } = context;
    const asked = await findInvitee(context, settlement.id, { resident, person, email });
    if (asked.accountId !== null && (await lockBoardRoles(db, settlement.id, asked.accountId)).includes(role))
      refuse.invalid(asked.field, isThere);
    const refusal = mayInviteToBoard(await countBoardInvitations(db, settlement.id, asked.emailKey, now()));
    if (refusal !== true) refuse.invalid(asked.field, refusal);
    const invitation = {
      id: newId(),
      settlementId: settlement.id,
      ...{ role, title, reason },
      invitedBy: caller.accountId,
      createdAt: now(),
      expiresAt: new Date(now().getTime() + boardInvitationDays * day),
    };
    if (!(await insertBoardInvitation(db, { ...invitation, ...asked }))) refuse.invalid(asked.field, isAsked);
    const by = await findPersonName(db, caller.accountId);
    if (by === undefined) return refuse.notFound('session');
    const path = fillPath(paths.boardInvitation, { invitation: invitation.id });
    if (asked.accountId === null) {
      const letter = { accountId: null, to: asked.emailKey, language, template: 'board_invitation' } as const;
      const introduction = {
        en: `${by.name} invites you ${role === 'editor' ? 'onto' : 'to audit'} the board of ${settlement.name}.`,
        ru: `${by.name} зовёт вас ${role === 'editor' ? 'в правление' : 'ревизором правления'} посёлка ${quoteInRussian(settlement.name)}.`,
      };
      const link = `${services.emailLinkOrigin(origin)}${path}?${new URLSearchParams({ email: asked.emailKey })}`;
      await enqueueAccountEmail(
        db,
        { ...letter, introduction, village: settlement.name, link, expiresAt: invitation.expiresAt },
        context,
      );
    } else {
      await publishEvent(context, {
        type: 'board_invitation',
        ...{ invitationId: invitation.id, accountId: asked.accountId, role, by, reason },
        village: settlement.name,
      });
    }
    await recordDecision(context, {
      action: 'invite_to_board',
      subject: { type: 'settlement', id: settlement.id },
      settlementId: settlement.id,
      after: { role, ...(asked.accountId !== null && { account: asked.accountId }), reason },
    });
    return { invitation: invitation.id };
  },
});

type Named = { resident?: string | undefined; person?: string | undefined; email?: string | undefined };

/** An account is named only where it is tied to the settlement: otherwise the answer would tell whether there is one. */
async function findInvitee(
  { db, now }: SignedInContext,
  settlementId: string,
  { resident, person, email }: Named,
): Promise<Invitee & { field: keyof Named }> {
  if (resident !== undefined) {
    const found = await findResident(db, settlementId, resident);
    if (found?.state !== 'confirmed') return refuse.notFound('resident');
    return { accountId: found.accountId, emailKey: null, field: 'resident' };
  }
  if (person !== undefined) {
    const found =
      (await findPerson(db, settlementId, { personId: person }, now())) ?? refuse.notFound('person');
    const member = found.membershipId && (await findResident(db, settlementId, found.membershipId));
    if (member) return { accountId: member.accountId, emailKey: null, field: 'person' };
    return {
      accountId: null,
      emailKey: found.emailKey ?? refuse.invalid('person', noAddress),
      field: 'person',
    };
  }
  if (email === undefined || !isEmail(email))
    return refuse.invalid('email', {
      en: 'This is not an email address.',
      ru: 'Это не похоже на адрес почты.',
    });
  const account = await findAppointableAccount(db, { email });
  const isTied = account !== undefined && (await isRelatedTo(db, settlementId, account.id));
  return isTied
    ? { accountId: account.id, emailKey: null, field: 'email' }
    : { accountId: null, emailKey: normalizeEmail(email), field: 'email' };
}

const isThere = { en: 'They already have this role.', ru: 'У этого человека уже есть эта роль.' };
const isAsked = {
  en: 'They have already been invited and have not answered yet.',
  ru: 'Этого человека уже позвали, ответа пока нет.',
};
const noAddress = {
  en: 'No email address is recorded for this person. They have to join their plot first.',
  ru: 'Почта этого человека не указана. Сначала ему нужно присоединиться к участку.',
};
