/**
 * Identical reads that arrive while one is running wait for the next one, which serves all of them: a reply is never
 * older than its request, and at most two of a kind are under way.
 */
export interface SharedReads {
  /**
   * `load` gets the fair share to read in: the asker's own, or, where several wait for it, one of this read alone.
   * Whoever is over their share makes nobody else wait or be refused.
   */
  read<Reply>(key: string, requester: string, load: (share: string) => Promise<Reply>): Promise<Reply>;
}

interface Under {
  readonly running: Promise<unknown>;
  next: { readonly reply: Promise<unknown>; share: string } | undefined;
}

export function createSharedReads(): SharedReads {
  const underWay = new Map<string, Under>();

  function start<Reply>(key: string, load: () => Promise<Reply>): Promise<Reply> {
    const running = load();
    const entry: Under = { running, next: undefined };
    underWay.set(key, entry);
    const end = () => {
      if (entry.next === undefined) underWay.delete(key);
    };
    running.then(end, end);
    return running;
  }

  return {
    read<Reply>(key: string, requester: string, load: (share: string) => Promise<Reply>): Promise<Reply> {
      const entry = underWay.get(key);
      if (entry === undefined) return start(key, () => load(requester));
      const { next } = entry;
      if (next !== undefined) {
        if (next.share !== requester) next.share = `shared ${key}`;
        return next.reply as Promise<Reply>;
      }
      const again = () => start(key, () => load(entry.next?.share ?? requester));
      const reply = entry.running.then(again, again);
      entry.next = { reply, share: requester };
      return reply;
    },
  };
}
