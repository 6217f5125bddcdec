import type { Text } from '../i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { maySee, type Standing, type Visibility } from './standing.ts';

export const articleKinds = ['diary', 'post', 'guide', 'announcement'] as const;
export type ArticleKind = (typeof articleKinds)[number];
export const articleStatuses = ['draft', 'published'] as const;
export type ArticleStatus = (typeof articleStatuses)[number];

export interface SeenArticle {
  status: string;
  visibility: string;
  authorId: string;
}

/** A draft is for its author and the board, whatever visibility it will have. */
export function maySeeArticle(article: SeenArticle, standing: Standing, accountId: string | null): boolean {
  const isAuthor = accountId !== null && article.authorId === accountId;
  if (article.status === 'draft') return isAuthor || standing.isEditor;
  return maySee(standing, article.visibility as Visibility, isAuthor);
}

/** A diary belongs to a plot and its people; everything else speaks for the settlement. */
export function mayWriteArticle(
  kind: ArticleKind,
  writer: { isEditor: boolean; isPlotMember: boolean },
): Permission {
  if (kind === 'diary') {
    return (
      writer.isPlotMember || {
        en: 'The diary of a plot is written by its confirmed members.',
        ru: 'Дневник участка ведут его подтверждённые жители.',
      }
    );
  }
  return (
    writer.isEditor || {
      en: 'Posts, guides and announcements are written by the board of the settlement.',
      ru: 'Статьи, памятки и объявления пишет правление посёлка.',
    }
  );
}

/** Editing, publishing and removing. */
export function mayChangeArticle(
  article: { authorId: string },
  standing: Standing,
  accountId: string,
): Permission {
  return (
    standing.isEditor ||
    article.authorId === accountId || {
      en: 'Only the author and the board of the settlement may do this.',
      ru: 'Это могут сделать только автор и правление посёлка.',
    }
  );
}

/** Which plot an entry needs: the diary one, everything else none. */
export function checkPlotGiven(kind: ArticleKind, isGiven: boolean): true | Text {
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
