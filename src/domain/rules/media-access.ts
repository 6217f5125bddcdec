import type { Permission } from '../kernel/refusal.ts';
import { wordsOfAnother } from './board-hiding.ts';
import { type Visibility, visibilities } from './settlement-role.ts';

/** What a photograph or file can belong to. */
export const mediaSubjectTypes = [
  'settlement',
  'parcel',
  'object',
  'article',
  'knowledge_article',
  'task',
  'review',
  'contact',
  'company',
  'message',
] as const;
export type MediaSubjectType = (typeof mediaSubjectTypes)[number];

/** Of a document of the settlement, or of a meter's reading: read and changed with that alone, and in no list of files. */
export type StoredSubjectType = MediaSubjectType | 'document' | 'meter_reading';

export function isOfOwnDoor(type: StoredSubjectType): type is 'document' | 'meter_reading' {
  return type === 'document' || type === 'meter_reading';
}

/** Where a photograph can be moved to. */
export const movableSubjectTypes = ['settlement', 'parcel', 'object'] as const;

/** A user's relation to the thing a photograph belongs, or is to belong, to. */
export interface SubjectRights {
  isEditor: boolean;
  isModerator: boolean;
  /** A confirmed member of the plot it is on or about. */
  isMember: boolean;
  isAuthor: boolean;
  /** Represents the company that it is, or that it was assigned to. */
  isRepresentative: boolean;
  isAssignee: boolean;
  /** Whether the thing itself is of a plot: a diary entry is, a post is not. */
  isOfParcel: boolean;
}

const permissionChecks: Record<MediaSubjectType, (who: SubjectRights) => boolean> = {
  settlement: (who) => who.isEditor,
  parcel: (who) => who.isMember,
  object: (who) => who.isMember,
  article: (who) => (who.isOfParcel ? who.isAuthor && who.isMember : who.isEditor),
  knowledge_article: (who) => who.isAuthor || who.isModerator,
  task: (who) => who.isAuthor || who.isAssignee || who.isRepresentative || who.isEditor,
  review: (who) => who.isAuthor,
  contact: (who) => who.isEditor,
  company: (who) => who.isRepresentative || who.isModerator,
  message: (who) => who.isAuthor,
};

const refusals: Record<MediaSubjectType, Exclude<Permission, true>> = {
  settlement: {
    en: 'Only the board adds photographs of the village as a whole.',
    ru: 'Фотографии посёлка в целом добавляет правление.',
  },
  parcel: {
    en: 'Only confirmed members of the plot add photographs of it.',
    ru: 'Фотографии участка добавляют его подтверждённые жители.',
  },
  object: {
    en: 'Only confirmed members of the plot add photographs of what stands on it.',
    ru: 'Фотографии объекта добавляют подтверждённые жители участка.',
  },
  article: {
    en: 'Photographs are added to a diary entry by its author, to other articles by the board.',
    ru: 'К записи дневника фотографии добавляет её автор, к остальным статьям — правление.',
  },
  knowledge_article: {
    en: 'Only the author of the article and moderators add pictures to it.',
    ru: 'Рисунки к статье добавляют её автор и модераторы.',
  },
  task: {
    en: 'Only those who take part in the task add photographs to it.',
    ru: 'Фотографии к задаче добавляют её участники.',
  },
  review: {
    en: 'Only the author of the review adds photographs to it.',
    ru: 'Фотографии к отзыву добавляет его автор.',
  },
  contact: {
    en: 'Only the board adds photographs to the directory.',
    ru: 'Фотографии в справочник добавляет правление.',
  },
  company: {
    en: 'Only representatives of the company add photographs to its card.',
    ru: 'Фотографии в карточку компании добавляют её представители.',
  },
  message: {
    en: 'Only the person writing the message adds photographs to it.',
    ru: 'Фотографии к сообщению добавляет тот, кто его пишет.',
  },
};

