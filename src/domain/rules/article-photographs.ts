import type { Text } from '../../base/i18n/text.ts';
import { dayInZone } from './days.ts';

/** A file as the rules about articles need it. */
export interface Photograph {
  id: string;
  isPicture: boolean;
  parcelId: string | null;
  takenAt: Date | null;
  subjectType: string;
  subjectId: string;
}

/** The day an entry is about: as its author says, else the earliest photograph named, else the day it was written. */
export function chooseArticleDay(
  statedDay: string | null,
  named: readonly Photograph[],
  writtenAt: Date,
  timeZone: string,
): string {
  if (statedDay !== null) return statedDay;
  const taken = named.flatMap(({ isPicture, takenAt }) => (isPicture && takenAt ? [takenAt.getTime()] : []));
  return dayInZone(taken.length > 0 ? new Date(Math.min(...taken)) : writtenAt, timeZone);
}

/** A diary shows its own plot on the cover; the settlement's own kinds may show anything of the settlement. */
export function checkCover(parcelId: string | null, photo: Photograph | undefined): true | Text {
  if (photo?.isPicture && (parcelId === null || photo.parcelId === parcelId)) return true;
  return parcelId === null
    ? {
        en: 'This must be a photograph of the village that you may see; list_media supplies them.',
        ru: 'Здесь нужна видимая вам фотография посёлка; их даёт list_media.',
      }
    : {
        en: 'This must be one of the photographs of the plot; list_media supplies them.',
        ru: 'Здесь нужна одна из фотографий участка; их даёт list_media.',
      };
}

export interface SubjectMove {
  mediaId: string;
  subjectType: 'object' | 'parcel';
  subjectId: string;
}

export interface SubjectRequest {
  media: string;
  object: string | null;
}

export interface SubjectDecisionInput {
  articleId: string;
  /** The diary's plot; null for the settlement's own kinds. */
  parcelId: string | null;
  wishes: readonly SubjectRequest[];
  /** Every photograph named by the request or the text that the writer may see. */
  photographs: ReadonlyMap<string, Photograph>;
  /** Objects likewise, with the plot they stand on. */
  objects: ReadonlyMap<string, { parcelId: string | null }>;
  /** What the text itself names, in reading order. */
  namedPhotographs: readonly Photograph[];
  namedObjects: readonly string[];
}

const texts = {
  noParcel: {
    en: 'Only the photographs of a diary entry are sorted by object: this article has no plot.',
    ru: 'По объектам раскладываются только фотографии дневника: у этой статьи нет участка.',
  },
  twice: { en: 'This photograph is named twice.', ru: 'Эта фотография названа дважды.' },
  photograph: {
    en: 'This must be a photograph of the plot, of one of its objects or of this entry.',
    ru: 'Здесь нужна фотография участка, его объекта или самой записи.',
  },
  object: {
    en: 'This must be an object on the same plot, from list_parcel_objects, or null for the plot as a whole.',
    ru: 'Здесь нужен объект на этом же участке из list_parcel_objects или null для участка целиком.',
  },
} satisfies Record<string, Text>;

/**
 * Decides the subject of each photograph. One not listed keeps its subject, except that one of the whole plot becomes
 * the object's when the text names exactly one object. A mention never takes a photograph from another object.
 */
export function decideSubjects(question: SubjectDecisionInput): {
  moves: SubjectMove[];
  faults: Record<string, Text[]>;
} {
  const { articleId, parcelId, wishes, photographs, objects } = question;
  const faults: Record<string, Text[]> = {};
  const moves: SubjectMove[] = [];
  if (parcelId === null)
    return { moves, faults: wishes.length > 0 ? { photo_subjects: [texts.noParcel] } : {} };
  const isOurs = (photo: Photograph | undefined): photo is Photograph =>
    photo?.isPicture === true &&
    photo.parcelId === parcelId &&
    (photo.subjectType === 'parcel' ||
      photo.subjectType === 'object' ||
      (photo.subjectType === 'article' && photo.subjectId === articleId));
  const seen = new Set<string>();
  wishes.forEach(({ media, object }, place) => {
    if (seen.has(media)) faults[`photo_subjects.${place}.media`] = [texts.twice];
    else if (!isOurs(photographs.get(media))) faults[`photo_subjects.${place}.media`] = [texts.photograph];
    if (object !== null && objects.get(object)?.parcelId !== parcelId)
      faults[`photo_subjects.${place}.object`] = [texts.object];
    seen.add(media);
    moves.push(
      object === null
        ? { mediaId: media, subjectType: 'parcel', subjectId: parcelId }
        : { mediaId: media, subjectType: 'object', subjectId: object },
    );
  });
  const [only, ...others] = question.namedObjects.filter((id) => objects.get(id)?.parcelId === parcelId);
  if (only !== undefined && others.length === 0 && question.namedObjects.length === 1) {
    for (const photo of question.namedPhotographs) {
      if (isOurs(photo) && photo.subjectType === 'parcel' && !seen.has(photo.id))
        moves.push({ mediaId: photo.id, subjectType: 'object', subjectId: only });
    }
  }
  return { moves: Object.keys(faults).length > 0 ? [] : moves, faults };
}
