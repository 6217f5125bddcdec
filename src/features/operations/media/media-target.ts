import type { Db } from '../../../base/db/connect.ts';
import type { Caller } from '../../../domain/kernel/caller.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { text } from '../../../domain/kernel/fields.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import type { BoardHiding } from '../../../domain/rules/board-hiding.ts';
import {
  isBoardOnPersonal,
  isOfOwnDoor,
  isPersonalMedia,
  type MediaChange,
  type MediaSubjectType,
  mayAddMedia,
  mayChangeMedia,
  type SubjectRights,
} from '../../../domain/rules/media-access.ts';
import { maySeeObjects } from '../../../domain/rules/parcel-objects.ts';
import {
  maySee,
  noSettlementRole,
  type SettlementRole,
  type Visibility,
} from '../../../domain/rules/settlement-role.ts';
import { findMedia, isMediaVisible, lockMedia, type MediaRow } from '../../../store/media/media.ts';
import { findMediaSubject, type MediaSubjectRow } from '../../../store/media/media-subjects.ts';
import { findBoardHiding } from '../../../store/system/board-hidings.ts';
import { findSettlement } from '../../loaders/memberships.ts';
import { findParcelByReference } from '../../loaders/parcel-reference.ts';
import { findVisibleTask } from '../../loaders/visible-task.ts';

export type Sender = Pick<Caller, 'accountId' | 'isModerator'>;

/** The thing a photograph is to belong to, with the sender's rights. */
export interface MediaTarget {
  settlementId: string | null;
  parcelId: string | null;
  visibility: Visibility | null;
  timeZone: string;
  role: SubjectRights;
}

const unknownName = {
  settlement: 'settlement',
  parcel: 'parcel',
  object: 'object',
  article: 'article',
  knowledge_article: 'article',
  task: 'task',
  review: 'review',
  contact: 'contact',
  company: 'company',
  message: 'message',
} as const satisfies Record<MediaSubjectType, Parameters<typeof refuse.notFound>[0]>;

/** What a photograph belongs to: an identifier, or of a plot also its number. */
export const subjectReference = text(40, 1).describe('Its id; a plot’s number too.');

/** Resolves a plot number: in the given settlement, else where the sender lives or is on the board. */
export async function resolveSubject<Type extends MediaSubjectType>(
  db: Db,
  sender: { accountId: string },
  { subject_type: type, subject_id: reference }: { subject_type: Type; subject_id: string },
  settlementId: string | null = null,
): Promise<{ type: Type; id: string }> {
  if (type !== 'parcel')
    return { type, id: isId(reference) ? reference : refuse.invalid('subject_id', notAnId) };
  const scope = settlementId === null ? { accountId: sender.accountId } : { settlementId };
  const parcel = await findParcelByReference(db, scope, reference, 'subject_id');
  // An identifier of a plot elsewhere passes: the move itself refuses it.
  return { type, id: parcel?.id ?? (isId(reference) ? reference : refuse.notFound('parcel')) };
}

const notAnId = {
  en: 'This must be an identifier: a string of digits.',
  ru: 'Здесь нужен идентификатор: строка из цифр.',
};

/** The target when it exists and the sender sees it; otherwise 404. */
export const loadTarget = async (
  db: Db,
  sender: Sender,
  subject: { type: MediaSubjectType; id: string },
  keep = false,
): Promise<MediaTarget> =>
  (await findTarget(db, sender, subject, keep)) ?? refuse.notFound(unknownName[subject.type]);

/** The same, of a sender who may add to it. */
export async function requireTarget(...about: Parameters<typeof loadTarget>): Promise<MediaTarget> {
  const target = await loadTarget(...about);
  permit(mayAddMedia(about[2].type, target.role));
  return target;
}

async function findTarget(
  db: Db,
  sender: Sender,
  { type, id }: { type: MediaSubjectType; id: string },
  keep: boolean,
): Promise<MediaTarget | undefined> {
  if (type === 'task') return findTaskTarget(db, sender, id, keep);
  const row = await findMediaSubject(db, type, id, sender.accountId, keep);
  if (row === undefined) return undefined;
  let settlementRole: SettlementRole = noSettlementRole;
  let timeZone = 'UTC';
  if (row.settlementId !== null) {
    const settlement = await findSettlement(db, row.settlementId, sender as Caller);
    if (settlement === undefined) return undefined;
    ({ settlementRole, timeZone } = settlement);
  } else if (type !== 'knowledge_article' && type !== 'company' && type !== 'message') {
    return undefined;
  }
  if (!isSubjectVisible(type, row, settlementRole, sender)) return undefined;
  return {
    settlementId: row.settlementId,
    parcelId: row.parcelId,
    visibility: row.visibility,
    timeZone,
    role: {
      isEditor: settlementRole.isEditor,
      isModerator: sender.isModerator,
      isMember: row.isMember,
      isAuthor: sender.accountId !== null && row.authorId === sender.accountId,
      isRepresentative: row.isRepresentative,
      isAssignee: false,
      isOfParcel: row.parcelId !== null,
    },
  };
}

