import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { issue_plot_codes } from '../../../../features/actions/issue_plot_codes.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import { choosePaperOrigin } from '../../loaders/link-origin.ts';
import { check, choice } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, Rerender } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { type Clock, formatShortDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { loadBoardSettlement } from './board-settlement.ts';

export const texts = {
  title: { en: 'Codes for plots', ru: 'Коды для участков' },
  why: {
    en: 'A household with a code is confirmed at once; where an owner is already recorded, other owners wait for the board. Each code works once.',
    ru: 'С кодом дом записывается сразу; где собственник уже записан, ещё одного собственника подтвердит правление. Код срабатывает один раз.',
  },
  hasOwner: {
    en: 'An owner is already recorded. With the code, family and tenants are confirmed at once; another owner waits for the board.',
    ru: 'Собственник уже записан. По коду сразу запишутся семья и жильцы, а ещё одного собственника подтвердит правление.',
  },
  plot: labels.plotNumber,
  plotHint: { en: 'Without it every plot gets a sheet', ru: 'Не укажете — сделаем листок каждому участку' },
  count: { en: 'Codes for each plot', ru: 'Кодов на участок' },
  make: { en: 'Make sheets', ru: 'Сделать листки' },
  replace: { en: 'Make new ones anyway', ru: 'Всё равно сделать новые' },
  once: { en: 'Print this page now', ru: 'Напечатайте эту страницу сейчас' },
  onceWhy: {
    en: 'The codes are shown once. Whoever holds a sheet can be confirmed on its plot.',
    ru: 'Коды показываются один раз. У кого листок, тот и запишется на участок.',
  },
  scan: { en: 'Point the camera of a phone here, or open', ru: 'Наведите камеру телефона или откройте' },
  code: { en: 'Code', ru: 'Код' },
  until: { en: 'Valid until', ru: 'Действует до' },
  noPlot: { en: 'There is no such plot here.', ru: 'Такого участка здесь нет.' },
} as const satisfies Record<string, Text>;

interface Sheet {
  readonly number: string;
  readonly hasOwner: boolean;
  readonly code: string;
}
interface Sheets {
  readonly sheets: readonly Sheet[];
  readonly address: string;
  readonly expiresAt: number;
}

const make = form(issue_plot_codes, {
  path: paths.plotCodes,
  fields: {
    count: choice(texts.count, Object.fromEntries(['1', '2', '3', '4', '5'].map((count) => [count, count]))),
    replace: check(texts.replace),
  },
  async given({ settlement }, pageRequest) {
    const wanted = pageRequest.text('plot').trim();
    if (wanted === '') return {};
    // Checked first, so that nobody else learns which plots exist.
    await loadBoardSettlement(settlement, pageRequest);
    const { parcels } = await pageRequest.call(list_parcels, { settlement, q: wanted });
    const parcel = parcels.find(({ number }) => number.toLowerCase() === wanted.toLowerCase());
    return { parcel: parcel?.id ?? refuse.invalid('plot', texts.noPlot) };
  },
  done({ codes, expiresAt }, at, pageRequest) {
    const address = choosePaperOrigin(pageRequest) + fillPath(paths.join, at);
    return new Rerender({ sheets: codes, address, expiresAt: expiresAt.getTime() } satisfies Sheets);
  },
});

export const plotCodesPage = definePage({
  path: paths.plotCodes,
  access: 'signed-in',
  texts,
  countsBySize: true,
  secret: true,
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    const origin = choosePaperOrigin(pageRequest);
    return { ...place, origin, made: (pageRequest.formResult ?? null) as Sheets | null };
  },
  actions: { make },
  head: () => ({ width: 'narrow', sheets: ['print-paper.css'] }),
  render: ({ settlement, clock, origin, made }, { forms }) => {
    const asksFirst = Boolean(forms?.make?.errors?.replace || forms?.make?.values?.replace);
    const address = { settlement: settlement.slug };
    return (
      <>
        <div class="unprinted">
          <PageHead
            title={texts.title}
            line={texts.why}
            parent={{ href: fillPath(paths.board, address), text: labels.board }}
          />
          <LocalAddressNotice url={origin} />
        </div>
        {made ? (
          <div class="stack">
            <div class="unprinted">
              <Notice tone="warn" icon="print" title={texts.once}>
                {texts.onceWhy}
              </Notice>
            </div>
            {splitIntoPages(made.sheets).map((page) => (
              <div key={page[0]?.code} class="code-page">
                {page.map((sheet) => (
                  <CodeSheet
                    key={sheet.code}
                    sheet={sheet}
                    made={made}
                    village={settlement.name}
                    clock={clock}
                  />
                ))}
              </div>
            ))}
          </div>
        ) : (
          <Card>
            <make.Form at={address} values={{ count: '1' }}>
              <TextField name="plot" label={texts.plot} hint={texts.plotHint} maxLength={40} optional />
              <make.count />
              {asksFirst && <make.replace />}
              <Button icon="print">{texts.make}</Button>
            </make.Form>
          </Card>
        )}
      </>
    );
  },
});

const sheetsPerPage = 8;

/** Eight to a printed page, to be cut. */
function splitIntoPages(sheets: readonly Sheet[]): Sheet[][] {
  return Array.from({ length: Math.ceil(sheets.length / sheetsPerPage) }, (_, page) =>
    sheets.slice(page * sheetsPerPage, (page + 1) * sheetsPerPage),
  );
}

type CodeSheetProps = {
  readonly sheet: Sheet;
  readonly made: Sheets;
  readonly village: string;
  readonly clock: Clock;
};

/** One printed sheet, for the household of one plot. */
function CodeSheet({ sheet, made, village, clock }: CodeSheetProps) {
  const language = useLanguage();
  // The join form with the code filled in.
  const role: { role?: string } = sheet.hasOwner ? { role: 'family' } : {};
  const link = `${made.address}?${new URLSearchParams({ plot: sheet.number, code: sheet.code, ...role })}`;
  return (
    <section class="card code-sheet">
      <h2>
        {plotText} {sheet.number}
      </h2>
      <p>{village}</p>
      <QrCode text={link} label={`${texts.code[language]} ${sheet.code}`} />
      <p>
        {texts.scan} <span>{made.address}</span>
      </p>
      <p>
        {texts.code[language]}: <b class="code">{sheet.code}</b>
      </p>
      {sheet.hasOwner && <p class="small">{texts.hasOwner}</p>}
      <p class="small soft">
        {texts.until} {formatShortDate(made.expiresAt, clock)}
      </p>
    </section>
  );
}