export function mayAddMedia(type: MediaSubjectType, who: SubjectRights): Permission {
  return permissionChecks[type](who) || refusals[type];
}

/** `hide`: only the visibility changes, to a narrower one; `show`: to a wider one; `restore`: after one's own removal. */
export type MediaChange = 'edit' | 'hide' | 'show' | 'move' | 'remove' | 'restore';

/** Whether the board acts here on somebody else's own photograph. */
export function isBoardOnPersonal(who: {
  isEditor: boolean;
  isOwner: boolean;
  isPersonal: boolean;
}): boolean {
  return who.isEditor && who.isPersonal && !who.isOwner;
}

/** Of a plot, a task or a verdict: somebody's own, not the settlement's. */
export function isPersonalMedia(media: { parcelId: string | null; subjectType: StoredSubjectType }): boolean {
  return media.parcelId !== null || media.subjectType === 'task' || media.subjectType === 'review';
}

/** Earlier words may have been more private than today's: of somebody's own photograph only the uploader reads them. */
export function mayReadReplacedCaptions(
  media: { parcelId: string | null; subjectType: StoredSubjectType; ownerId: string },
  accountId: string,
): boolean {
  return media.ownerId === accountId || !isPersonalMedia(media);
}

/**
 * Photographs of the settlement itself belong to the board (outside settlements: to moderators), personal ones to their
 * uploader while they may still add there; a former member of a plot may still hide and remove theirs. The board may
 * hide somebody's photograph and show what it hid; one of a task has no visibility of its own and is removed instead.
 */
export function mayChangeMedia(
  who: {
    isOwner: boolean;
    isEditor: boolean;
    isModerator: boolean;
    isOfSettlement: boolean;
    /** Could add to the same thing today. */
    mayAdd: boolean;
    isPersonal: boolean;
    isOfTask: boolean;
    isHiddenByBoard: boolean;
  },
  change: MediaChange,
): Permission {
  if (isBoardOnPersonal(who)) {
    if (change === 'restore' || (change === 'remove' && who.isOfTask)) return true;
    return change === 'hide' || (change === 'show' && who.isHiddenByBoard) || wordsOfAnother;
  }
  if (who.isOfSettlement ? who.isEditor && !who.isPersonal : who.isModerator) return true;
  if (!who.isOwner || (!who.mayAdd && !who.isPersonal)) {
    return {
      en: 'Only the person who added it and the board of the village may do this.',
      ru: 'Это могут сделать только тот, кто добавил файл, и правление посёлка.',
    };
  }
  return (
    who.mayAdd ||
    change === 'hide' ||
    change === 'remove' || {
      en: 'You no longer have anything to do with what this shows. You may still hide it by narrowing who sees it, or remove it.',
      ru: 'Вы больше не имеете отношения к тому, что здесь показано. Файл можно скрыть, сузив круг зрителей, или удалить.',
    }
  );
}

/** These belong to no settlement, so no narrower visibility applies. */
export function isAlwaysPublic(type: MediaSubjectType): boolean {
  return type === 'knowledge_article' || type === 'company';
}

/** Visible to exactly those who may see the subject. */
export function followsSubjectVisibility(type: MediaSubjectType): boolean {
  return isAlwaysPublic(type) || type === 'task' || type === 'message';
}

/** How many photographs and files one message carries. */
export const maxMessageMedia = 10;

/** Default for a new photograph: never wider than the visibility of its subject. */
export function defaultVisibility(type: MediaSubjectType, ofSubject: Visibility | null): Visibility {
  if (isAlwaysPublic(type)) return 'public';
  return ofSubject ?? 'residents';
}

/** The narrower of two visibilities: moving a photograph must not expose what its subject hid. */
export function narrowerVisibility(one: Visibility, other: Visibility | null): Visibility {
  if (other === null) return one;
  return visibilities[Math.min(visibilities.indexOf(one), visibilities.indexOf(other))] ?? 'private';
}
