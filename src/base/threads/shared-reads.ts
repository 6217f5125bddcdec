/**
 * Identical reads that arrive while one is running wait for the next one, which serves all of them: a reply is never
 * older than its request, and at most two of a kind are under way.
 */
export interface SharedReads {
  read<Reply>(key: string, load: () => Promise<Reply>): Promise<Reply>;
}

interface Under {
  readonly running: Promise<unknown>;
  next: Promise<unknown> | undefined;
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
    read<Reply>(key: string, load: () => Promise<Reply>): Promise<Reply> {
      const entry = underWay.get(key);
      if (entry === undefined) return start(key, load);
      const again = () => start(key, load);
      entry.next ??= entry.running.then(again, again);
      return entry.next as Promise<Reply>;
    },
  };
}
