import type { FastifyInstance } from 'fastify';
import { sendPage } from '../../server/send-page.ts';
import { createView, readQueryParameter } from '../../server/visitor.ts';
import { exampleOverview } from '../../ui/gallery/example-data.ts';
import { Gallery } from '../../ui/gallery/gallery.tsx';
import { renderDocument, skins } from '../../ui/shell.tsx';

/** `/ui` shows every UI component in every state with sample data. Only in the demo and in tests. */
export function registerGallery(pages: FastifyInstance): void {
  pages.get('/ui', async (request, reply) => {
    const view = createView(request);
    const skin = skins.find((name) => name === readQueryParameter(request, 'skin')) ?? view.skin;
    const overview = readQueryParameter(request, 'as') === 'nobody' ? null : exampleOverview;
    const title = { en: 'Parts of pages', ru: 'Части страниц' }[view.language];
    const html = renderDocument(
      { ...view, skin, overview },
      { title, scripts: ['chart.js', 'reason.js'] },
      <Gallery language={view.language} title={title} path={request.url} csrf={view.csrf ?? ''} />,
    );
    return sendPage(request, reply, html);
  });
}
