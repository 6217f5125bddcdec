import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { wordsOfAnother } from './board-hiding.ts';
import { isNarrowerOrEqual, maySee, type SettlementRole, type Visibility } from './settlement-role.ts';

export const articleKinds = ['diary', 'post', 'guide', 'announcement'] as const;
export type ArticleKind = (typeof articleKinds)[number];
export const articleStatuses = ['draft', 'published'] as const;

export interface ArticleAccessFields {
  status: string;
  visibility: string;
  authorId: string;
  kind: string;
}

/** Only a diary belongs to its author; posts, guides and announcements belong to the current board. */
export function isOwnDiary(
  article: Pick<ArticleAccessFields, 'authorId' | 'kind'>,
  accountId: string | null,
): boolean {
  return article.kind === 'diary' && accountId !== null && article.authorId === accountId;
}

/**
 * A draft of a diary is for its author and the board, any other draft for the board, whatever visibility it will have;
 * for the auditor, unless it will be private.
 */
export function maySeeArticle(
  article: ArticleAccessFields,
  settlementRole: SettlementRole,
  accountId: string | null,
): boolean {
  const isAuthor = isOwnDiary(article, accountId);
  if (article.status === 'draft')
    return (
      isAuthor || settlementRole.isEditor || (settlementRole.readsAsBoard && article.visibility !== 'private')
    );
  return maySee(settlementRole, article.visibility as Visibility, isAuthor);
}

/** Diaries are written by members of the plot, everything else by the board. */
export function mayWriteArticle(
  kind: ArticleKind,
  writer: { isEditor: boolean; isParcelMember: boolean },
): Permission {
  if (kind === 'diary') {
    return (
      writer.isParcelMember || {
        en: 'The diary of a plot is written by its confirmed members.',
        ru: 'Дневник участка ведут его подтверждённые жители.',
      }
    );
  }
  return (
    writer.isEditor || {
      en: 'Posts, guides and announcements are written by the board of the village.',
      ru: 'Статьи, памятки и объявления пишет правление посёлка.',
    }
  );
}

/** `hide`: only the visibility changes, to a narrower one; `show`: to a wider one. */
export type ArticleChange = 'edit' | 'publish' | 'hide' | 'show' | 'remove';

/** Whether the board acts here on what somebody else wrote in a diary. */
export function isBoardOnDiary(
  article: Pick<ArticleAccessFields, 'authorId' | 'kind'>,
  who: { isEditor: boolean; accountId: string },
): boolean {
  return who.isEditor && article.kind === 'diary' && article.authorId !== who.accountId;
}

/**
 * Posts, guides and announcements belong to the board. A diary entry belongs to its author while a member of the plot;
 * a former member may still hide and remove it. The board may publish it, hide it and show what it hid.
 */
export function mayChangeArticle(
  article: Pick<ArticleAccessFields, 'authorId' | 'kind'>,
  who: { isEditor: boolean; isParcelMember: boolean; accountId: string; isHiddenByBoard?: boolean },
  change: ArticleChange,
): Permission {
  if (isBoardOnDiary(article, who)) {
    if (change === 'show') return who.isHiddenByBoard === true || wordsOfAnother;
    return change === 'hide' || change === 'publish' || wordsOfAnother;
  }
  if (who.isEditor && article.kind !== 'diary') return true;
  if (!isOwnDiary(article, who.accountId)) {
    return article.kind === 'diary'
      ? {
          en: 'Only the author and the board of the village may do this.',
          ru: 'Это могут сделать только автор и правление посёлка.',
        }
      : {
          en: 'Only the board of the village may do this.',
          ru: 'Это может сделать только правление посёлка.',
        };
  }
  return (
    who.isParcelMember ||
    change === 'hide' ||
    change === 'remove' || {
      en: 'You no longer belong to this plot. You may still hide the entry by narrowing who sees it, or remove it.',
      ru: 'Вы больше не житель этого участка. Запись можно скрыть, сузив круг читателей, или удалить.',
    }
  );
}

/**
 * Earlier words may have been more private than today's. Those of a diary entry are the author's alone, also where the
 * board may edit it; posts, guides and announcements are the current board's.
 */
export function mayReadReplacedWords(
  article: Pick<ArticleAccessFields, 'authorId' | 'kind'>,
  settlementRole: Pick<SettlementRole, 'isEditor'>,
  accountId: string | null,
): boolean {
  return article.kind === 'diary' ? isOwnDiary(article, accountId) : settlementRole.isEditor;
}

/** Narrowing the visibility alone is `hide`, which former members and the board may do. */
export function classifyEdit(
  fields: Readonly<Record<string, unknown>>,
  from: Visibility,
): Extract<ArticleChange, 'edit' | 'hide' | 'show'> {
  const { visibility, reason: _reason, ...others } = fields;
  const isAlone = Object.values(others).every((value) => value == null);
  if (!isAlone || visibility == null) return 'edit';
  return isNarrowerOrEqual(visibility as Visibility, from) ? 'hide' : 'show';
}

/** A diary entry needs a plot; the other kinds have none. */
export function checkParcelForKind(kind: ArticleKind, isGiven: boolean): true | Text {
  if (kind === 'diary') {
    return (
      isGiven || {
        en: 'A diary entry needs the plot it is about: its number, or its identifier from list_my_parcels.',
        ru: 'Записи дневника нужен участок: его номер или идентификатор из list_my_parcels.',
      }
    );
  }
  return (
    !isGiven || {
      en: 'Only a diary entry has a plot. Leave parcel_id out, or write kind diary.',
      ru: 'Участок бывает только у записи дневника. Уберите parcel_id или напишите kind diary.',
    }
  );
}

export function checkPublishing(status: string): true | Text {
  return (
    status === 'draft' || {
      en: 'This article is already published. To correct it, use edit_article.',
      ru: 'Эта статья уже опубликована. Чтобы исправить её, есть edit_article.',
    }
  );
}

export function checkRemoving(ownedPhotographs: number): true | Text {
  return (
    ownedPhotographs === 0 || {
      en: `The entry itself owns ${ownedPhotographs} photograph(s) or file(s). Move them with set_media_subject or remove them first.`,
      ru: `Самой записи принадлежат фотографии или файлы (${ownedPhotographs}). Сначала перенесите их через set_media_subject или удалите.`,
    }
  );
}

const notifyAgainAfterMs = 60 * 60_000;

/** Only published announcements can be sent again, at most once an hour. */
export function mayNotifyAgain(
  article: { kind: string; status: string },
  lastTold: Date | null,
  now: Date,
): true | Text {
  if (article.kind !== 'announcement' || article.status !== 'published') {
    return {
      en: 'Only a published announcement is told again.',
      ru: 'Сообщить ещё раз можно только об опубликованном объявлении.',
    };
  }
  return (
    lastTold === null ||
    now.getTime() - lastTold.getTime() >= notifyAgainAfterMs || {
      en: 'It was told within the last hour. Wait a little before telling it again.',
      ru: 'О нём сообщали меньше часа назад. Подождите немного, прежде чем сообщать снова.',
    }
  );
}