function isSubjectVisible(
  type: MediaSubjectType,
  row: MediaSubjectRow,
  settlementRole: SettlementRole,
  sender: Sender,
): boolean {
  // Only a diary entry belongs to its author; other articles belong to the current board.
  const isAuthor =
    sender.accountId !== null &&
    row.authorId === sender.accountId &&
    (type !== 'article' || row.parcelId !== null);
  if (row.isHidden && type === 'company') return row.isRepresentative;
  if (row.isHidden)
    return isAuthor || (type === 'knowledge_article' ? sender.isModerator : settlementRole.readsAsBoard);
  if (type === 'message') return isAuthor;
  if (type === 'object')
    return maySeeObjects({ isMember: row.isMember, readsAsBoard: settlementRole.readsAsBoard });
  if (row.visibility === null) return true;
  return maySee(settlementRole, row.visibility, isAuthor);
}

/** Pictures of a task do not appear in the gallery of the plot. */
async function findTaskTarget(
  db: Db,
  sender: Sender,
  id: string,
  keep: boolean,
): Promise<MediaTarget | undefined> {
  const { accountId } = sender;
  if (accountId === null) return undefined;
  const seen = await findVisibleTask(db, { ...sender, accountId }, id, keep ? 'keep' : 'none');
  if (seen === undefined) return undefined;
  const { task, timeZone } = seen;
  // Nothing can be attached to a report.
  const parties = task.kind === 'report' ? [] : seen.parties;
  return {
    settlementId: task.settlementId,
    parcelId: null,
    visibility: 'private',
    timeZone,
    role: {
      // Members of the board, company or plot it was given to are handlers.
      isEditor: false,
      isModerator: false,
      isMember: task.isMember,
      isAuthor: parties.includes('author'),
      isRepresentative: parties.includes('handler'),
      isAssignee: parties.includes('assignee'),
      isOfParcel: task.parcelId !== null,
    },
  };
}

export interface MediaToChange extends MediaRow {
  subjectType: MediaSubjectType;
  who: Parameters<typeof mayChangeMedia>[0];
  /** It belongs to a message that was sent, or that the caller does not see. */
  isSent: boolean;
  /** The caller acts as the board, on what is somebody else's. */
  isBoard: boolean;
  hiding: BoardHiding | null;
}

/** A photograph or file that the caller sees, with the caller's rights to it. */
export async function loadMediaToChange(
  { media: id }: { readonly media: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<MediaToChange> {
  const found = (await (lock ? lockMedia : findMedia)(db, id)) ?? refuse.notFound('media');
  const { subjectType } = found;
  if (isOfOwnDoor(subjectType)) return refuse.notFound('media');
  const media = { ...found, subjectType };
  const isOwner = media.ownerId === caller.accountId;
  let settlementRole: SettlementRole = noSettlementRole;
  if (media.settlementId !== null) {
    const settlement = (await findSettlement(db, media.settlementId, caller)) ?? refuse.notFound('media');
    settlementRole = settlement.settlementRole;
    const view = { settlementId: settlement.id, accountId: caller.accountId, settlementRole };
    if (!isOwner && !(await isMediaVisible(db, view, id))) refuse.notFound('media');
  }
  const subject = { type: media.subjectType, id: media.subjectId };
  const target = await findTarget(db, caller, subject, false);
  if (media.settlementId === null && !isOwner && target === undefined) refuse.notFound('media');
  const hiding = await findBoardHiding(db, { type: 'media', id });
  const who = {
    isOwner,
    isEditor: settlementRole.isEditor,
    isModerator: caller.isModerator,
    isOfSettlement: media.settlementId !== null,
    mayAdd: target !== undefined && mayAddMedia(media.subjectType, target.role) === true,
    isPersonal: isPersonalMedia(media),
    isOfTask: media.subjectType === 'task',
    isHiddenByBoard: hiding !== null,
  };
  const isSent = media.subjectType === 'message' && target === undefined;
  return { ...media, who, isSent, isBoard: isBoardOnPersonal(who), hiding };
}

export const permitMediaChange = ({ who, isSent }: MediaToChange, change: MediaChange) =>
  permit(isSent ? staysInMessage : mayChangeMedia(who, change));

const staysInMessage = {
  en: 'It was sent with a message and stays there.',
  ru: 'Файл отправлен с сообщением и остаётся в нём.',
};
