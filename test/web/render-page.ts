import type { Page } from '../../src/entry/web/page/page.ts';
import { layOutPage } from '../../src/entry/web/server/send-page.ts';
import { renderDocument } from '../../src/entry/web/ui/shell.tsx';
import type { View } from '../../src/entry/web/ui/view.ts';

/** The document of a page with this data, as the service sends it. */
export function renderPage<Data>(page: Page<Data>, data: Data, view: View): { html: string } {
  const { frame, head, content } = layOutPage(page, data, view);
  return { html: renderDocument(frame, head, content) };
}
