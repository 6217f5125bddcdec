import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';

/** A form that may not have arrived yet. Without the form token: a fresh one is fetched when sending. */
export interface OutboxEntry {
  readonly id: string;
  readonly at: number;
  readonly url: string;
  readonly isMultipart: boolean;
  /** Name of its field of a day: left empty, it means the day on which the form was sent. */
  readonly dayField?: string;
  readonly fields: readonly (readonly [string, string | File])[];
  readonly title: string;
  /** Preview of the text. */
  readonly text: string;
  /** Reason of refusal by the server. */
  readonly refusal?: string;
  /** The user asked to send it, whatever its age. */
  readonly isWanted?: boolean;
  /** Where its photographs can be sent by themselves, each once and from where it stopped. */
  readonly photos?: PhotoAddress;
}

export interface PhotoAddress {
  /** Field of the files, and the one of the ids that take their place. */
  readonly field: string;
  readonly idField: string;
  readonly url: string;
}

/** sessionStorage key: the draft whose form was posted normally, until the next page shows the outcome. */
export const postedDraftKey = 'draft-posted';
/** sessionStorage key: the refused entry that is being corrected. */
export const correctedEntryKey = 'outbox-mended';

export interface Draft {
  readonly at: number;
  readonly fields: readonly (readonly [string, string])[];
}

/** The account and language of the latest page, stored by the service worker. */
export interface LastSeenAccount {
  readonly account: string;
  readonly language: string;
  /** When this account was first seen: responses to earlier requests of another account are ignored. */
  readonly since: number;
}

/** Lifetime of idempotency keys on the server: an older entry might run twice, so the user is asked. */
export const idempotencyKeyLifetimeMs = 7 * 86_400_000;

export const lastSeenStore = () => createStore('noted', 'noted');

const databaseNameOf = (account: string) => `phone-${account}`;

/**
 * Cleans up after other accounts whose session ended without signing out: drafts are deleted at once, outbox entries
 * after a week, in case they sign in again.
 */
export async function deleteOtherAccountsData(account: string): Promise<void> {
  const weekAgo = Date.now() - idempotencyKeyLifetimeMs;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(databaseNameOf('')) || name === databaseNameOf(account)) continue;
    const store = createStore(name, 'kept');
    const gone = (await entries<string, OutboxEntry | Draft>(store)).filter(
      ([key, { at }]) => !key.startsWith('out ') || at < weekAgo,
    );
    const keys = gone.map(([key]) => key);
    if (keys.length > 0) await delMany(keys, store);
  }
}

/** Whether a form of any account waits on this device, for the sign-in page. */
export async function hasWaitingForms(): Promise<boolean> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(databaseNameOf(''))) continue;
    const keys = (await entries<string, unknown>(createStore(name, 'kept'))).map(([key]) => key);
    if (keys.some((key) => key.startsWith('out '))) return true;
  }
  return false;
}

/** One IndexedDB database per account. */
export function openDeviceStore(account: string) {
  const store: UseStore = createStore(databaseNameOf(account), 'kept');
  return {
    async list(): Promise<OutboxEntry[]> {
      const all = await entries<string, OutboxEntry>(store);
      return all
        .filter(([key]) => key.startsWith('out '))
        .map(([, entry]) => entry)
        .sort((a, b) => a.at - b.at);
    },
    find: (id: string) => get<OutboxEntry>(`out ${id}`, store),
    keep: (entry: OutboxEntry) => set(`out ${entry.id}`, entry, store),
    forget: (id: string) => del(`out ${id}`, store),
    findDraft: (name: string) => get<Draft>(`draft ${name}`, store),
    keepDraft: (name: string, draft: Draft) => set(`draft ${name}`, draft, store),
    forgetDraft: (name: string) => del(`draft ${name}`, store),
  };
}

export type DeviceStore = ReturnType<typeof openDeviceStore>;
