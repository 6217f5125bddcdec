import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { Words } from '../../ui/language-context.ts';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import * as labels from '../../words/labels.ts';
import type { PaperAnnouncement } from './paper-announcement.ts';

const texts = {
  tabs: { en: 'Print', ru: 'На бумаге' },
  notice: { en: 'Notice board', ru: 'На доску' },
  letters: { en: 'Letters', ru: 'Письма' },
  doors: { en: 'Doors', ru: 'Обход' },
  draft: { en: 'Not published yet', ru: 'Ещё не опубликовано' },
  draftWhy: {
    en: 'The code and the address on paper work once it is published.',
    ru: 'Код и адрес с листа откроются, когда опубликуете.',
  },
} as const satisfies Record<string, Text>;

const tabs = [
  [paths.printNotice, texts.notice],
  [paths.printLetters, texts.letters],
  [paths.visitList, texts.doors],
] as const;

type PaperHeadProps = {
  readonly title: Words;
  readonly path: (typeof tabs)[number][0];
  readonly settlement: string;
  readonly announcement: PaperAnnouncement;
};

/** Head of the pages to print; itself not printed. */
export function PaperHead({ title, path, settlement, announcement }: PaperHeadProps) {
  const address = { settlement, article: announcement.slug };
  const parent = announcement.isDraft ? paths.announceDraft : paths.articleRecipients;
  return (
    <div class="unprinted stack gap-below">
      <PageHead
        title={title}
        line={announcement.title}
        parent={{ href: fillPath(parent, address), text: labels.announcement }}
      />
      <Tabs
        label={texts.tabs}
        tabs={tabs.map(([to, text]) => ({ href: fillPath(to, address), text: text }))}
        here={fillPath(path, address)}
      />
      {announcement.isDraft && (
        <Notice tone="warn" title={texts.draft}>
          {texts.draftWhy}
        </Notice>
      )}
      <LocalAddressNotice url={announcement.url} />
      <p class="small soft">{labels.howToPrint}</p>
    </div>
  );
}
