import { type DeviceStore, idempotencyKeyLifetimeMs, type OutboxEntry } from './device-store.ts';
import { type SendOutcome, sendEntry } from './send-entry.ts';

const retrySeconds = [1, 4, 15, 60];

export interface OutboxState {
  readonly all: readonly OutboxEntry[];
  readonly isStranger: boolean;
  /** Being sent now, without a form that shows it. */
  readonly sending?: { readonly percent: number };
  /** The entry sent last since this page was opened. */
  readonly sent?: SentEntry;
}

export interface SentEntry {
  readonly id: string;
  readonly url: string;
  readonly text: string;
}

export const isStale = ({ at, isWanted }: OutboxEntry) =>
  !isWanted && Date.now() - at > idempotencyKeyLifetimeMs;

/** Outbox of one account, sent in order of creation by one tab at a time (Web Lock). */
export function createOutbox(account: string, phone: DeviceStore, onChange: (state: OutboxState) => void) {
  const lock = `outbox-${account}`;
  const channel = new BroadcastChannel(lock);
  let isStranger = false;
  let sent: OutboxState['sent'];
  let sending: OutboxState['sending'];
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function show(): Promise<void> {
    onChange({
      all: await phone.list(),
      isStranger,
      ...(sending && { sending }),
      ...(sent && { sent }),
    });
  }
  async function changed(): Promise<void> {
    channel.postMessage(0);
    await show();
  }
  channel.onmessage = () => void show();

  /** Read again under the lock: another tab may have sent or discarded it. */
  async function sendOne(
    { id }: OutboxEntry,
    isWatched: boolean,
    onProgress: (percent: number) => void,
  ): Promise<SendOutcome> {
    const entry = await phone.find(id);
    if (!entry) return { is: 'waits' };
    const outcome = await sendEntry(entry, { account, isWatched, onProgress, keep: phone.keep });
    isStranger = outcome.is === 'stranger';
    if (outcome.is === 'sent') await phone.forget(id);
    if (outcome.is === 'refused')
      await phone.keep({ ...((await phone.find(id)) ?? entry), refusal: outcome.text });
    return outcome;
  }
  const showSending = (percent: number) => {
    if (sending?.percent === percent) return;
    sending = { percent };
    void show();
  };

  async function flush(): Promise<void> {
    clearTimeout(retry);
    let isWaiting = false;
    await navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      if (!held) return;
      for (const entry of await phone.list()) {
        if (entry.refusal !== undefined || isStale(entry)) continue;
        const outcome = await sendOne(entry, false, showSending);
        sending = undefined;
        if (outcome.is === 'sent') sent = { id: entry.id, url: outcome.url, text: outcome.text };
        isWaiting = outcome.is === 'waits';
        if (isWaiting || outcome.is === 'stranger') break;
      }
    });
    if (isWaiting) retry = setTimeout(flush, (retrySeconds[tries++] ?? 60) * 1000);
    else tries = 0;
    await changed();
  }

  return {
    flush,
    show,
    /** Retries at once and resets the backoff, when the connection may be back. */
    hurry() {
      tries = 0;
      return flush();
    },
    /** Stored before sending, so that a crash loses nothing. */
    async take(entry: OutboxEntry, onProgress: (percent: number) => void): Promise<SendOutcome> {
      await phone.keep(entry);
      const outcome = await navigator.locks.request(lock, () => sendOne(entry, true, onProgress));
      if (outcome.is === 'waits') retry = setTimeout(flush, (retrySeconds[tries++] ?? 60) * 1000);
      await changed();
      return outcome;
    },
    async sendNow(entry: OutboxEntry): Promise<void> {
      const { refusal: _, ...rest } = entry;
      await phone.keep({ ...rest, isWanted: true });
      await flush();
    },
    async throwAway({ id }: OutboxEntry): Promise<void> {
      await phone.forget(id);
      await changed();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
