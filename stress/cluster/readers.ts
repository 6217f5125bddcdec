import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../src/entry/client/client.ts';
import { increment } from '../kill/figures.ts';
import type { Writer } from '../kill/writer.ts';
import type { ClusterFigures } from './figures.ts';

export interface ReaderOptions {
  url: string;
  slug: string;
  figures: ClusterFigures;
  onSuccess(): void;
  isOver(): boolean;
}

/** An anonymous visitor who requests public pages and API paths in turn. */
export async function runVisitor({ url, slug, figures, onSuccess, isOver }: ReaderOptions): Promise<void> {
  const paths = [
    '/api/v1/settlements',
    `/api/v1/settlements/${slug}`,
    `/api/v1/settlements/${slug}/articles`,
    '/api/v1/knowledge/articles',
    `/settlements/${slug}`,
    '/',
  ];
  for (let turn = 0; !isOver(); turn += 1) {
    const status = await fetch(url + paths[turn % paths.length], {
      signal: AbortSignal.timeout(30_000),
    }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return String(reply.status);
      },
      () => 'none',
    );
    figures.requests += 1;
    increment(figures.readerReplies, status);
    if (status === '200') onSuccess();
    await sleep(status === '200' ? 40 : 250);
  }
}

/** Writes and reads back at once; the balancer uses another instance each time. */
export async function runReadBack(
  writer: Writer,
  plot: string,
  { url, slug, figures, isOver }: ReaderOptions,
): Promise<void> {
  const client = createClient({ baseUrl: url, token: writer.token });
  const look = async (article: string, body: string) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const reply = await client.send('show_article', { settlement: slug, article }).catch(() => undefined);
      figures.requests += 1;
      if (reply === undefined || reply.status >= 500) continue;
      figures.ownReadings += 1;
      const read = (reply.body as { data?: { body?: string } } | undefined)?.data?.body;
      if (reply.status !== 200 || read !== body)
        figures.staleReadings.push(`${article}: ${reply.status}, ${read ?? 'nothing'} instead of ${body}`);
    }
  };
  while (!isOver()) {
    const marker = writer.newMarker();
    const thing = { thing: 'article', marker };
    const { data } = await writer.write(
      'write_article',
      { settlement: slug, kind: 'diary', parcel_id: plot, title: marker, body: marker },
      { ...thing, has: { body: marker } },
    );
    await look(data.id, marker);
    const body = writer.newMarker();
    await writer.write(
      'edit_article',
      { settlement: slug, article: data.id, body },
      { ...thing, has: { body } },
    );
    await look(data.id, body);
    await sleep(50);
  }
}
