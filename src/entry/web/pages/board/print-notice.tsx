import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { formatFullDate } from '../../words/format-time.ts';
import { loadPaperAnnouncement, measureText, pickStep } from './paper-announcement.ts';
import { texts as footTexts, PaperFoot } from './paper-foot.tsx';
import { PaperHead } from './paper-head.tsx';
import { texts as linkTexts } from './paper-links.tsx';

export const texts = {
  title: linkTexts.notice,
} as const satisfies Record<string, Text>;

/** Most letters of a title, and of a text, for each size of `paper.css`. */
const titleSteps = [20, 45, 100];
const textSteps = [120, 250, 420, 650, 900, 1300, 1800];

export const printNoticePage = definePage({
  path: paths.printNotice,
  access: 'signed-in',
  texts,
  load: loadPaperAnnouncement,
  head: () => ({ width: 'narrow', sheets: ['print-paper.css'] }),
  render: ({ settlement, clock, announcement }) => {
    const { title, safeHtml, url } = announcement;
    const sizes = `title-${pickStep(title.length, titleSteps)} text-${pickStep(measureText(safeHtml), textSteps)}`;
    return (
      <>
        <PaperHead
          title={texts.title}
          path={paths.printNotice}
          settlement={settlement.slug}
          announcement={announcement}
        />
        <article class={`paper paper-notice ${sizes}`}>
          <p class="paper-village">{settlement.name}</p>
          <h2>{title}</h2>
          {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
          <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
          <PaperFoot signature={formatFullDate(announcement.date, clock)} url={url}>
            <QrCode text={url} label={footTexts.code} />
          </PaperFoot>
        </article>
      </>
    );
  },
});
