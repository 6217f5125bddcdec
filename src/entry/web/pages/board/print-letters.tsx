import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { list_plots_to_visit, maxPlotsToVisit } from '../../../../features/actions/list_plots_to_visit.ts';
import { definePage } from '../../page/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage, type Words } from '../../ui/language-context.ts';
import { QrSymbol, RepeatedQrCode } from '../../ui/qr-code.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { formatFullDate } from '../../words/format-time.ts';
import { plotText } from '../../words/resident-texts.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import { loadPaperAnnouncement, measureText } from './paper-announcement.ts';
import { texts as footTexts, PaperFoot } from './paper-foot.tsx';
import { PaperHead } from './paper-head.tsx';
import { texts as linkTexts } from './paper-links.tsx';
import { PaperParts, readPart } from './paper-parts.tsx';

export const texts = {
  title: linkTexts.letters,
  size: { en: 'Size of a letter', ru: 'Размер письма' },
  whole: { en: 'For an envelope', ru: 'Под конверт' },
  half: { en: 'Two to a sheet', ru: 'По два на листе' },
  owners: { en: 'To the owners', ru: 'Хозяевам участка' },
  hello: { en: 'Hello!', ru: 'Здравствуйте!' },
  envelope: {
    en: 'Fold at the marks: the address shows in the left window of a long envelope (110 × 220 mm).',
    ru: 'Сложите по чёрточкам на полях: адрес попадёт в левое окно длинного конверта (110 × 220 мм).',
  },
  none: { en: 'It reaches everybody', ru: 'Дойдёт до всех' },
  noneWhy: {
    en: 'No plot needs a letter on paper.',
    ru: 'Участков, куда нужно нести письмо, нет.',
  },
} as const satisfies Record<string, Text>;

const letterNoun: CountedNoun = {
  en: { one: 'letter', other: 'letters' },
  ru: { one: 'письмо', few: 'письма', many: 'писем' },
};

/** A text of at most this length leaves room for a second letter on the sheet. */
const longestHalf = 700;
/** A longer text is set smaller, so that it stays on one sheet. */
const longestLarge = 1100;
/** Of all letters of one page together: a long text makes fewer of them. */
const maxBytes = 3_000_000;

type Visited = ReplyOf<typeof list_plots_to_visit>['plots'][number];

export const printLettersPage = definePage({
  path: paths.printLetters,
  access: 'signed-in',
  texts,
  countsBySize: true,
  // Names and addresses of people: never cached on a device.
  offline: false,
  async load(names, pageRequest) {
    const { call, text } = pageRequest;
    const paper = await loadPaperAnnouncement(names, pageRequest);
    const { safeHtml } = paper.announcement;
    const size = Math.max(1, Math.min(maxPlotsToVisit, Math.floor(maxBytes / (safeHtml.length + 1))));
    const part = readPart(text('part'));
    const { plots, inAll } = await call(list_plots_to_visit, {
      ...names,
      offset: String((part - 1) * size),
      limit: String(size),
    });
    const mayHalve = measureText(safeHtml) <= longestHalf;
    return {
      ...paper,
      plots,
      parts: { part, size, inAll },
      mayHalve,
      isHalf: mayHalve && text('sheet') === 'half',
    };
  },
  head: () => ({ width: 'narrow', sheets: ['print-paper.css'] }),
  render: ({ settlement, clock, announcement, plots, parts, mayHalve, isHalf }, { language }) => {
    const here = fillPath(paths.printLetters, { settlement: settlement.slug, article: announcement.slug });
    const letter = {
      village: settlement.name,
      title: announcement.title,
      date: formatFullDate(announcement.date, clock),
      // A page has each id once; the renderer escapes quotes in words, so that only attributes match.
      safeHtml: announcement.safeHtml.replaceAll(/ id="[^"]*"/g, ''),
      url: announcement.url,
      isLong: measureText(announcement.safeHtml) > longestLarge,
    };
    return (
      <>
        <PaperHead
          title={texts.title}
          path={paths.printLetters}
          settlement={settlement.slug}
          announcement={announcement}
        />
        {plots.length === 0 ? (
          <EmptyState icon="check" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        ) : (
          <>
            <div class="unprinted stack gap-below">
              <p>
                <b>{formatCount(language, parts.inAll, letterNoun)}</b>
              </p>
              {mayHalve && (
                <Segments
                  label={texts.size}
                  tabs={[
                    { href: here, text: texts.whole },
                    { href: `${here}?sheet=half`, text: texts.half },
                  ]}
                  here={isHalf ? `${here}?sheet=half` : here}
                />
              )}
              {!isHalf && <p class="small soft">{texts.envelope}</p>}
              <PaperParts {...parts} href={isHalf ? `${here}?sheet=half` : here} />
            </div>
            <QrSymbol id="qr" text={announcement.url} />
            <div class={isHalf ? 'papers halves' : 'papers wholes'}>
              {plots.map((plot) => (
                <Letter key={plot.id} plot={plot} {...letter} />
              ))}
            </div>
          </>
        )}
      </>
    );
  },
});

type LetterProps = {
  readonly plot: Visited;
  readonly village: string;
  readonly title: Words;
  readonly date: string;
  readonly safeHtml: string;
  readonly url: string;
  readonly isLong: boolean;
};

function Letter({ plot, village, title, date, safeHtml, url, isLong }: LetterProps) {
  return (
    <article class={isLong ? 'paper paper-letter long' : 'paper paper-letter'}>
      <p class="paper-from">
        {village} · {footTexts.board}
      </p>
      <Addressee plot={plot} village={village} />
      <p class="paper-date">{date}</p>
      <h2>{title}</h2>
      <p>{texts.hello}</p>
      {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
      <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
      <PaperFoot signature={village} url={url}>
        <RepeatedQrCode symbol="qr" label={footTexts.code} />
      </PaperFoot>
    </article>
  );
}

/** More names would not fit into the window. */
const maxNames = 3;

/** The lines in the window: plot, names, and where to send it if that is known. */
function Addressee({ plot, village }: { plot: Visited; village: string }) {
  const language = useLanguage();
  const { people } = plot;
  const postal = people.find(({ postalAddress }) => postalAddress !== '')?.postalAddress;
  return (
    <address class="paper-to">
      <p>
        {plotText} {plot.number}, {village}
      </p>
      <p>
        <b>
          {people
            .slice(0, maxNames)
            .map(({ name }) => name)
            .join(', ') || texts.owners[language]}
        </b>
      </p>
      {postal && <p>{postal}</p>}
    </address>
  );
}
