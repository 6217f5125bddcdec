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
      const guides = findGuides();
      if (guides === undefined || !languages.some((known) => known === language)) return reply.callNotFound();
      const folder = new URL(`${language}/pictures/`, guides);
      const files: readonly string[] = await readdir(folder).catch(() => []);
      if (!files.includes(picture)) return reply.callNotFound();
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('image/webp')
        .send(await readFile(new URL(picture, folder)));
    },
  );
}
