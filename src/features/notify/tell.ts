import type { NotificationKey, Replacements, Topic } from './wording.ts';

/** Who is told. The accounts behind a role are looked up when it happens, so that nobody is told by a role they lost. */
export type Recipients =
  | { readonly kind: 'accounts'; readonly ids: readonly string[] }
  | { readonly kind: 'board'; readonly settlementId: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'moderators' }
  /** Who own the plot now. */
  | { readonly kind: 'owners'; readonly parcelId: string }
  /** Who made its connection, and the plot's other members when they see it. */
  | { readonly kind: 'sensor'; readonly sensorId: string };

export interface RoutedEvent {
  readonly topic: Topic;
  readonly key: NotificationKey;
  readonly replacements: Readonly<Record<string, string>>;
  readonly url: string;
  readonly audience: Recipients;
  /** Nobody is told what they did themselves. */
  readonly except: readonly string[];
  /** Its letter may wait for the next morning. */
  readonly canWait: boolean;
  /** While one about the same address is unread, another adds nothing. */
  readonly collapses: boolean;
  /** About the safety of accounts: it rings whatever is switched off, and its letter is an account's (`mail`). */
  readonly isSecurity: boolean;
}

/** `tell(topic, key, words).to(whom, exceptWhom).at(address)`: how a rule of routing reads. */
export function tell<Key extends NotificationKey>(topic: Topic, key: Key, replacements: Replacements<Key>) {
  return {
    to: (audience: Recipients, except: readonly string[] = []) => ({
      at: (
        url: string,
        manner: { canWait?: boolean; collapses?: boolean; isSecurity?: boolean } = {},
      ): RoutedEvent => ({
        topic,
        key,
        replacements,
        url,
        audience,
        except,
        canWait: manner.canWait ?? false,
        collapses: manner.collapses ?? false,
        isSecurity: manner.isSecurity ?? false,
      }),
    }),
  };
}

export function person(accountId: string): Recipients {
  return { kind: 'accounts', ids: [accountId] };
}

/** A reason is quoted, not retold: long ones are cut. */
export function said(reason: string | null): string {
  if (reason === null || reason.trim() === '') return '—';
  return reason.length > 500 ? `${reason.slice(0, 499).toWellFormed()}…` : reason;
}
