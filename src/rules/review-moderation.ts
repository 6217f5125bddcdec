import type { Permission } from '../kernel/refusal.ts';
import { maySee, type Standing, type Visibility } from './standing.ts';

/** The board moderates in its settlement, moderators of the platform everywhere. */
export function maySeeHidden(standing: Standing, isModerator: boolean): boolean {
  return standing.isEditor || isModerator;
}

export function mayModerate(standing: Standing, isModerator: boolean): Permission {
  return (
    maySeeHidden(standing, isModerator) || {
      en: 'Only the board of the settlement and moderators hide verdicts or restore them.',
      ru: 'Скрывать и возвращать отзывы могут только правление посёлка и модераторы.',
    }
  );
}

/** A hidden verdict is seen by its author and by those who moderate; another as its visibility says. */
export function maySeeVerdict(
  verdict: { visibility: Visibility; isHidden: boolean },
  reader: { standing: Standing; isModerator: boolean; isAuthor: boolean },
): boolean {
  if (reader.isAuthor) return true;
  if (verdict.isHidden && !maySeeHidden(reader.standing, reader.isModerator)) return false;
  return maySee(reader.standing, verdict.visibility, false);
}

/** Besides those who see it: the company it is about, unless it is private. */
export function maySeeReported(
  verdict: { visibility: Visibility; isHidden: boolean },
  reader: { standing: Standing; isModerator: boolean; representsSubject: boolean },
): boolean {
  if (maySeeVerdict(verdict, { ...reader, isAuthor: false })) return true;
  return reader.representsSubject && !verdict.isHidden && verdict.visibility !== 'private';
}

/** Residents grade, and nobody grades the company they speak for. */
export function mayPostVerdict(who: { isResident: boolean; representsSubject: boolean }): Permission {
  if (!who.isResident)
    return {
      en: 'Only a confirmed resident of the settlement may give a medal.',
      ru: 'Медаль может дать только подтверждённый житель посёлка.',
    };
  return (
    !who.representsSubject || {
      en: 'You represent this company, so you cannot give it a medal.',
      ru: 'Вы представляете эту компанию и не можете давать ей медаль.',
    }
  );
}
