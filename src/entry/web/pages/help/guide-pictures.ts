import { readdir, readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { languages } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { findGuides } from './guide-files.ts';

type PictureParameters = { language: string; picture: string };

/** The pictures of the guides, from beside them; no session is looked up. */
export function registerGuidePictures(server: FastifyInstance): void {
  server.get<{ Params: PictureParameters }>(
    paths.guidePicture.replaceAll(/\{(\w+)\}/g, ':$1'),
    async ({ params: { language, picture } }, reply) => {
      const folder = languages.some((known) => known === language)
        ? new URL(`${language}/pictures/`, findGuides())
        : undefined;
      const files = folder === undefined ? [] : await readdir(folder).catch(() => []);
      if (folder === undefined || !files.includes(picture)) return reply.callNotFound();
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('image/webp')
        .send(await readFile(new URL(picture, folder)));
    },
  );
}
