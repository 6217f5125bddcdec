import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';

/** A form that was sent and may not have arrived. The visitor's token is no part of it: a fresh one is asked for. */
export interface Waiting {
  readonly id: string;
  readonly at: number;
  readonly url: string;
  readonly isMultipart: boolean;
  readonly fields: readonly (readonly [string, string | File])[];
  /** What it is, as its page calls it. */
  readonly title: string;
  /** How what was written begins, by which its writer knows it again. */
  readonly text: string;
  /** Why the service did not take it. */
  readonly refusal?: string;
  /** The person said so, whatever its age. */
  readonly isWanted?: boolean;
}

/** In the tab's own memory: the draft whose form was posted the ordinary way, until the next page tells how that went. */
export const postedDraft = 'draft-posted';
/** In the tab's own memory: the refused entry that was opened to be mended. */
export const mendedEntry = 'outbox-mended';

export interface Draft {
  readonly at: number;
  readonly fields: readonly (readonly [string, string])[];
}

/** What the worker noted of the pages that came last. */
export interface Noted {
  readonly account: string;
  readonly language: string;
  /** When this account was first seen: an answer that was asked for before tells nothing. */
  readonly since: number;
}

/** As long as the service remembers keys: after that a second arrival might be done twice, and the person is asked. */
export const rememberedMilliseconds = 7 * 86_400_000;

export const notedStore = () => createStore('noted', 'noted');

const phoneOf = (account: string) => `phone-${account}`;

/**
 * Somebody else's session may have ended without a word. Their drafts go as soon as another account is at home here; what
 * waits to be sent stays out of sight until they come back, for a week.
 */
export async function forgetOthers(account: string): Promise<void> {
  const weekAgo = Date.now() - rememberedMilliseconds;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(phoneOf('')) || name === phoneOf(account)) continue;
    const store = createStore(name, 'kept');
    const gone = (await entries<string, Waiting | Draft>(store)).filter(
      ([key, { at }]) => !key.startsWith('out ') || at < weekAgo,
    );
    const keys = gone.map(([key]) => key);
    if (keys.length > 0) await delMany(keys, store);
  }
}

/** Each account has a store of its own; whoever signs in next on this phone opens another. */
export function openPhone(account: string) {
  const store: UseStore = createStore(phoneOf(account), 'kept');
  return {
    async list(): Promise<Waiting[]> {
      const all = await entries<string, Waiting>(store);
      return all
        .filter(([key]) => key.startsWith('out '))
        .map(([, entry]) => entry)
        .sort((a, b) => a.at - b.at);
    },
    find: (id: string) => get<Waiting>(`out ${id}`, store),
    keep: (entry: Waiting) => set(`out ${entry.id}`, entry, store),
    forget: (id: string) => del(`out ${id}`, store),
    findDraft: (name: string) => get<Draft>(`draft ${name}`, store),
    keepDraft: (name: string, draft: Draft) => set(`draft ${name}`, draft, store),
    forgetDraft: (name: string) => del(`draft ${name}`, store),
  };
}

export type Phone = ReturnType<typeof openPhone>;
