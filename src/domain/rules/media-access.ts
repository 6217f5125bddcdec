import type { Permission } from '../kernel/refusal.ts';
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

/** Where a photograph can be moved to. */
export const mediaHomes = ['settlement', 'parcel', 'object'] as const;
export type MediaHome = (typeof mediaHomes)[number];

/** How somebody stands to the thing a photograph belongs, or is to belong, to. */
export interface SubjectRights {
  isEditor: boolean;
  isModerator: boolean;
  /** A confirmed member of the plot it is on or about. */
  isMember: boolean;
  isAuthor: boolean;
  /** Speaks for the company it is, or that it was given to. */
  isRepresentative: boolean;
  isAssignee: boolean;
  /** Whether the thing itself is of a plot: a diary entry is, a post is not. */
  isOfParcel: boolean;
}

const deciders: Record<MediaSubjectType, (who: SubjectRights) => boolean> = {
  settlement: (who) => who.isEditor,
  parcel: (who) => who.isMember,
  object: (who) => who.isMember,
  article: (who) => who.isEditor || (who.isAuthor && who.isMember && who.isOfParcel),
  knowledge_article: (who) => who.isAuthor || who.isModerator,
  task: (who) => who.isAuthor || who.isAssignee || who.isRepresentative || who.isEditor,
  review: (who) => who.isAuthor,
  contact: (who) => who.isEditor,
  company: (who) => who.isRepresentative || who.isModerator,
  message: (who) => who.isAuthor,
};

const refusals: Record<MediaSubjectType, Exclude<Permission, true>> = {
  settlement: {
    en: 'Only the board adds photographs of the settlement as a whole.',
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
    en: 'Only the author of the article and the board add photographs to it.',
    ru: 'Фотографии к статье добавляют её автор и правление.',
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
    en: 'Only the author of the verdict adds photographs to it.',
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
    en: 'Only whoever writes the message adds photographs to it.',
    ru: 'Фотографии к сообщению добавляет тот, кто его пишет.',
  },
};

export function mayAddMedia(type: MediaSubjectType, who: SubjectRights): Permission {
  return deciders[type](who) || refusals[type];
}

/** `hide`: nothing changes but that fewer people see it. */
export type MediaChange = 'edit' | 'hide' | 'move' | 'remove';

/**
 * Whoever answers for the place it is shown in, and whoever added it while they could still add it there. Who has left a
 * plot may still hide and remove their own photographs of it; what was added in a settlement's name is its board's.
 */
export function mayChangeMedia(
  who: {
    isOwner: boolean;
    isEditor: boolean;
    isModerator: boolean;
    isOfSettlement: boolean;
    /** Could add to the same thing today. */
    mayAdd: boolean;
    /** Of a plot, a task or a verdict: somebody's own, not the settlement's. */
    isPersonal: boolean;
  },
  change: MediaChange,
): Permission {
  if (who.isOfSettlement ? who.isEditor : who.isModerator) return true;
  if (!who.isOwner || (!who.mayAdd && !who.isPersonal)) {
    return {
      en: 'Only whoever added it and the board of the settlement may do this.',
      ru: 'Это могут сделать только тот, кто добавил файл, и правление посёлка.',
    };
  }
  return (
    who.mayAdd ||
    change === 'hide' ||
    change === 'remove' || {
      en: 'You no longer belong to what this is of. You may still hide it by a narrower visibility, or remove it.',
      ru: 'Вы больше не имеете отношения к тому, что здесь показано. Файл можно скрыть, сузив круг зрителей, или удалить.',
    }
  );
}

/** These belong to no settlement, so only everybody or nobody could be meant. */
export function isAlwaysPublic(type: MediaSubjectType): boolean {
  return type === 'knowledge_article' || type === 'company';
}

/** Seen by exactly those who see the thing itself. */
export function isSeenWithSubject(type: MediaSubjectType): boolean {
  return isAlwaysPublic(type) || type === 'task' || type === 'message';
}

/** How many photographs and files one message carries. */
export const mostOfMessage = 10;

/** Who sees a new photograph unless it is said: never more people than see the thing itself. */
export function defaultVisibility(type: MediaSubjectType, ofSubject: Visibility | null): Visibility {
  if (isAlwaysPublic(type)) return 'public';
  return ofSubject ?? 'residents';
}

/** Of two visibilities the one fewer people see: what was hidden by its subject must not come out by a move. */
export function narrower(one: Visibility, other: Visibility | null): Visibility {
  if (other === null) return one;
  return visibilities[Math.min(visibilities.indexOf(one), visibilities.indexOf(other))] ?? 'private';
}
