import { findDateFormat } from '../../base/i18n/format-date.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { fillPath, paths } from '../../base/site/paths.ts';
import { Refusal } from './refusal.ts';
import type { Surface } from './surface.ts';

/** Somebody decided that the account writes nothing for some time, in one settlement or anywhere. */
export interface Silence {
  /** Of the sanction, where one may appeal. */
  readonly id: string;
  /** Null: everywhere. */
  readonly settlementId: string | null;
  readonly settlementName: string | null;
  readonly timeZone: string | null;
  readonly by: 'board' | 'platform';
  readonly reason: string;
  readonly until: Date;
}

/** What decides about a write: the settlement it goes to, null for none of them, undefined where that is not known. */
export type Destination = string | null | undefined;

/**
 * `writesIn` of a definition. Where neither it nor the subject tells the settlement, any silence refuses. `platform`: in no
 * settlement. `nowhere`: what anybody may do all the same, such as leaving, taking back, appealing. `said`: `write` itself
 * asks `refuseSilencedIn`.
 */
export type WritesIn<Subject, Input> =
  | 'nowhere'
  | 'platform'
  | 'said'
  | ((subject: Subject, input: Input) => Destination);

/** For what knows where it goes only while it writes (`said`): a message, a file that arrives at its upload address. */
export function refuseSilencedIn(
  destination: Destination,
  {
    caller: { silences = [] },
    now,
    origin,
    surface,
  }: {
    readonly caller: { readonly silences?: readonly Silence[] };
    readonly origin: string;
    readonly surface: Surface;
    now(): Date;
  },
): void {
  const found = silences.find(
    ({ settlementId, until }) =>
      until > now() && (settlementId === null || destination === undefined || settlementId === destination),
  );
  if (found === undefined) return;
  const appeal = origin + fillPath(paths.sanction, { sanction: found.id });
  throw new Refusal({
    kind: 'forbidden',
    text: describeSilence(found, surface === 'page' ? null : appeal),
    details: {
      sanction: {
        id: found.id,
        by: found.by === 'board' ? 'board' : 'moderators',
        reason: found.reason,
        until: `${found.until.toISOString().slice(0, 19)}+00:00`,
        appeal,
      },
    },
  });
}

const formatUntil = ({ until, timeZone }: Pick<Silence, 'until' | 'timeZone'>, language: Language) =>
  findDateFormat(language, timeZone ?? 'UTC', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === null && { timeZoneName: 'short' as const }),
  }).format(until);

/** «Правление посёлка «Берёзка» запретило вам писать до 21 ноября в 12:00. Причина: …» */
export function describeSilence(silence: Silence, appeal: string | null): Text {
  const { by, settlementName, reason } = silence;
  const who = {
    en: by === 'board' ? `The board of ${settlementName}` : 'The moderators of the site',
    ru: by === 'board' ? `Правление «${settlementName}»` : 'Модераторы сайта',
  };
  const place =
    silence.settlementId === null || by === 'board'
      ? { en: '', ru: '' }
      : { en: ` in ${settlementName}`, ru: ` в «${settlementName}»` };
  const stopped = by === 'board' ? 'запретило' : 'запретили';
  return {
    en: `${who.en} stopped you from writing${place.en} until ${formatUntil(silence, 'en')}. Reason: ${endSentence(reason)} You can go on reading, and you can appeal${appeal === null ? '.' : `: ${appeal}`}`,
    ru: `${who.ru} ${stopped} вам писать${place.ru} до ${formatUntil(silence, 'ru')}. Причина: ${endSentence(reason)} Читать можно, решение можно обжаловать${appeal === null ? '.' : `: ${appeal}`}`,
  };
}

const endSentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`);
