import sharp from 'sharp';
import { type Figures, increment } from './figures.ts';
import { WriteRefused, type Writer } from './writer.ts';
import type { WriterAction, WriterState } from './writer-state.ts';

type Subject = { subject_type: 'parcel' | 'settlement'; subject_id: string };

/**
 * Uploads to one-time URLs. Without an answer the bytes are sent again; if the URL is used up by then, list_media tells
 * whether the picture was stored, and only if not, another URL is requested.
 */
export function createPhotographActions(
  village: WriterState,
  figures: Figures,
  subjectOf: (writer: Writer) => Subject,
): WriterAction[] {
  async function upload(writer: Writer): Promise<{ id: string; marker: string }> {
    for (;;) {
      const marker = writer.newMarker();
      const subject = subjectOf(writer);
      const { data } = await writer.write(
        'upload_media',
        { ...subject, caption: marker },
        { thing: 'ticket', marker },
      );
      const bytes = await makePicture(writer);
      const { response, tries } = await writer.retryUntilAnswered('media upload', async (signal) => {
        const reply = await fetch(data.upload_url, { method: 'PUT', body: new Uint8Array(bytes), signal });
        return new Response(await reply.arrayBuffer(), { status: reply.status });
      });
      if (response.ok) {
        const { data: media } = (await response.json()) as { data: { id: string } };
        await writer.acknowledge('media upload', marker, { thing: 'media', marker, has: { id: media.id } });
        return { id: media.id, marker };
      }
      if (response.status !== 404 || tries === 1) {
        increment(figures.refusals, `media upload ${response.status}`);
        throw new WriteRefused(`media upload ${response.status} ${await response.text()}`);
      }
      const found = await findByCaption(writer, marker);
      if (found !== undefined) {
        await writer.acknowledge('media upload', marker, { thing: 'media', marker, has: { id: found } });
        return { id: found, marker };
      }
      figures.spentTickets += 1;
    }
  }

  async function findByCaption(writer: Writer, marker: string): Promise<string | undefined> {
    const { media } = await writer.read.list_media({ settlement: village.settlement.slug, limit: 100 });
    return media.find(({ caption }) => caption === marker)?.id;
  }

  return [
    async (writer) => {
      await upload(writer);
    },
    async (writer) => {
      const { id, marker } = await upload(writer);
      const visibility = 'public';
      await writer.write(
        'edit_media',
        { media: id, visibility },
        { thing: 'media', marker, has: { visibility } },
      );
      if (writer.random.next() < 0.5)
        await writer.write('remove_media', { media: id }, { thing: 'media', marker, gone: true });
    },
  ];
}

/** Small, and sometimes the same bytes as before, which the store keeps only once. */
async function makePicture(writer: Writer): Promise<Buffer> {
  const isKnown = writer.random.next() < 0.25;
  const background = isKnown ? '#2a6' : { r: writer.random.below(256), g: writer.random.below(256), b: 90 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const picture = { width: 64, height: 48, channels: 3 as const, background };
  return sharp({ create: isKnown ? picture : { ...picture, noise } })
    .png()
    .toBuffer();
}
