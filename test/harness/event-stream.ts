import { waitUntil } from './wait-until.ts';

export interface StreamEvent {
  event: string;
  id: string | undefined;
  data: Record<string, unknown>;
}

export interface EventStream {
  status: number;
  events: StreamEvent[];
  /** Waits for a matching event. */
  waitFor(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  ended: Promise<void>;
  close(): void;
}

/** Reads server-sent events until closed. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    headers,
    signal: controller.signal,
  });
  const events: StreamEvent[] = [];
  const ended = (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        rest += decoder.decode(chunk as Uint8Array, { stream: true });
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
          const event = field('event');
          if (event !== undefined)
            events.push({ event, id: field('id'), data: JSON.parse(field('data') ?? '{}') });
        }
      }
    } catch {}
  })();
  return {
    status: response.status,
    events,
    waitFor: (fits) => waitUntil('a matching event', () => events.find(fits)),
    ended,
    close: () => controller.abort(),
  };
}
