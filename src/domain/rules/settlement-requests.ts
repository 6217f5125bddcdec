import type { Permission } from '../kernel/refusal.ts';

/** The applicant's stated role in the settlement. */
export const applicantRoles = ['board', 'resident', 'developer'] as const;
export type ApplicantRole = (typeof applicantRoles)[number];

/** Per account: pending requests, and requests sent within a day. */
const maxPending = 3;
const maxPerDay = 5;

export function mayRequestSettlement(sent: { waiting: number; lately: number }): Permission {
  return (
    (sent.waiting < maxPending && sent.lately < maxPerDay) || {
      en: 'You have asked for several villages already. Wait until moderators have looked at them.',
      ru: 'Вы уже попросили добавить несколько посёлков. Дождитесь, пока модераторы их посмотрят.',
    }
  );
}

/** What is left of a name without its sort and number: «СНТ Берёзовая роща-2» is «Берёзовая роща». */
export function stripName(name: string): string {
  const bare = name
    .replaceAll(
      /(?<![\p{L}\d])(?:снт|днт|днп|кп|тсн|онт|сот|посёлок|поселок|коттеджный)(?![\p{L}\d])/giu,
      ' ',
    )
    .replaceAll(/[«»"'.,№]/gu, ' ')
    .replace(/[\s–-]*\d{1,3}\s*$/u, '')
    .replaceAll(/\s{1,9}/gu, ' ')
    .trim();
  return bare === '' ? name.trim() : bare;
}

/** The word by which a region is told, in the case people write it: «московская» of «Московская область». */
export function findRegionWord(region: string): string {
  const words = region
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s,.()-]{1,9}/u);
  return words.find((word) => word !== '' && !commonRegionWords.has(word)) ?? '';
}
const commonRegionWords = new Set(['область', 'обл', 'край', 'республика', 'респ', 'г', 'город', 'ао']);

export function mayAddSettlements(who: { isModerator: boolean }): Permission {
  return (
    who.isModerator || {
      en: 'Only moderators add villages to the register.',
      ru: 'Посёлки в реестр принимают только модераторы.',
    }
  );
}
