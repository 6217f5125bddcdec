import type { NotificationKey, Replacements, Topic } from './notification-texts.ts';

/** Who is notified. Accounts of a role are resolved at the time of the event, so that former holders are not. */
export type Recipients =
  | { readonly kind: 'accounts'; readonly ids: readonly string[] }
  | { readonly kind: 'board'; readonly settlementId: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'moderators' }
  /** Current owners of the plot. */
  | { readonly kind: 'owners'; readonly parcelId: string }
  /** The creator of its connection, and the plot's other members if they may see it. */
  | { readonly kind: 'sensor'; readonly sensorId: string };

export interface RoutedEvent {
  readonly topic: Topic;
  readonly key: NotificationKey;
  readonly replacements: Readonly<Record<string, string>>;
  readonly url: string;
  readonly audience: Recipients;
  /** Nobody is notified of their own action. */
  readonly except: readonly string[];
  /** Its email may wait until the next morning. */
  readonly canWait: boolean;
  /** Skipped while one with the same URL is unread. */
  readonly collapses: boolean;
  /** About account security: shown whatever is switched off; its email is an account email (`mail`). */
  readonly isSecurity: boolean;
  /** What waits for a decision: the notification ends with it (`end_waiting` in the migrations). Null: nothing does. */
  readonly about: WaitingThing | null;
}

/**
 * `offer`: a task until somebody takes it on; `task`: until it is done or cancelled; `reviews`: of a company;
 * `meter_reading`: of a plot and a kind, until its meters were read.
 */
type WaitingKind =
  | 'proposal'
  | 'revision'
  | 'claim'
  | 'board_invitation'
  | 'board_motion'
  | 'settlement_request'
  | 'appeal'
  | 'company'
  | 'offer'
  | 'task'
  | 'reviews'
  | 'meter_reading';
export type WaitingThing = `${WaitingKind}:${string}`;

/** Builder of routing rules: topic, key and replacements, then `.to(recipients, except)`, then `.at(url)`. */
export function notify<Key extends NotificationKey>(topic: Topic, key: Key, replacements: Replacements<Key>) {
  return {
    to: (audience: Recipients, except: readonly string[] = []) => ({
      at: (
        url: string,
        manner: { canWait?: boolean; collapses?: boolean; isSecurity?: boolean; about?: WaitingThing } = {},
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
        about: manner.about ?? null,
      }),
    }),
  };
}

export function oneAccount(accountId: string): Recipients {
  return { kind: 'accounts', ids: [accountId] };
}

/** A reason is quoted; long ones are truncated. */
export function quoteReason(reason: string | null): string {
  if (reason === null || reason.trim() === '') return '—';
  return reason.length > 500 ? `${reason.slice(0, 499).toWellFormed()}…` : reason;
}
