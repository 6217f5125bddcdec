import { OutboundRefusal } from './outbound-refusal.ts';

/** Runs work under one time limit for all its stages, and reports whether the limit or the caller ended it. */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let ended: 'timed_out' | 'aborted' | undefined;
  const { promise: stopped, reject } = createRejectable();
  const end = (reason: 'timed_out' | 'aborted') => {
    ended ??= reason;
    reject(new OutboundRefusal(ended));
    controller.abort();
  };
  const onAbort = () => end('aborted');
  if (outer?.aborted) throw new OutboundRefusal('aborted');
  const timer = setTimeout(() => end('timed_out'), timeoutMs);
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    // Racing as well as aborting: a resolver that ignores its signal must not block the caller.
    return await Promise.race([work(controller.signal), stopped]);
  } catch (error) {
    throw ended ? new OutboundRefusal(ended) : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}

function createRejectable(): { promise: Promise<never>; reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => {});
  return { promise, reject };
}
