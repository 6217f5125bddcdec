import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';

export type ConversationKind = 'person' | 'board' | 'company';
/** plot: reached by the number of a plot, without the writer knowing who lives there. */
export type ParticipantSide = 'person' | 'plot' | 'board' | 'company';

/** How somebody is addressed. Exactly one way may be used. */
export interface MessageAddress {
  readonly conversation?: string | undefined;
  readonly to?: ConversationKind | undefined;
  readonly settlement?: string | undefined;
  readonly account?: string | undefined;
  readonly parcel?: string | undefined;
  readonly company?: string | undefined;
  readonly as_board?: boolean | undefined;
}

const needed: Text = { en: 'This field is required here.', ru: 'Здесь это поле обязательно.' };
const outOfPlace: Text = {
  en: 'This field does not belong to this way of addressing.',
  ru: 'При таком адресате это поле не нужно.',
};
const oneAddress: Text = {
  en: 'Give either `conversation`, or `to` with whom it names.',
  ru: 'Укажите либо `conversation`, либо `to` и адресата.',
};
const onePerson: Text = {
  en: 'Give either `account`, or `settlement` and `parcel`.',
  ru: 'Укажите либо `account`, либо `settlement` и `parcel`.',
};

/** Errors by field; empty when the address names exactly one recipient. */
export function checkAddress(address: MessageAddress): Record<string, Text[]> {
  const isGiven = (name: keyof MessageAddress) => address[name] !== undefined && address[name] !== false;
  const faults: Record<string, Text[]> = {};
  const refuseOthers = (...allowed: (keyof MessageAddress)[]) => {
    for (const name of ['to', 'settlement', 'account', 'parcel', 'company', 'as_board'] as const)
      if (isGiven(name) && !allowed.includes(name)) faults[name] = [outOfPlace];
  };
  if (isGiven('conversation')) {
    refuseOthers();
    return faults;
  }
  switch (address.to) {
    case undefined:
      faults.to = [oneAddress];
      break;
    case 'board':
      refuseOthers('to', 'settlement');
      if (!isGiven('settlement')) faults.settlement = [needed];
      break;
    case 'company':
      refuseOthers('to', 'company');
      if (!isGiven('company')) faults.company = [needed];
      break;
    case 'person':
      if (isGiven('account') === isGiven('parcel')) {
        faults.account = [onePerson];
        break;
      }
      refuseOthers(
        'to',
        'settlement',
        ...(isGiven('account') ? (['account', 'as_board'] as const) : ['parcel' as const]),
      );
      if ((isGiven('parcel') || isGiven('as_board')) && !isGiven('settlement')) faults.settlement = [needed];
  }
  return faults;
}

/** Unique key of a conversation: two people have one, however either of them addressed the other first. */
export function memberKey(
  thread:
    | { kind: 'person'; accounts: readonly [string, string] }
    | { kind: 'plot'; parcelId: string; writer: string; members: readonly string[] }
    | { kind: 'board'; settlementId: string; person: string }
    | { kind: 'company'; companyId: string; person: string },
): string {
  const sorted = (ids: readonly string[]) =>
    [...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join(',');
  switch (thread.kind) {
    case 'person':
      return `person:${sorted(thread.accounts)}`;
    // Of a plot with several people. They are part of the key: later residents must not see messages to earlier ones.
    case 'plot':
      return `plot:${thread.parcelId}:${thread.writer}:${sorted(thread.members)}`;
    case 'board':
      return `board:${thread.settlementId}:${thread.person}`;
    case 'company':
      return `company:${thread.companyId}:${thread.person}`;
  }
}

/** What decides whether somebody may write into a thread now. */
export interface ThreadState {
  readonly kind: ConversationKind;
  readonly side: ParticipantSide;
  /** The writer and everybody addressed may still write to each other as neighbours. */
  readonly areNeighbours: boolean;
  /** The writer still belongs to the settlement in some way. */
  readonly isRelated: boolean;
  /** Of a company: somebody speaks for it. */
  readonly isAnswered: boolean;
  readonly isBlocking: boolean;
  readonly isBlocked: boolean;
}

export function mayWriteMessage(thread: ThreadState): Permission {
  if (thread.isBlocking)
    return {
      en: 'You have blocked this conversation. Unblock it with read_conversation first.',
      ru: 'Вы заблокировали эту переписку. Сначала снимите блокировку через read_conversation.',
    };
  if (thread.isBlocked)
    return { en: 'No more messages are accepted here.', ru: 'Здесь больше не принимают сообщения.' };
  if (thread.kind === 'person' && !thread.areNeighbours)
    return {
      en: 'Only confirmed residents of the same village may write to each other; somebody here no longer is one.',
      ru: 'Писать друг другу могут только подтверждённые жители одного посёлка; кто-то здесь им уже не является.',
    };
  if (!thread.isAnswered)
    return {
      en: 'The company has closed: nobody reads messages to it.',
      ru: 'Компания закрылась: сообщения никто не прочтёт.',
    };
  if (thread.kind === 'board' && thread.side === 'person' && !thread.isRelated)
    return {
      en: 'Only those who belong to the village may write to its board.',
      ru: 'Писать правлению могут только те, кто связан с посёлком.',
    };
  return true;
}

/**
 * A report of a message goes to the board, unless the board or a company is a party to it: then to the platform's
 * moderators, as every report of a review does.
 */
export function chooseReportDecider(reported: {
  kind: ConversationKind;
  settlementId: string | null;
  isReview: boolean;
  /** Its author or the reporter is on the board, or the board is empty. */
  isBoardConcerned: boolean;
}): 'board' | 'platform' {
  return !reported.isReview &&
    reported.kind === 'person' &&
    reported.settlementId !== null &&
    !reported.isBoardConcerned
    ? 'board'
    : 'platform';
}
